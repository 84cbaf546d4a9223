package import Geometry

/// Position of a layer for behaviors: by model values.
package struct ItemGeometry: Equatable, Sendable {
    /// The middle of the bounds, in the parent's coordinates.
    package var center: Point
    /// Of `transform.rotation.z`, in radians.
    package var angle: Double
    package var bounds: Rect

    package init(center: Point, angle: Double, bounds: Rect) {
        (self.center, self.angle, self.bounds) = (center, angle, bounds)
    }
}
