/// Four premultiplied pixels at a time, with `PremultipliedColor`'s arithmetic to the bit.
enum FourPixels {
    /// Each channel times the factor (0…255) of its word, divided by 255 and rounded.
    @inline(__always)
    static func scale(_ pixels: SIMD4<UInt32>, _ factors: SIMD8<UInt16>) -> SIMD4<UInt32> {
        // Words are taken apart by a mask and a shift: blue and red, green and alpha.
        let words = unsafe unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
        let even = (words & 255) &* factors &+ 128
        let odd = (words &>> 8) &* factors &+ 128
        let low = (even &+ even &>> 8) &>> 8
        let high = (odd &+ odd &>> 8) & 0xFF00
        return unsafe unsafeBitCast(low | high, to: SIMD4<UInt32>.self)
    }

    /// A factor for each pixel, 0…255, as one for each word of it.
    @inline(__always)
    static func factors(_ values: SIMD4<UInt32>) -> SIMD8<UInt16> {
        unsafe unsafeBitCast(values | values &<< 16, to: SIMD8<UInt16>.self)
    }

    /// The share of the pixels behind that shows through.
    @inline(__always)
    static func rest(_ source: SIMD4<UInt32>) -> SIMD8<UInt16> {
        factors(SIMD4(repeating: 255) &- source &>> 24)
    }
}
