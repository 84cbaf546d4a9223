public import Geometry

/// A premultiplied pixel, 0xAARRGGBB, and the arithmetic that pixman does on such.
///
/// Where our loops and pixman's meet on one picture they must agree to the bit: products are divided by 255 with
/// rounding, as `(t + (t >> 8)) >> 8` with `t = a·b + 128`, in both.
public struct PremultipliedColor: Equatable, Hashable, Sendable {
    public let pixel: UInt32

    public init(pixel: UInt32) {
        self.pixel = pixel
    }

    /// The colour times `opacity` (0…1; outside or not a number: held to it), rounded once for each channel.
    public init(_ color: Color, opacity: Double = 1) {
        let factor = opacity >= 0 ? min(opacity, 1) : 0
        let alpha = UInt32((Double(color.alpha) * factor).rounded())
        let red = Self.multiply(UInt32(color.red), alpha)
        let green = Self.multiply(UInt32(color.green), alpha)
        let blue = Self.multiply(UInt32(color.blue), alpha)
        pixel = alpha << 24 | red << 16 | green << 8 | blue
    }

    /// Each channel times `factor` / 255, rounded.
    public func scaled(by factor: UInt8) -> PremultipliedColor {
        PremultipliedColor(pixel: Self.scale(pixel, factor))
    }

    @inlinable public var alpha: UInt8 { UInt8(truncatingIfNeeded: pixel >> 24) }

    /// `a·b / 255`, rounded; both 0…255.
    @inline(__always)
    static func multiply(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let t = a &* b &+ 128
        return (t &+ t >> 8) >> 8
    }

    /// The pixel with each channel times `m / 255`, rounded.
    @inline(__always)
    static func scale(_ pixel: UInt32, _ m: UInt8) -> UInt32 {
        if m == 255 { return pixel }
        // Two channels at a time, sixteen bits each: 255 · 255 + 128 + 255 fits.
        let k = UInt32(m)
        var low = (pixel & 0x00FF_00FF) &* k &+ 0x0080_0080
        var high = (pixel >> 8 & 0x00FF_00FF) &* k &+ 0x0080_0080
        low = (low &+ (low >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
        high = (high &+ (high >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
        return low | high
    }

    /// The pixel over another. Both premultiplied, so that no channel exceeds 255.
    @inline(__always)
    static func over(_ source: UInt32, _ behind: UInt32) -> UInt32 {
        // A source with a channel beyond its alpha is no premultiplied pixel: it wraps within 32 bits, nothing more.
        source &+ scale(behind, UInt8(truncatingIfNeeded: 255 &- source >> 24))
    }
}
