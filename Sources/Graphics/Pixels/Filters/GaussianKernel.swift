import Glibc

/// A Gaussian sampled at whole steps and cut off at three standard deviations, in fixed point.
///
/// The part cut off is 0.27 %, at most 0.35/255 on either side of an edge; the rest is normalized.
struct GaussianKernel: Sendable {
    /// The largest distance with a weight.
    let radius: Int
    /// Weights at the distances 0…radius in units of 1/65536, `weights[0] + 2 · (the others)` = 65536. Empty for a
    /// radius of 0: the kernel has no effect.
    let weights: [UInt16]

    /// `sigma` is in steps, ≥ 0.
    init(sigma: Double) {
        let cut = Int((3 * sigma).rounded(.up))
        let exact = Self.exact(sigma: sigma, radius: cut)
        var fixed = exact.map { UInt16(($0 * 65536).rounded()) }
        // Weights that round to 0 have no effect.
        while let last = fixed.last, last == 0, fixed.count > 1 { fixed.removeLast() }
        radius = fixed.count - 1
        guard radius > 0 else {
            weights = []
            return
        }
        let others = fixed.dropFirst().reduce(0) { $0 + Int($1) }
        fixed[0] = UInt16(65536 - 2 * others)
        weights = fixed
    }

    /// Weights at the distances 0…radius; with both sides their sum is 1.
    static func exact(sigma: Double, radius: Int) -> [Double] {
        guard sigma > 0, radius > 0 else { return [0.999_99] }
        var w = (0...radius).map { exp(-0.5 * (Double($0) / sigma) * (Double($0) / sigma)) }
        let sum = 2 * w.dropFirst().reduce(0, +) + w[0]
        for i in w.indices { w[i] /= sum }
        // A single step with (almost) all of the weight would exceed 65535/65536.
        w[0] = min(w[0], 0.999_99)
        return w
    }
}

/// The blur of one axis, in steps of `1 << shift` pixels; each step is the mean of its pixels.
///
/// Wide Gaussians are computed on such steps and interpolated linearly between their centers. With at least four steps
/// per standard deviation, the interpolation error is at most 0.25/255 and aliasing far below; the variance of mean and
/// interpolation is subtracted from the kernel's.
struct BlurAxis: Sendable {
    let shift: Int
    let kernel: GaussianKernel

    /// `sigma` is in pixels; negative values and NaN count as 0, values above `GaussianBlur.maxSigma` are clamped.
    init(sigma: Double) {
        let sigma = GaussianBlur.held(sigma)
        var shift = 0
        while sigma / Double(1 << (shift + 1)) >= 4 { shift += 1 }
        self.shift = shift
        let step = Double(1 << shift)
        let own = shift == 0 ? 0 : (step * step - 1) / 12 / (step * step) + 1.0 / 6
        kernel = GaussianKernel(sigma: (sigma / step * (sigma / step) - own).squareRoot())
    }

    var isIdentity: Bool { shift == 0 && kernel.radius == 0 }

    /// The distance over which a pixel has an effect, in pixels.
    var reach: Int32 {
        let radius = Int32(kernel.radius)
        return shift == 0 ? radius : (radius << shift) + (Int32(3) << Int32(shift - 1)) - 1
    }

    /// The last step whose center is not beyond the center of pixel `p`.
    @inline(__always) func node(_ p: Int) -> Int { shift == 0 ? p : (2 &* p &+ 1 &- 1 << shift) >> (shift &+ 1) }

    /// The distance of the center of pixel `p` from the center of its node, in half pixels: 0 ..< 2 << shift.
    @inline(__always) func part(_ p: Int) -> Int {
        shift == 0 ? 0 : (2 &* p &+ 1 &- 1 << shift) &- node(p) << (shift &+ 1)
    }

    /// The steps that the pixels `low ..< high` depend on, before the kernel.
    func nodes(_ low: Int, _ high: Int) -> Range<Int> {
        let first = node(low)
        return first..<max(first, node(high - 1) + (shift == 0 ? 1 : 2))
    }
}
