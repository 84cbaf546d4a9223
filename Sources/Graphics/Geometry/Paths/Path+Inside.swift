/// Hit testing of paths.
extension Path {
    /// True when the point is inside the path by `rule`, with curves flattened within `tolerance` points. Open subpaths
    /// count as closed. A point on the boundary is inside on one side of each pair (half-open intervals).
    public func contains(_ point: Point, _ rule: FillRule = .nonZero, tolerance: Double = 0.05) -> Bool {
        guard point.x.isFinite, point.y.isFinite else { return false }
        var lines = Polyline()
        flatten(by: .identity, tolerance: tolerance, into: &lines)
        let winding = lines.winding(around: point)
        return rule == .nonZero ? winding != 0 : winding & 1 != 0
    }
}

extension Polyline {
    /// The winding number of the closed subpaths around the point; clockwise on screen is positive.
    ///
    /// Counts sides that cross the ray to the right of the point (Sunday's algorithm: half open in y, so a corner
    /// counts once).
    fileprivate func winding(around p: Point) -> Int {
        var winding = 0
        for subpath in ends.indices {
            let range = range(of: subpath)
            guard var a = points[range].last else { continue }
            for b in points[range] {
                let side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y)
                if a.y <= p.y {
                    if b.y > p.y, side > 0 { winding += 1 }
                } else if b.y <= p.y, side < 0 {
                    winding -= 1
                }
                a = b
            }
        }
        return winding
    }
}

extension Rect {
    /// True when the point is inside the rounded rectangle.
    public func contains(_ p: Point, rounded corners: CornerShape) -> Bool {
        guard contains(p) else { return false }
        if corners.isSquare { return true }
        let reach =
            max(corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft) * Path.continuousReach
        let isNearSide = p.x < minX + reach || p.x > maxX - reach
        guard isNearSide, p.y < minY + reach || p.y > maxY - reach else { return true }
        return Path.roundedRect(self, corners).contains(p)
    }
}
