import Geometry
import RowLoops

/// The area between a rounded rectangle and a smaller one inside, parallel to the axes: a border. Four cached corner
/// masks, which contain both outlines, and plain bands in between.
struct RoundedRing: CoverageShape {
    private let outer: EdgeRect
    private let inner: EdgeRect
    private let inset: Int32
    private let box: Rect
    private let within: Rect
    private let corners: CornerShape
    private let less: CornerShape
    /// Radii in pixels: top left, top right, bottom right, bottom left.
    private let radii: InlineArray<4, Double>
    private let holeRadii: InlineArray<4, Double>
    /// Nil for circular corners, else 1.
    private let ease: Double?
    /// False when corners are too large to cache, or are continuous and limited by their sides.
    private let usesMasks: Bool

    /// `rect`, `corners` and `width` are in device pixels. Nil when the inner rectangle or the ring is empty.
    init?(_ rect: Rect, _ corners: CornerShape, width: Double) {
        let one = Double(CoverageGrid.one)
        guard let outer = EdgeRect(rect), width > 0, width < Double(PixelRect.limit) else { return nil }
        inset = Int32((width * one).rounded())
        let d = Double(inset) / one
        let box = Rect(
            Double(outer.x0) / one, Double(outer.y0) / one, Double(outer.x1 - outer.x0) / one,
            Double(outer.y1 - outer.y0) / one)
        let within = box.outset(-d, -d)
        guard inset > 0, let inner = EdgeRect(within) else { return nil }
        self.outer = outer
        self.inner = inner
        let less = corners.inset(by: width)
        (self.box, self.within, self.corners, self.less) = (box, within, corners, less)
        radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
        holeRadii = [less.topLeft, less.topRight, less.bottomRight, less.bottomLeft]
        ease = corners.isContinuous ? 1 : nil
        let reach = Path.reach(ease)
        func fits(_ r: InlineArray<4, Double>, _ box: Rect) -> Bool {
            for i in 0..<4 {
                // In this form, a NaN radius does not fit.
                if !(r[i] >= 0 && r[i] * reach + d <= CornerMasks.maxReach) { return false }
                let side = i % 2 == 0 ? box.width : box.height
                if !((r[i] + r[(i + 1) % 4]) * reach <= side) { return false }
            }
            return true
        }
        usesMasks = fits(radii, box) && fits(holeRadii, within)
    }

    var pixels: PixelRect { outer.pixels }

    private func mask(_ quadrant: Int, _ tools: CanvasTools) -> CornerMask {
        let x = quadrant == 0 || quadrant == 3 ? outer.x0 : outer.x1
        let y = quadrant < 2 ? outer.y0 : outer.y1
        let key = CornerMasks.Key(
            quadrant: UInt8(quadrant), horizontal: ease, vertical: ease, x: Int16(x & (EdgeRect.one - 1)),
            y: Int16(y & (EdgeRect.one - 1)), radius: radii[quadrant],
            hole: CornerMasks.Hole(inset: inset, radius: holeRadii[quadrant]))
        return tools.corners.mask(key, tools.rasterizer)
    }

