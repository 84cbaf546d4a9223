import CPango
import ScrimPluginABI
import ScrimPluginKit

/// A font independent of size: the source of glyph shapes, and the glyphs defined in the host.
///
/// Shapes are read by HarfBuzz, which validates fonts.
@safe
final class Face {
    /// Identity of a face.
    struct Key: Hashable {
        /// The address of HarfBuzz's face.
        var face: UInt
        /// The coordinates of a variable font, in 2.14 fixed point.
        var coordinates: [Int32] = []
        /// Synthesized slant of an upright font.
        var slant = 0.0
        /// Synthesized weight: extra thickness as a fraction of an em.
        var weight = 0.0
    }

    /// The drawing of a glyph.
    enum Shape {
        case nothing
        /// A single glyph of the host.
        case plain(UInt64)
        /// Several glyphs, from back to front, each with a colour; nil means the text's colour.
        case layers([(glyph: UInt64, color: Color?)])
    }

    private let key: Key
    private let face: OpaquePointer
    /// Synthesized weight: extra thickness as a fraction of an em.
    var weight: Double { key.weight }
    private let host: Host
    /// Scaled so that one em is `unitsPerEm`.
    private let font: OpaquePointer
    private let unit: Double
    private var shapes: [UInt32: Shape] = [:]
    /// The entries of `shapes` that are `.plain` or `.nothing`, indexed by the glyph's number in the font, for speed; 0
    /// means unknown.
    private var plainShapes: [UInt64] = []
    private static let nothing = UInt64.max
    private var numbers: [UInt64] = []
    private let hasPictures: Bool
    private let hasLayers: Bool

    /// The key refers to `face`, which is retained.
    init(_ key: Key, _ face: OpaquePointer, host: Host) {
        unsafe self.face = unsafe hb_face_reference(face)
        self.key = key
        self.host = host
        unsafe font = unsafe hb_font_create(face)
        let units = unsafe max(16, hb_face_get_upem(face))
        unit = 1 / Double(units)
        unsafe hb_font_set_scale(font, Int32(clamping: units), Int32(clamping: units))
        let coordinates = key.coordinates
        if !coordinates.isEmpty {
            unsafe hb_font_set_var_coords_normalized(font, coordinates, UInt32(coordinates.count))
        }
        hasPictures = unsafe hb_ot_color_has_png(face) != 0
        hasLayers = unsafe hb_ot_color_has_layers(face) != 0
    }

    deinit {
        forget()
        unsafe hb_font_destroy(font)
        unsafe hb_face_destroy(face)
    }

    /// Removes all shapes from the host; they are defined again when needed.
    func forget() {
        for number in numbers { host.forgetGlyph(number) }
        numbers.removeAll()
        shapes.removeAll()
        plainShapes.removeAll()
    }

    /// The drawing of a glyph, defined in the host at its first use. `character` is the one that it represents, 0 when
    /// unknown. Throws `.limit` when the host accepts no more.
    func shape(of glyph: UInt32, character: () -> UInt32 = { 0 }) throws(PluginFailure) -> Shape {
        if Int(glyph) < plainShapes.count, case let number = plainShapes[Int(glyph)], number > 0 {
            return number == Self.nothing ? .nothing : .plain(number)
        }
        if let kept = shapes[glyph] { return kept }
        let known = character()
        let made = try make(glyph, known > 0 ? known : asciiCharacter(of: glyph))
        shapes[glyph] = made
        let number: UInt64? =
            switch made {
            case .plain(let number): number
            case .nothing: Self.nothing
            case .layers: nil
            }
        if let number, glyph < 1 << 16 {
            let missing = Int(glyph) + 1 - plainShapes.count
            if missing > 0 { plainShapes.append(contentsOf: repeatElement(0, count: max(missing, 256))) }
            plainShapes[Int(glyph)] = number
        }
        return made
    }

    /// The host's number of a glyph; 0 when it draws nothing, nil when it consists of several. Throws as `shape` does.
    func number(of glyph: UInt32) throws(PluginFailure) -> UInt64? {
        switch try shape(of: glyph) {
        case .plain(let number): number
        case .nothing: 0
        case .layers: nil
        }
    }

    /// The printable ASCII character that the font shows with a glyph; 0 for none.
    private func asciiCharacter(of glyph: UInt32) -> UInt32 {
        for character: UInt32 in 33...126 {
            var found: UInt32 = 0
            if unsafe hb_font_get_nominal_glyph(font, character, &found) != 0, found == glyph { return character }
        }
        return 0
    }

    private func make(_ glyph: UInt32, _ character: UInt32) throws(PluginFailure) -> Shape {
        if hasLayers, let layers = try layers(of: glyph) { return .layers(layers) }
        if hasPictures, let picture = picture(of: glyph) { return .plain(try known(host.defineGlyph(picture))) }
        return try plain(glyph, character)
    }

