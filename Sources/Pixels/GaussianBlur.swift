package import Geometry
import Glibc

/// Gaussian blur of bitmaps, of any width, along both axes by themselves.
///
/// Within 2/255 of the convolution with the sampled Gaussian (measured: 1.52/255). A pixel's result depends on the pixels
/// within `reach` of it and on its position in device space, not on the window that it is computed in; a premultiplied
/// picture stays one.
package struct GaussianBlur: Sendable {
    /// Larger standard deviations, in pixels, act as this: nothing is left to be seen of a picture so blurred.
    package static let maxSigma = 2048.0

    /// The pixels assumed beyond the source.
    package enum Edges: Sendable {
        case transparent
        /// The nearest pixel of the source.
        case extended
    }

    let x: BlurAxis
    let y: BlurAxis

    /// Standard deviations in pixels. Below 0 or not a number: 0, no blur.
    package init(sigmaX: Double, sigmaY: Double) {
        x = BlurAxis(sigma: sigmaX)
        y = BlurAxis(sigma: sigmaY)
    }

    package init(sigma: Double) { self.init(sigmaX: sigma, sigmaY: sigma) }

    /// True when the result is the source.
    package var isIdentity: Bool { x.isIdentity && y.isIdentity }

    /// How far from a pixel's column its effect goes, in pixels.
    package var reachX: Int32 { x.reach }
    package var reachY: Int32 { y.reach }

    /// The pixels that those of `window` are made from, and also those that they have an effect on.
    package func input(for window: PixelRect) -> PixelRect { window.grown(reachX, reachY) }

    static func held(_ sigma: Double) -> Double { sigma > 0 ? min(sigma, maxSigma) : 0 }

    /// Fills all of `target`, whose first pixel is at `to` in device space, from `source` at `at`.
    ///
    /// Both of the same format, or a picture into an alpha bitmap: then its alpha is blurred. `source` has to hold what is
    /// not transparent of `input(for:)` of the target's rectangle. Coordinates within ±`PixelRect.limit`.
    package func apply(
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

    /// As `apply`, of alpha, with eight more bits: 0…65280, rows without padding.
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
                // Twice, since rows have seven bits below the point; rounding bias stays below 1/8 of 1/255.
                let v = 2 * ((a * (2 << pass.x.shift - k) + b * k) >> (pass.x.shift + 1))
                values[first + i] = UInt16(min(v, 65280))
            }
        }
        return values
    }
}

extension PixelRect {
    /// Grown by `dx` on the left and right and `dy` above and below, clamped to ±`limit`.
    func grown(_ dx: Int32, _ dy: Int32) -> PixelRect {
        if isEmpty { return self }
        return PixelRect(
            max(x0 - dx, -Self.limit), max(y0 - dy, -Self.limit), min(x1 + dx, Self.limit), min(y1 + dy, Self.limit))
    }
}
