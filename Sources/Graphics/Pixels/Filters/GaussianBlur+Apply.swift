public import Geometry
import Glibc

/// Blurring of bitmaps.
extension GaussianBlur {
    /// Fills all of `target`, whose first pixel is at `to` in device space, from `source` at `at`.
    ///
    /// Both have the same format; or `source` is a picture and `target` an alpha bitmap, and the alpha is blurred.
    /// `source` must contain all pixels of `input(for:)` of the target's rectangle that are not transparent.
    /// Coordinates are within ±`PixelRect.limit`.
    public func apply(
        _ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint, edges: Edges = .transparent
    ) {
        precondition(source !== target && (source.format == target.format || target.format == .alpha))
        let pass = BlurPass(
            self, source, at, PixelRect(to, width: target.width, height: target.height), target.format, edges)
        unsafe pass.run { row, y in
            let output = unsafe target.row(y - Int(to.y)).assumingMemoryBound(to: UInt8.self)
            unsafe BlurRows.expand(row, pass.x, from: Int(to.x), count: target.width, pass.channels, into: output)
        }
    }

    /// As `apply` for alpha, with eight more bits: 0…65280, rows without padding.
    func blurredAlpha(_ source: Bitmap, at: PixelPoint, in window: PixelRect) -> [UInt16] {
        precondition(source.format == .alpha)
        let width = Int(window.width)
        var values = [UInt16](repeating: 0, count: window.area)
        if values.isEmpty { return values }
        let pass = BlurPass(self, source, at, window, .alpha, .transparent)
        unsafe pass.run { row, y in
            let first = (y - Int(window.y0)) * width
            for i in 0..<width {
                let p = Int(window.x0) + i
                let n = pass.x.node(p) - pass.columns.lowerBound
                let k = pass.x.part(p)
                let a = Int(unsafe row[n])
                let b = k == 0 ? 0 : Int(unsafe row[n + 1])
                // Doubled, since rows have seven fractional bits; the rounding bias stays below 1/8 of 1/255.
                let v = 2 * ((a * (2 << pass.x.shift - k) + b * k) >> (pass.x.shift + 1))
                values[first + i] = UInt16(min(v, 65280))
            }
        }
        return values
    }
}
