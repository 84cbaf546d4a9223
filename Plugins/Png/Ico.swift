import PictureMetadata
import ScrimPluginKit

/// Windows icons and cursors: the largest picture, or of several the one with the most colours.
///
/// Each is a PNG, or a bitmap without its file header: rows from bottom to top, then a mask of one bit per pixel.
@safe final class Ico: DecoderKind {
    static let name = "ico"
    static let help = "icons and cursors of Windows"

    /// The fields of a bitmap's header.
    private struct Bitmap {
        var bits: Int
        /// Offset of the palette, and its number of colours.
        var palette: Int
        var colors: Int
        var pixels: Int
        /// Bytes per row, of colours and of the mask.
        var stride: Int
        var maskStride: Int
    }

    /// The picture's bytes.
    private let part: UnsafeRawBufferPointer
    /// Nil for a PNG.
    private let bitmap: Bitmap?
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool {
        // The signature is mostly zeros, so the first entry is checked as well; its last word is the offset of the
        // pixels.
        guard start.count >= 22, unsafe start.starts(with: [0, 0, 1, 0]) || start.starts(with: [0, 0, 2, 0]) else {
            return false
        }
        let count = unsafe number(start, 4, 2)
        return unsafe count > 0 && start[9] == 0 && number(start, 18, 4) >= 6 + 16 * count
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { unsafe $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        guard file.count >= 6 else { throw .truncated }
        let count = unsafe Self.number(file, 4, 2)
        var best: (area: Int, bits: Int, range: Range<Int>)?
        for index in 0..<count {
            let entry = 6 + 16 * index
            guard entry + 16 <= file.count else { break }
            // 0 stands for 256.
            let (width, height) = unsafe ((Int(file[entry]) + 255) % 256 + 1, (Int(file[entry + 1]) + 255) % 256 + 1)
            // (In a cursor this field is the hot spot.)
            let bits = unsafe file[2] == 1 ? Self.number(file, entry + 6, 2) : 0
            let (length, start) = unsafe (Self.number(file, entry + 8, 4), Self.number(file, entry + 12, 4))
            guard start < file.count, length > 0 else { continue }
            if let best, (best.area, best.bits) >= (width * height, bits) { continue }
            best = (width * height, bits, start..<min(start + length, file.count))
        }
        guard let best else { throw DecodingFailure("it has no picture") }
        let part = unsafe UnsafeRawBufferPointer(rebasing: file[best.range])
        unsafe self.part = unsafe part
        if unsafe part.starts(with: Chunk.signature) {
            let head = try unsafe Still.head(part)
            picture = Picture(width: head.width, height: head.height)
            bitmap = nil
        } else {
            (bitmap, picture) = try unsafe Self.bitmap(part)
        }
    }

    private static func bitmap(_ part: UnsafeRawBufferPointer) throws(DecodingFailure) -> (Bitmap, Picture) {
        guard part.count >= 40 else { throw .truncated }
        let header = unsafe number(part, 0, 4)
        // The height includes the mask.
        let (width, height) = unsafe (number(part, 4, 4), number(part, 8, 4) / 2)
        let bits = unsafe number(part, 14, 2)
        let limit = 1 << 15
        guard (40...124).contains(header), (1...limit).contains(width), (1...limit).contains(height),
            [1, 4, 8, 24, 32].contains(bits), unsafe number(part, 16, 4) == 0
        else { throw DecodingFailure("a bitmap of an unknown form") }
        let said = unsafe number(part, 32, 4)
        let colors = bits > 8 ? 0 : said == 0 ? 1 << bits : min(said, 1 << bits)
        let bitmap = Bitmap(
            bits: bits, palette: header, colors: colors, pixels: header + 4 * colors,
            stride: (width * bits + 31) / 32 * 4,
            maskStride: (width + 31) / 32 * 4)
        return (bitmap, Picture(width: width, height: height))
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        guard let bitmap else {
            return try unsafe Still.decode(part, into: target, Still.head(part).profile)
        }
        let mask = bitmap.pixels + bitmap.stride * target.height
        guard unsafe mask <= part.count else { throw .truncated }
        // A missing mask hides nothing.
        let hasMask = unsafe mask + bitmap.maskStride * target.height <= part.count
        // If no pixel has alpha, the mask is used, as in old icons.
        let hasAlpha =
            bitmap.bits == 32 && stride(from: bitmap.pixels + 3, to: mask, by: 4).contains { unsafe part[$0] != 0 }
        for y in 0..<target.height {
            let line = target.height - 1 - y
            let (source, hidden) = (bitmap.pixels + line * bitmap.stride, mask + line * bitmap.maskStride)
            let row = unsafe target.row(y)
            for x in 0..<target.width {
                let isHidden = unsafe !hasAlpha && hasMask && part[hidden + x / 8] >> (7 - x % 8) & 1 == 1
                if !isHidden { unsafe row[x] = color(bitmap, source, x, hasAlpha) }
            }
        }
    }

    private func color(_ bitmap: Bitmap, _ row: Int, _ x: Int, _ hasAlpha: Bool) -> UInt32 {
        var place = row + x * bitmap.bits / 8
        if bitmap.bits <= 8 {
            let shift = 8 - bitmap.bits - x * bitmap.bits % 8
            let index = unsafe Int(part[place] >> shift) & (1 << bitmap.bits - 1)
            guard index < bitmap.colors else { return 0xFF00_0000 }
            place = bitmap.palette + 4 * index
        }
        let (blue, green, red) = unsafe (UInt32(part[place]), UInt32(part[place + 1]), UInt32(part[place + 2]))
        return unsafe premultiplied(red, green, blue, hasAlpha ? UInt32(part[place + 3]) : 255)
    }
}
