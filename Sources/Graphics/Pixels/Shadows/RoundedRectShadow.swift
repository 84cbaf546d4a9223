import Geometry
import RowLoops

/// The shadow of a rectangle with rounded corners parallel to the axes, in closed form.
///
/// A Gaussian is separable, so the shadow of a rectangle is a product of two profiles; a blur is linear, so the
/// corners' blurred cut-off areas (`ShadowTables`) are subtracted from it. This holds for every size, including
/// overlapping corners, and nothing is blurred when only the size changes. Within 2/255 of the Gaussian of the
/// coverage.
struct RoundedRectShadow: CoverageShape {
    private let edges: EdgeRect
    private let rect: Rect
    private let corners: CornerShape
    private let reach: Int32
    private let sigma: Double
    /// Top left, top right, bottom right, bottom left.
    private let radii: InlineArray<4, Double>
    private let isContinuous: Bool
    /// False for corners without tables: very large ones, and continuous ones limited by their sides.
    private let usesTables: Bool
    private let isSmooth: Bool
    /// Pixels that need not be computed.
    var hidden = ShadowHole()

    /// `rect` and `corners` are in device pixels, `sigma` in pixels. Nil when nothing casts a shadow.
    init?(_ rect: Rect, _ corners: CornerShape, sigma: Double) {
        guard let edges = EdgeRect(rect) else { return nil }
        self.edges = edges
        self.sigma = GaussianBlur.held(sigma)
        self.reach = ShadowProfile.reach(sigma: sigma)
        isContinuous = corners.isContinuous
        let one = Double(CoverageGrid.one)
        let (w, h) = (Double(edges.x1 - edges.x0) / one, Double(edges.y1 - edges.y0) / one)
        func held(_ r: Double) -> Double { r > 0 ? min(r, Double(PixelRect.limit)) : 0 }
        let (tl, tr) = (held(corners.topLeft), held(corners.topRight))
        let (br, bl) = (held(corners.bottomRight), held(corners.bottomLeft))
        let sides: InlineArray<4, (Double, Double)> = [(tl + tr, w), (tr + br, h), (br + bl, w), (bl + tl, h)]
        var fit = 1.0
        for i in sides.indices where sides[i].0 > sides[i].1 { fit = min(fit, sides[i].1 / sides[i].0) }
        radii = [tl * fit, tr * fit, br * fit, bl * fit]
        self.rect = Rect(Double(edges.x0) / one, Double(edges.y0) / one, w, h)
        self.corners = CornerShape(
            topLeft: tl, topRight: tr, bottomRight: br, bottomLeft: bl, isContinuous: isContinuous)
        var reach = 0.0
        var hasRoom = true
        for i in sides.indices {
            reach = max(reach, ShadowTables.corner(radii[i], isContinuous: isContinuous))
            if isContinuous, ShadowTables.corner(sides[i].0, isContinuous: true) > sides[i].1 { hasRoom = false }
        }
        isSmooth =
            self.sigma >= ShadowTables.leastSmooth
            && reach / self.sigma * ShadowTables.steps <= ShadowTables.mostSteps
        let side = reach + 2 * Double(self.reach) + 2
        usesTables = hasRoom && (isSmooth || side * side <= Double(ShadowTables.mostPixels))
    }

    var pixels: PixelRect { edges.pixels.grown(reach, reach) }

    /// A corner's table at its position. The table is not retained, for speed in loops, so it must outlive this value.
    @safe private struct Corner {
        let values: UnsafePointer<UInt16>
        let width: Int
        /// The pixels it affects.
        let box: PixelRect
        /// For smooth tables: steps per pixel, negative for the opposite direction, and the step at the center of pixel
        /// 0.
        var scale = Point(1, 1)
        var start = Point.zero
    }

    private func table(_ quadrant: Int, _ tools: CanvasTools) -> CornerShadow? {
        let radius = radii[quadrant]
        guard radius > 0 else { return nil }
        if isSmooth { return tools.shadows.table(.smooth(radius: radius / sigma, isContinuous: isContinuous), tools) }
        let (x, y) = vertex(quadrant)
        let key = ShadowTables.Key.exact(
            quadrant: UInt8(quadrant), x: Int16(x & (EdgeRect.one - 1)), y: Int16(y & (EdgeRect.one - 1)),
            radius: radius, sigma: sigma, isContinuous: isContinuous)
        return tools.shadows.table(key, tools)
    }

