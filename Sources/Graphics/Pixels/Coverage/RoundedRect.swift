import Geometry

/// A rectangle with rounded corners parallel to the axes: four cached corner masks and plain rows in between.
///
/// Identical to the rasterized path. If two corners share pixels (the middle row of a pill of odd height), the cut-off
/// areas of both count, which 8-bit masks cannot add exactly: those few rows are rasterized.
struct RoundedRect: CoverageShape {
    private let edges: EdgeRect
    private let rect: Rect
    private let corners: CornerShape
    /// Radii in pixels that fit their sides: top left, top right, bottom right, bottom left.
    private let radii: InlineArray<4, Double>
    /// The ease of continuous corners on the upper, right, lower and left side.
    private let eases: InlineArray<4, Double?>
    /// False when corners are too large to cache.
    private let usesMasks: Bool

    /// `rect` and `corners` are in device pixels. Nil when the rectangle is empty.
    init?(_ rect: Rect, _ corners: CornerShape) {
        guard let edges = EdgeRect(rect) else { return nil }
        self.edges = edges
        let one = Double(CoverageGrid.one)
        let x = Double(edges.x0) / one
        let y = Double(edges.y0) / one
        let (w, h) = (Double(edges.x1) / one - x, Double(edges.y1) / one - y)
        // Equals `max(0, r)`, also if r is NaN.
        func held(_ r: Double) -> Double { r > 0 ? min(r, Double(PixelRect.limit)) : 0 }
        let (tl, tr) = (held(corners.topLeft), held(corners.topRight))
        let (br, bl) = (held(corners.bottomRight), held(corners.bottomLeft))
        let sides: InlineArray<4, (Double, Double)> = [(tl + tr, w), (tr + br, h), (br + bl, w), (bl + tl, h)]
        var fit = 1.0
        for i in sides.indices where sides[i].0 > sides[i].1 { fit = min(fit, sides[i].1 / sides[i].0) }
        radii = [tl * fit, tr * fit, br * fit, bl * fit]
        self.rect = Rect(x, y, w, h)
        self.corners = CornerShape(
            topLeft: tl, topRight: tr, bottomRight: br, bottomLeft: bl, isContinuous: corners.isContinuous)
        eases = InlineArray { i in Path.ease(sides[i].0 * fit, in: sides[i].1, corners.isContinuous) }
        var fits = true
        for i in radii.indices {
            let reach = max(Path.reach(eases[i]), Path.reach(eases[(i + 3) % 4]))
            if radii[i] * reach > CornerMasks.maxReach { fits = false }
        }
        usesMasks = fits
    }

    var pixels: PixelRect { edges.pixels }

    /// Created only if the masks cannot be used.
    private var path: Path { Path.roundedRect(rect, corners) }

    private func mask(_ quadrant: Int, _ tools: CanvasTools) -> CornerMask? {
        guard radii[quadrant] > 0 else { return nil }
        let x = quadrant == 0 || quadrant == 3 ? edges.x0 : edges.x1
        let y = quadrant < 2 ? edges.y0 : edges.y1
        let key = CornerMasks.Key(
            quadrant: UInt8(quadrant), horizontal: eases[quadrant < 2 ? 0 : 2],
            vertical: eases[quadrant == 0 || quadrant == 3 ? 3 : 1], x: Int16(x & (EdgeRect.one - 1)),
            y: Int16(y & (EdgeRect.one - 1)), radius: radii[quadrant])
        return tools.corners.mask(key, tools.rasterizer)
    }

