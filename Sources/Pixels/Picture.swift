import Geometry

/// Pixels that are drawn scaled and turned, and what is kept for that: mipmaps, made when first wanted.
///
/// Not to be used by two threads at once while `mipmap` may make levels; afterwards it is only read.
package final class Picture {
    package let bitmap: Bitmap
    /// Every pixel has full alpha, so that nothing behind it need be read.
    package let isOpaque: Bool
    /// Bytes of the mipmaps that are kept.
    package private(set) var mipmapBytes = 0
    /// Levels 1, 2, … of parts of the bitmap. A part has levels of its own, so that a sprite takes nothing from its
    /// neighbours.
    private var chains: [PixelRect: [Bitmap]] = [:]

    /// `bitmap` is argb. Without `isOpaque` the pixels are looked through.
    package init(_ bitmap: Bitmap, isOpaque: Bool? = nil) {
        precondition(bitmap.format == .argb, "a picture has colours")
        self.bitmap = bitmap
        self.isOpaque = isOpaque ?? bitmap.hasFullAlpha
    }

    /// Forgets the mipmaps: the pixels changed, or memory is wanted.
    package func dropMipmaps() {
        chains = [:]
        mipmapBytes = 0
    }

    /// Level `wanted` (1 halves) of a part, or the last that there is: one pixel. Level n's pixel (x, y) is the mean of
    /// 2×2 pixels of level n − 1, where the last column and row of an odd size count twice. Nil without memory.
    func mipmap(_ wanted: Int, of part: PixelRect) -> (bitmap: Bitmap, level: Int)? {
        precondition(wanted > 0 && bitmap.bounds.contains(part) && !part.isEmpty)
        var chain = chains[part] ?? []
        let had = chain.count
        while chain.count < wanted {
            guard let next = half(chain.last ?? bitmap, chain.isEmpty ? part : nil) else { break }
            mipmapBytes += next.byteCount
            chain.append(next)
        }
        if chain.count > had { chains[part] = chain }
        guard let last = chain.prefix(wanted).last else { return nil }
        return (last, min(wanted, chain.count))
    }

    /// Nil when it is one pixel already, or memory lacks.
    private func half(_ from: Bitmap, _ part: PixelRect?) -> Bitmap? {
        let part = part ?? from.bounds
        let (w, h) = (Int(part.width), Int(part.height))
        guard w > 1 || h > 1, let to = try? Bitmap(width: (w + 1) / 2, height: (h + 1) / 2) else { return nil }
        for y in 0..<to.height {
            let top = unsafe from.row(Int(part.y0) + 2 * y).assumingMemoryBound(to: UInt32.self) + Int(part.x0)
            let below = min(2 * y + 1, h - 1)
            let bottom = unsafe from.row(Int(part.y0) + below).assumingMemoryBound(to: UInt32.self) + Int(part.x0)
            let out = unsafe to.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<to.width {
                let right = min(2 * x + 1, w - 1)
                unsafe out[x] = unsafe Self.mean(top[2 * x], top[right], bottom[2 * x], bottom[right])
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

extension Bitmap {
    /// Every pixel of an argb bitmap has full alpha.
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
