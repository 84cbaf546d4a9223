public import Geometry
import Glibc

/// Gaussian blur of bitmaps with any radius, separately along both axes.
///
/// Within 2/255 of the convolution with the sampled Gaussian (measured: 1.52/255). A pixel's result depends on the
/// pixels within `reach` and on its position in device space, not on the computed window; premultiplied pictures stay
/// valid.
public struct GaussianBlur: Sendable {
    /// Larger standard deviations, in pixels, are clamped to this: nothing of a picture is recognizable by then.
    public static let maxSigma = 2048.0

    /// The pixels assumed outside the source.
    public enum Edges: Sendable {
        case transparent
        /// The nearest pixel of the source.
        case extended
    }

    let x: BlurAxis
    let y: BlurAxis

    /// Standard deviations in pixels. Negative values and NaN count as 0, no blur.
    public init(sigmaX: Double, sigmaY: Double) {
        x = BlurAxis(sigma: sigmaX)
        y = BlurAxis(sigma: sigmaY)
    }

    public init(sigma: Double) { self.init(sigmaX: sigma, sigmaY: sigma) }

    /// True when the blur has no effect.
    public var isIdentity: Bool { x.isIdentity && y.isIdentity }

    /// The horizontal distance over which a pixel has an effect, in pixels.
    public var reachX: Int32 { x.reach }
    public var reachY: Int32 { y.reach }

    /// The pixels that those of `window` depend on, which equal those that they affect.
    public func input(for window: PixelRect) -> PixelRect { window.grown(reachX, reachY) }

    static func held(_ sigma: Double) -> Double { sigma > 0 ? min(sigma, maxSigma) : 0 }
}

extension PixelRect {
    /// Extended by `dx` on the left and right and `dy` above and below, clamped to ±`limit`.
    func grown(_ dx: Int32, _ dy: Int32) -> PixelRect {
        if isEmpty { return self }
        return PixelRect(
            max(x0 - dx, -Self.limit), max(y0 - dy, -Self.limit), min(x1 + dx, Self.limit), min(y1 + dy, Self.limit))
    }
}