    private func placed(_ mask: CornerMask?, _ quadrant: Int) -> CornerMask.Placed? {
        guard let mask else { return nil }
        let x = quadrant == 0 || quadrant == 3 ? edges.x0 : edges.x1
        let y = quadrant < 2 ? edges.y0 : edges.y1
        return CornerMask.Placed(mask, x >> Int32(CoverageGrid.bits), y >> Int32(CoverageGrid.bits))
    }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        if box.isEmpty { return }
        func throughRasterizer(_ part: PixelRect, _ sink: inout Sink) {
            tools.rasterizer.rasterize(path, .identity, rule: .nonZero, clip: part, into: &sink)
        }
        guard usesMasks else { return throughRasterizer(box, &sink) }
        let masks = (mask(0, tools), mask(1, tools), mask(2, tools), mask(3, tools))
        defer { withExtendedLifetime(masks) {} }
        let tl = placed(masks.0, 0)
        let tr = placed(masks.1, 1)
        let br = placed(masks.2, 2)
        let bl = placed(masks.3, 3)
        // Rows between these have the same neighbours throughout.
        let all = pixels
        let cuts: InlineArray<6, Int32> = Self.sorted([
            box.y0, tl?.box.y1 ?? all.y0, tr?.box.y1 ?? all.y0, bl?.box.y0 ?? all.y1, br?.box.y0 ?? all.y1, box.y1,
        ])
        for i in 0..<5 {
            let rows = PixelRect(box.x0, max(cuts[i], box.y0), box.x1, min(cuts[i + 1], box.y1))
            if rows.isEmpty { continue }
            func meets(_ c: CornerMask.Placed?) -> CornerMask.Placed? {
                guard let c, c.box.y0 < rows.y1, rows.y0 < c.box.y1 else { return nil }
                return c
            }
            let (top, bottom) = (meets(tl), meets(bl))
            let (topRight, bottomRight) = (meets(tr), meets(br))
            let left = top ?? bottom
            let right = topRight ?? bottomRight
            let leftEnd = left?.box.x1 ?? (edges.x0 + EdgeRect.one - 1) >> Int32(CoverageGrid.bits)
            let rightStart = right?.box.x0 ?? edges.x1 >> Int32(CoverageGrid.bits)
            // A mask knows only its own two sides, not the opposite ones, which may pass through its pixels.
            let bits = Int32(CoverageGrid.bits)
            let isCut =
                ((top != nil || topRight != nil) && rows.y1 > edges.y1 >> bits)
                || ((bottom != nil || bottomRight != nil) && rows.y0 < (edges.y0 + EdgeRect.one - 1) >> bits)
            let isShared = (top != nil && bottom != nil) || (topRight != nil && bottomRight != nil)
            if left == nil, right == nil {
                edges.cover(clip: rows, into: &sink)
            } else if isCut || isShared || leftEnd > rightStart {
                throughRasterizer(rows, &sink)
            } else {
                self.rows(rows, left, right, leftEnd, rightStart, into: &sink)
            }
        }
    }

    private func rows<Sink: CoverageSink>(
        _ rows: PixelRect, _ left: CornerMask.Placed?, _ right: CornerMask.Placed?, _ leftEnd: Int32,
        _ rightStart: Int32,
        into sink: inout Sink
    ) {
        for y in rows.y0..<rows.y1 {
            let h = EdgeRect.overlap(edges.y0, edges.y1, at: y)
            var (x0, x1) = (leftEnd, rightStart)
            if let left {
                let edge = left.edge(y)
                left.row(y, edge, rows, into: &sink)
                x0 = left.box.x0 + edge.upperBound
            } else if pixels.x0 < leftEnd, pixels.x0 >= rows.x0 {
                let w = EdgeRect.overlap(edges.x0, edges.x1, at: pixels.x0)
                sink.pixel(y: y, x: pixels.x0, coverage: EdgeRect.coverage(w, h))
            }
            if let right {
                let edge = right.edge(y)
                right.row(y, edge, rows, into: &sink)
                x1 = right.box.x0 + edge.lowerBound
            } else if rightStart < pixels.x1, pixels.x1 <= rows.x1 {
                let w = EdgeRect.overlap(edges.x0, edges.x1, at: pixels.x1 - 1)
                sink.pixel(y: y, x: pixels.x1 - 1, coverage: EdgeRect.coverage(w, h))
            }
            // Fully covered pixels of the corners are joined with the middle.
            let coverage = EdgeRect.coverage(EdgeRect.one, h)
            (x0, x1) = (max(x0, rows.x0), min(x1, rows.x1))
            if x0 < x1, coverage > 0 { sink.solid(y: y, x0: x0, x1: x1, coverage: coverage) }
        }
    }

    private static func sorted(_ values: InlineArray<6, Int32>) -> InlineArray<6, Int32> {
        var v = values
        for i in 1..<6 {
            var j = i
            while j > 0, v[j - 1] > v[j] {
                v.swapAt(j - 1, j)
                j -= 1
            }
        }
        return v
    }
}
