import CPango

/// The font for all of printable ASCII, and Pango's shaping parameters for it: lines of only these characters are
/// passed to HarfBuzz directly.
///
/// Pango would repeat the same analysis for each line: one direction, one script, one font, no breaks.
@safe
final class PlainFont {
    /// A glyph of a line, in Pango's units.
    struct Glyph {
        var number: UInt32
        /// Distance to the next glyph.
        var advance: Int32
        var dx: Int32
        /// Vertical offset, downward.
        var dy: Int32
        /// Offset of its first character in the line, in bytes.
        var offset: UInt16
        /// True when it would be another one at the beginning of a line.
        var isBound: Bool
    }

    /// The script and language of a run.
    @safe
    private struct Manner {
        var script: hb_script_t
        var language: OpaquePointer?
    }
    /// Pango's language of the lines.
    let language: OpaquePointer?

    /// The height of a line and the distance from its top to the baseline, in Pango's units.
    let height: Int32
    let baseline: Int32
    /// Pango's font, which owns `sized`.
    private let font: UnsafeMutablePointer<PangoFont>
    private let sized: OpaquePointer
    private let buffer: OpaquePointer
    /// The parameters for lines with a letter and for those without.
    private let lettered: Manner
    private let bare: Manner
    /// Retains the file's font.
    private let source: FontSource
    /// Weak, because the typesetter may release all faces.
    private weak var face: Face?
    private var em = 0.0

    /// The characters that a line may contain.
    static let characters: ClosedRange<UInt8> = 0x20...0x7E
    private static let letters = "a" + String(decoding: characters, as: UTF8.self)
    private static let others = String(decoding: characters.filter { !isLetter($0) }, as: UTF8.self)

    /// Nil when Pango uses another font for some of the characters, or shapes them differently from plain HarfBuzz.
    init?(_ source: FontSource, _ description: OpaquePointer) {
        guard let layout = unsafe pango_layout_new(source.context) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        unsafe pango_layout_set_font_description(layout, description)
        unsafe pango_layout_set_auto_dir(layout, 1)
        guard let first = unsafe Run(layout, Self.letters), let second = unsafe Run(layout, Self.others),
            unsafe first.font == second.font, first.height == second.height, first.baseline == second.baseline,
            let sized = unsafe pango_font_get_hb_font(first.font), let buffer = unsafe hb_buffer_create()
        else { return nil }
        unsafe self.font = unsafe first.font
        unsafe self.sized = unsafe sized
        unsafe self.buffer = unsafe buffer
        self.source = source
        (height, baseline) = (first.height, first.baseline)
        unsafe language = unsafe first.language
        (lettered, bare) = (first.manner, second.manner)
        unsafe g_object_ref(UnsafeMutableRawPointer(font))
        // From here on the object is initialized, and `deinit` releases its members.
        var count: UInt32 = 0
        unsafe pango_font_get_features(font, nil, 0, &count)
        guard count == 0 else { return nil }
        for character in Self.characters {
            var glyph: hb_codepoint_t = 0
            let isThere = unsafe hb_font_get_nominal_glyph(sized, UInt32(character), &glyph) != 0
            guard isThere, glyph != 0 else { return nil }
        }
    }

    deinit {
        unsafe hb_buffer_destroy(buffer)
        unsafe g_object_unref(UnsafeMutableRawPointer(font))
    }

