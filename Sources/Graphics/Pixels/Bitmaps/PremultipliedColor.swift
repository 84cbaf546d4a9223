public import Geometry

/// A premultiplied pixel, 0xAARRGGBB, with pixman's arithmetic.
///
/// Loops of this module and pixman's must agree exactly where they paint on the same picture: both divide products by
/// 255 with rounding, as `(t + (t >> 8)) >> 8` with `t = a·b + 128`.
public struct PremultipliedColor: Equatable, Hashable, Sendable {
    public let pixel: UInt32

    public init(pixel: UInt32) {
        self.pixel = pixel
    }

    /// Multiplies the colour by `opacity` (clamped to 0…1; NaN counts as 0), rounded once per channel.
    public init(_ color: Color, opacity: Double = 1) {
        let factor = opacity >= 0 ? min(opacity, 1) : 0
        let alpha = UInt32((Double(color.alpha) * factor).rounded())
        let red = Self.multiply(UInt32(color.red), alpha)
        let green = Self.multiply(UInt32(color.green), alpha)
        let blue = Self.multiply(UInt32(color.blue), alpha)
        pixel = alpha << 24 | red << 16 | green << 8 | blue
    }

    /// Multiplies each channel by `factor` / 255, rounded.
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

    /// Multiplies each channel by `m / 255`, rounded.
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

    /// Composites the pixel over another. Both are premultiplied, so no channel exceeds 255.
    @inline(__always)
    static func over(_ source: UInt32, _ behind: UInt32) -> UInt32 {
        // A source channel above its alpha is invalid; it wraps within 32 bits, without further harm.
        source &+ scale(behind, UInt8(truncatingIfNeeded: 255 &- source >> 24))
    }
}