    /// In units of 1/1024 pixel.
    private func vertex(_ quadrant: Int) -> (x: Int32, y: Int32) {
        (quadrant == 0 || quadrant == 3 ? edges.x0 : edges.x1, quadrant < 2 ? edges.y0 : edges.y1)
    }

    private func placed(_ table: CornerShadow?, _ quadrant: Int) -> Corner? {
        guard let table else { return nil }
        let width = Int(table.span.width)
        let bits = Int32(CoverageGrid.bits)
        let (onLeft, onTop) = (quadrant == 0 || quadrant == 3, quadrant < 2)
        let (x, y) = vertex(quadrant)
        guard isSmooth else {
            return unsafe Corner(
                values: table.values, width: width, box: table.span.offset(x >> bits, y >> bits))
        }
        let one = Double(CoverageGrid.one)
        let step = sigma / ShadowTables.steps
        // The centers of the table's first and last value, in pixels from the vertex inward.
        let low = (Double(table.span.x0) + 0.5) * step
        let high = (Double(table.span.x1) - 0.5) * step
        func axis(_ vertex: Double, _ inward: Bool) -> (Int32, Int32, Double, Double) {
            let scale = (inward ? 1 : -1) / step
            let (a, b) = inward ? (vertex + low, vertex + high) : (vertex - high, vertex - low)
            // The pixels whose centers lie between these.
            return (
                Int32((a - 0.5).rounded(.up)), Int32((b - 0.5).rounded(.up)), scale,
                (0.5 - vertex) * scale - 0.5 - Double(table.span.x0)
            )
        }
        let (x0, x1, scaleX, startX) = axis(Double(x) / one, onLeft)
        let (y0, y1, scaleY, startY) = axis(Double(y) / one, onTop)
        return unsafe Corner(
            values: table.values, width: width, box: PixelRect(x0, y0, x1, y1), scale: Point(scaleX, scaleY),
            start: Point(startX, startY))
    }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        if box.isEmpty { return }
        // Slicing depends only on the shadow, so that a pixel is the same in every clip.
        guard usesTables, let margin = slicedMargin else { return coverWhole(clip: clip, with: tools, into: &sink) }
        let key = sliceKey(hidden.sliced(pixels, margin))
        let slices = tools.slices.slices(key) { ShadowSlices(key, margin: margin, shrunk(to: 2 * margin + 1), tools) }
        slices.cover(pixels, clip: box, into: &sink)
    }

    // MARK: Slices

    /// Maximum width of cached slices from a side, in pixels.
    private static let mostMargin: Int32 = 256

    /// The distance from each side of `pixels` within which the coverage changes; nil when nothing remains in between,
    /// or the distance is too large to cache.
    private var slicedMargin: Int32? {
        var corner = 0.0
        for i in radii.indices { corner = max(corner, ShadowTables.corner(radii[i], isContinuous: isContinuous)) }
        guard corner < Double(Self.mostMargin) else { return nil }
        let margin = 2 * reach + Int32(corner.rounded(.up)) + 4
        let isSmall = pixels.width <= 2 * margin + 1 || pixels.height <= 2 * margin + 1
        return isSmall || margin > Self.mostMargin ? nil : margin
    }

    private func sliceKey(_ hidden: ShadowHole) -> ShadowSlices.Key {
        func part(_ side: Int32) -> Int16 { Int16(side & (EdgeRect.one - 1)) }
        return ShadowSlices.Key(
            sides: SIMD4(part(edges.x0), part(edges.y0), part(edges.x1), part(edges.y1)),
            radii: SIMD4(radii[0], radii[1], radii[2], radii[3]), sigma: sigma, isContinuous: isContinuous,
            hidden: hidden)
    }

    /// The same shadow with `side` pixels in width and height, the first at (0, 0).
    private func shrunk(to side: Int32) -> RoundedRectShadow {
        let one = Double(CoverageGrid.one)
        let pixels = pixels
        func position(_ v: Int32, _ move: Int32) -> Double { Double(v) / one - Double(move) }
        let (left, top) = (position(edges.x0, pixels.x0), position(edges.y0, pixels.y0))
        let right = position(edges.x1, pixels.x1 - side)
        let bottom = position(edges.y1, pixels.y1 - side)
        let corners = CornerShape(
            topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3],
            isContinuous: isContinuous)
        let rect = Rect(from: Point(left, top), to: Point(right, bottom))
        guard let shadow = RoundedRectShadow(rect, corners, sigma: sigma) else {
            preconditionFailure("a part of a shadow is one")
        }
        return shadow
    }

    /// Emits the coverage without slices, except for what is `hidden`.
    func coverWhole<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        if box.isEmpty { return }
        guard usesTables else { return blurred(box, tools, into: &sink) }
        let shadows = tools.shadows
        let tables = (table(0, tools), table(1, tools), table(2, tools), table(3, tools))
        defer { withExtendedLifetime(tables) {} }
        let inPlace: InlineArray<4, Corner?> = [
            placed(tables.0, 0), placed(tables.1, 1), placed(tables.2, 2), placed(tables.3, 3),
        ]
        // An inline array would be copied for each element read.
        let corners = inPlace.span
        // A table could not be allocated; without it, the corner would be square.
        for i in corners.indices where radii[i] > 0 && corners[i] == nil { return }

        let width = Int(box.width)
        let axis = shadows.profile(sigma: sigma)
        let profile = unsafe shadows.profile.take(width)
        // The columns in which the rectangle's shadow has its full value.
        var (full0, full1) = (box.x1, box.x0)
        for x in box.x0..<box.x1 {
            let value = UInt16((axis.value(x, edges.x0, edges.x1) * 65280).rounded())
            unsafe profile[Int(x - box.x0)] = value
            if value == 65280 { (full0, full1) = (min(full0, x), x + 1) }
        }
        if isSmooth {
            for i in corners.indices {
                if let corner = corners[i] { placeColumns(corner, i, box, shadows) }
            }
        }
        for y in box.y0..<box.y1 {
            let high = UInt32((axis.value(y, edges.y0, edges.y1) * 65536).rounded())
            if high == 0 { continue }
            // Computed once, because it is the same for all columns in the middle.
            var (mid0, mid1) = (full0, full1)
            for i in corners.indices {
                guard let corner = corners[i], corner.box.y0 <= y, y < corner.box.y1 else { continue }
                if i == 0 || i == 3 { mid0 = max(mid0, corner.box.x1) } else { mid1 = min(mid1, corner.box.x0) }
            }
            (mid0, mid1) = (max(mid0, box.x0), min(mid1, box.x1))
            if mid1 - mid0 < 16 { (mid0, mid1) = (box.x1, box.x1) }
            let middle = UInt8(((65280 * UInt64(high)) >> 16 + 128) >> 8)
            func columns(_ from: Int32, _ to: Int32, _ sink: inout Sink) {
                run(y, from, min(mid0, to), high, box, corners, shadows, into: &sink)
                let (x0, x1) = (max(mid0, from), min(mid1, to))
                if x0 < x1, middle > 0 { sink.solid(y: y, x0: x0, x1: x1, coverage: middle) }
                if mid0 < mid1 { run(y, max(mid1, from), to, high, box, corners, shadows, into: &sink) }
            }
            let hole = hidden.columns(y)
            if hole.isEmpty {
                columns(box.x0, box.x1, &sink)
            } else {
                columns(box.x0, min(hole.lowerBound, box.x1), &sink)
                columns(max(hole.upperBound, box.x0), box.x1, &sink)
            }
        }
    }

    /// Computes a smooth table's steps for the columns.
    private func placeColumns(_ corner: Corner, _ number: Int, _ box: PixelRect, _ shadows: ShadowTables) {
        let steps = unsafe shadows.steps[number].take(Int(box.width))
        let parts = unsafe shadows.parts[number].take(Int(box.width))
        let (x0, x1) = (max(box.x0, corner.box.x0), min(box.x1, corner.box.x1))
        guard x0 < x1 else { return }
        let last = Double(corner.width) - 1.001
        for x in x0..<x1 {
            let step = min(max(Double(x) * corner.scale.x + corner.start.x, 0), last)
            unsafe steps[Int(x - box.x0)] = UInt16(step)
            unsafe parts[Int(x - box.x0)] = UInt16((step - step.rounded(.down)) * 256)
        }
    }

    /// Emits the columns `x0 ..< x1` of a row.
    private func run<Sink: CoverageSink>(
        _ y: Int32, _ x0: Int32, _ x1: Int32, _ high: UInt32, _ box: PixelRect,
        _ corners: Span<Corner?>, _ shadows: ShadowTables, into sink: inout Sink
    ) {
        guard x0 < x1 else { return }
        let (first, count) = (Int(x0 - box.x0), Int(x1 - x0))
        let profile = unsafe shadows.profile.take(0) + first
        let row = unsafe shadows.row.take(count)
        if high >= 65536 {
            unsafe row.update(from: profile, count: count)
        } else {
            let factor = UInt32(UInt16(truncatingIfNeeded: high))
            for i in 0..<count { unsafe row[i] = UInt16(truncatingIfNeeded: (UInt32(profile[i]) &* factor) >> 16) }
        }
        for i in corners.indices {
            guard let corner = corners[i], corner.box.y0 <= y, y < corner.box.y1 else { continue }
            let (a, b) = (max(x0, corner.box.x0), min(x1, corner.box.x1))
            guard a < b else { continue }
            let target = unsafe row + Int(a - x0)
            if isSmooth {
                unsafe subtractSmooth(corner, i, y, from: target, at: Int(a - box.x0), count: Int(b - a), shadows)
            } else {
                let start = Int(y - corner.box.y0) * corner.width + Int(a - corner.box.x0)
                unsafe Self.subtract(corner.values + start, from: target, count: Int(b - a))
            }
        }
        let bytes = unsafe shadows.bytesRow.take(count)
        for i in 0..<count { unsafe bytes[i] = UInt8(truncatingIfNeeded: (row[i] &+ 128) >> 8) }
        unsafe sink.partial(y: y, x0: x0, x1: x1, values: bytes)
    }

    private static func subtract(
        _ values: UnsafePointer<UInt16>, from row: UnsafeMutablePointer<UInt16>, count: Int
    ) {
        for i in 0..<count {
            let (a, b) = unsafe (row[i], values[i])
            unsafe row[i] = max(a, b) &- b
        }
    }

    private func subtractSmooth(
        _ corner: Corner, _ number: Int, _ y: Int32, from row: UnsafeMutablePointer<UInt16>, at first: Int, count: Int,
        _ shadows: ShadowTables
    ) {
        let width = corner.width
        let step = min(max(Double(y) * corner.scale.y + corner.start.y, 0), Double(width) - 1.001)
        let part = UInt32((step - step.rounded(.down)) * 256)
        let mixed = unsafe shadows.mixed.take(width)
        let a = unsafe corner.values + Int(step) * width
        let b = unsafe a + width
        unsafe scrim_row_mix(mixed, a, b, width, part)
        let steps = unsafe shadows.steps[number].take(0) + first
        let parts = unsafe shadows.parts[number].take(0) + first
        unsafe scrim_row_cut(row, mixed, steps, parts, count)
    }

    /// Emits the blurred coverage, without tables.
    private func blurred<Sink: CoverageSink>(_ box: PixelRect, _ tools: CanvasTools, into sink: inout Sink) {
        let blur = GaussianBlur(sigma: sigma)
        let input = blur.input(for: box).intersection(edges.pixels)
        guard !input.isEmpty,
            let mask = try? tools.mask(
                of: PathShape(path: .roundedRect(rect, corners), transform: .identity, rule: .nonZero), in: input),
            let shadow = try? Bitmap(width: Int(box.width), height: Int(box.height), format: .alpha)
        else { return }
        blur.apply(mask, at: PixelPoint(input.x0, input.y0), into: shadow, at: PixelPoint(box.x0, box.y0))
        for y in box.y0..<box.y1 {
            let row = unsafe shadow.row(Int(y - box.y0)).assumingMemoryBound(to: UInt8.self)
            unsafe sink.partial(y: y, x0: box.x0, x1: box.x1, values: row)
        }
    }
}
