import CHeif
import PictureMetadata
public import ScrimPluginABI
import ScrimPluginKit

/// HEIC: the primary picture of a file.
@safe private final class Heic: DecoderKind {
    static let name = "heic"
    static let help = "HEIC, the main picture"

    private let context: OpaquePointer
    private var handle: OpaquePointer?
    private var profile: ColorProfile?
    private(set) var picture: Picture

    /// Loads the library's own plugins, which is impossible later.
    static func prepare() { _ = unsafe heif_init(nil) }

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        guard start.count >= 12, unsafe start[4..<8].elementsEqual("ftyp".utf8) else { return false }
        let brand = unsafe String(decoding: start[8..<12], as: UTF8.self)
        return ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains(brand)
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard let context = unsafe heif_context_alloc() else { throw .noMemory }
        unsafe self.context = unsafe context
        picture = Picture(width: 0, height: 0)
        // Threads cannot be created in the confined process.
        unsafe heif_context_set_max_decoding_threads(context, 0)
        try unsafe Self.check(heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil))
        try unsafe Self.check(heif_context_get_primary_image_handle(context, &handle))
        let (width, height) = unsafe (
            Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle))
        )
        guard width > 0, height > 0 else { throw DecodingFailure("it has no size") }
        picture = Picture(width: width, height: height)
        let size = unsafe heif_image_handle_get_raw_color_profile_size(handle)
        if size > 0, size <= 16 << 20 {
            var bytes = [UInt8](repeating: 0, count: size)
            if unsafe heif_image_handle_get_raw_color_profile(handle, &bytes).code == heif_error_Ok {
                profile = unsafe bytes.withUnsafeBytes { unsafe ColorProfile($0) }
            }
        }
    }

    deinit {
        unsafe heif_image_handle_release(handle)
        unsafe heif_context_free(context)
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        var image: OpaquePointer?
        defer { unsafe heif_image_release(image) }
        try unsafe Self.check(
            heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil))
        var stride: Int32 = 0
        guard unsafe Int(heif_image_get_width(image, heif_channel_interleaved)) == target.width,
            unsafe Int(heif_image_get_height(image, heif_channel_interleaved)) == target.height,
            let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
            Int(stride) >= target.width * 4
        else { throw DecodingFailure("the file is damaged") }
        for y in 0..<target.height {
            unsafe UnsafeMutableRawPointer(target.row(y)).copyMemory(
                from: plane + y * Int(stride), byteCount: target.width * 4)
        }
        target.finish(profile)
    }

    private static func check(_ error: heif_error) throws(DecodingFailure) {
        if unsafe error.code == heif_error_Ok { return }
        if unsafe error.code == heif_error_Memory_allocation_error { throw .noMemory }
        if unsafe error.subcode == heif_suberror_End_of_data { throw .truncated }
        guard let text = unsafe error.message else { throw DecodingFailure("the file is damaged") }
        throw DecodingFailure(unsafe "libheif: " + String(cString: text))
    }
}

private let plugin = Plugin(id: "Heic", version: "1.0.0", decoders: [Heic.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
