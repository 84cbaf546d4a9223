/// A rectangle in points. A negative width or height makes it empty; it is never normalized implicitly.
public struct Rect: Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    @inlinable public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest rectangle with these two corners.
    @inlinable public init(from a: Point, to b: Point) {
        self.init(min(a.x, b.x), min(a.y, b.y), abs(b.x - a.x), abs(b.y - a.y))
    }

    public static let zero = Rect(0, 0, 0, 0)

    @inlinable public var minX: Double { x }
    @inlinable public var minY: Double { y }
    @inlinable public var maxX: Double { x + width }
    @inlinable public var maxY: Double { y + height }
    @inlinable public var origin: Point { Point(x, y) }
    @inlinable public var size: Size { Size(width, height) }

    /// True when no point is inside.
    @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

    @inlinable public func contains(_ p: Point) -> Bool {
        p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY
    }

    /// The smallest rectangle that contains both; empty rectangles are ignored.
    @inlinable public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
    }

    /// The common part; `.zero` when there is none.
    @inlinable public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        return right > left && bottom > top ? Rect(left, top, right - left, bottom - top) : .zero
    }

    /// Extended by `dx` on the left and right, by `dy` above and below.
    @inlinable public func outset(_ dx: Double, _ dy: Double) -> Rect {
        Rect(x - dx, y - dy, width + 2 * dx, height + 2 * dy)
    }
}
