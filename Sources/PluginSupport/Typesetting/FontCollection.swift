import CPango
import CSystem
import Glibc

/// Fonts that are used, noted for a pack that is being made (see named.h).
enum FontCollection {
    private static let isOn = unsafe getenv("SCRIM_COLLECT") != nil

    /// Notes the font of the system that stands for a description, and its family for the first one that was asked for.
    static func note(_ description: OpaquePointer, _ source: FontSource) {
        guard isOn, source.family == nil else { return }
        guard let font = unsafe pango_font_map_load_font(source.map, source.context, description) else { return }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(font)) }
        unsafe note(font)
        guard let pattern = unsafe scrim_font_pattern(font), let found = unsafe string(FC_FAMILY, of: pattern),
            let asked = unsafe pango_font_description_get_family(description)
        else { return }
        let first = unsafe String(cString: asked).split(separator: ",").first.map(String.init) ?? ""
        unsafe sys_collect_family(first, found)
    }

    /// Notes the file of a font that shapes are taken from.
    static func note(_ font: UnsafeMutablePointer<PangoFont>) {
        guard isOn, let pattern = unsafe scrim_font_pattern(font), let path = unsafe string(FC_FILE, of: pattern) else {
            return
        }
        // Fonts of files that lines name are noted when they are opened.
        if !path.hasPrefix("/proc/") { unsafe sys_collect_font(path) }
    }

    private static func string(_ key: String, of pattern: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<FcChar8>?
        guard unsafe FcPatternGetString(pattern, key, 0, &text) == FcResultMatch, let text = unsafe text else {
            return nil
        }
        return unsafe String(cString: text)
    }
}
