import CPango
package import ScrimPluginKit

/// Sets texts, for one plugin: keeps fonts, and the glyphs known to the host. For one thread.
@safe
package final class Typesetter {
    private let host: Host
    private var system: FontSource?
    /// By path, as long as some text uses them.
    private var files: [String: Weak] = [:]
    private var faces: [Face.Key: Face] = [:]
    private var plainFonts = PlainFonts()
    private var isFull = false

    private struct Weak {
        weak var source: FontSource?
    }

    /// Fonts are looked for when the first text is set.
    package init(host: Host) { self.host = host }

    /// The one that a plugin's layers share. (Where there are several hosts, the last one's.)
    package static func shared(for host: Host) -> Typesetter {
        if let known = unsafe last, known.host.isSame(as: host) { return known }
        let made = Typesetter(host: host)
        unsafe last = made
        return made
    }

    /// A plugin is called on one thread.
    private nonisolated(unsafe) static var last: Typesetter?

    /// A text, ready to be measured and drawn.
    package func paragraph(_ text: String, _ style: TextStyle) -> Paragraph {
        Paragraph(text, style, self)
    }

    /// Why a font cannot be used: of `file:PATH` only, as there is always another for a family that is not there.
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

    /// True when a family that the font names is there: what is generic always is.
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

    /// The fonts of `TextStyle.font`; those of the system when a file is no font, which is logged.
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
        let made = unsafe Face(key, face, host: host)
        faces[key] = made
        return (made, em)
    }

    /// Called before a text is drawn: where the host took no more glyphs the last time, all are forgotten first.
    func beginDrawing() {
        guard isFull else { return }
        isFull = false
        // Those that drawings show go on.
        faces.removeAll()
    }

    /// The host takes no more glyphs.
    func noteFull() { isFull = true }
}

/// How a text is set.
package struct TextStyle: Equatable, Sendable {
    /// Which side lines that are shorter than the rest begin on.
    package enum Alignment: UInt32, Sendable {
        /// Where the paragraph's direction has its lines begin.
        case natural = 0
        case left, right, center, justified
    }

    /// Position of the ellipsis in a text that does not fit.
    package enum Truncation: UInt32, Sendable {
        case none = 0
        case start, middle, end
    }

    /// A family, a Pango font description whose size does not count, or `file:PATH`; empty: sans.
    package var font = ""
    /// Points that one em is, 0…4096.
    package var size = 36.0
    package var alignment = Alignment.natural
    /// Lines are broken where there is no room for more.
    package var isWrapped = false
    package var truncation = Truncation.none
    /// Points between lines, in addition to the fonts' own; may be below 0.
    package var lineSpacing = 0.0
    /// Lines that are shown, at most; 0: all.
    package var mostLines = 0
    /// The text is Pango markup. One with a mistake is shown as it is.
    package var isMarkup = false

    /// Sans at 36 points on one line.
    package init() {}
}
