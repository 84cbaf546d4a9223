/// A point in the coordinates of a layer, in points. y grows downward.
package struct Point: Equatable, Hashable, Sendable {
    package var x: Double
    package var y: Double

    @inlinable package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = Point(0, 0)

    @inlinable package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    @inlinable package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    @inlinable package static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }

    /// The distance from the origin.
    @inlinable package var length: Double { (x * x + y * y).squareRoot() }
}

/// A width and a height, in points. Also an offset, as `shadowOffset` is.
package struct Size: Equatable, Hashable, Sendable {
    package var width: Double
    package var height: Double

    @inlinable package init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }

    package static let zero = Size(0, 0)
}
