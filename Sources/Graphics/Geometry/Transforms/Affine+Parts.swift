import Glibc

/// An affine map decomposed: scale first, then shear, rotation and translation.
public struct AffineParts: Equatable, Sendable {
    public var translation: Point
    /// Radians, clockwise as seen, −π…π.
    public var rotation: Double
    public var scaleX: Double
    public var scaleY: Double
    /// The amount that y adds to x before the rotation, in units of y's scale: the tangent of CSS's `skewX`.
    public var shear: Double

    public init(translation: Point, rotation: Double, scaleX: Double, scaleY: Double, shear: Double) {
        self.translation = translation
        self.rotation = rotation
        self.scaleX = scaleX
        self.scaleY = scaleY
        self.shear = shear
    }
}

extension Affine {
    /// The decomposition. A reflection becomes a negative scale on the axis that leaves the smaller rotation.
    public var parts: AffineParts {
        var sx = (a * a + b * b).squareRoot()
        // The direction of the x axis; if the map collapses it, the direction perpendicular to the y axis.
        let across = Point(c, d).length
        var r = Point(1, 0)
        if sx > 0 {
            r = Point(a / sx, b / sx)
        } else if across > 0 {
            r = Point(d / across, -c / across)
        }
        var sy = r.x * d - r.y * c
        // A reflection that turns x by more than a right angle is written as a negative scale of x.
        if sy < 0, r.x < 0 { (r, sx, sy) = (r * -1, -sx, -sy) }
        let along = r.x * c + r.y * d
        return AffineParts(
            translation: Point(tx, ty), rotation: atan2(r.y, r.x), scaleX: sx, scaleY: sy,
            shear: sy != 0 ? along / sy : 0)
    }

    /// Composes the map from its parts.
    public init(_ p: AffineParts) {
        let (s, k) = sineCosine(p.rotation)
        self.init(
            k * p.scaleX, s * p.scaleX, (k * p.shear - s) * p.scaleY, (s * p.shear + k) * p.scaleY,
            p.translation.x, p.translation.y)
    }
}
