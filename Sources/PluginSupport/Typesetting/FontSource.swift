import CPango
import ScrimPluginKit

/// Fonts for texts: those of the system, preceded by those of a file if one is given.
///
/// Metrics are those of the outlines at any size, without hinting or rounding to whole points. One point is one of
/// Pango's pixels.
@safe
final class FontSource {
    let map: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer
    /// The family name of the file's font; nil when there are only the system's fonts.
    let family: String?
    private let file: FontFile?

    /// Nil when Fontconfig or Pango has no memory, or the file is not a font.
    init?(_ file: FontFile? = nil) {
        guard let config = unsafe FcInitLoadConfigAndFonts() else { return nil }
        // The map keeps a reference.
        defer { unsafe FcConfigDestroy(config) }
        self.file = file
        family = file == nil ? nil : FontFile.family
        if let file, unsafe !file.add(to: config) { return nil }
        guard let map = unsafe pango_ft2_font_map_new() else { return nil }
        unsafe self.map = unsafe map
        unsafe scrim_fontmap_set_config(map, config)
        unsafe scrim_fontmap_set_resolution(map, 72)
        unsafe scrim_fontmap_set_substitute(map) { pattern, _ in
            for name in [FC_HINTING, FC_AUTOHINT, FC_EMBEDDED_BITMAP] {
                unsafe FcPatternDel(pattern, name)
                unsafe FcPatternAddBool(pattern, name, 0)
            }
            unsafe FcPatternDel(pattern, FC_HINT_STYLE)
            unsafe FcPatternAddInteger(pattern, FC_HINT_STYLE, Int32(FC_HINT_NONE))
        }
        guard let context = unsafe pango_font_map_create_context(map) else {
            unsafe g_object_unref(map)
            return nil
        }
        unsafe self.context = unsafe context
        unsafe pango_context_set_round_glyph_positions(context, 0)
        // Fixed, independent of the environment, so that the same lines give the same picture everywhere.
        unsafe pango_context_set_language(context, pango_language_from_string("en"))
        unsafe pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
    }

    /// Generic families, which stand for some font of the system.
    private static let generic: Set = [
        "sans", "sans-serif", "serif", "mono", "monospace", "system-ui", "cursive", "fantasy", "emoji", "math",
    ]
    /// The names of available families, in lower case; requested once.
    private lazy var families: Set<String> = {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
        var count: Int32 = 0
        unsafe pango_font_map_list_families(map, &list, &count)
        guard let list = unsafe list else { return [] }
        defer { unsafe g_free(list) }
        var names: Set<String> = []
        for at in 0..<Int(count) {
            guard let family = unsafe list[at], let name = unsafe pango_font_family_get_name(family) else { continue }
            names.insert(unsafe String(cString: name).lowercased())
        }
        return names
    }()

    /// True for an available or a generic family. Surrounding spaces are ignored.
    func hasFamily(_ name: String) -> Bool {
        var trimmed = name[...]
        while trimmed.first == " " { trimmed.removeFirst() }
        while trimmed.last == " " { trimmed.removeLast() }
        let family = trimmed.lowercased()
        return Self.generic.contains(family) || families.contains(family)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        unsafe g_object_unref(map)
    }
}
