/// An affine map, `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`: CGAffineTransform's six numbers and CSS `matrix()`'s.
public struct Affine: Equatable, Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    @inlinable public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static let identity = Affine(1, 0, 0, 1, 0, 0)

    @inlinable public static func translation(_ x: Double, _ y: Double) -> Affine { Affine(1, 0, 0, 1, x, y) }
    @inlinable public static func scale(_ x: Double, _ y: Double) -> Affine { Affine(x, 0, 0, y, 0, 0) }

    /// A rotation by `angle` radians, clockwise on screen (y grows downward).
    public static func rotation(_ angle: Double) -> Affine {
        let (s, c) = sineCosine(angle)
        return Affine(c, s, -s, c, 0, 0)
    }

    /// The map that applies `inner` first and then `self`: `self ∘ inner`, the product in CSS order.
    @inlinable public func concat(_ inner: Affine) -> Affine {
        Affine(
            a * inner.a + c * inner.b, b * inner.a + d * inner.b,
            a * inner.c + c * inner.d, b * inner.c + d * inner.d,
            a * inner.tx + c * inner.ty + tx, b * inner.tx + d * inner.ty + ty)
    }

    @inlinable public func apply(_ p: Point) -> Point {
        Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
    }

    @inlinable public var determinant: Double { a * d - b * c }

    /// The inverse; nil when the map is singular or holds a number that is not finite.
    public var inverse: Affine? {
        let det = determinant
        guard det != 0, det.isFinite, (1 / det).isFinite else { return nil }
        let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
        return Affine(ia, ib, ic, id, -(ia * tx + ic * ty), -(ib * tx + id * ty))
    }

    @inlinable public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// True when the map keeps rectangles aligned with the axes (scales, flips, quarter turns).
    @inlinable public var keepsAxes: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

    /// The bounding box of the mapped rectangle.
    public func boundingBox(_ r: Rect) -> Rect {
        if b == 0, c == 0 {
            let (x0, x1, y0, y1) = (a * r.minX + tx, a * r.maxX + tx, d * r.minY + ty, d * r.maxY + ty)
            let box = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
            // Products of zero and infinity are left to the general way.
            if box.width.isFinite, box.height.isFinite { return box }
        }
        let p0 = apply(Point(r.minX, r.minY))
        let p1 = apply(Point(r.maxX, r.minY))
        let p2 = apply(Point(r.minX, r.maxY))
        let p3 = apply(Point(r.maxX, r.maxY))
        let left = min(p0.x, p1.x, p2.x, p3.x)
        let top = min(p0.y, p1.y, p2.y, p3.y)
        return Rect(left, top, max(p0.x, p1.x, p2.x, p3.x) - left, max(p0.y, p1.y, p2.y, p3.y) - top)
    }

    /// The largest factor by which the map lengthens a vector: the larger singular value.
    public var maxScale: Double {
        if b == 0, c == 0, a == d { return abs(a) }
        let e = (a + d) / 2
        let f = (a - d) / 2
        let g = (b + c) / 2
        let h = (b - c) / 2
        return (e * e + h * h).squareRoot() + (f * f + g * g).squareRoot()
    }
}