    private func plain(_ glyph: UInt32, _ character: UInt32 = 0) throws(PluginFailure) -> Shape {
        let outline = outline(of: glyph)
        if outline.isEmpty { return .nothing }
        do throws(PluginFailure) {
            return .plain(try known(host.defineGlyph(outline, character: character)))
        } catch {
            // A shape that the host rejects is not drawn.
            if error == .limit { throw error }
            return .nothing
        }
    }

    private func known(_ number: UInt64) -> UInt64 {
        numbers.append(number)
        return number
    }

    /// The outline in ems, y downward.
    func outline(of glyph: UInt32) -> Path {
        var pen = Pen(unit: unit, slant: key.slant)
        unsafe withUnsafeMutablePointer(to: &pen) {
            unsafe hb_font_get_glyph_shape(font, glyph, Pen.functions, UnsafeMutableRawPointer($0))
        }
        return pen.path
    }

    /// The layers of a coloured glyph (COLR version 0, first palette).
    private func layers(of glyph: UInt32) throws(PluginFailure) -> [(glyph: UInt64, color: Color?)]? {
        var layers = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: 64)
        var count = UInt32(layers.count)
        let all = unsafe hb_ot_color_glyph_get_layers(face, glyph, 0, &count, &layers)
        guard all > 0, count > 0 else { return nil }
        var parts: [(glyph: UInt64, color: Color?)] = []
        for layer in layers.prefix(Int(count)) {
            var color: hb_color_t = 0
            var colors: UInt32 = 1
            if layer.color_index != 0xFFFF {
                _ = unsafe hb_ot_color_palette_get_colors(face, 0, layer.color_index, &colors, &color)
            }
            let (blue, green, red, alpha) = (color >> 24, color >> 16 & 255, color >> 8 & 255, color & 255)
            let own = Color(rgba: red << 24 | green << 16 | blue << 8 | alpha)
            guard case .plain(let number) = try plain(layer.glyph) else { continue }
            parts.append((number, layer.color_index == 0xFFFF ? nil : own))
        }
        return parts
    }

    /// The picture of a glyph in the font's largest size.
    private func picture(of glyph: UInt32) -> GlyphPicture? {
        guard let blob = unsafe hb_ot_color_glyph_reference_png(font, glyph) else { return nil }
        defer { unsafe hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let bytes = unsafe hb_blob_get_data(blob, &length), length > 0 else { return nil }
        var extents = hb_glyph_extents_t()
        guard unsafe hb_font_get_glyph_extents(font, glyph, &extents) != 0 else { return nil }
        let place = Rect(
            x: Double(extents.x_bearing) * unit, y: Double(extents.y_bearing) * -unit,
            width: Double(extents.width) * unit, height: Double(extents.height) * -unit)
        return unsafe GlyphPicture(png: UnsafeRawBufferPointer(start: bytes, count: Int(length)), place: place)
    }
}

/// Receives an outline from HarfBuzz.
private struct Pen {
    let unit: Double
    let slant: Double
    var path = Path()

    init(unit: Double, slant: Double) {
        self.unit = unit
        self.slant = slant
    }

    func point(_ x: Float, _ y: Float) -> Point {
        Point(x: (Double(x) + Double(y) * slant) * unit, y: -Double(y) * unit)
    }

    /// HarfBuzz's function table, created once and never changed or freed.
    nonisolated(unsafe) static let functions: OpaquePointer = {
        guard let table = unsafe hb_draw_funcs_create() else { preconditionFailure("no memory for HarfBuzz") }
        unsafe hb_draw_funcs_set_move_to_func(
            table, { _, pen, _, x, y, _ in unsafe with(pen) { $0.path.move(to: $0.point(x, y)) } }, nil, nil)
        unsafe hb_draw_funcs_set_line_to_func(
            table, { _, pen, _, x, y, _ in unsafe with(pen) { $0.path.line(to: $0.point(x, y)) } }, nil, nil)
        unsafe hb_draw_funcs_set_quadratic_to_func(
            table,
            { _, pen, _, cx, cy, x, y, _ in
                unsafe with(pen) { $0.path.quad($0.point(cx, cy), to: $0.point(x, y)) }
            }, nil, nil)
        unsafe hb_draw_funcs_set_cubic_to_func(
            table,
            { _, pen, _, ax, ay, bx, by, x, y, _ in
                unsafe with(pen) { $0.path.cubic($0.point(ax, ay), $0.point(bx, by), to: $0.point(x, y)) }
            }, nil, nil)
        unsafe hb_draw_funcs_set_close_path_func(
            table, { _, pen, _, _ in unsafe with(pen) { $0.path.close() } }, nil, nil)
        unsafe hb_draw_funcs_make_immutable(table)
        return unsafe table
    }()

    private static func with(_ pen: UnsafeMutableRawPointer?, _ body: (inout Pen) -> Void) {
        if let pen = unsafe pen { unsafe body(&pen.assumingMemoryBound(to: Pen.self).pointee) }
    }
}
