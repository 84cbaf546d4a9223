extension Path {
    /// The path with its points mapped by `t`.
    public func transformed(by t: Affine) -> Path {
        var path = self
        path.transform(by: t)
        return path
    }

    public mutating func transform(by t: Affine) {
        for i in points.indices { points[i] = t.apply(points[i]) }
        start = t.apply(start)
    }

    /// Appends the subpaths of another path.
    public mutating func append(_ other: Path) {
        guard !other.isEmpty else { return }
        commands.append(contentsOf: other.commands)
        points.append(contentsOf: other.points)
        start = other.start
    }

    public mutating func removeAll(keepingCapacity keep: Bool = false) {
        commands.removeAll(keepingCapacity: keep)
        points.removeAll(keepingCapacity: keep)
        start = .zero
    }

    /// The bounding box of all points, control points included: fast, and never smaller than `bounds`.
    public var controlBounds: Rect {
        var box = Extent()
        for p in points { box.add(p) }
        return box.rect
    }

    /// The bounding box of the curves. A lone `move` counts only when there is nothing else.
    public var bounds: Rect {
        var box = Extent()
        var lone = Extent()
        var here = Point.zero
        var first = Point.zero
        var i = 0
        for command in commands {
            switch command {
            case .move:
                first = points[i]
                lone.add(first)
            case .line:
                box.add(here)
                box.add(points[i])
            case .quad:
                box.add(here)
                box.add(points[i + 1])
                if !box.contains(points[i]) { box.addTurns(here, points[i], points[i + 1]) }
            case .cubic:
                box.add(Cubic(here, points[i], points[i + 1], points[i + 2]))
            case .close: box.add(first)
            }
            i += command.pointCount
            here = command == .close ? first : points[i - 1]
        }
        return box.isEmpty ? lone.rect : box.rect
    }
}

/// A bounding box that grows.
struct Extent {
    var x0 = Double.infinity
    var y0 = Double.infinity
    var x1 = -Double.infinity
    var y1 = -Double.infinity

    var isEmpty: Bool { !(x0 <= x1 && y0 <= y1) }
    var rect: Rect { isEmpty ? .zero : Rect(x0, y0, x1 - x0, y1 - y0) }

    mutating func add(_ p: Point) {
        x0 = min(x0, p.x)
        y0 = min(y0, p.y)
        x1 = max(x1, p.x)
        y1 = max(y1, p.y)
    }

    func contains(_ p: Point) -> Bool { p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1 }

    /// Adds the exact extent of a curve.
    mutating func add(_ curve: Cubic) {
        add(curve.p0)
        add(curve.p3)
        if !contains(curve.p1) || !contains(curve.p2) { addTurns(curve) }
    }

    /// Adds the extrema of a quadratic: its derivative is linear.
    mutating func addTurns(_ a: Point, _ b: Point, _ c: Point) {
        func at(_ t: Double) {
            guard t > 0, t < 1 else { return }
            let u = 1 - t
            add(Point(u * u * a.x + 2 * u * t * b.x + t * t * c.x, u * u * a.y + 2 * u * t * b.y + t * t * c.y))
        }
        at((a.x - b.x) / (a.x - 2 * b.x + c.x))
        at((a.y - b.y) / (a.y - 2 * b.y + c.y))
    }

    /// Adds the extrema of a cubic: its derivative is quadratic.
    private mutating func addTurns(_ curve: Cubic) {
        let d0 = curve.p1 - curve.p0
        let d1 = curve.p2 - curve.p1
        let d2 = curve.p3 - curve.p2
        addRoots(curve, d0.x, d1.x, d2.x)
        addRoots(curve, d0.y, d1.y, d2.y)
    }

    /// Adds the points at the roots of `(1−t)²·d0 + 2t(1−t)·d1 + t²·d2 = 0`, with the numerically stable form of the
    /// quadratic formula.
    private mutating func addRoots(_ curve: Cubic, _ d0: Double, _ d1: Double, _ d2: Double) {
        let a = d0 - 2 * d1 + d2
        let halfB = d1 - d0
        let discriminant = halfB * halfB - a * d0
        guard discriminant >= 0 else { return }
        let q = -(halfB + (halfB < 0 ? -1 : 1) * discriminant.squareRoot())
        let (t0, t1) = (q / a, d0 / q)
        if t0 > 0, t0 < 1 { add(curve.point(at: t0)) }
        if t1 > 0, t1 < 1 { add(curve.point(at: t1)) }
    }
}

extension Path {
    /// The bounding box of all points, never empty, so that a line along an axis can be found by a rectangle query.
    public var hull: Rect {
        guard let first = points.first else { return .zero }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for p in points {
            left = min(left, p.x)
            top = min(top, p.y)
            right = max(right, p.x)
            bottom = max(bottom, p.y)
        }
        let speck = 1e-6
        return Rect(left, top, max(right - left, speck), max(bottom - top, speck))
    }
}
