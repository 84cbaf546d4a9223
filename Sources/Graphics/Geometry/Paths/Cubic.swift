/// A cubic Bézier curve.
public struct Cubic: Equatable, Sendable {
    public var p0: Point
    public var p1: Point
    public var p2: Point
    public var p3: Point

    @inlinable public init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        self.p0 = p0
        self.p1 = p1
        self.p2 = p2
        self.p3 = p3
    }

    /// The cubic equal to the quadratic curve with this control point.
    public init(quad p0: Point, _ control: Point, _ p3: Point) {
        self.init(p0, p0 + (control - p0) * (2.0 / 3.0), p3 + (control - p3) * (2.0 / 3.0), p3)
    }

    public func point(at t: Double) -> Point {
        let u = 1 - t
        let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return Point(
            a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
    }

    /// The derivative with respect to t; its length is the speed in points per unit of t.
    public func derivative(at t: Double) -> Point {
        let u = 1 - t
        let (a, b, c) = (3 * u * u, 6 * u * t, 3 * t * t)
        return Point(
            a * (p1.x - p0.x) + b * (p2.x - p1.x) + c * (p3.x - p2.x),
            a * (p1.y - p0.y) + b * (p2.y - p1.y) + c * (p3.y - p2.y))
    }

    /// The direction at the start: toward the first control point that differs from the start. Zero if the curve is a
    /// point.
    public var startDirection: Point {
        if p1 != p0 { return p1 - p0 }
        return p2 != p0 ? p2 - p0 : p3 - p0
    }

    /// The direction at the end; see `startDirection`.
    public var endDirection: Point {
        if p2 != p3 { return p3 - p2 }
        return p1 != p3 ? p3 - p1 : p3 - p0
    }

    /// The direction of travel at t, even if the derivative is 0 there. Zero if the curve is a point.
    public func direction(at t: Double) -> Point {
        if t <= 0 { return startDirection }
        if t >= 1 { return endDirection }
        let d = derivative(at: t)
        return d.x != 0 || d.y != 0 ? d : point(at: min(1, t + 1e-4)) - point(at: max(0, t - 1e-4))
    }

    /// The part from t0 to t1 as a curve (its control points are a third of the derivative away from its ends).
    public func part(_ t0: Double, _ t1: Double) -> Cubic {
        if t0 <= 0, t1 >= 1 { return self }
        let a = t0 <= 0 ? p0 : point(at: t0)
        let b = t1 >= 1 ? p3 : point(at: t1)
        let third = (t1 - t0) / 3
        return Cubic(a, a + derivative(at: t0) * third, b - derivative(at: t1) * third, b)
    }

    /// The arc length from t0 to t1 by Gauss–Legendre quadrature with five points; precise for parts with little
    /// curvature.
    public func length(_ t0: Double, _ t1: Double) -> Double {
        let middle = (t0 + t1) / 2
        let half = (t1 - t0) / 2
        let (x1, x2) = (0.538_469_310_105_683_1 * half, 0.906_179_845_938_664 * half)
        let outer = derivative(at: middle - x2).length + derivative(at: middle + x2).length
        let inner = derivative(at: middle - x1).length + derivative(at: middle + x1).length
        let center = derivative(at: middle).length
        return half
            * (0.568_888_888_888_888_9 * center + 0.478_628_670_499_366_5 * inner + 0.236_926_885_056_189_1 * outer)
    }

    /// The larger second difference of the control points. The second derivative is at most six times that, so a piece
    /// of length 1/n in t is at most `0.75 · bend / n²` away from its chord.
    public var bend: Double {
        let a = Point(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y)
        let b = Point(p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y)
        return max(a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y).squareRoot()
    }
}

/// A cubic as a polynomial in t, faster to evaluate repeatedly: point = ((d3·t + d2)·t + d1)·t + p0.
struct CubicPowers {
    let p0: Point
    let d1: Point
    let d2: Point
    let d3: Point

    init(_ c: Cubic) {
        p0 = c.p0
        d1 = (c.p1 - c.p0) * 3
        d2 = Point(c.p0.x - 2 * c.p1.x + c.p2.x, c.p0.y - 2 * c.p1.y + c.p2.y) * 3
        d3 = Point(c.p3.x - c.p0.x + 3 * (c.p1.x - c.p2.x), c.p3.y - c.p0.y + 3 * (c.p1.y - c.p2.y))
    }

    @inline(__always) func point(at t: Double) -> Point {
        Point(((d3.x * t + d2.x) * t + d1.x) * t + p0.x, ((d3.y * t + d2.y) * t + d1.y) * t + p0.y)
    }

    @inline(__always) func derivative(at t: Double) -> Point {
        Point((3 * d3.x * t + 2 * d2.x) * t + d1.x, (3 * d3.y * t + 2 * d2.y) * t + d1.y)
    }
}
