import CPango
package import ScrimPluginKit

/// Sets texts for one plugin: caches fonts, and the glyphs defined in the host. Not thread-safe.
@safe
package final class Typesetter {
    private let host: Host
    private var system: FontSource?
    /// By path, weakly, for as long as a text uses them.
    private var files: [String: Weak] = [:]
    private var faces: [Face.Key: Face] = [:]
    private var plainFonts = PlainFonts()
    private var isFull = false

    private struct Weak {
        weak var source: FontSource?
    }

    /// Fonts are searched when the first text is set.
    package init(host: Host) { self.host = host }

    /// The typesetter shared by a plugin's layers. (With several hosts, it belongs to the last one.)
    package static func shared(for host: Host) -> Typesetter {
        if let known = unsafe last, known.host.isSame(as: host) { return known }
        let made = Typesetter(host: host)
        unsafe last = made
        return made
    }

    /// Safe, because a plugin is called on one thread.
    private nonisolated(unsafe) static var last: Typesetter?

    /// A text, ready to be measured and drawn.
    package func paragraph(_ text: String, _ style: TextStyle) -> Paragraph {
        Paragraph(text, style, self)
    }

    /// The reason why a font cannot be used; only for `file:PATH`, because a missing family is always replaced.
    package func refusal(of font: String) -> String? {
        guard let path = Self.path(in: font) else { return nil }
        if files[path]?.source != nil { return nil }
        do throws(FontFile.Failure) {
            guard FontSource(try FontFile(path: path)) != nil else { return "\"\(path)\" is no font" }
            return nil
        } catch {
            return "\"\(path)\" cannot be used as a font: \(error.reason)"
        }
    }

    /// True when a family named by the font is available; generic ones always are.
    package func hasFont(_ font: String) -> Bool {
        guard !font.isEmpty, let source = source(for: font) else { return true }
        if Self.path(in: font) != nil { return source !== system }
        guard let description = unsafe pango_font_description_from_string(font) else { return true }
        defer { unsafe pango_font_description_free(description) }
        guard let names = unsafe pango_font_description_get_family(description) else { return true }
        return unsafe String(cString: names).split(separator: ",").contains { source.hasFamily(String($0)) }
    }

    private static func path(in font: String) -> String? {
        font.hasPrefix("file:") ? String(font.dropFirst(5)) : nil
    }

    /// The fonts for `TextStyle.font`; those of the system when a file is not a font, which is logged.
    func source(for font: String) -> FontSource? {
        if let path = Self.path(in: font) {
            if let known = files[path]?.source { return known }
            do throws(FontFile.Failure) {
                if let source = FontSource(try FontFile(path: path)) {
                    files = files.filter { $0.value.source != nil }
                    files[path] = Weak(source: source)
                    return source
                }
                host.log(.warning, "\"\(path)\" is no font")
            } catch {
                host.log(.warning, "\"\(path)\" cannot be used as a font: \(error.reason)")
            }
        }
        if system == nil { system = FontSource() }
        return system
    }

    /// The font of a style's plain lines.
    func plainFont(_ style: TextStyle, _ source: FontSource) -> PlainFont? { plainFonts.font(style, source) }

    // MARK: Glyphs

    /// The face of a font that a layout chose.
    func face(of font: UnsafeMutablePointer<PangoFont>) -> (face: Face, em: Double)? {
        guard let sized = unsafe pango_font_get_hb_font(font), let face = unsafe hb_font_get_face(sized) else {
            return nil
        }
        var (x, y) = (Int32(0), Int32(0))
        unsafe hb_font_get_scale(sized, &x, &y)
        var key = Face.Key(face: UInt(bitPattern: face))
        var count: UInt32 = 0
        if let list = unsafe hb_font_get_var_coords_normalized(sized, &count), count > 0 {
            key.coordinates = unsafe Array(UnsafeBufferPointer(start: list, count: Int(min(count, 64))))
        }
        if let pattern = unsafe scrim_font_pattern(font) {
            var matrix: UnsafeMutablePointer<FcMatrix>?
            if unsafe FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch, let matrix = unsafe matrix,
                unsafe matrix.pointee.xx != 0
            {
                key.slant = unsafe max(-1, min(1, matrix.pointee.xy / matrix.pointee.xx))
            }
            var isBolder: FcBool = 0
            if unsafe FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &isBolder) == FcResultMatch, isBolder != 0 {
                key.weight = 1.0 / 24
            }
        }
        let em = Double(y) / Double(PANGO_SCALE)
        if let known = faces[key] { return (known, em) }
        unsafe FontCollection.note(font)
        let made = unsafe Face(key, face, host: host)
        faces[key] = made
        return (made, em)
    }

    /// Call before a text is drawn: removes all glyphs if the host accepted no more the last time.
    func beginDrawing() {
        guard isFull else { return }
        isFull = false
        // Glyphs used by existing drawings stay.
        faces.removeAll()
    }

    /// Records that the host accepts no more glyphs.
    func noteFull() { isFull = true }
}

/// How a text is set.
package struct TextStyle: Equatable, Sendable {
    /// The side on which shorter lines begin.
    package enum Alignment: UInt32, Sendable {
        /// The start side of the paragraph's direction.
        case natural = 0
        case left, right, center, justified
    }

    /// Position of the ellipsis in a text that does not fit.
    package enum Truncation: UInt32, Sendable {
        case none = 0
        case start, middle, end
    }

    /// The treatment of broken words.
    package enum Hyphenation: UInt32, Sendable {
        /// Words are broken at soft hyphens, which are seen then.
        case manual = 0
        /// Soft hyphens break no words.
        case none
        /// As `manual`; a word that is broken because it has no room in a line by itself gets a hyphen, too.
        case broken
    }

    /// A family, a Pango font description whose size is ignored, or `file:PATH`; empty for sans.
    package var font = ""
    /// Size of an em in points, 0…4096.
    package var size = 36.0
    package var alignment = Alignment.natural
    /// True when lines are broken to fit.
    package var isWrapped = false
    package var truncation = Truncation.none
    /// Additional space between lines, in points; may be negative.
    package var lineSpacing = 0.0
    /// Maximum number of lines shown; 0 for all.
    package var mostLines = 0
    /// Additional space between letters, in points; may be negative.
    package var letterSpacing = 0.0
    /// Height of a line as a multiple of the font's; 0 for the font's own.
    package var lineHeight = 0.0
    /// OpenType features, as in CSS's `font-feature-settings` without quotes: `tnum, kern=0`.
    package var features = ""
    /// False without the font's adjustments between pairs of letters.
    package var hasKerning = true
    /// Axes of a variable font, as in CSS's `font-variation-settings` without quotes: `wght=350, wdth=80`.
    package var variations = ""
    /// Distances of tab stops from where lines begin, in points, ascending; the last distance is repeated. Empty: every
    /// eight spaces.
    package var tabStops: [Double] = []
    package var hyphenation = Hyphenation.manual
    /// True when more than the font determines how the letters and lines of a text without tabs and soft hyphens are
    /// placed.
    var isTuned: Bool {
        letterSpacing != 0 || lineHeight > 0 || !features.isEmpty || !hasKerning || !variations.isEmpty
    }
    /// True when the text is Pango markup. Invalid markup is shown as plain text.
    package var isMarkup = false

    /// Sans at 36 points on one line.
    package init() {}
}
