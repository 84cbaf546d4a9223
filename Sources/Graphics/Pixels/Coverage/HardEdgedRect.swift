public import Geometry

/// A mapped rectangle with some edges that are not antialiased: at these, a pixel is inside if its center is, so that
/// rectangles with a common edge neither share nor miss a pixel.
public struct HardEdgedRect: CoverageShape {
    /// The half plane of device pixels with `a * x + b * y + c` above 0, including the line itself if `includesLine`.
    private struct Side {
        var a: Double
        var b: Double
        var c: Double
        var includesLine: Bool

        /// The columns within `range` of the row at height `y` whose centers are on this side.
        func columns(at y: Double, in range: Range<Int32>) -> Range<Int32> {
            let rest = b * y + c
            guard abs(a) > 1e-12 else {
                return rest > 0 || includesLine && rest == 0 ? range : range.lowerBound..<range.lowerBound
            }
            // The position at which the line crosses the row, from the center of the first column.
            let cross = -rest / a - 0.5
            guard cross.isFinite else { return range.lowerBound..<range.lowerBound }
            let limit = Double(PixelRect.limit)
            let at = Int32(min(max(a > 0 ? cross.rounded(.up) : cross.rounded(.down), -limit), limit))
            let isOn = Double(at) == cross && !includesLine
            if a > 0 { return range.clamped(to: max(range.lowerBound, isOn ? at + 1 : at)..<Int32.max) }
            let end = isOn ? at : at + 1
            return range.clamped(to: Int32.min..<max(range.lowerBound, end))
        }
    }

    /// The rectangle, extended beyond its hard edges.
    private let path: Path
    /// The inner area of a border, which is left out.
    private let minus: Path?
    private let map: Affine
    private let sides: [Side]

    /// Nil for a singular map. `inner` is the inner rectangle of a border.
    public init?(_ rect: Rect, minus inner: Rect? = nil, _ edges: RectEdges, _ map: Affine) {
        let determinant = abs(map.determinant)
        guard determinant.isFinite, determinant > 1e-9, !rect.isEmpty else { return nil }
        // Two pixels beyond the edges.
        let dx = 2 * Point(map.c, map.d).length / determinant
        let dy = 2 * Point(map.a, map.b).length / determinant
        let (x0, x1) = (rect.minX - (edges.contains(.left) ? dx : 0), rect.maxX + (edges.contains(.right) ? dx : 0))
        let (y0, y1) = (rect.minY - (edges.contains(.top) ? dy : 0), rect.maxY + (edges.contains(.bottom) ? dy : 0))
        path = Path.roundedRect(Rect(x0, y0, x1 - x0, y1 - y0), .square)
        minus = inner.flatMap { $0.isEmpty ? nil : Path.roundedRect($0, .square) }
        self.map = map
        var sides: [Side] = []
        func add(_ edge: RectEdges, _ from: Point, _ to: Point, includesLine: Bool) {
            guard edges.contains(edge) else { return }
            let (p, q) = (map.apply(from), map.apply(to))
            var (a, b) = (p.y - q.y, q.x - p.x)
            var c = -(a * p.x + b * p.y)
            // The center of the rectangle is inside.
            let middle = map.apply(Point((rect.minX + rect.maxX) / 2, (rect.minY + rect.maxY) / 2))
            if a * middle.x + b * middle.y + c < 0 { (a, b, c) = (-a, -b, -c) }
            sides.append(Side(a: a, b: b, c: c, includesLine: includesLine))
        }
        add(.left, Point(rect.minX, rect.minY), Point(rect.minX, rect.maxY), includesLine: true)
        add(.top, Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), includesLine: true)
        add(.right, Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY), includesLine: false)
        add(.bottom, Point(rect.minX, rect.maxY), Point(rect.maxX, rect.maxY), includesLine: false)
        self.sides = sides
    }

    var pixels: PixelRect { PathOutline.bounds(path, map) }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        if box.isEmpty { return }
        // Rows with the same columns are emitted together.
        var (from, columns) = (box.y0, 0..<Int32(0))
        func flush(_ end: Int32, _ sink: inout Sink) {
            guard from < end, !columns.isEmpty else { return }
            let part = PixelRect(columns.lowerBound, from, columns.upperBound, end)
            tools.rasterizer.rasterize(path, minus: minus, map, rule: .nonZero, clip: part, into: &sink)
        }
        for y in box.y0..<box.y1 {
            var found = box.x0..<box.x1
            for side in sides where !found.isEmpty { found = side.columns(at: Double(y) + 0.5, in: found) }
            if found == columns { continue }
            flush(y, &sink)
            (from, columns) = (y, found)
        }
        flush(box.y1, &sink)
    }
}

extension HardEdgedRect {
    /// Fills the rectangle.
    public func fill(_ color: PremultipliedColor, on canvas: borrowing Canvas) { canvas.paint(self, color, .normal) }
}

extension CanvasTools {
    /// Draws the coverage of the rectangle (device pixels) on a transparent alpha bitmap, whose first pixel is at `at`.
    public func cover(_ shape: HardEdgedRect, on bitmap: Bitmap, at: PixelPoint) {
        cover(shape, PixelRect(at, width: bitmap.width, height: bitmap.height), bitmap)
    }
}
