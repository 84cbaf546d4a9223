public import Geometry

/// Position of a layer for behaviors, by model values.
public struct ItemGeometry: Equatable, Sendable {
    /// The center of the bounds, in the parent's coordinates.
    public var center: Point
    /// `transform.rotation.z`, in radians.
    public var angle: Double
    public var bounds: Rect

    public init(center: Point, angle: Double, bounds: Rect) {
        (self.center, self.angle, self.bounds) = (center, angle, bounds)
    }
}
