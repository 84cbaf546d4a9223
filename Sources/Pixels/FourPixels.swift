/// Four premultiplied pixels at a time, with `PremultipliedColor`'s arithmetic to the bit.
enum FourPixels {
    /// Each channel times the factor (0…255) of its word, divided by 255 and rounded.
    @inline(__always)
    static func scale(_ pixels: SIMD4<UInt32>, _ factors: SIMD8<UInt16>) -> SIMD4<UInt32> {
        // Words are taken apart by a mask and a shift: blue and red, green and alpha.
        let words = unsafe unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
        let even = high((words & 255) &* factors &+ 128)
        let odd = high((words &>> 8) &* factors &+ 128) &<< 8
        return unsafe unsafeBitCast(even | odd, to: SIMD4<UInt32>.self)
    }

    /// `(t + (t >> 8)) >> 8`, as one multiplication: the high half of `t · 257`.
    @inline(__always)
    private static func high(_ t: SIMD8<UInt16>) -> SIMD8<UInt16> {
        SIMD8(truncatingIfNeeded: (SIMD8<UInt32>(truncatingIfNeeded: t) &* 257) &>> 16)
    }

    /// A factor for each pixel, 0…255, as one for each word of it.
    @inline(__always)
    static func factors(_ values: SIMD4<UInt32>) -> SIMD8<UInt16> {
        unsafe unsafeBitCast(values | values &<< 16, to: SIMD8<UInt16>.self)
    }

    /// What of the pixels behind shows through.
    @inline(__always)
    static func rest(_ source: SIMD4<UInt32>) -> SIMD8<UInt16> {
        factors(SIMD4(repeating: 255) &- source &>> 24)
    }
}
