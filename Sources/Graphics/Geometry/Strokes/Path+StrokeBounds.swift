extension Path {
    /// A rectangle around the path's stroke: the curves, half the line's width, miter tips and square caps. Empty for a
    /// stroke that paints nothing.
    ///
    /// For straight sides along the axes, round joins and curves it equals the bounding box of the outline. It is valid
    /// for every dash and trim, so it may be larger than needed; `stroked` may exceed it by its tolerance.
    public func strokeBounds(_ style: StrokeStyle) -> Rect {
        guard style.width > 1e-9, !isEmpty else { return .zero }
        var extent = StrokeExtent(style)
        var i = 0
        for command in commands {
            switch command {
            case .move: extent.begin(Limit.clamp(points[i]))
            case .line: extent.line(to: Limit.clamp(points[i]))
            case .quad:
                extent.curve(Cubic(quad: extent.here, Limit.clamp(points[i]), Limit.clamp(points[i + 1])))
            case .cubic:
                extent.curve(
                    Cubic(
                        extent.here, Limit.clamp(points[i]), Limit.clamp(points[i + 1]), Limit.clamp(points[i + 2])))
            case .close: extent.close()
            }
            i += command.pointCount
        }
        return extent.rect
    }
}

/// Accumulates the bounding box of a stroke, following the path as `Stroker` does.
private struct StrokeExtent {
    private let half: Double
    /// The smallest `1 + cos(turn)` that still gets a miter; nil for other joins.
    private let miterCosine: Double?
    private let cap: LineCap
    /// The distance that the stroke always extends from the path.
    private let reach: Double
    /// Points of the path.
    private var path = Extent()
    /// Tips of miters and square caps.
    private var tips = Extent()

    private(set) var here = Point.zero
    private var first = Point.zero
    private var hasPiece = false
    /// Unit vectors at the beginning of the subpath and along its last piece.
    private var firstDirection = Point.zero
    private var direction = Point.zero

    init(_ style: StrokeStyle) {
        half = min(style.width / 2, Limit.coordinate)
        miterCosine = style.join == .miter ? style.miterCosine : nil
        cap = style.cap
        // Dashes and trims put square caps at any position and angle.
        let isCut = !style.dash.isEmpty || style.start > 0 || style.end < 1
        reach = cap == .square && isCut ? half * 2.0.squareRoot() : half
    }

    var rect: Rect {
        var copy = self
        copy.finish()
        guard !copy.path.isEmpty else { return .zero }
        copy.tips.add(Point(copy.path.x0 - reach, copy.path.y0 - reach))
        copy.tips.add(Point(copy.path.x1 + reach, copy.path.y1 + reach))
        return copy.tips.rect
    }

    mutating func begin(_ p: Point) {
        finish()
        (first, here) = (p, p)
    }

    mutating func line(to p: Point) {
        let d = p - here
        let length = d.length
        path.add(here)
        path.add(p)
        guard length > Stroker.least else { return }
        enter(d * (1 / length))
        here = p
    }

    mutating func curve(_ curve: Cubic) {
        let start = curve.startDirection
        let length = start.length
        path.add(here)
        guard length > Stroker.least else { return }
        enter(start * (1 / length))
        path.add(curve)
        let end = curve.endDirection
        let endLength = end.length
        if endLength > Stroker.least { direction = end * (1 / endLength) }
        here = curve.p3
    }

    mutating func close() {
        line(to: first)
        if hasPiece { addTip(firstDirection) }
        hasPiece = false
        here = first
    }

    private mutating func finish() {
        if hasPiece, cap == .square {
            addCap(here, direction)
            addCap(first, firstDirection * -1)
        }
        hasPiece = false
    }

    private mutating func enter(_ d: Point) {
        if hasPiece {
            addTip(d)
        } else {
            hasPiece = true
            firstDirection = d
        }
        direction = d
    }

    /// Adds the miter tip of the join from the last piece to one in direction `d`.
    private mutating func addTip(_ d: Point) {
        guard let miterCosine else { return }
        let cosine = direction.x * d.x + direction.y * d.y
        guard 1 + cosine >= miterCosine, 1 + cosine >= 1e-9 else { return }
        let cross = direction.x * d.y - direction.y * d.x
        // The left normal of a direction is (y, −x); the tip is on the outer side of the turn.
        let k = (cross >= 0 ? half : -half) / (1 + cosine)
        tips.add(Point(here.x + (direction.y + d.y) * k, here.y - (direction.x + d.x) * k))
    }

    private mutating func addCap(_ p: Point, _ ahead: Point) {
        let side = Point(ahead.y, -ahead.x)
        tips.add(p + (ahead + side) * half)
        tips.add(p + (ahead - side) * half)
    }
}