    /// Appends the glyphs of a line of `characters`, which must not be empty, and returns its width; nil when Pango
    /// would do more than HarfBuzz.
    func shape(_ line: UnsafeBufferPointer<UInt8>, into glyphs: inout [Glyph]) -> Int32? {
        let manner = unsafe line.contains(where: Self.isLetter) ? lettered : bare
        let length = Int32(clamping: line.count)
        unsafe hb_buffer_clear_contents(buffer)
        unsafe hb_buffer_add_utf8(
            buffer, UnsafeRawPointer(line.baseAddress)?.assumingMemoryBound(to: CChar.self), length, 0, length)
        unsafe hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
        unsafe hb_buffer_set_script(buffer, manner.script)
        unsafe hb_buffer_set_language(buffer, manner.language)
        unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
        unsafe hb_buffer_set_flags(
            buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
        unsafe hb_shape(sized, buffer, nil, 0)
        var (count, places) = (UInt32(0), UInt32(0))
        guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
            let positions = unsafe hb_buffer_get_glyph_positions(buffer, &places), count > 0, places == count
        else { return nil }
        var width = 0
        glyphs.reserveCapacity(glyphs.count + Int(count))
        for at in 0..<Int(count) {
            let (number, place) = unsafe (infos[at].codepoint, positions[at])
            // Missing glyphs need boxes, and negative advances are reversed by Pango.
            guard number != 0, place.x_advance >= 0, place.y_offset > .min else { return nil }
            width += Int(place.x_advance)
            let isBound = unsafe infos[at].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
            glyphs.append(
                Glyph(
                    number: number, advance: place.x_advance, dx: place.x_offset, dy: -place.y_offset,
                    offset: unsafe UInt16(truncatingIfNeeded: infos[at].cluster), isBound: isBound))
        }
        return width < 1 << 30 ? Int32(width) : nil
    }

    /// The face, and the size of an em in points.
    func face(_ typesetter: Typesetter) -> (face: Face, em: Double)? {
        if let face { return (face, em) }
        guard let found = unsafe typesetter.face(of: font) else { return nil }
        (face, em) = found
        return found
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Pango's result for a text of one line with one run.
    @safe
    private struct Run {
        let font: UnsafeMutablePointer<PangoFont>
        let manner: Manner
        let language: OpaquePointer?
        let height: Int32
        let baseline: Int32

        init?(_ layout: OpaquePointer, _ text: String) {
            unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
            guard unsafe pango_layout_get_line_count(layout) == 1,
                let line = unsafe pango_layout_get_line_readonly(layout, 0), let node = unsafe line.pointee.runs,
                unsafe node.pointee.next == nil,
                let run = unsafe node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
                let item = unsafe run.pointee.item, unsafe item.pointee.length == text.utf8.count,
                let font = unsafe item.pointee.analysis.font, unsafe item.pointee.analysis.level == 0,
                unsafe run.pointee.y_offset == 0
            else { return nil }
            var box = PangoRectangle()
            unsafe pango_layout_get_extents(layout, nil, &box)
            guard box.x == 0, box.y == 0 else { return nil }
            unsafe self.font = unsafe font
            (height, baseline) = (box.height, unsafe pango_layout_get_baseline(layout))
            let script = unsafe PangoScript(rawValue: Int32(item.pointee.analysis.script))
            unsafe language = unsafe item.pointee.analysis.language
            let name = unsafe pango_language_to_string(language)
            manner = unsafe Manner(script: scrim_script(script), language: hb_language_from_string(name, -1))
        }
    }
}

/// Fonts for plain lines, by text style.
struct PlainFonts {
    private struct Key: Hashable {
        var font: String
        var size: Double
    }

    private struct Entry {
        /// Number of texts that requested it.
        var count = 0
        /// Retained by the texts that use it.
        weak var font: PlainFont?
        var isNone = false
    }

    private var entries: [Key: Entry] = [:]
    /// Number of texts set by Pango before the font is examined, because animated sizes use each font only once.
    private static let timeout = 4
    private static let limit = 256

    /// The font of a style; nil when there is none, or not yet.
    mutating func font(_ style: TextStyle, _ source: FontSource) -> PlainFont? {
        let key = Key(font: style.font, size: style.size)
        if let known = entries[key]?.font { return known }
        if entries.count >= Self.limit { entries.removeAll() }
        var entry = entries[key] ?? Entry()
        defer { entries[key] = entry }
        entry.count += 1
        guard !entry.isNone, entry.count >= Self.timeout, let description = unsafe Paragraph.description(style, source)
        else { return nil }
        defer { unsafe pango_font_description_free(description) }
        let made = unsafe PlainFont(source, description)
        entry.font = made
        entry.isNone = made == nil
        return made
    }
}
