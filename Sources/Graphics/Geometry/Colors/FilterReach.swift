/// The distance over which an effect spreads in each direction, in pixels.
public struct FilterReach: Equatable, Sendable {
    /// Left, up, right, down.
    private let sides: SIMD4<Int16>

    public init(left: Int32 = 0, top: Int32 = 0, right: Int32 = 0, bottom: Int32 = 0) {
        // `PixelRect.limit` fits.
        func held(_ v: Int32) -> Int16 { Int16(min(max(v, 0), PixelRect.limit)) }
        sides = SIMD4(held(left), held(top), held(right), held(bottom))
    }

    public var left: Int32 { Int32(sides[0]) }
    public var top: Int32 { Int32(sides[1]) }
    public var right: Int32 { Int32(sides[2]) }
    public var bottom: Int32 { Int32(sides[3]) }

    public static let zero = FilterReach()

    /// The pixels affected by those in `r`.
    public func output(of r: PixelRect) -> PixelRect {
        if r.isEmpty { return r }
        let limit = PixelRect.limit
        return PixelRect(
            max(r.x0 - left, -limit), max(r.y0 - top, -limit), min(r.x1 + right, limit), min(r.y1 + bottom, limit))
    }

    /// The pixels that affect those in `r`.
    public func input(for r: PixelRect) -> PixelRect {
        FilterReach(left: right, top: bottom, right: left, bottom: top).output(of: r)
    }
}
