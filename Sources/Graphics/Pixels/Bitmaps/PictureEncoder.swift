import CSpng
import Glibc

public enum PictureFormat: UInt8, Sendable {
    /// RGBA with eight bits per channel and straight alpha.
    case png
    /// P6: straight RGB without alpha.
    case ppm
    /// Rows of red, green, blue, alpha bytes with straight alpha; no header.
    case rgba
}

public enum PictureError: Error, Equatable {
    /// The writer returned false.
    case writeFailed
    /// An error number of libspng.
    case encoding(Int32)
}

/// Encodes argb bitmaps as files, row by row, so that memory does not grow with the picture.
public enum PictureEncoder {
    /// Passes the file's bytes to `write`, piece by piece; `write` returns false to stop.
    public static func encode(
        _ bitmap: Bitmap, as format: PictureFormat, write: @escaping (Span<UInt8>) -> Bool
    ) throws(PictureError) {
        precondition(bitmap.format == .argb)
        switch format {
        case .png: try encodePNG(bitmap, write)
        case .ppm: try encodeRows(bitmap, Array("P6\n\(bitmap.width) \(bitmap.height)\n255\n".utf8), 3, write)
        case .rgba: try encodeRows(bitmap, [], 4, write)
        }
    }

    public static func encode(_ bitmap: Bitmap, as format: PictureFormat) throws(PictureError) -> [UInt8] {
        final class Bytes { var all: [UInt8] = [] }
        let bytes = Bytes()
        try encode(bitmap, as: format) { piece in
            unsafe piece.withUnsafeBufferPointer { unsafe bytes.all.append(contentsOf: $0) }
            return true
        }
        return bytes.all
    }

    /// Converts premultiplied channels to straight ones, alpha in the highest byte: `round(255·c / a)`, at most 255; 0
    /// if alpha is 0.
    static func straight(_ pixel: UInt32) -> UInt32 {
        let a = pixel >> 24
        if a == 0 { return 0 }
        func channel(_ shift: UInt32) -> UInt32 {
            min(255, ((pixel >> shift & 255) * 255 + a / 2) / a) << shift
        }
        return a << 24 | channel(16) | channel(8) | channel(0)
    }

    /// Converts premultiplied argb pixels to straight red, green, blue and alpha bytes.
    public static func straighten(_ pixels: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) {
        precondition(bytes.count >= pixels.count)
        for at in stride(from: 0, to: pixels.count & ~3, by: 4) {
            let pixel = unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self)
            let p = pixel >> 24 == 255 || pixel == 0 ? pixel : straight(pixel)
            let swapped = p & 0xFF00_FF00 | p >> 16 & 0xFF | (p & 0xFF) << 16
            unsafe bytes.storeBytes(of: swapped.littleEndian, toByteOffset: at, as: UInt32.self)
        }
    }

    private static func fill(_ row: inout [UInt8], _ bitmap: Bitmap, _ y: Int, _ channels: Int) {
        precondition(row.count == channels * bitmap.width)
        unsafe row.withUnsafeMutableBytes { to in
            if channels == 4 {
                return unsafe bitmap.withRow(y) { unsafe straighten(UnsafeRawBufferPointer($0), into: to) }
            }
            let from = unsafe bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<bitmap.width {
                let pixel = unsafe from[x]
                let p = pixel >> 24 == 255 || pixel == 0 ? pixel : straight(pixel)
                let at = channels &* x
                unsafe to[at] = UInt8(truncatingIfNeeded: p >> 16)
                unsafe to[at &+ 1] = UInt8(truncatingIfNeeded: p >> 8)
                unsafe to[at &+ 2] = UInt8(truncatingIfNeeded: p)
            }
        }
    }

    private static func encodeRows(
        _ bitmap: Bitmap, _ head: [UInt8], _ channels: Int, _ write: (Span<UInt8>) -> Bool
    ) throws(PictureError) {
        if !head.isEmpty, !write(head.span) { throw .writeFailed }
        var row = [UInt8](repeating: 0, count: bitmap.width * channels)
        for y in 0..<bitmap.height {
            fill(&row, bitmap, y, channels)
            if !write(row.span) { throw .writeFailed }
        }
    }

    /// The user data of libspng's callback.
    private final class Output {
        let write: (Span<UInt8>) -> Bool
        var failed = false

        init(_ write: @escaping (Span<UInt8>) -> Bool) {
            self.write = write
        }
    }

    private static func encodePNG(
        _ bitmap: Bitmap, _ write: @escaping (Span<UInt8>) -> Bool
    ) throws(PictureError) {
        guard let context = unsafe spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
            throw .encoding(Int32(ENOMEM))
        }
        defer { unsafe spng_ctx_free(context) }
        let output = Output(write)
        func check(_ status: Int32) throws(PictureError) {
            if output.failed { throw .writeFailed }
            if status != 0 { throw .encoding(status) }
        }
        // The context, which uses `output`, is freed at the end of this function; `output` must live until then.
        defer { withExtendedLifetime(output) {} }
        try check(
            unsafe spng_set_png_stream(
                context,
                { _, user, bytes, count in
                    guard let user = unsafe user else { return Int32(SPNG_IO_ERROR.rawValue) }
                    let output = unsafe Unmanaged<Output>.fromOpaque(user).takeUnretainedValue()
                    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                    if unsafe output.write(piece.bindMemory(to: UInt8.self).span) { return 0 }
                    output.failed = true
                    return Int32(SPNG_IO_ERROR.rawValue)
                }, Unmanaged.passUnretained(output).toOpaque()))
        var header = spng_ihdr()
        header.width = UInt32(bitmap.width)
        header.height = UInt32(bitmap.height)
        header.bit_depth = 8
        header.color_type = UInt8(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue)
        try check(unsafe spng_set_ihdr(context, &header))
        // Flat pictures become runs of equal bytes when filtered against the row above: level 1 compresses them as well
        // as level 6, in a tenth of the time. Trying every filter on each row costs more than all the rest.
        try check(unsafe spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 1))
        try check(unsafe spng_set_option(context, SPNG_FILTER_CHOICE, Int32(SPNG_FILTER_CHOICE_UP.rawValue)))
        let flags = SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue
        try check(unsafe spng_encode_image(context, nil, 0, Int32(SPNG_FMT_PNG.rawValue), Int32(flags)))
        var row = [UInt8](repeating: 0, count: bitmap.width * 4)
        for y in 0..<bitmap.height {
            fill(&row, bitmap, y, 4)
            let status = unsafe row.withUnsafeBytes { unsafe spng_encode_row(context, $0.baseAddress, $0.count) }
            if status == Int32(SPNG_EOI.rawValue), y == bitmap.height - 1 { break }
            try check(status)
        }
        if output.failed { throw .writeFailed }
    }
}
