/// Rectangles with rounded corners, circular and continuous.
extension Path {
    /// Extent of a continuous corner along a side, in radii: UIKit's figure.
    public static let continuousReach = 1.528_665

    /// A rectangle with rounded corners, clockwise on screen, starting on the upper side next to the top left corner.
    ///
    /// If radii do not fit their sides, all are scaled down by one factor, as in CSS. A corner of radius 0 is a point.
    public static func roundedRect(_ rect: Rect, _ corners: CornerShape) -> Path {
        var path = Path()
        path.addRoundedRect(rect, corners)
        return path
    }

    /// Adds `roundedRect` as a subpath.
    public mutating func addRoundedRect(_ rect: Rect, _ corners: CornerShape) {
        let (w, h) = (max(rect.width, 0), max(rect.height, 0))
        var tl = max(corners.topLeft, 0)
        var tr = max(corners.topRight, 0)
        var br = max(corners.bottomRight, 0)
        var bl = max(corners.bottomLeft, 0)
        guard tl + tr + br + bl > 0, w > 0, h > 0 else { return addRect(rect) }
        var fit = 1.0
        if tl + tr > w { fit = min(fit, w / (tl + tr)) }
        if bl + br > w { fit = min(fit, w / (bl + br)) }
        if tl + bl > h { fit = min(fit, h / (tl + bl)) }
        if tr + br > h { fit = min(fit, h / (tr + br)) }
        (tl, tr, br, bl) = (tl * fit, tr * fit, br * fit, bl * fit)
        let top = Self.ease(tl + tr, in: w, corners.isContinuous)
        let right = Self.ease(tr + br, in: h, corners.isContinuous)
        let bottom = Self.ease(br + bl, in: w, corners.isContinuous)
        let left = Self.ease(bl + tl, in: h, corners.isContinuous)

        let (x0, y0, x1, y1) = (rect.x, rect.y, rect.x + w, rect.y + h)
        // In coordinates of each corner: back along the side before it, and forward along the side after it.
        let first = Point(x0 + tl * Self.reach(top), y0)
        if isEmpty {
            // A line and one cubic, or three, for each corner.
            commands.reserveCapacity(corners.isContinuous ? 18 : 10)
            points.reserveCapacity(corners.isContinuous ? 41 : 17)
        }
        move(to: first)
        addCorner(Point(x1, y0), tr, back: Point(-1, 0), on: Point(0, 1), top, right)
        addCorner(Point(x1, y1), br, back: Point(0, -1), on: Point(-1, 0), right, bottom)
        addCorner(Point(x0, y1), bl, back: Point(1, 0), on: Point(0, -1), bottom, left)
        addCorner(Point(x0, y0), tl, back: Point(0, 1), on: Point(1, 0), left, top)
        close()
    }

    /// The degree to which a side has room for continuous corners, 0 (circular) … 1, given the sum of its two radii.
    /// Nil for circular corners.
    public static func ease(_ radii: Double, in side: Double, _ isContinuous: Bool) -> Double? {
        guard isContinuous else { return nil }
        guard radii > 0 else { return 1 }
        return min(1, max(0, (side - radii) / (radii * (continuousReach - 1))))
    }

    /// Extent of a corner along a side with this ease, in radii.
    public static func reach(_ ease: Double?) -> Double { 1 + (continuousReach - 1) * (ease ?? 0) }

    /// Adds a line to the beginning of the corner, and the corner. `before` and `after` are the ease of its two sides.
    private mutating func addCorner(
        _ corner: Point, _ r: Double, back: Point, on: Point, _ before: Double?, _ after: Double?
    ) {
        // The point `along` radii back from the corner on the side before it, and `across` radii forward on the side
        // after it.
        func point(_ along: Double, _ across: Double) -> Point {
            Point(
                corner.x + r * (along * back.x + across * on.x), corner.y + r * (along * back.y + across * on.y))
        }
        func lineUnlessThere(_ p: Point) { if currentPoint != p { line(to: p) } }
        guard r > 0 else { return lineUnlessThere(corner) }
        guard let before, let after else {
            let k = 1 - Self.quarterControl
            lineUnlessThere(point(1, 0))
            cubic(point(k, 0), point(0, k), to: point(0, 1))
            return
        }
        let smooth = ContinuousCorner.points
        let round = ContinuousCorner.circular
        // Points 0…4 lie on the side before, their mirror images on the side after.
        func near(_ i: Int) -> Point {
            let p = round[i] + (smooth[i] - round[i]) * before
            return point(p.x, p.y)
        }
        func far(_ i: Int) -> Point {
            let p = round[i] + (smooth[i] - round[i]) * after
            return point(p.y, p.x)
        }
        lineUnlessThere(near(0))
        cubic(near(1), near(2), to: near(3))
        cubic(near(4), far(4), to: far(3))
        cubic(far(2), far(1), to: far(0))
    }
}

/// The continuous corner of radius 1 as UIBezierPath draws it since iOS 7: three cubics, symmetric about the diagonal.
/// Each point is (distance from the corner along one side, distance along the other); only the first five are listed.
private enum ContinuousCorner {
    static let points: InlineArray<5, Point> = [
        Point(1.528_665, 0), Point(1.088_492_96, 0), Point(0.868_406_94, 0), Point(0.631_493_79, 0.074_911_39),
        Point(0.372_823_83, 0.169_059_56),
    ]

    /// The quarter circle split at 20° and 70°, like the pieces of the continuous corner: the same points at ease 0.
    static let circular: InlineArray<5, Point> = {
        let (s, c) = sineCosine(.pi / 9)
        // 4/3·tan(angle/4) for the pieces of 20° and 50°.
        let short = 0.116_651_551_367_898_68
        let long = 0.295_592_883_523_919_8
        return [
            Point(1, 0), Point(1 - short, 0), Point(1 - s + short * c, 1 - c - short * s), Point(1 - s, 1 - c),
            Point(1 - s - long * c, 1 - c + long * s),
        ]
    }()
}
