/// Curves: steps between exact normals, so that the points of the sides are points of the curve's true offsets.
extension Stroker {
    /// A point of a curve with its left normal, `half` long, and the speed of the curve (0 at a cusp).
    private struct Sample {
        var t: Double
        var point: Point
        var normal: Point
        var speed: Double
    }

    /// Bisections of one step at most, as a cusp needs.
    private static let depth = 10

    mutating func curve(_ curve: Cubic) {
        let setOut = curve.startDirection
        let length = setOut.length
        guard length > Self.least else {
            hasDot = true
            return
        }
        let n = Point(setOut.y * pen.half / length, -setOut.x * pen.half / length)
        enter(n, 0)
        isWithinCurve = false
        let powers = CubicPowers(curve)
        var from = Sample(t: 0, point: here, normal: n, speed: powers.d1.length)
        // A quarter of what evenly spaced pieces would need; bisected where the curve bends.
        let pieces = Limit.pieces(cubicBend: curve.bend / 16, tolerance: pen.tolerance, count: outline.points.count)
        let isMany = outline.points.count >= Limit.points
        for k in 1...pieces {
            let to = k == pieces ? end(curve, after: from) : sample(powers, Double(k) / Double(pieces), after: from)
            step(powers, from, to, isMany ? 0 : Self.depth)
            from = to
        }
        lastLength = 0
    }

    /// The curve's own end and direction there, exactly.
    private func end(_ curve: Cubic, after last: Sample) -> Sample {
        let d = curve.endDirection
        let length = d.length
        let speed = (curve.p3 - curve.p2).length * 3
        guard length > Self.least else { return Sample(t: 1, point: curve.p3, normal: last.normal, speed: speed) }
        let k = pen.half / length
        return Sample(t: 1, point: curve.p3, normal: Point(d.y * k, -d.x * k), speed: speed)
    }

    @inline(__always)
    private func sample(_ curve: CubicPowers, _ t: Double, after last: Sample) -> Sample {
        let point = curve.point(at: t)
        var d = curve.derivative(at: t)
        let speed = d.length
        var length = speed
        // At a cusp the derivative vanishes: the way come from stands in for it.
        if length <= Self.least {
            d = point - last.point
            length = d.length
        }
        guard length > Self.least else { return Sample(t: t, point: point, normal: last.normal, speed: speed) }
        let k = pen.half / length
        return Sample(t: t, point: point, normal: Point(d.y * k, -d.x * k), speed: speed)
    }

    private mutating func step(_ curve: CubicPowers, _ from: Sample, _ to: Sample, _ depth: Int) {
        let chord = to.point - from.point
        let length = chord.length
        if depth > 0, !isFine(from, to, chord, length) {
            let middle = sample(curve, (from.t + to.t) / 2, after: from)
            step(curve, from, middle, depth - 1)
            return step(curve, middle, to, depth - 1)
        }
        guard length > Self.least else {
            isWithinCurve = false
            here = to.point
            return turn(to: to.normal)
        }
        // Both sides go forward: the quadrilateral between the two normals is a piece. Else the bend is tighter than
        // half the width, and the piece is the chord's rectangle, with a round turn at either end.
        let change = to.normal - from.normal
        let forward = length * length
        let bent = chord.x * change.x + chord.y * change.y
        let isForth = from.normal.x * to.normal.x + from.normal.y * to.normal.y > 0
        if isForth, abs(bent) < forward {
            swell(from, to, length)
            return
        }
        isWithinCurve = false
        let n = Point(chord.y * pen.half / length, -chord.x * pen.half / length)
        turn(to: n)
        advance(to.point, n)
        turn(to: to.normal)
    }

    /// Goes on to `to` with the sides' inner points put beyond the curve by two thirds of the amount by which the chords, as arcs of
    /// circles, are off it, so that the sides are as much outside as inside; half of it for each of two neighbours.
    private mutating func swell(_ from: Sample, _ to: Sample, _ length: Double) {
        let (n, next) = (from.normal, to.normal)
        let turn = (n.x * next.y - n.y * next.x) / (pen.half * pen.half)
        // An arc's chord of this length and turn is length · turn / 8 off; where the way turns right, the left side is
        // the longer one. Both sides are moved to the outside of the turn.
        let share = turn / (24 * pen.half)
        let (left, right) = ((length + pen.half * turn) * share, (length - pen.half * turn) * share)
        if isWithinCurve {
            outline.points[outline.points.count - 1] = outline.points[outline.points.count - 1] + n * left
            self.right[self.right.count - 1] = self.right[self.right.count - 1] + n * right
        }
        isWithinCurve = to.t < 1
        let (l, r) = isWithinCurve ? (left, right) : (0, 0)
        outline.points.append(to.point + next * (1 + l))
        self.right.append(to.point - next * (1 - r))
        here = to.point
        normal = next
    }

    /// Whether the sides' straight lines are near enough to the offsets of the curve between two samples.
    ///
    /// With s the sine of the larger angle between the chord and the curve's directions at its ends, the part's control
    /// points lie within s·length/3 of the chord and hence the curve within s·length/4; the normals turn the ends of a
    /// half width away from it by half·s²/2 at most. Both are exact for an arc of a circle.
    @inline(__always)
    private func isFine(_ from: Sample, _ to: Sample, _ chord: Point, _ length: Double) -> Bool {
        let unit = 1 / (length * pen.half)
        let s0 = abs(chord.x * from.normal.x + chord.y * from.normal.y) * unit
        let s1 = abs(chord.x * to.normal.x + chord.y * to.normal.y) * unit
        let s = max(s0, s1)
        // Written so that a chord of no length, which makes s no number, is not fine.
        guard s * (length / 4 + pen.half * s / 2) <= pen.tolerance * 0.9, s < 0.7 else { return false }
        // Forward at both ends: the normal's quarter turn is the direction.
        guard chord.y * from.normal.x > chord.x * from.normal.y, chord.y * to.normal.x > chord.x * to.normal.y else {
            return false
        }
        // No running beyond the ends and back in between, as a line drawn as a curve may: the control points, a third
        // of the speed away, are in order or nearly so, and then the way along the chord only grows.
        let third = (to.t - from.t) / 3
        let (a, b) = (from.speed * third, to.speed * third)
        return a <= length && b <= length && a + b <= 1.5 * length
    }
}
