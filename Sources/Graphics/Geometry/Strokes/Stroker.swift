/// Builds the outline of strokes around lines and curves, for the non-zero rule.
///
/// The outline is a sum of pieces with the same winding direction: a quadrilateral for every step along the path, a
/// wedge on the outer side of every bend, half a disc or square for a cap. On the inner side of a bend the contour goes
/// through the bend's vertex, which adds no area. So a point's winding number counts the pieces that contain it: it is
/// positive in the union of the pieces, which is the stroke by definition, and 0 elsewhere, however the path folds. If
/// two straight lines are longer than their overlap, the inner edges end in their intersection instead, at most half a
/// line from each end: every point then loses at most one of the two or more pieces that contain it.
struct Stroker {
    let pen: Pen

    var outline: Path
    /// The right side, kept until the contour comes back along it.
    var right: [Point] = []
    /// The index in `outline.points` at which the contour began.
    var contour = 0

    /// False until the first piece of the subpath.
    var hasPiece = false
    /// True when something without extent was drawn: a dot, unless more follows.
    var hasDot = false
    var first = Point.zero
    var here = Point.zero
    /// Vectors from the path to its left side, `half` long: at the beginning of the subpath and at the current point.
    var firstNormal = Point.zero
    var normal = Point.zero
    /// Lengths of the first and the last piece if they are lines; 0 for curves, whose inner side is never shortened.
    var firstLength = 0.0
    var lastLength = 0.0

    /// True when the last points of both sides lie inside a curve and may still be moved (`swell`).
    var isWithinCurve = false

    /// Lengths below this count as 0.
    static let least = 1e-12

    init(_ style: StrokeStyle, tolerance: Double) {
        pen = Pen(style, tolerance: tolerance)
        outline = Path()
    }

    // MARK: Feeding

    mutating func begin(_ p: Point) {
        finish()
        first = p
        here = p
        hasDot = false
    }

    mutating func line(to p: Point) {
        let d = p - here
        let length = d.length
        guard length > Self.least else {
            hasDot = true
            return
        }
        let k = pen.half / length
        let n = Point(d.y * k, -d.x * k)
        enter(n, length)
        advance(p, n)
        lastLength = length
    }

    /// Ends an open subpath with its caps, or as a dot.
    mutating func finish() {
        guard hasPiece else {
            if hasDot { dot(first, along: Point(1, 0)) }
            hasDot = false
            return
        }
        addCap(here, normal)
        outline.points.append(contentsOf: right.reversed())
        addCap(first, firstNormal * -1)
        closeContour()
        hasPiece = false
        hasDot = false
    }

    mutating func close() {
        if hasPiece { line(to: first) }
        guard hasPiece else {
            hasDot = true
            return finish()
        }
        addJoin(firstNormal, firstLength)
        // The join ends where the contour began, or also shortened the first side.
        outline.points[contour] = outline.points.removeLast()
        right[0] = right.removeLast()
        closeContour()
        outline.points.append(contentsOf: right.reversed())
        closeContour()
        hasPiece = false
        hasDot = false
        here = first
    }

    /// Adds a path without length: a disc or a square, nothing with butt caps. `along` is a unit vector.
    mutating func dot(_ p: Point, along: Point) {
        guard pen.cap != .butt else { return }
        let n = Point(along.y * pen.half, -along.x * pen.half)
        contour = outline.points.count
        outline.points.append(p + n)
        addCap(p, n)
        outline.points.append(p - n)
        addCap(p, n * -1)
        closeContour()
    }

    // MARK: Pieces

    /// Starts a piece with normal `n`: begins the contour, or adds a join.
    mutating func enter(_ n: Point, _ length: Double) {
        if hasPiece { return addJoin(n, length) }
        hasPiece = true
        contour = outline.points.count
        right.removeAll(keepingCapacity: true)
        outline.points.append(here + n)
        right.append(here - n)
        firstNormal = n
        firstLength = length
        normal = n
    }

    @inline(__always)
    mutating func advance(_ p: Point, _ n: Point) {
        outline.points.append(p + n)
        right.append(p - n)
        here = p
        normal = n
    }