    private func placed(_ mask: CornerMask, _ quadrant: Int) -> CornerMask.Placed {
        let x = quadrant == 0 || quadrant == 3 ? outer.x0 : outer.x1
        let y = quadrant < 2 ? outer.y0 : outer.y1
        return CornerMask.Placed(mask, x >> Int32(CoverageGrid.bits), y >> Int32(CoverageGrid.bits))
    }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        if box.isEmpty { return }
        func throughRasterizer(_ sink: inout Sink) {
            // Created only if the masks cannot be used.
            let (path, hole) = (Path.roundedRect(self.box, corners), Path.roundedRect(within, less))
            tools.rasterizer.rasterize(path, minus: hole, .identity, rule: .nonZero, clip: box, into: &sink)
        }
        guard usesMasks else { return throughRasterizer(&sink) }
        let masks = (mask(0, tools), mask(1, tools), mask(2, tools), mask(3, tools))
        defer { withExtendedLifetime(masks) {} }
        let (tl, tr) = (placed(masks.0, 0), placed(masks.1, 1))
        let (br, bl) = (placed(masks.2, 2), placed(masks.3, 3))
        guard max(tl.box.x1, bl.box.x1) <= min(tr.box.x0, br.box.x0),
            max(tl.box.y1, tr.box.y1) <= min(bl.box.y0, br.box.y0)
        else { return throughRasterizer(&sink) }
        // Rows between the corners on both sides are identical.
        let between = max(tl.box.y1, tr.box.y1)..<min(bl.box.y0, br.box.y0)
        sides(between, box, into: &sink)
        for y in box.y0..<box.y1 where !between.contains(y) {
            let left = y < tl.box.y1 ? tl : y >= bl.box.y0 ? bl : nil
            let right = y < tr.box.y1 ? tr : y >= br.box.y0 ? br : nil
            let x0 = left?.box.x1 ?? pixels.x0
            let x1 = right?.box.x0 ?? pixels.x1
            if let left = left { left.row(y, 0..<left.box.width, box, into: &sink) }
            bands(y, max(x0, box.x0), min(x1, box.x1), into: &sink)
            if let right = right { right.row(y, 0..<right.box.width, box, into: &sink) }
        }
    }

    /// Emits the rows of `box` between the corners, left and right side; narrow sides share one row of coverage.
    private func sides<Sink: CoverageSink>(_ rows: Range<Int32>, _ box: PixelRect, into sink: inout Sink) {
        let bits = Int32(CoverageGrid.bits)
        let hole = (inner.x0 + EdgeRect.one - 1) >> bits
        let right = max(hole, inner.x1 >> bits)
        for (from, to) in [(pixels.x0, hole), (right, pixels.x1)] {
            let part = PixelRect(from, rows.lowerBound, to, rows.upperBound).intersection(box)
            if part.isEmpty { continue }
            guard part.width <= NarrowRow.most else {
                for y in part.y0..<part.y1 { bands(y, part.x0, part.x1, into: &sink) }
                continue
            }
            var row = NarrowRow(x: part.x0)
            bands(part.y0, part.x0, part.x1, into: &row)
            unsafe row.values.span.withUnsafeBufferPointer { values in
                guard let first = values.baseAddress else { return }
                unsafe sink.mask(part, values: first, stride: 0)
            }
        }
    }

    /// Emits the pixels of a row between the corners; areas are exact, because both outlines are rectangles there.
    private func bands<Sink: CoverageSink>(_ y: Int32, _ from: Int32, _ to: Int32, into sink: inout Sink) {
        let bits = Int32(CoverageGrid.bits)
        let (ho, hi) = (EdgeRect.overlap(outer.y0, outer.y1, at: y), EdgeRect.overlap(inner.y0, inner.y1, at: y))
        // The columns that are completely inside both rectangles, or only inside the outer one.
        let outerLeft = (outer.x0 + EdgeRect.one - 1) >> bits
        let outerRight = outer.x1 >> bits
        let innerLeft = (inner.x0 + EdgeRect.one - 1) >> bits
        let innerRight = inner.x1 >> bits
        var x = from
        while x < to {
            let wo = EdgeRect.overlap(outer.x0, outer.x1, at: x)
            let wi = EdgeRect.overlap(inner.x0, inner.x1, at: x)
            var end = x + 1
            if x >= innerLeft, x < innerRight {
                end = innerRight
            } else if x >= outerLeft, x < inner.x0 >> bits {
                end = inner.x0 >> bits
            } else if x >= (inner.x1 + EdgeRect.one - 1) >> bits, x < outerRight {
                end = outerRight
            }
            end = min(end, to)
            let coverage = scrim_row_coverage(2 * (wo * ho - wi * hi), Int32(SCRIM_RULE_NONZERO.rawValue))
            if coverage > 0 { sink.solid(y: y, x0: x, x1: end, coverage: coverage) }
            x = end
        }
    }
}

/// The coverage of a few pixels of one row.
private struct NarrowRow: CoverageSink {
    static let most: Int32 = 16

    /// The column of the first pixel.
    let x: Int32
    var values: InlineArray<16, UInt8> = InlineArray(repeating: 0)

    init(x: Int32) { self.x = x }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        for at in x0..<x1 { values[Int(at - x)] = coverage }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values row: UnsafePointer<UInt8>) {
        for at in x0..<x1 { values[Int(at - x)] = unsafe row[Int(at - x0)] }
    }
}
