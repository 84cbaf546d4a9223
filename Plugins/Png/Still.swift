import CSpng
import ScrimPluginKit

/// One picture of a PNG file, by libspng.
enum Still {
    /// Bytes of ancillary chunks that are read, in one and in all.
    private static let chunkLimit = 16 << 20

    static func size(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) -> (width: Int, height: Int) {
        let context = try unsafe open(file)
        defer { unsafe spng_ctx_free(context) }
        var header = spng_ihdr()
        try check(unsafe spng_get_ihdr(context, &header))
        return (Int(header.width), Int(header.height))
    }

    static func decode(_ file: UnsafeRawBufferPointer, into target: PixelTarget) throws(DecodingFailure) {
        let context = try unsafe open(file)
        defer { unsafe spng_ctx_free(context) }
        var header = spng_ihdr()
        try check(unsafe spng_get_ihdr(context, &header))
        guard Int(header.width) == target.width, Int(header.height) == target.height else {
            throw DecodingFailure("the file changed while it was read")
        }
        let flags = Int32(SPNG_DECODE_TRNS.rawValue) | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)
        try check(unsafe spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags))
        // Rows of an interlaced picture come again and again; each is written to where it stays.
        while true {
            var row = spng_row_info()
            try check(unsafe spng_get_row_info(context, &row))
            guard Int(row.row_num) < target.height else { throw DecodingFailure("a row outside of the picture") }
            let status = unsafe spng_decode_row(context, target.row(Int(row.row_num)), target.width * 4)
            if status == Int32(SPNG_EOI.rawValue) { break }
            try check(status)
        }
        // What follows the pixels must be whole too.
        try check(unsafe spng_decode_chunks(context))
        for y in 0..<target.height { target.premultiply(row: y) }
    }

    /// The pixels without padding, premultiplied.
    static func pixels(_ file: [UInt8], width: Int, height: Int) throws(DecodingFailure) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: width * height)
        var failure: DecodingFailure?
        unsafe pixels.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            unsafe file.withUnsafeBytes { bytes in
                do throws(DecodingFailure) {
                    try unsafe decode(
                        bytes, into: PixelTarget(pixels: base, width: width, height: height, stride: width * 4))
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return pixels
    }

    private static func open(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) -> OpaquePointer {
        guard let context = unsafe spng_ctx_new(0) else { throw .noMemory }
        unsafe spng_set_chunk_limits(context, chunkLimit, chunkLimit)
        do throws(DecodingFailure) {
            try check(unsafe spng_set_png_buffer(context, file.baseAddress, file.count))
        } catch {
            unsafe spng_ctx_free(context)
            throw error
        }
        return unsafe context
    }

    private static func check(_ status: Int32) throws(DecodingFailure) {
        switch status {
        case 0: return
        case Int32(SPNG_IO_EOF.rawValue): throw .truncated
        case Int32(SPNG_EMEM.rawValue): throw .noMemory
        default:
            guard let text = unsafe spng_strerror(status) else { throw DecodingFailure("libspng: error \(status)") }
            throw DecodingFailure(unsafe String(cString: text))
        }
    }
}
