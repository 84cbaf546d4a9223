import Glibc

extension Path {
    /// Adds a circular arc, connected to the current point by a line as in CGPath; it may also begin the path.
    ///
    /// Angles are in radians, 0 points right, and they grow clockwise on screen (y grows downward), as does
    /// `clockwise`. The end angle is shifted by full turns until it lies in the drawn direction; a full turn or more
    /// draws one circle. Arguments that are not finite add nothing. Each cubic covers at most a quarter turn: see
    /// `quarterControl` for the precision.
    public mutating func addArc(
        _ center: Point, radius: Double, start: Double, end: Double, clockwise: Bool
    ) {
        guard radius.isFinite, start.isFinite, end.isFinite, center.x.isFinite, center.y.isFinite else { return }
        let radius = max(radius, 0)
        let turn = 2 * Double.pi
        var sweep = clockwise ? end - start : start - end
        if sweep < 0 {
            sweep = fmod(sweep, turn)
            // A negative whole number of turns draws nothing, because the end is then the start.
            if sweep < 0 { sweep += turn }
        }
        sweep = min(sweep, turn)
        let (sine, cosine) = sineCosine(start)
        let from = Point(center.x + radius * cosine, center.y + radius * sine)
        switch currentPoint {
        case nil: move(to: from)
        case from?: break
        default: line(to: from)
        }
        addTurn(
            Affine(radius, 0, 0, radius, center.x, center.y), start: start, sweep: clockwise ? sweep : -sweep, last: nil
        )
    }

    /// SVG's elliptical arc `A`: from the current point to `end`, with `rotation` of the x axis in radians.
    ///
    /// By the conversion of SVG 1.1's implementation notes F.6: equal ends add nothing, a radius of 0 gives a line,
    /// radii that are too small are scaled up until the ellipse just reaches.
    public mutating func addSVGArc(
        rx: Double, ry: Double, rotation: Double, largeArc: Bool, sweep: Bool, to end: Point
    ) {
        let from = currentPoint ?? .zero
        guard from != end else { return }
        var (rx, ry) = (abs(rx), abs(ry))
        guard rx > 0, ry > 0, rx.isFinite, ry.isFinite, rotation.isFinite else { return line(to: end) }
        let (s, c) = sineCosine(rotation)
        // F.6.5: half of the chord, in the axes of the ellipse.
        let half = (from - end) * 0.5
        let x = c * half.x + s * half.y
        let y = -s * half.x + c * half.y
        let lambda = (x / rx) * (x / rx) + (y / ry) * (y / ry)
        guard lambda.isFinite, lambda > 0 else { return line(to: end) }
        if lambda > 1 {
            rx *= lambda.squareRoot()
            ry *= lambda.squareRoot()
        }
        // In units of the radii the ellipse is the unit circle, and lambda is the square of half the chord.
        let reach = (max(0, 1 / min(lambda, 1) - 1)).squareRoot() * (largeArc == sweep ? -1 : 1)
        let (ux, uy) = (x / rx, y / ry)
        let (cx, cy) = (reach * uy, -reach * ux)
        let middle = (from + end) * 0.5
        let center = Point(middle.x + c * cx * rx - s * cy * ry, middle.y + s * cx * rx + c * cy * ry)
        let first = atan2(uy - cy, ux - cx)
        var turn = atan2(-uy - cy, -ux - cx) - first
        if sweep, turn < 0 { turn += 2 * .pi }
        if !sweep, turn > 0 { turn -= 2 * .pi }
        let map = Affine(c * rx, s * rx, -s * ry, c * ry, center.x, center.y)
        addTurn(map, start: first, sweep: turn, last: end)
    }

    /// Appends the arc of the unit circle under `map`, as cubics from the current point; `last` is the exact end point
    /// if known.
    private mutating func addTurn(_ map: Affine, start: Double, sweep: Double, last: Point?) {
        guard sweep != 0 else { return }
        // Angles have rounding errors, so slightly more than a quarter turn is still one piece.
        let pieces = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(pieces)
        let k = 4.0 / 3.0 * tan(step / 4)
        var (s0, c0) = sineCosine(start)
        for i in 1...pieces {
            let (s1, c1) = sineCosine(start + step * Double(i))
            let isLast = i == pieces
            let end = isLast ? last ?? map.apply(Point(c1, s1)) : map.apply(Point(c1, s1))
            cubic(map.apply(Point(c0 - k * s0, s0 + k * c0)), map.apply(Point(c1 + k * s1, s1 - k * c1)), to: end)
            (s0, c0) = (s1, c1)
        }
    }
}
