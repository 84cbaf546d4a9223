import Geometry

/// `hue`, `saturation`, `color` and `luminosity` of W3C Compositing and Blending Level 1, on premultiplied pixels.
///
/// pixman's operators for these are correct for opaque sources only: they do not scale the saturation to set by the two
/// alphas. Here all terms are multiplied by both alphas before they are mixed, so that no pixel is divided by its alpha
/// and only the result is rounded.
enum NonseparableBlend {
    /// A colour multiplied by both alphas, 0…255² per channel.
    private typealias RGB = SIMD3<Float>

    /// `result = (1 − k)·backdrop + k·mode(source, backdrop)` with `k = coverage / 255`, or 1 without `coverage`.
    static func blend(
        _ mode: BlendMode, _ source: UnsafePointer<UInt32>, coverage: UnsafePointer<UInt8>?,
        _ backdrop: UnsafePointer<UInt32>, into result: UnsafeMutablePointer<UInt32>, _ count: Int
    ) {
        for i in 0..<count {
            let share = unsafe coverage.map { unsafe $0[i] } ?? 255
            unsafe result[i] = unsafe blend(mode, source[i], share, backdrop[i])
        }
    }

    private static func blend(_ mode: BlendMode, _ source: UInt32, _ coverage: UInt8, _ backdrop: UInt32) -> UInt32 {
        let sourceAlpha = Float(source >> 24)
        if sourceAlpha == 0 || coverage == 0 { return backdrop }
        let backdropAlpha = Float(backdrop >> 24)
        let (s, d) = (channels(source), channels(backdrop))
        let limit = sourceAlpha * backdropAlpha
        let mixed = mixture(mode, s * backdropAlpha, d * sourceAlpha, limit)
        let share = Float(coverage) / (255 * 255)
        let color = d + (s * (255 - backdropAlpha) - d * sourceAlpha + mixed) * share
        let alpha = rounded(backdropAlpha + sourceAlpha * (255 - backdropAlpha) * share, limit: 255)
        return alpha << 24 | rounded(color.x, limit: alpha) << 16 | rounded(color.y, limit: alpha) << 8
            | rounded(color.z, limit: alpha)
    }

    /// `B(backdrop, source)` of the specification; colours and result are multiplied by both alphas, whose product is
    /// `limit`.
    private static func mixture(_ mode: BlendMode, _ s: RGB, _ d: RGB, _ limit: Float) -> RGB {
        switch mode {
        case .hue: settingLuminosity(settingSaturation(s, saturation(d)), luminosity(d), limit)
        case .saturation: settingLuminosity(settingSaturation(d, saturation(s)), luminosity(d), limit)
        case .color: settingLuminosity(s, luminosity(d), limit)
        case .luminosity: settingLuminosity(d, luminosity(s), limit)
        default: preconditionFailure("\(mode) mixes each channel for itself")
        }
    }

    /// Red, green and blue, clamped to the alpha, which clients' pixels may exceed.
    private static func channels(_ pixel: UInt32) -> RGB {
        let alpha = Float(pixel >> 24)
        let all = RGB(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255))
        return pointwiseMin(all, RGB(repeating: alpha))
    }

    private static func luminosity(_ c: RGB) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

    private static func saturation(_ c: RGB) -> Float { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

    private static func settingSaturation(_ c: RGB, _ saturation: Float) -> RGB {
        let (low, high) = (min(c.x, c.y, c.z), max(c.x, c.y, c.z))
        return high > low ? (c - low) * (saturation / (high - low)) : .zero
    }

    /// `SetLum` and `ClipColor`, with `limit` instead of 1.
    private static func settingLuminosity(_ c: RGB, _ goal: Float, _ limit: Float) -> RGB {
        var moved = c + (goal - luminosity(c))
        let (low, high) = (min(moved.x, moved.y, moved.z), max(moved.x, moved.y, moved.z))
        let middle = luminosity(moved)
        if low < 0, low < middle { moved = middle + (moved - middle) * (middle / (middle - low)) }
        if high > limit, high > middle { moved = middle + (moved - middle) * ((limit - middle) / (high - middle)) }
        return moved
    }

    private static func rounded(_ value: Float, limit: UInt32) -> UInt32 {
        min(UInt32(max(value + 0.5, 0)), limit)
    }
}
