extension Path {
    /// Appends the path under `map` as straight lines at most `tolerance` device pixels away from the curves.
    ///
    /// The result depends only on path, map and tolerance. Coordinates are clamped to ±1e9; NaN becomes 0. A curve
    /// becomes at most 2048 lines, and at most 4 after the first two million points.
    public func flatten(by map: Affine, tolerance: Double, into out: inout Polyline) {
        let tolerance = max(tolerance, 1e-6)
        var here = Point.zero
        var first = Point.zero
        var i = 0
        for command in commands {
            switch command {
            case .move:
                out.finish(closed: false)
                here = Limit.clamp(map.apply(points[i]))
                first = here
                out.points.append(here)
            case .line:
                here = Limit.clamp(map.apply(points[i]))
                out.points.append(here)
            case .quad:
                let control = Limit.clamp(map.apply(points[i]))
                let end = Limit.clamp(map.apply(points[i + 1]))
                out.add(here, control, end, tolerance)
                here = end
            case .cubic:
                let c1 = Limit.clamp(map.apply(points[i]))
                let c2 = Limit.clamp(map.apply(points[i + 1]))
                let end = Limit.clamp(map.apply(points[i + 2]))
                out.add(Cubic(here, c1, c2, end), tolerance)
                here = end
            case .close:
                // The closing line needs no point.
                if here == first, out.points.count - (out.ends.last ?? 0) > 1 { out.points.removeLast() }
                out.finish(closed: true)
                here = first
            }
            i += command.pointCount
        }
        out.finish(closed: false)
    }

    /// The total length of all subpaths, closing lines included.
    public var length: Double { PathMeasure(self).length }
}

extension Polyline {
    /// Adds a quadratic from the last point. A piece of 1/n of it is at most |second difference| / (4 n²) away from its
    /// chord.
    fileprivate mutating func add(_ a: Point, _ b: Point, _ c: Point, _ tolerance: Double) {
        let d2 = Point(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
        let d1 = (b - a) * 2
        let n = Limit.pieces(cubicBend: d2.length / 3, tolerance: tolerance, count: points.count)
        let step = 1 / Double(n)
        for k in 1..<n {
            let t = Double(k) * step
            points.append(Point((d2.x * t + d1.x) * t + a.x, (d2.y * t + d1.y) * t + a.y))
        }
        points.append(c)
    }

    /// Adds a cubic from the last point.
    fileprivate mutating func add(_ curve: Cubic, _ tolerance: Double) {
        let n = Limit.pieces(cubicBend: curve.bend, tolerance: tolerance, count: points.count)
        let powers = CubicPowers(curve)
        let step = 1 / Double(n)
        for k in 1..<n { points.append(powers.point(at: Double(k) * step)) }
        points.append(curve.p3)
    }
}
