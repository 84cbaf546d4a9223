/// Strokes of curves: steps between exact normals, so that the points of the sides lie on the exact offset curves.
extension Stroker {
    /// A point of a curve with its left normal of length `half`, and the curve's speed (0 at a cusp).
    private struct Sample {
        var t: Double
        var point: Point
        var normal: Point
        var speed: Double
    }

    /// Maximum number of bisections of one step, as needed at a cusp.
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
        // A quarter of the pieces that even spacing would need; bisected further where the curvature is high.
        let pieces = Limit.pieces(cubicBend: curve.bend / 16, tolerance: pen.tolerance, count: outline.points.count)
        let isMany = outline.points.count >= Limit.points
        for k in 1...pieces {
            let to = k == pieces ? end(curve, after: from) : sample(powers, Double(k) / Double(pieces), after: from)
            step(powers, from, to, isMany ? 0 : Self.depth)
            from = to
        }
        lastLength = 0
    }

    /// The exact end of the curve and its direction there.
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
        // At a cusp the derivative is 0; the direction from the last point is used instead.
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
        // If both sides go forward, the piece is the quadrilateral between the two normals. Otherwise the curve bends
        // more tightly than half the width, and the piece is the chord's rectangle with a round turn at both ends.
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

    /// Adds the step to `to`. The inner points of the sides are moved outward by two thirds of the distance between arc
    /// and chord, so that the sides' error is equal inside and outside; each of two neighbouring steps contributes
    /// half.
    private mutating func swell(_ from: Sample, _ to: Sample, _ length: Double) {
        let (n, next) = (from.normal, to.normal)
        let turn = (n.x * next.y - n.y * next.x) / (pen.half * pen.half)
        // For an arc of this length and turn, the distance to its chord is length · turn / 8. If the path turns right,
        // the left side is longer. Both sides are moved to the outside of the turn.
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

    /// True when the sides' straight lines are close enough to the offsets of the curve between two samples.
    ///
    /// With s the sine of the larger angle between the chord and the curve's directions at its ends, the control points
    /// lie within s·length/3 of the chord and thus the curve within s·length/4; the normals move the ends of a half
    /// width away from it by at most half·s²/2. Both are exact for a circular arc.
    @inline(__always)
    private func isFine(_ from: Sample, _ to: Sample, _ chord: Point, _ length: Double) -> Bool {
        let unit = 1 / (length * pen.half)
        let s0 = abs(chord.x * from.normal.x + chord.y * from.normal.y) * unit
        let s1 = abs(chord.x * to.normal.x + chord.y * to.normal.y) * unit
        let s = max(s0, s1)
        // In this form, a chord of length 0, for which s is NaN, is not fine.
        guard s * (length / 4 + pen.half * s / 2) <= pen.tolerance * 0.9, s < 0.7 else { return false }
        // Both ends must go forward: the direction is the normal turned by a quarter.
        guard chord.y * from.normal.x > chord.x * from.normal.y, chord.y * to.normal.x > chord.x * to.normal.y else {
            return false
        }
        // Excludes curves that run past their ends and back, as a line drawn as a curve may: the control points, a
        // third of the speed away, must be almost in order, so that the distance along the chord only grows.
        let third = (to.t - from.t) / 3
        let (a, b) = (from.speed * third, to.speed * third)
        return a <= length && b <= length && a + b <= 1.5 * length
    }
}
