public import Geometry

/// A linear function of straight (not premultiplied) colours, clamped to 0…1: one step of a CSS filter.
///
/// The matrices are those of the Filter Effects specification
/// (https://www.w3.org/TR/filter-effects-1/#FilterPrimitivesOverview and its shorthands), in sRGB.
public struct ColorMatrix: Equatable, Sendable {
    /// Columns of the matrix: what one unit of red, green, blue, alpha and the constant 1 contributes to red, green,
    /// blue and alpha.
    var red: SIMD4<Float>
    var green: SIMD4<Float>
    var blue: SIMD4<Float>
    var alpha = SIMD4<Float>(0, 0, 0, 1)
    var one = SIMD4<Float>()

    /// Takes the rows of the upper left 3 × 3 matrix.
    private init(_ r: SIMD3<Double>, _ g: SIMD3<Double>, _ b: SIMD3<Double>) {
        func column(_ i: Int) -> SIMD4<Float> { SIMD4(Float(r[i]), Float(g[i]), Float(b[i]), 0) }
        (red, green, blue) = (column(0), column(1), column(2))
    }

    private static func diagonal(_ k: Double) -> ColorMatrix { ColorMatrix([k, 0, 0], [0, k, 0], [0, 0, k]) }

    /// Multiplies red, green, blue and alpha.
    public init(multiplying color: SIMD4<Float>) {
        red = [color.x, 0, 0, 0]
        green = [0, color.y, 0, 0]
        blue = [0, 0, color.z, 0]
        alpha = [0, 0, 0, color.w]
    }

    /// Interpolates between the luminance with the weights `w`, at 0, and the colour itself, at 1.
    private static func towardsGray(_ w: SIMD3<Double>, _ k: Double) -> ColorMatrix {
        let gray = w * (1 - k)
        return ColorMatrix(gray + [k, 0, 0], gray + [0, k, 0], gray + [0, 0, k])
    }

    /// Nil for filters that do not change colours. Arguments as in `FilterFunction`.
    public init?(_ filter: FilterFunction) {
        let given = filter.arguments.first ?? 1
        // Limited to the range that affects an 8-bit colour; NaN has no effect.
        let value = given.isNaN ? 1 : min(max(given, -1e6), 1e6)
        let amount = given.isNaN ? 0 : min(max(given, 0), 1)
        switch filter.kind {
        case .brightness: self = Self.diagonal(max(value, 0))
        case .contrast:
            self = Self.diagonal(max(value, 0))
            let shift = Float(0.5 - 0.5 * max(value, 0))
            one = [shift, shift, shift, 0]
        case .saturate: self = Self.towardsGray([0.213, 0.715, 0.072], max(value, 0))
        case .grayscale: self = Self.towardsGray([0.2126, 0.7152, 0.0722], 1 - amount)
        case .invert:
            self = Self.diagonal(1 - 2 * amount)
            one = [Float(amount), Float(amount), Float(amount), 0]
        case .opacity:
            self = Self.diagonal(1)
            alpha = [0, 0, 0, given.isNaN ? 1 : Float(amount)]
        case .sepia:
            let k = 1 - amount
            self.init(
                [0.393 + 0.607 * k, 0.769 - 0.769 * k, 0.189 - 0.189 * k],
                [0.349 - 0.349 * k, 0.686 + 0.314 * k, 0.168 - 0.168 * k],
                [0.272 - 0.272 * k, 0.534 - 0.534 * k, 0.131 + 0.869 * k])
        case .hueRotate:
            let (s, c) = given.isFinite ? sineCosine(given) : (0, 1)
            self.init(
                [0.213 + 0.787 * c - 0.213 * s, 0.715 - 0.715 * c - 0.715 * s, 0.072 - 0.072 * c + 0.928 * s],
                [0.213 - 0.213 * c + 0.143 * s, 0.715 + 0.285 * c + 0.140 * s, 0.072 - 0.072 * c - 0.283 * s],
                [0.213 - 0.213 * c - 0.787 * s, 0.715 - 0.715 * c + 0.715 * s, 0.072 + 0.928 * c + 0.072 * s])
        case .blur, .dropShadow, .plugin: return nil
        }
    }

    /// Applies several steps in order to the pixels of an argb bitmap, each clamped to 0…1; rounded once at the end.
    public static func apply(_ steps: [ColorMatrix], to bitmap: Bitmap) {
        precondition(bitmap.format == .argb)
        if steps.isEmpty { return }
        unsafe steps.withUnsafeBufferPointer { steps in
            for y in 0..<bitmap.height {
                let row = unsafe bitmap.row(y).assumingMemoryBound(to: UInt32.self)
                // Neighbouring pixels are often equal.
                var (last, result): (UInt32, UInt32) = (0, 0)
                for x in 0..<bitmap.width {
                    let pixel = unsafe row[x]
                    if pixel != last { (last, result) = (pixel, unsafe change(pixel, steps)) }
                    unsafe row[x] = result
                }
            }
        }
    }

    /// Adding this to a number up to 2²² leaves its nearest integer in the low bits.
    private static let magic: Float = 8_388_608

    @inline(__always)
    private static func change(_ pixel: UInt32, _ steps: UnsafeBufferPointer<ColorMatrix>) -> UInt32 {
        let bits = SIMD4<UInt32>(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, pixel >> 24)
        if bits.w == 0 { return 0 }
        var color = unsafe unsafeBitCast(bits | magic.bitPattern, to: SIMD4<Float>.self) - magic
        let alpha = color.w
        color /= alpha
        color.w = alpha / 255
        for i in steps.indices {
            let m = unsafe steps[i]
            let sum = m.red * color.x + m.green * color.y + m.blue * color.z + m.alpha * color.w + m.one
            color = sum.clamped(lowerBound: .zero, upperBound: .one)
        }
        let scale = color.w * 255
        color *= scale
        color.w = scale
        // All channels are rounded in the same way, so no channel exceeds alpha.
        let whole = unsafe unsafeBitCast(color + magic, to: SIMD4<UInt32>.self) & 255
        return whole.w << 24 | whole.x << 16 | whole.y << 8 | whole.z
    }
}
