/// Shapes, each added as a closed subpath; start and direction as in SVG 1.1 (clockwise on screen).
extension Path {
    /// Distance of the control points along the tangents for a quarter of a unit circle: 4/3·tan(π/8).
    ///
    /// The radius of the curve is exact at 0°, 45° and 90° and in between at most 2.73e-4 too large: 0.03 px at a
    /// radius of 100 px. Core Graphics and SVG editors use the same curve with four cubics per circle, so a circle can
    /// animate point by point to a path made elsewhere.
    public static let quarterControl = 0.552_284_749_830_793_4

    /// Adds a rectangle, from the corner (x, y) along the upper side. A negative size is allowed.
    public mutating func addRect(_ r: Rect) {
        move(to: Point(r.x, r.y))
        line(to: Point(r.x + r.width, r.y))
        line(to: Point(r.x + r.width, r.y + r.height))
        line(to: Point(r.x, r.y + r.height))
        close()
    }

    /// Adds a rectangle with elliptical corners as SVG's `rect` does: radii are clamped to half the sides; if one is 0,
    /// the corners are square.
    public mutating func addRoundedRect(_ r: Rect, rx: Double, ry: Double) {
        let rx = min(max(rx, 0), abs(r.width) / 2)
        let ry = min(max(ry, 0), abs(r.height) / 2)
        guard rx > 0, ry > 0 else { return addRect(r) }
        // With a negative size the corners are mirrored as well.
        let ax = r.width < 0 ? -rx : rx
        let ay = r.height < 0 ? -ry : ry
        let (kx, ky) = (ax * (1 - Self.quarterControl), ay * (1 - Self.quarterControl))
        let (x0, y0, x1, y1) = (r.x, r.y, r.x + r.width, r.y + r.height)
        move(to: Point(x0 + ax, y0))
        line(to: Point(x1 - ax, y0))
        cubic(Point(x1 - kx, y0), Point(x1, y0 + ky), to: Point(x1, y0 + ay))
        line(to: Point(x1, y1 - ay))
        cubic(Point(x1, y1 - ky), Point(x1 - kx, y1), to: Point(x1 - ax, y1))
        line(to: Point(x0 + ax, y1))
        cubic(Point(x0 + kx, y1), Point(x0, y1 - ky), to: Point(x0, y1 - ay))
        line(to: Point(x0, y0 + ay))
        cubic(Point(x0, y0 + ky), Point(x0 + kx, y0), to: Point(x0 + ax, y0))
        close()
    }

    /// Adds an ellipse, starting at the right-most point and going down. With a radius ≤ 0, a degenerate subpath.
    public mutating func addEllipse(_ c: Point, rx: Double, ry: Double) {
        let (rx, ry) = (max(rx, 0), max(ry, 0))
        let (kx, ky) = (rx * Self.quarterControl, ry * Self.quarterControl)
        move(to: Point(c.x + rx, c.y))
        cubic(Point(c.x + rx, c.y + ky), Point(c.x + kx, c.y + ry), to: Point(c.x, c.y + ry))
        cubic(Point(c.x - kx, c.y + ry), Point(c.x - rx, c.y + ky), to: Point(c.x - rx, c.y))
        cubic(Point(c.x - rx, c.y - ky), Point(c.x - kx, c.y - ry), to: Point(c.x, c.y - ry))
        cubic(Point(c.x + kx, c.y - ry), Point(c.x + rx, c.y - ky), to: Point(c.x + rx, c.y))
        close()
    }

    public mutating func addCircle(_ c: Point, radius: Double) {
        addEllipse(c, rx: radius, ry: radius)
    }

    /// Adds the closed polygon through the points; nothing if there are none.
    public mutating func addPolygon(_ points: [Point]) {
        guard let first = points.first else { return }
        move(to: first)
        for p in points.dropFirst() { line(to: p) }
        close()
    }

    public static func rect(_ r: Rect) -> Path {
        var path = Path()
        path.addRect(r)
        return path
    }

    public static func ellipse(_ c: Point, rx: Double, ry: Double) -> Path {
        var path = Path()
        path.addEllipse(c, rx: rx, ry: ry)
        return path
    }

    public static func circle(_ c: Point, radius: Double) -> Path {
        ellipse(c, rx: radius, ry: radius)
    }

    public static func polygon(_ points: [Point]) -> Path {
        var path = Path()
        path.addPolygon(points)
        return path
    }
}
