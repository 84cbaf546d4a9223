/// Arithmetic on four premultiplied pixels, with the same results as `PremultipliedColor`.
enum FourPixels {
    /// Multiplies each channel by the factor (0…255) of its word, divides by 255 and rounds.
    @inline(__always)
    static func scale(_ pixels: SIMD4<UInt32>, _ factors: SIMD8<UInt16>) -> SIMD4<UInt32> {
        // Words are split by a mask and a shift: blue and red, green and alpha.
        let words = unsafe unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
        let even = (words & 255) &* factors &+ 128
        let odd = (words &>> 8) &* factors &+ 128
        let low = (even &+ even &>> 8) &>> 8
        let high = (odd &+ odd &>> 8) & 0xFF00
        return unsafe unsafeBitCast(low | high, to: SIMD4<UInt32>.self)
    }

    /// Expands a factor per pixel, 0…255, to one per word.
    @inline(__always)
    static func factors(_ values: SIMD4<UInt32>) -> SIMD8<UInt16> {
        unsafe unsafeBitCast(values | values &<< 16, to: SIMD8<UInt16>.self)
    }

    /// The share of the backdrop pixels that shows through: 255 − alpha.
    @inline(__always)
    static func rest(_ source: SIMD4<UInt32>) -> SIMD8<UInt16> {
        factors(SIMD4(repeating: 255) &- source &>> 24)
    }
}
