import CSpng
import PictureMetadata
import ScrimPluginKit

/// One picture of a PNG file, by libspng.
enum Still {
    /// Maximum size of one ancillary chunk, and of all, in bytes.
    private static let chunkLimit = 16 << 20

    /// The header of a file.
    struct Head {
        /// The stored size, before rotation.
        var width: Int
        var height: Int
        var orientation = Orientation.upright
        var profile: ColorProfile?
    }

    static func head(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) -> Head {
        let context = try unsafe open(file)
        defer { unsafe spng_ctx_free(context) }
        var header = spng_ihdr()
        try check(unsafe spng_get_ihdr(context, &header))
        var head = Head(width: Int(header.width), height: Int(header.height))
        var exif = unsafe spng_exif()
        if unsafe spng_get_exif(context, &exif) == 0 {
            let bytes = unsafe UnsafeRawBufferPointer(start: exif.data, count: exif.length)
            head.orientation = unsafe Orientation(exif: bytes) ?? .upright
        }
        var (intent, icc) = unsafe (UInt8(0), spng_iccp())
        if unsafe spng_get_srgb(context, &intent) != 0, unsafe spng_get_iccp(context, &icc) == 0 {
            head.profile = unsafe ColorProfile(UnsafeRawBufferPointer(start: icc.profile, count: icc.profile_len))
        }
        return head
    }

    /// Decodes without rotation. For a truncated file, decodes the available rows; in an interlaced one these are not
    /// contiguous.
    static func decode(
        _ file: UnsafeRawBufferPointer, into target: PixelTarget, _ profile: ColorProfile?
    ) throws(DecodingFailure) {
        let cut = unsafe completed(file)
        guard let cut else { return try unsafe decode(file, into: target, profile, isCut: false) }
        var failure: DecodingFailure?
        unsafe cut.withUnsafeBytes { bytes in
            do throws(DecodingFailure) {
                try unsafe decode(bytes, into: target, profile, isCut: true)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Completes a file that is truncated inside its pixels: its last chunk is ended at the end of the file. Nil for
    /// other files.
    private static func completed(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
        func number(_ place: Int) -> UInt32 {
            unsafe UInt32(bigEndian: file.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
        var place = Chunk.signature.count
        while place + 8 < file.count {
            let (start, length) = (place + 8, Int(number(place)))
            if start + length + 4 <= file.count {
                place = start + length + 4
                continue
            }
            guard number(place + 4) == Chunk.idat else { return nil }
            let end = min(start + length, file.count)
            var bytes = unsafe Array(file[..<end])
            for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: (end - start) >> (24 - 8 * index)) }
            // The checksum is not verified.
            return bytes + [0, 0, 0, 0] + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        }
        return nil
    }

    private static func decode(
        _ file: UnsafeRawBufferPointer, into target: PixelTarget, _ profile: ColorProfile?, isCut: Bool
    ) throws(DecodingFailure) {
        let context = try unsafe open(file)
        defer { unsafe spng_ctx_free(context) }
        if isCut { unsafe spng_set_crc_action(context, Int32(SPNG_CRC_USE.rawValue), Int32(SPNG_CRC_DISCARD.rawValue)) }
        var header = spng_ihdr()
        try check(unsafe spng_get_ihdr(context, &header))
        guard Int(header.width) == target.width, Int(header.height) == target.height else {
            throw DecodingFailure("the file changed while it was read")
        }
        unsafe holdTransparency(context, header)
        let flags = Int32(SPNG_DECODE_TRNS.rawValue) | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)
        try check(unsafe spng_decode_image(context, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags))
        // The rows of an interlaced picture come several times; each is written to its final position.
        var count = 0
        while true {
            var row = spng_row_info()
            var status = unsafe spng_get_row_info(context, &row)
            if status == 0 {
                guard Int(row.row_num) < target.height else { throw DecodingFailure("a row outside of the picture") }
                status = unsafe spng_decode_row(context, target.row(Int(row.row_num)), target.width * 4)
            }
            if status == Int32(SPNG_EOI.rawValue) { break }
            let isShort = status == Int32(SPNG_IO_EOF.rawValue) || status == Int32(SPNG_EIDAT_TOO_SHORT.rawValue)
            if isShort, count > 0 { break }
            if isShort { throw .truncated }
            try check(status)
            count += 1
        }
        target.finish(profile)
    }

    /// Masks the transparent colour to the picture's bit depth; libspng compares all sixteen bits.
    private static func holdTransparency(_ context: OpaquePointer, _ header: spng_ihdr) {
        var trns = spng_trns()
        guard header.bit_depth < 16, header.color_type == 0 || header.color_type == 2,
            unsafe spng_get_trns(context, &trns) == 0
        else { return }
        let mask = UInt16(1) << header.bit_depth - 1
        trns.gray &= mask
        (trns.red, trns.green, trns.blue) = (trns.red & mask, trns.green & mask, trns.blue & mask)
        _ = unsafe spng_set_trns(context, &trns)
    }

    /// The pixels without padding, premultiplied.
    static func pixels(
        _ file: [UInt8], width: Int, height: Int, _ profile: ColorProfile?
    ) throws(DecodingFailure) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: width * height)
        var failure: DecodingFailure?
        unsafe pixels.withUnsafeMutableBytes { memory in
            guard let base = memory.baseAddress else { return }
            unsafe file.withUnsafeBytes { bytes in
                do throws(DecodingFailure) {
                    try unsafe decode(
                        bytes, into: PixelTarget(pixels: base, width: width, height: height, stride: width * 4), profile
                    )
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
