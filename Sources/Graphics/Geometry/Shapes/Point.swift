/// A point in the coordinates of a layer, in points. y grows downward.
public struct Point: Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    @inlinable public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(0, 0)

    @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }

    /// The distance from the origin.
    @inlinable public var length: Double { (x * x + y * y).squareRoot() }
}

/// A width and a height, in points. Also an offset, as `shadowOffset` is.
public struct Size: Equatable, Hashable, Sendable {
    public var width: Double
    public var height: Double

    @inlinable public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(0, 0)
}
