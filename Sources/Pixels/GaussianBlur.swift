public import Geometry
import Glibc

/// Gaussian blur of bitmaps, of any width, along both axes by themselves.
///
/// Within 2/255 of the convolution with the sampled Gaussian (measured: 1.52/255). A pixel's result depends on the pixels
/// within `reach` of it and on its position in device space, not on the window that it is computed in; a premultiplied
/// picture stays one.
public struct GaussianBlur: Sendable {
    /// Larger standard deviations, in pixels, act as this: nothing is left to be seen of a picture so blurred.
    public static let maxSigma = 2048.0

    /// The pixels assumed beyond the source.
    public enum Edges: Sendable {
        case transparent
        /// The nearest pixel of the source.
        case extended
    }

    let x: BlurAxis
    let y: BlurAxis

    /// Standard deviations in pixels. Below 0 or not a number: 0, no blur.
    public init(sigmaX: Double, sigmaY: Double) {
        x = BlurAxis(sigma: sigmaX)
        y = BlurAxis(sigma: sigmaY)
    }

    public init(sigma: Double) { self.init(sigmaX: sigma, sigmaY: sigma) }

    /// True when the result is the source.
    public var isIdentity: Bool { x.isIdentity && y.isIdentity }

    /// How far from a pixel's column its effect goes, in pixels.
    public var reachX: Int32 { x.reach }
    public var reachY: Int32 { y.reach }

    /// The pixels that those of `window` are made from, and also those that they have an effect on.
    public func input(for window: PixelRect) -> PixelRect { window.grown(reachX, reachY) }

    static func held(_ sigma: Double) -> Double { sigma > 0 ? min(sigma, maxSigma) : 0 }
}

extension PixelRect {
    /// Grown by `dx` on the left and right and `dy` above and below, clamped to ±`limit`.
    func grown(_ dx: Int32, _ dy: Int32) -> PixelRect {
        if isEmpty { return self }
        return PixelRect(
            max(x0 - dx, -Self.limit), max(y0 - dy, -Self.limit), min(x1 + dx, Self.limit), min(y1 + dy, Self.limit))
    }
}
