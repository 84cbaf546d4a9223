/// The shadow of a half line along one axis: cumulative sums of the Gaussian.
struct ShadowProfile {
    /// The distance that the shadow extends beyond the side, in pixels.
    let reach: Int32
    /// `sums[k]` is the weight of all steps up to `k - reach`.
    private let sums: [Double]

    /// `sigma` is in pixels, clamped like that of `GaussianBlur`.
    init(sigma: Double) {
        let radius = Int(Self.reach(sigma: sigma))
        let sigma = GaussianBlur.held(sigma)
        let weights = GaussianKernel.exact(sigma: sigma, radius: radius)
        var sums: [Double] = []
        var sum = 0.0
        if radius > 0 {
            let total = 2 * weights.dropFirst().reduce(0, +) + weights[0]
            for k in -radius...radius {
                sum += weights[abs(k)] / total
                sums.append(sum)
            }
        }
        reach = Int32(radius)
        self.sums = sums
    }

    /// The distance that a shadow extends beyond its side, in pixels.
    static func reach(sigma: Double) -> Int32 { Int32((3 * GaussianBlur.held(sigma)).rounded(.up)) }

    private func sum(_ k: Int32) -> Double {
        if k < -reach { return 0 }
        return k >= reach ? 1 : sums[Int(k + reach)]
    }

    /// The shadow at pixel `x` of the area right of `side`, which is in units of 1/1024 pixel.
    private func rise(_ x: Int32, _ side: Int32) -> Double {
        let bits = Int32(CoverageGrid.bits)
        let part = Double(side & (EdgeRect.one - 1)) / Double(EdgeRect.one)
        let k = x - side >> bits
        return (1 - part) * sum(k) + (part == 0 ? 0 : part * sum(k - 1))
    }

    /// The shadow at pixel `x` of the area between two sides, 0…1.
    func value(_ x: Int32, _ low: Int32, _ high: Int32) -> Double {
        max(0, rise(x, low) - rise(x, high))
    }
}