    /// The join at `here` from the last piece to one along `n` that is `length` long (0 for a curve).
    private mutating func addJoin(_ n: Point, _ length: Double) {
        let square = pen.half * pen.half
        let cross = (normal.x * n.y - normal.y * n.x) / square
        let cosine = (normal.x * n.x + normal.y * n.y) / square
        // A turn that moves the sides by an invisible amount.
        if cosine > 0, abs(cross) * pen.half <= pen.tolerance / 8 {
            normal = n
            return
        }
        let miter = (normal + n) * (1 / (1 + cosine))
        // A miter extends beyond the bevel by half·(1/cos(turn/2) − cos(turn/2)) = half·(1 − cosine)/√(2 + 2·cosine).
        let isSlight = cosine > 0 && pen.half * (1 - cosine) <= pen.tolerance
        // If the path reverses its direction, the two sides never meet.
        let isBack = 1 + cosine < 1e-9
        // The inner edges end half·tan(turn/2) before the vertex.
        let isShort = isBack || abs(cross) * pen.half > min(lastLength, length) / 2 * (1 + cosine)
        let isMitered = isSlight || pen.join == .miter && 1 + cosine >= pen.miterCosine && !isBack
        // The side of a curve leads to its end, not to the tip; the area between them must not be left out.
        let joined = (ends: lastLength == 0 && !isSlight, begins: length == 0 && !isSlight)
        if cross >= 0 {
            if isMitered {
                Self.addMiter(here, miter, n, joined, &outline.points)
            } else {
                if pen.join == .round { Self.addArc(here, normal, n, pen.arcStep, &outline.points) }
                outline.points.append(here + n)
            }
            if isShort {
                right.append(here)
                right.append(here - n)
            } else {
                right[right.count - 1] = here - miter
            }
        } else {
            if isMitered {
                Self.addMiter(here, miter * -1, n * -1, joined, &right)
            } else {
                if pen.join == .round { Self.addArc(here, normal * -1, n * -1, pen.arcStep, &right) }
                right.append(here - n)
            }
            if isShort {
                outline.points.append(here)
                outline.points.append(here + n)
            } else {
                outline.points[outline.points.count - 1] = here + miter
            }
        }
        normal = n
    }

    /// Replaces the last point of a side by the tip of a miter, or adds the tip if a curve ends or begins there.
    private static func addMiter(
        _ center: Point, _ miter: Point, _ n: Point, _ curve: (ends: Bool, begins: Bool), _ side: inout [Point]
    ) {
        if curve.ends { side.append(center + miter) } else { side[side.count - 1] = center + miter }
        if curve.begins { side.append(center + n) }
    }

    /// Adds a round turn inside a curve: a wedge outside, through the vertex inside.
    mutating func turn(to n: Point) {
        let cross = normal.x * n.y - normal.y * n.x
        let cosine = normal.x * n.x + normal.y * n.y
        if cosine > 0, abs(cross) <= pen.tolerance / 8 * pen.half {
            normal = n
            return
        }
        if cross >= 0 {
            Self.addArc(here, normal, n, pen.arcStep, &outline.points)
            right.append(here)
        } else {
            Self.addArc(here, normal * -1, n * -1, pen.arcStep, &right)
            outline.points.append(here)
        }
        outline.points.append(here + n)
        right.append(here - n)
        normal = n
    }

    /// Adds the points of the shorter arc from `center + from` to `center + to`. (Static, because a method would copy
    /// the whole stroker while one of its arrays is modified.)
    private static func addArc(
        _ center: Point, _ from: Point, _ to: Point, _ step: ArcStep, _ side: inout [Point]
    ) {
        let sign = from.x * to.y - from.y * to.x >= 0 ? 1.0 : -1.0
        let (s, c) = side.count < Limit.points ? (step.sine * sign, step.cosine) : (sign, 0)
        var v = from
        // At most half a circle, so the remaining turn keeps its sign until it is passed.
        for _ in 0..<Int(Limit.pieces) {
            v = Point(v.x * c - v.y * s, v.x * s + v.y * c)
            guard (v.x * to.y - v.y * to.x) * sign > 0 else { return }
            side.append(center + v * step.beyond)
        }
    }

    /// Adds the cap at `p` from the left side `p + n` to the right, without these two points.
    private mutating func addCap(_ p: Point, _ n: Point) {
        switch pen.cap {
        case .butt: break
        case .square:
            // The direction of travel is the left normal turned by a quarter.
            let ahead = Point(-n.y, n.x)
            outline.points.append(p + n + ahead)
            outline.points.append(p - n + ahead)
        case .round:
            let isMany = outline.points.count >= Limit.points
            let (s, c) = isMany ? (1, 0) : (pen.capStep.sine, pen.capStep.cosine)
            var v = n
            for _ in 1..<(isMany ? 2 : pen.capCount) {
                v = Point(v.x * c - v.y * s, v.x * s + v.y * c)
                outline.points.append(p + v * pen.capStep.beyond)
            }
        }
    }

    /// Closes the subpath of the points since `contour`.
    private mutating func closeContour() {
        let count = outline.points.count - contour
        outline.addContour(count)
        contour = outline.points.count
    }
}

extension Path {
    /// Adds the commands of a closed subpath of straight lines with the last `count` points.
    fileprivate mutating func addContour(_ count: Int) {
        guard count > 0 else { return }
        commands.append(.move)
        commands.append(contentsOf: repeatElement(.line, count: count - 1))
        commands.append(.close)
        start = points[points.count - count]
    }
}
