import CPango
import ScrimPluginABI
package import ScrimPluginKit

/// A text set as lines of glyphs. It is shaped when it is first measured or drawn, and again only when the available
/// size changes.
@safe
package final class Paragraph {
    /// A line, in points from the paragraph's upper left corner.
    @safe
    struct Line {
        let raw: UnsafeMutablePointer<PangoLayoutLine>
        /// Offset of its layout's text in the paragraph's, in bytes.
        var offset: Int
        /// Distance from the left edge of Pango's layout, as given by its alignment.
        var left: Double
        var width: Double
        var top: Double
        var height: Double
        var baseline: Double
        var isRightToLeft: Bool
    }

    let style: TextStyle
    let typesetter: Typesetter
    /// Retains the fonts.
    private let source: FontSource?
    /// Created on demand: plain lines do not need it.
    private var made: OpaquePointer?
    /// Attributes of markup; nil without it.
    private var attributes: OpaquePointer?
    /// Those of each line that is set by itself, by its offset.
    private var lineAttributes = LineAttributes()
    /// The original text.
    private let text: String
    /// The displayed characters, without markup. Set together with the layout's text.
    private(set) var shown = ""
    private let plainFont: PlainFont?
    /// The text as plain lines; the inner nil means that it is not plain.
    private var plainText: PlainText??
    /// The plain lines, broken at the available width; the inner nil means that Pango breaks them.
    private var wrappedText: PlainText??
    /// The text split into lines that are set one by one, because Pango's time for each line grows with the length of
    /// the whole text.
    private var pieces: LinePieces?
    private var known: [Line]?
    private(set) var height = 0.0
    /// The available size, in Pango's units; -1 for unlimited.
    private var room: (width: Int32, height: Int32) = (-1, -1)

    /// Maximum number of characters laid out; fewer for large ones, so that no sum of widths overflows.
    static let characterLimit = 20_000
    /// Maximum length of a line; longer ones are continued on new lines, because Pango's time grows with the square of
    /// the length.
    static let pieceLimit = 4000
    private static let unit = Double(PANGO_SCALE)

    init(_ text: String, _ style: TextStyle, _ typesetter: Typesetter) {
        self.style = style
        self.typesetter = typesetter
        self.text = text
        source = style.size > 0 ? typesetter.source(for: style.font) : nil
        // Looked up at once, while the previous text may still retain it.
        plainFont = source.flatMap { style.isMarkup || style.isTuned ? nil : typesetter.plainFont(style, $0) }
    }

    /// A font description for a style; to be freed.
    static func description(_ style: TextStyle, _ source: FontSource) -> OpaquePointer? {
        guard let description = unsafe pango_font_description_from_string(style.font.isFile ? "" : style.font) else {
            return nil
        }
        if let family = source.family { unsafe pango_font_description_set_family(description, family) }
        if unsafe pango_font_description_get_family(description) == nil {
            unsafe pango_font_description_set_family(description, "sans")
        }
        unsafe pango_font_description_set_absolute_size(description, max(1, style.size * unit))
        if !style.variations.isEmpty { unsafe pango_font_description_set_variations(description, style.variations) }
        unsafe FontCollection.note(description, source)
        return unsafe description
    }

    /// Pango's layout; nil without fonts.
    private var layout: OpaquePointer? {
        if let made = unsafe made { return unsafe made }
        guard let source, let layout = unsafe pango_layout_new(source.context) else { return nil }
        unsafe made = unsafe layout
        guard let description = unsafe Self.description(style, source) else { return unsafe layout }
        defer { unsafe pango_font_description_free(description) }
        unsafe pango_layout_set_font_description(layout, description)
        unsafe pango_layout_set_auto_dir(layout, 1)
        unsafe pango_layout_set_spacing(layout, Self.units(style.lineSpacing))
        unsafe pango_layout_set_justify(layout, style.alignment == .justified && style.isWrapped ? 1 : 0)
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        unsafe pango_layout_set_ellipsize(
            layout,
            [PANGO_ELLIPSIZE_NONE, PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_MIDDLE, PANGO_ELLIPSIZE_END][
                Int(style.truncation.rawValue)])
        if !style.tabStops.isEmpty { unsafe setTabs(layout) }
        unsafe pango_layout_set_width(layout, room.width)
        unsafe pango_layout_set_height(layout, room.height)
        unsafe set(text, layout)
        return unsafe layout
    }

    private func setTabs(_ layout: OpaquePointer) {
        guard let tabs = unsafe pango_tab_array_new(Int32(clamping: style.tabStops.count), 0) else { return }
        for (at, stop) in style.tabStops.enumerated() {
            unsafe pango_tab_array_set_tab(tabs, Int32(clamping: at), PANGO_TAB_LEFT, Self.units(stop))
        }
        unsafe pango_layout_set_tabs(layout, tabs)
        unsafe pango_tab_array_free(tabs)
    }

    /// The lines, when they are plain and have enough room, or are broken between words.
    var plain: PlainText? {
        guard let plainFont, style.alignment != .justified || !style.isWrapped,
            style.truncation == .none || !style.isWrapped
        else { return nil }
        if plainText == nil { plainText = PlainText(text, plainFont) }
        guard case var plain?? = plainText else { return nil }
        if room.width >= 0, plain.widest > room.width {
            guard style.isWrapped else { return nil }
            if wrappedText == nil { wrappedText = plain.wrapped(text, at: room.width) }
            guard case let wrapped?? = wrappedText else { return nil }
            plain = wrapped
        }
        guard style.truncation == .none || plain.lines.count == 1,
            style.mostLines == 0 || plain.lines.count <= style.mostLines
        else { return nil }
        return plain
    }

    deinit {
        forgetLines()
        forgetLayout()
    }

    /// Releases the layout; it is created again when needed.
    private func forgetLayout() {
        if let made = unsafe made { unsafe g_object_unref(UnsafeMutableRawPointer(made)) }
        if let attributes = unsafe attributes { unsafe pango_attr_list_unref(attributes) }
        unsafe (made, attributes) = (nil, nil)
        lineAttributes.removeAll()
    }

    private func forgetLines() {
        // In one piece, the lines belong to the layout.
        if pieces != nil { for line in known ?? [] { unsafe pango_layout_line_unref(line.raw) } }
        known = nil
    }

    private func set(_ text: String, _ layout: OpaquePointer) {
        var text = text
        let limit = max(256, min(Self.characterLimit, Int(1_500_000 / max(style.size, 1))))
        if style.isMarkup {
            var attributes: OpaquePointer?
            var plain: UnsafeMutablePointer<CChar>?
            if text.utf8.count <= 1 << 20,
                unsafe pango_parse_markup(text, -1, 0, &attributes, &plain, nil, nil) != 0, let plain = unsafe plain
            {
                unsafe self.attributes = unsafe attributes
                text = unsafe String(cString: plain)
                unsafe g_free(plain)
            }
        }
        shown = text
        if text.utf8.count > Self.pieceLimit {
            let (kept, breaks) = Self.pieces(text, limit)
            text = kept
            // Attributes of markup refer to offsets in the text.
            if let attributes = unsafe attributes {
                for at in breaks { unsafe pango_attr_list_update(attributes, Int32(clamping: at), 0, 1) }
            }
        }
        // Pango's texts end at a zero.
        if text.utf8.contains(0) {
            text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
        }
        let isSplit = style.truncation == .none && (!style.isMarkup || text.utf8.count > Self.pieceLimit)
        if isSplit, let pieces = LinePieces(text) {
            self.pieces = pieces
            if let attributes = unsafe attributes { unsafe lineAttributes.split(attributes, by: pieces) }
            return
        }
        let count = Int32(text.utf8.count)
        unsafe text.withCString { unsafe set($0, count, attributes, layout) }
    }

    /// Sets the layout's text to one of the pieces.
    private func setPiece(_ start: UnsafePointer<CChar>, _ count: Int32, _ offset: Int, _ layout: OpaquePointer) {
        unsafe set(start, count, lineAttributes[offset], layout)
    }

    /// Sets the layout's text; broken words get a hyphen only if the text asks for one.
    private func set(
        _ start: UnsafePointer<CChar>, _ count: Int32, _ attributes: OpaquePointer?, _ layout: OpaquePointer
    ) {
        unsafe pango_layout_set_text(layout, start, count)
        let list = unsafe attributes.map { unsafe pango_attr_list_copy($0) } ?? pango_attr_list_new()
        let text = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
        if style.isTuned { unsafe tune(list) }
        switch style.hyphenation {
        case .manual:
            unsafe Self.add(Hyphenation.unasked(in: text, attributes), to: list) {
                unsafe pango_attr_insert_hyphens_new(0)
            }
        case .none:
            unsafe Self.add(Hyphenation.softBreaks(in: text), to: list) { unsafe pango_attr_allow_breaks_new(0) }
            unsafe Self.add([0..<UInt32.max], to: list) { unsafe pango_attr_insert_hyphens_new(0) }
        // Pango's own way.
        case .broken: break
        }
        unsafe pango_layout_set_attributes(layout, list)
        unsafe pango_attr_list_unref(list)
    }

    /// Adds an attribute for each range.
    private static func add(
        _ ranges: [Range<UInt32>], to list: OpaquePointer?, _ make: () -> UnsafeMutablePointer<PangoAttribute>?
    ) {
        for range in ranges {
            guard let attribute = unsafe make() else { continue }
            unsafe attribute.pointee.start_index = range.lowerBound
            unsafe attribute.pointee.end_index = range.upperBound
            unsafe pango_attr_list_insert(list, attribute)
        }
    }

    /// Adds attributes of the whole text for what the style sets beside the font. Those of markup go before them.
    private func tune(_ list: OpaquePointer?) {
        func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
            if let attribute = unsafe attribute { unsafe pango_attr_list_insert_before(list, attribute) }
        }
        if style.letterSpacing != 0 { unsafe add(pango_attr_letter_spacing_new(Self.units(style.letterSpacing))) }
        if style.lineHeight > 0 { unsafe add(pango_attr_line_height_new(style.lineHeight)) }
        // Of features named twice the later one counts.
        let features = style.hasKerning ? style.features : "kern=0, " + style.features
        if !features.isEmpty { unsafe add(pango_attr_font_features_new(features)) }
    }

    /// The layout, with the text to which a line belongs.
    func layout(of line: Line) -> OpaquePointer? {
        guard let layout = unsafe layout else { return nil }
        unsafe pieces?.forEach { start, count, offset in
            if offset == line.offset { unsafe setPiece(start, count, offset, layout) }
        }
        return unsafe layout
    }

    /// At most `limit` characters, with line feeds inserted in lines that are too long, and the offsets of these, in bytes.
    private static func pieces(_ text: String, _ limit: Int) -> (text: String, breaks: [Int]) {
        var kept = String.UnicodeScalarView()
        var (count, length, bytes) = (0, 0, 0)
        var breaks: [Int] = []
        for scalar in text.unicodeScalars {
            if count == limit { break }
            count += 1
            length = scalar == "\n" ? 0 : length + 1
            if length > pieceLimit {
                kept.append("\n")
                breaks.append(bytes)
                bytes += 1
                length = 1
            }
            kept.append(scalar)
            bytes += UTF8.width(scalar)
        }
        return (String(kept), breaks)
    }

    /// The error in a text as markup; nil for none.
    package static func mistake(inMarkup text: String) -> String? {
        var error: UnsafeMutablePointer<GError>?
        var attributes: OpaquePointer?
        if unsafe pango_parse_markup(text, -1, 0, &attributes, nil, nil, &error) != 0 {
            defer { unsafe pango_attr_list_unref(attributes) }
            return unsafe turnsGlyphs(attributes) ? "vertical text is not set: gravity may only be south" : nil
        }
        defer { unsafe g_clear_error(&error) }
        guard let message = unsafe error?.pointee.message else { return "it is no markup" }
        return unsafe String(cString: message)
    }

    /// True for markup that turns glyphs in their lines, which are drawn upright.
    private static func turnsGlyphs(_ attributes: OpaquePointer?) -> Bool {
        guard let attributes = unsafe attributes else { return false }
        var turns = false
        unsafe Hyphenation.forEach(in: attributes) { attribute in
            guard unsafe scrim_attribute_type(attribute) == PANGO_ATTR_GRAVITY else { return }
            let gravity = unsafe scrim_attribute_integer(attribute)
            if gravity != PANGO_GRAVITY_SOUTH.rawValue, gravity != PANGO_GRAVITY_AUTO.rawValue { turns = true }
        }
        return turns
    }

    /// Converts points to Pango's units, clamped to their range.
    static func units(_ points: Double) -> Int32 { Int32(max(-1e9, min(points * unit, 1e9))) }

    // MARK: Measures

    /// Sets the available size: lines are broken or truncated to fit. Negative or infinite means unlimited.
    package func fit(width: Double, height: Double) {
        let isBound = (style.isWrapped || style.truncation != .none) && width >= 0 && width < 1e6
        let isLow = height > 0 && height < 1e6
        let room = (
            width: isBound ? Self.units(width) : -1,
            // For Pango, -1 means one line per paragraph, for text that is not wrapped.
            height: !style.isWrapped ? -1 : roomBelow(isLow ? height : .infinity)
        )
        guard room != self.room else { return }
        self.room = room
        wrappedText = nil
        forgetLines()
        guard let layout = unsafe made else { return }
        // Pango's layout keeps lines truncated for an earlier size.
        if style.truncation != .none { return forgetLayout() }
        unsafe pango_layout_set_width(layout, room.width)
        unsafe pango_layout_set_height(layout, room.height)
    }

    /// The height for Pango, for which negative numbers are numbers of lines.
    private func roomBelow(_ height: Double) -> Int32 {
        guard style.truncation != .none else { return .max }
        if style.mostLines > 0 {
            // Whichever is less; lines are about 1.2 em high, and the excess is clipped anyway.
            let lines = height / max(1, style.size * 1.2 + style.lineSpacing)
            return lines < Double(style.mostLines) ? Self.units(height) : -Int32(clamping: style.mostLines)
        }
        return height.isFinite ? Self.units(height) : .max
    }

    /// Width and height of all lines, in points.
    package var size: Point {
        if let plain { return Point(x: Double(plain.widest) / Self.unit, y: height(of: plain)) }
        let lines = self.lines
        let width = lines.reduce(0) { max($0, $1.width) }
        return Point(x: width, y: height)
    }

    /// Distance from the top to the first baseline, in points.
    package var ascent: Double { baselines?.first ?? 0 }

    package var lineCount: Int { plain?.lines.count ?? lines.count }

    /// Number of characters that no font has; each is shown as a box with its code.
    package var missingGlyphs: Int {
        // Plain lines use a font that has all of their characters.
        guard plain == nil, let layout = unsafe layout else { return 0 }
        guard let pieces else { return Int(unsafe pango_layout_get_unknown_glyphs_count(layout)) }
        var count = 0
        unsafe pieces.forEach { start, length, offset in
            unsafe setPiece(start, length, offset, layout)
            count += Int(unsafe pango_layout_get_unknown_glyphs_count(layout))
        }
        return count
    }

    /// The lines, from the top.
    var lines: [Line] {
        if let known { return known }
        var lines: [Line] = []
        if let layout = unsafe layout {
            if let pieces {
                // In Pango's units, which add up exactly.
                var top = 0.0
                unsafe pieces.forEach { start, count, offset in
                    unsafe setPiece(start, count, offset, layout)
                    top += unsafe addLines(of: layout, at: top, offset, keeps: true, to: &lines)
                    top += Double(Self.units(style.lineSpacing))
                }
                height = max(0, top - Double(Self.units(style.lineSpacing))) / Self.unit
            } else {
                height = unsafe addLines(of: layout, at: 0, 0, keeps: false, to: &lines) / Self.unit
            }
        }
        if style.mostLines > 0, lines.count > style.mostLines {
            if pieces != nil { for line in lines[style.mostLines...] { unsafe pango_layout_line_unref(line.raw) } }
            lines.removeLast(lines.count - style.mostLines)
            height = lines.last.map { $0.top + $0.height } ?? 0
        }
        known = lines
        return lines
    }

    /// Distance from the top to the baselines of the first and the last line, in points.
    package var baselines: (first: Double, last: Double)? {
        if let plain { return (baseline(of: 0, plain), baseline(of: plain.lines.count - 1, plain)) }
        let lines = self.lines
        guard let first = lines.first, let last = lines.last else { return nil }
        return (first.baseline, last.baseline)
    }

    /// Adds the layout's lines, which begin at `top` (in Pango's units) and at `offset` bytes of the paragraph's text;
    /// returns their height in Pango's units. `keeps`: the lines are retained when the layout's text changes.
    private func addLines(
        of layout: OpaquePointer, at top: Double, _ offset: Int, keeps: Bool, to lines: inout [Line]
    ) -> Double {
        guard let iterator = unsafe pango_layout_get_iter(layout) else { return 0 }
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            guard let raw = unsafe pango_layout_iter_get_line_readonly(iterator) else { continue }
            if keeps { unsafe pango_layout_line_ref(raw) }
            var box = PangoRectangle()
            unsafe pango_layout_iter_get_line_extents(iterator, nil, &box)
            let baseline = unsafe pango_layout_iter_get_baseline(iterator)
            let isRightToLeft = unsafe pango_layout_line_get_resolved_direction(raw) == PANGO_DIRECTION_RTL
            lines.append(
                unsafe Line(
                    raw: raw, offset: offset, left: Double(box.x) / Self.unit, width: Double(box.width) / Self.unit,
                    top: (top + Double(box.y)) / Self.unit, height: Double(box.height) / Self.unit,
                    baseline: (top + Double(baseline)) / Self.unit, isRightToLeft: isRightToLeft))
        } while unsafe pango_layout_iter_next_line(iterator) != 0
        var box = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &box)
        return Double(box.height)
    }
}

extension String {
    fileprivate var isFile: Bool { hasPrefix("file:") }
}
