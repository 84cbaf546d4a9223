import CRsvg
public import ScrimPluginABI
import ScrimPluginKit

/// SVG at any size.
@safe private final class Svg: DecoderKind {
    static let name = "svg"
    static let help = "Scalable Vector Graphics, at the size that is shown"

    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// In points.
    private let width: Double
    private let height: Double
    let picture: Picture

    /// Draws a text in each of the generic families: later no font can be opened.
    static func prepare() {
        let families = ["sans-serif", "serif", "monospace"].map { family in
            "<text y='9' font-family='\(family)'>A<tspan font-weight='bold'>b</tspan></text>"
        }
        let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(families.joined())</svg>"
        var pixels = [UInt32](repeating: 0, count: 81)
        unsafe Array(text.utf8).withUnsafeBytes { file in
            unsafe pixels.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress, let svg = try? unsafe Svg(file) else { return }
                try? svg.decode(
                    frame: 0, into: unsafe PixelTarget(pixels: base, width: 9, height: 9, stride: 36))
            }
        }
    }

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        // Compressed files are not examined further: no other format here begins like that.
        if unsafe start.starts(with: [0x1F, 0x8B]) { return true }
        guard unsafe start.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }) == UInt8(ascii: "<")
        else { return false }
        let name = Array("<svg".utf8)
        for index in 0..<max(0, start.count - name.count) where unsafe start[index] == name[0] {
            if unsafe start[index..<index + name.count].elementsEqual(name) { return true }
        }
        return false
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        var error: UnsafeMutablePointer<GError>?
        let handle = unsafe rsvg_handle_new_from_data(
            file.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(file.count), &error)
        guard let handle = unsafe handle else { throw unsafe Self.failure(error) }
        unsafe self.handle = unsafe handle
        unsafe rsvg_handle_set_dpi(handle, 96)
        var (width, height) = (0.0, 0.0)
        if unsafe rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) == 0 || !(width > 0 && height > 0) {
            (width, height) = unsafe Self.sizeWithoutUnits(handle)
        }
        // Clamped to a size that the host will reject.
        (self.width, self.height) = (min(width, 1e6), min(height, 1e6))
        picture = Picture(
            width: Int(self.width.rounded(.up)), height: Int(self.height.rounded(.up)), isVector: true)
    }

    deinit { unsafe g_object_unref(handle) }

    /// The size of a picture with a relative size: its view box's, otherwise 300×150, as in CSS.
    private static func sizeWithoutUnits(_ handle: UnsafeMutablePointer<RsvgHandle>) -> (Double, Double) {
        var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
        var (width, height, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        unsafe rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &width, &hasHeight, &height, &hasBox, &box)
        return hasBox != 0 && box.width > 0 && box.height > 0 ? (box.width, box.height) : (300, 150)
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        let surface = unsafe cairo_image_surface_create_for_data(
            target.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(target.width),
            Int32(target.height), Int32(target.stride))
        defer { unsafe cairo_surface_destroy(surface) }
        guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = unsafe cairo_create(surface)
        else { throw .noMemory }
        defer { unsafe cairo_destroy(context) }
        unsafe cairo_scale(
            context, Double(target.width) / Double(picture.width), Double(target.height) / Double(picture.height))
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        var error: UnsafeMutablePointer<GError>?
        guard unsafe rsvg_handle_render_document(handle, context, &viewport, &error) != 0 else {
            throw unsafe Self.failure(error)
        }
        unsafe cairo_surface_flush(surface)
    }

    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> DecodingFailure {
        guard let error = unsafe error else { return DecodingFailure("librsvg failed") }
        defer { unsafe g_error_free(error) }
        guard let text = unsafe error.pointee.message else { return DecodingFailure("librsvg failed") }
        // Only the first line.
        return DecodingFailure(unsafe String(cString: text).split(separator: "\n").first.map(String.init) ?? "")
    }
}

private let plugin = Plugin(id: "Svg", version: "1.0.0", decoders: [Svg.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
