import ScrimPluginABI
import ScrimPluginKit

/// The index of an argument.
struct ArgumentIndex: RawRepresentable {
    let rawValue: Int
}

/// Channels of a pixel, parts of 1: red, green, blue, alpha.
typealias Parts = SIMD4<Float>

extension Parts {
    /// Of a premultiplied word, premultiplied.
    init(_ pixel: UInt32) {
        self = SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), Float(pixel >> 24)) / 255
    }

    /// Not premultiplied; alpha is not 0.
    var straight: Parts {
        var result = self / w
        result.w = w
        return result
    }

    /// Premultiplied by their own alpha.
    var premultiplied: Parts {
        var result = self * w
        result.w = w
        return result
    }

    /// The nearest premultiplied word: alpha is held to 0…1, colours to 0…alpha. Not a number is 0.
    var word: UInt32 {
        let alpha = w > 0 ? w < 1 ? w : 1 : 0
        func level(_ v: Float) -> UInt32 { v > 0 ? UInt32((v < alpha ? v : alpha) * 255 + 0.5) : 0 }
        return level(w) << 24 | level(x) << 16 | level(y) << 8 | level(z)
    }
}

extension Double {
    /// Held to a limit on both sides; not a number is the lower one.
    func held(_ most: Double) -> Double { self > -most ? self < most ? self : most : -most }
}

extension FilterUse {
    /// A length across or down in whole pixels, with its sign.
    func offset(_ x: Double, _ y: Double) -> (x: Int32, y: Int32) {
        func pixels(_ v: Double) -> Int32 { Int32(v.held(30_000).rounded()) }
        return (pixels(map.a * x + map.c * y), pixels(map.b * x + map.d * y))
    }

    /// Pixels to a point: the mean of both directions.
    var meanScale: Double { ((map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d) / 2).squareRoot() }
}
