/// A rectangle of whole output pixels, half open: `x0 ..< x1`, `y0 ..< y1`. The only place where points are rounded to
/// pixels.
public struct PixelRect: Equatable, Hashable, Sendable {
    public var x0: Int32
    public var y0: Int32
    public var x1: Int32
    public var y1: Int32

    /// Coordinates are clamped to ±`limit`, so that sums and differences of two never overflow and pixman accepts them.
    public static let limit: Int32 = 32_000

    @inlinable public init(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) {
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
    }

    public static let empty = PixelRect(0, 0, 0, 0)

    /// The smallest rectangle of whole pixels that contains `rect` (in pixels), clamped to ±`limit`. Empty if a number
    /// is NaN.
    public init(covering rect: Rect) {
        guard rect.width > 0, rect.height > 0 else {
            self = .empty
            return
        }
        self.init(
            Self.clamp(rect.minX.rounded(.down)), Self.clamp(rect.minY.rounded(.down)),
            Self.clamp(rect.maxX.rounded(.up)), Self.clamp(rect.maxY.rounded(.up)))
        if isEmpty { self = .empty }
    }

    /// The largest rectangle of whole pixels inside `rect` (in pixels); may be empty.
    public init(inside rect: Rect) {
        guard rect.width > 0, rect.height > 0 else {
            self = .empty
            return
        }
        self.init(
            Self.clamp(rect.minX.rounded(.up)), Self.clamp(rect.minY.rounded(.up)),
            Self.clamp(rect.maxX.rounded(.down)), Self.clamp(rect.maxY.rounded(.down)))
        if isEmpty { self = .empty }
    }

    private static func clamp(_ v: Double) -> Int32 {
        guard v > Double(-limit) else { return -limit }
        guard v < Double(limit) else { return v.isNaN ? -limit : limit }
        return Int32(v)
    }

    @inlinable @inline(__always) public var width: Int32 { x1 - x0 }
    @inlinable @inline(__always) public var height: Int32 { y1 - y0 }
    @inlinable @inline(__always) public var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
    @inlinable @inline(__always) public var area: Int { isEmpty ? 0 : Int(width) * Int(height) }

    @inlinable @inline(__always) public func intersection(_ o: PixelRect) -> PixelRect {
        let r = PixelRect(max(x0, o.x0), max(y0, o.y0), min(x1, o.x1), min(y1, o.y1))
        return r.isEmpty ? .empty : r
    }

    @inlinable @inline(__always) public func intersects(_ o: PixelRect) -> Bool {
        x0 < o.x1 && o.x0 < x1 && y0 < o.y1 && o.y0 < y1 && !isEmpty && !o.isEmpty
    }

    @inlinable @inline(__always) public func union(_ o: PixelRect) -> PixelRect {
        if isEmpty { return o }
        if o.isEmpty { return self }
        return PixelRect(min(x0, o.x0), min(y0, o.y0), max(x1, o.x1), max(y1, o.y1))
    }

    @inlinable @inline(__always) public func contains(_ o: PixelRect) -> Bool {
        o.isEmpty || (x0 <= o.x0 && y0 <= o.y0 && x1 >= o.x1 && y1 >= o.y1)
    }

    /// Extended by `n` pixels on every side, clamped to ±`limit`.
    public func outset(_ n: Int32) -> PixelRect {
        if isEmpty { return self }
        return PixelRect(
            max(x0 - n, -Self.limit), max(y0 - n, -Self.limit), min(x1 + n, Self.limit), min(y1 + n, Self.limit))
    }

    public func offset(_ dx: Int32, _ dy: Int32) -> PixelRect {
        PixelRect(x0 + dx, y0 + dy, x1 + dx, y1 + dy)
    }

    public var rect: Rect { Rect(Double(x0), Double(y0), Double(width), Double(height)) }
}
