public import Geometry
import Glibc
import Synchronization

/// A bitmap that is drawn with scaling and rotation, and its mipmaps, which are created on demand.
///
/// Thread-safe for drawing.
@safe public final class Picture: PictureHandle {
    public let bitmap: Bitmap
    public let encoding: PixelEncoding
    /// True when all pixels are opaque, so that nothing behind them has to be read.
    public let isOpaque: Bool
    private let lock = Mutex(())
    /// Protected by the lock.
    private var kept = Mipmaps()

    /// Levels 1, 2, … of parts of the bitmap. Each part has its own levels, so that a sprite is not mixed with its
    /// neighbours.
    private struct Mipmaps {
        var chains: [PixelRect: [Bitmap]] = [:]
        var bytes = 0
    }

    /// Wraps pixels that do not change; they are scanned for transparency.
    public init(_ bitmap: Bitmap) {
        precondition(bitmap.format == .argb, "words of colours are expected")
        self.bitmap = bitmap
        encoding = .argb
        isOpaque = bitmap.hasFullAlpha
    }

    /// Wraps pixels that may be changed by others at any time. Only `alpha` has one byte per pixel.
    public init(shared bitmap: Bitmap, _ encoding: PixelEncoding) {
        precondition((bitmap.format == .alpha) == (encoding == .alpha))
        self.bitmap = bitmap
        self.encoding = encoding
        isOpaque = encoding == .xrgb
    }

    public var width: Int { bitmap.width }
    public var height: Int { bitmap.height }
    public var byteCount: Int { bitmap.byteCount }

    public func packed() -> [UInt8] { PackedPixels.pack(bitmap) }

    /// A copy as premultiplied argb words. Throws when there is no memory.
    public func argbCopy() throws(BitmapError) -> Bitmap {
        let copy = try Bitmap(width: width, height: height)
        for y in 0..<height {
            let to = unsafe copy.row(y).assumingMemoryBound(to: UInt32.self)
            let from = unsafe bitmap.row(y)
            switch encoding {
            case .argb: unsafe memcpy(to, from, width * 4)
            case .xrgb, .abgr: unsafe encoding.decode(from.assumingMemoryBound(to: UInt32.self), to, width)
            case .alpha:
                for x in 0..<width { unsafe to[x] = UInt32(from.load(fromByteOffset: x, as: UInt8.self)) << 24 }
            }
        }
        return copy
    }

    /// Size of the cached mipmaps, in bytes: at most the size of the picture, or a mebibyte.
    public var mipmapBytes: Int { lock.withLock { _ in kept.bytes } }

    /// Releases the mipmaps, because the pixels changed or memory is needed.
    public func dropMipmaps() { lock.withLock { _ in kept = Mipmaps() } }

    /// Mipmap level `wanted` (1 is half size) of a part, or the last existing level, one pixel. Pixel (x, y) of level n
    /// is the mean of 2 × 2 pixels of level n − 1; the last column and row of an odd size count twice. Nil without
    /// memory.
    func mipmap(_ wanted: Int, of part: PixelRect) -> (bitmap: Bitmap, level: Int)? {
        precondition(wanted > 0 && bitmap.bounds.contains(part) && !part.isEmpty)
        // Other threads wait while levels are created.
        let found = lock.withLock { _ -> Found in
            var chain = kept.chains[part] ?? []
            let had = chain.count
            while chain.count < wanted, let next = half(chain.last ?? bitmap, chain.isEmpty ? part : nil) {
                kept.bytes += next.byteCount
                chain.append(next)
            }
            if chain.count > had {
                if kept.bytes > max(bitmap.byteCount, 1 << 20) {
                    kept = Mipmaps()
                    kept.bytes = chain.reduce(0) { $0 + $1.byteCount }
                }
                kept.chains[part] = chain
            }
            return Found(level: chain.prefix(wanted).last, number: min(wanted, chain.count))
        }
        return found.level.map { ($0, found.number) }
    }

    /// A level returned from the lock; it is not written any more.
    private struct Found: @unchecked Sendable {
        let level: Bitmap?
        let number: Int
    }

    /// Nil when it is a single pixel already, or there is no memory.
    private func half(_ from: Bitmap, _ part: PixelRect?) -> Bitmap? {
        let part = part ?? from.bounds
        let (w, h) = (Int(part.width), Int(part.height))
        guard w > 1 || h > 1, let to = try? Bitmap(width: (w + 1) / 2, height: (h + 1) / 2) else { return nil }
        let source = Texels(from, part)
        for y in 0..<to.height {
            let (top, bottom) = (Int(part.y0) + 2 * y, Int(part.y0) + min(2 * y + 1, h - 1))
            let out = unsafe to.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<to.width {
                let (left, right) = (Int(part.x0) + 2 * x, Int(part.x0) + min(2 * x + 1, w - 1))
                unsafe out[x] = Self.mean(
                    source.pixel(left, top), source.pixel(right, top), source.pixel(left, bottom),
                    source.pixel(right, bottom))
            }
        }
        return to
    }

    /// The mean of four pixels, rounded.
    private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        // Two channels at a time, sixteen bits each: 4 · 255 + 2 fits.
        func low(_ p: UInt32) -> UInt32 { p & 0x00FF_00FF }
        func high(_ p: UInt32) -> UInt32 { p >> 8 & 0x00FF_00FF }
        let even = (low(a) &+ low(b) &+ low(c) &+ low(d) &+ 0x0002_0002) >> 2 & 0x00FF_00FF
        let odd = (high(a) &+ high(b) &+ high(c) &+ high(d) &+ 0x0002_0002) >> 2 & 0x00FF_00FF
        return even | odd << 8
    }
}

extension PictureHandle {
    /// The pixels of a picture that comes back from planning: each is a `Picture`.
    public var pixels: Picture {
        guard let picture = self as? Picture else { preconditionFailure("a picture of another renderer") }
        return picture
    }
}

extension Bitmap {
    /// True when every pixel of an argb bitmap is opaque.
    fileprivate var hasFullAlpha: Bool {
        for y in 0..<height {
            let row = unsafe row(y).assumingMemoryBound(to: UInt32.self)
            var all = UInt32.max
            for x in 0..<width { all &= unsafe row[x] }
            if all < 0xFF00_0000 { return false }
        }
        return true
    }
}
