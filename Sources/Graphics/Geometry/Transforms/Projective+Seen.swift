/// The visible part of a plane and its bounds.
extension Projective {
    /// The corners of a rectangle.
    private static func corners(_ r: Rect) -> [Point] {
        [Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY)]
    }

    /// The mapped outline of a rectangle's visible part; fewer than three points when it lies behind the eye.
    public func outline(_ r: Rect) -> [Point] { visible(Self.corners(r)) }

    /// The bounding box of a rectangle's visible part; `.zero` when nothing is visible.
    public func boundingBox(_ r: Rect) -> Rect {
        let outline = outline(r)
        guard let first = outline.first else { return .zero }
        var (low, high) = (first, first)
        for p in outline {
            low = Point(min(low.x, p.x), min(low.y, p.y))
            high = Point(max(high.x, p.x), max(high.y, p.y))
        }
        return Rect(from: low, to: high)
    }

    /// The part of `r` that appears within `window`, as a convex polygon in `r`'s own coordinates; empty when there is
    /// none.
    public func part(of r: Rect, seenIn window: Rect) -> [Point] {
        var polygon = Self.corners(r)
        guard let near = polygon.map({ lift($0).z }).max(), near > 0, near.isFinite else { return [] }
        // X, Y and W are linear in x and y, so each side of the window is a straight cut.
        let least = near * 1e-5
        polygon = Self.cut(polygon) { lift($0).z - least }
        polygon = Self.cut(polygon) { p in lift(p).x - window.minX * lift(p).z }
        polygon = Self.cut(polygon) { p in window.maxX * lift(p).z - lift(p).x }
        polygon = Self.cut(polygon) { p in lift(p).y - window.minY * lift(p).z }
        return Self.cut(polygon) { p in window.maxY * lift(p).z - lift(p).y }
    }

    /// The part of a convex polygon in which a linear function is ≥ 0.
    private static func cut(_ polygon: [Point], _ side: (Point) -> Double) -> [Point] {
        var kept: [Point] = []
        for (i, a) in polygon.enumerated() {
            let b = polygon[(i + 1) % polygon.count]
            let (sa, sb) = (side(a), side(b))
            if sa >= 0 { kept.append(a) }
            if (sa >= 0) != (sb >= 0) { kept.append(a + (b - a) * (sa / (sa - sb))) }
        }
        return kept
    }

    /// The affine map that approximates this one near `p` (its derivative); not finite where W is 0.
    public func linear(at p: Point) -> Affine {
        let q = lift(p)
        let (x, y, k) = (q.x / q.z, q.y / q.z, 1 / q.z)
        let (a, b) = ((m11 - x * m13) * k, (m12 - y * m13) * k)
        let (c, d) = ((m21 - x * m23) * k, (m22 - y * m23) * k)
        return Affine(a, b, c, d, x - a * p.x - c * p.y, y - b * p.x - d * p.y)
    }
}
