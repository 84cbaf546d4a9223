import ScrimPluginABI
import ScrimPluginKit

/// The index of an argument.
struct ArgumentIndex: RawRepresentable {
    let rawValue: Int
}

/// The channels of a pixel in 0…1: red, green, blue, alpha.
typealias Parts = SIMD4<Float>

extension Parts {
    /// Converts a premultiplied word; the result is premultiplied.
    init(_ pixel: UInt32) {
        self = SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24)) / 255
    }

    /// The channels divided by alpha, which must not be 0.
    var straight: Parts {
        var result = self / w
        result.w = w
        return result
    }

    /// The channels multiplied by their alpha.
    var premultiplied: Parts {
        var result = self * w
        result.w = w
        return result
    }

    /// The nearest premultiplied word: alpha is clamped to 0…1, colours to 0…alpha. NaN becomes 0.
    var word: UInt32 {
        let alpha = w > 0 ? w < 1 ? w : 1 : 0
        func level(_ v: Float) -> UInt32 { v > 0 ? UInt32((v < alpha ? v : alpha) * 255 + 0.5) : 0 }
        return level(w) << 24 | level(x) << 16 | level(y) << 8 | level(z)
    }
}

extension Double {
    /// Clamped to ±`most`; NaN becomes the lower limit.
    func held(_ most: Double) -> Double { self > -most ? self < most ? self : most : -most }
}

extension FilterUse {
    /// A horizontal and vertical length in whole pixels, with its sign.
    func offset(_ x: Double, _ y: Double) -> (x: Int32, y: Int32) {
        func pixels(_ v: Double) -> Int32 { Int32(v.held(30_000).rounded()) }
        return (pixels(map.a * x + map.c * y), pixels(map.b * x + map.d * y))
    }

    /// Pixels per point: the mean of both directions.
    var meanScale: Double { ((map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d) / 2).squareRoot() }
}
