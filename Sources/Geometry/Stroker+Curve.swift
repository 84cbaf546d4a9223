/// Curves: steps between exact normals, so that the sides are the curve's true offsets.
extension Stroker {
    /// A place on a curve: where, and the left normal there, `half` long.
    private struct Place {
        var t: Double
        var point: Point
        var normal: Point
    }

    /// Bisections of one step at most: what a cusp gets.
    private static let depth = 8

    mutating func curve(_ curve: Cubic) {
        let setOut = curve.startDirection
        let length = setOut.length
        guard length > Self.least else {
            hasDot = true
            return
        }
        let n = Point(setOut.y * half / length, -setOut.x * half / length)
        enter(n, 0)
        var from = Place(t: 0, point: here, normal: n)
        let pieces = Limit.pieces(cubicBend: curve.bend, tolerance: tolerance / 2, count: outline.points.count)
        let isMany = outline.points.count >= Limit.points
        for k in 1...pieces {
            let to = place(curve, k == pieces ? 1 : Double(k) / Double(pieces), after: from)
            step(curve, from, to, isMany ? 0 : Self.depth)
            from = to
        }
        lastLength = 0
    }

    private func place(_ curve: Cubic, _ t: Double, after last: Place) -> Place {
        let point = t == 1 ? curve.p3 : curve.point(at: t)
        var d = t == 1 ? curve.endDirection : curve.derivative(at: t)
        var length = d.length
        // At a cusp the derivative vanishes: the way come from stands in for it.
        if length <= Self.least {
            d = point - last.point
            length = d.length
        }
        guard length > Self.least else { return Place(t: t, point: point, normal: last.normal) }
        return Place(t: t, point: point, normal: Point(d.y * half / length, -d.x * half / length))
    }

    private mutating func step(_ curve: Cubic, _ from: Place, _ to: Place, _ depth: Int) {
        let chord = to.point - from.point
        let length = chord.length
        let square = half * half
        let sine = abs(from.normal.x * to.normal.y - from.normal.y * to.normal.x) / square
        let cosine = (from.normal.x * to.normal.x + from.normal.y * to.normal.y) / square
        // The outer side is an arc of about length + half·turn, which leaves its chord by an eighth of that × turn.
        if depth > 0, cosine < 0.5 || (length + half * sine) * sine > 4 * tolerance {
            let middle = place(curve, (from.t + to.t) / 2, after: from)
            step(curve, from, middle, depth - 1)
            return step(curve, middle, to, depth - 1)
        }
        guard length > Self.least else {
            here = to.point
            return turn(to: to.normal)
        }
        // Both sides go forward: the quadrilateral between the two normals is a piece. Else the bend is tighter than
        // half the width, and the piece is the chord's rectangle, with a round turn at either end.
        let change = to.normal - from.normal
        let forward = chord.x * chord.x + chord.y * chord.y
        let bent = chord.x * change.x + chord.y * change.y
        if cosine > 0, abs(bent) < forward {
            advance(to.point, to.normal)
            return
        }
        let n = Point(chord.y * half / length, -chord.x * half / length)
        turn(to: n)
        advance(to.point, n)
        turn(to: to.normal)
    }
}
