import Geometry
import Pixels

/// Operations on alpha bitmaps for masks and shapes. Both bitmaps have the same size, unless said otherwise.
extension Bitmap {
    /// Fills this alpha bitmap with the alpha of an argb one.
    func copyAlpha(of picture: Bitmap) {
        combine(picture) { _, alpha in alpha }
    }

    /// Sets each pixel to the maximum of itself and the alpha of an argb bitmap.
    func raiseToAlpha(of picture: Bitmap) {
        combine(picture) { here, alpha in max(here, alpha) }
    }

    @inline(__always)
    private func combine(_ picture: Bitmap, _ body: (UInt8, UInt8) -> UInt8) {
        precondition(format == .alpha && picture.format == .argb)
        precondition(width == picture.width && height == picture.height)
        for y in 0..<height {
            unsafe withRow(y) { to in
                unsafe picture.withRow(y) { from in
                    // Alpha is the highest byte of each pixel; memory is little-endian.
                    for x in 0..<to.count { unsafe to[x] = body(to[x], from[4 &* x &+ 3]) }
                }
            }
        }
    }

    /// Multiplies this alpha bitmap by the part of `other` that begins at `at`; that part must lie inside `other`.
    func multiply(by other: Bitmap, at: PixelPoint = .zero) {
        precondition(format == .alpha && other.format == .alpha)
        let (left, top) = (Int(at.x), Int(at.y))
        precondition(left >= 0 && top >= 0 && left + width <= other.width && top + height <= other.height)
        for y in 0..<height {
            unsafe withRow(y) { to in
                unsafe other.withRow(top + y) { from in
                    for x in 0..<to.count {
                        unsafe to[x] = Self.product(to[x], UInt32(from[left &+ x]))
                    }
                }
            }
        }
    }

    /// Multiplies by an opacity, 0…1.
    func multiply(by opacity: Double) {
        precondition(format == .alpha)
        let factor = UInt32((255 * max(0, min(opacity, 1))).rounded())
        if factor == 255 { return }
        for y in 0..<height {
            unsafe withRow(y) { row in
                for x in 0..<row.count { unsafe row[x] = Self.product(row[x], factor) }
            }
        }
    }

    /// The product of two fractions of 255.
    @inline(__always)
    private static func product(_ a: UInt8, _ b: UInt32) -> UInt8 {
        // At most 255 · 255 + 128 + 254.
        let t = UInt32(a) &* b &+ 128
        return UInt8(truncatingIfNeeded: (t &+ t >> 8) >> 8)
    }

    /// Replaces each value by 255 minus itself.
    func invert() {
        precondition(format == .alpha)
        for y in 0..<height {
            unsafe withRow(y) { row in
                for x in 0..<row.count { unsafe row[x] = ~row[x] }
            }
        }
    }
}
