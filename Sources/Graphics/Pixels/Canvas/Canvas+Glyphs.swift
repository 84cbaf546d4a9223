public import Geometry
import Glibc

/// Glyph painting: from cached masks when upright, otherwise as outlines.
extension Canvas {
    /// Paints glyphs under `map` (points to device pixels); the run refers to `glyphs` by index, and `key` identifies
    /// the run.
    ///
    /// Outlines are filled with `color`, each separately; pictures are drawn with its alpha as opacity. Moving a run by
    /// whole pixels gives the same pixels, moved.
    public func draw(
        _ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ color: PremultipliedColor, key: ShapeKey? = nil
    ) {
        guard color.alpha > 0, bounds.intersects(PixelRect(covering: map.boundingBox(run.box)).outset(1)) else {
            return
        }
        let (x, y) = (map.a * run.em, map.d * run.em)
        let isUpright = map.b == 0 && map.c == 0 && x > 0 && y > 0
        let limit = Double(PixelRect.limit)
        guard isUpright, max(x, y) <= GlyphMasks.sideLimit, abs(map.tx) < limit, abs(map.ty) < limit else {
            return drawEach(run, glyphs, map, color)
        }
        var sink = SolidSink(target, origin: origin, color)
        if isOneRect {
            drawMasks(run, key, glyphs, map, color, into: &sink)
        } else {
            var parts = RegionSink(clip, sink)
            drawMasks(run, key, glyphs, map, color, into: &parts)
        }
    }

    private func drawMasks<Sink: CoverageSink>(
        _ run: GlyphRun, _ key: ShapeKey?, _ glyphs: [Glyph], _ map: Affine, _ color: PremultipliedColor,
        into sink: inout Sink
    ) {
        let move = PixelPoint(Int32(map.tx.rounded(.down)), Int32(map.ty.rounded(.down)))
        var start = map
        start.tx -= Double(move.x)
        start.ty -= Double(move.y)
        if let key, run.glyphs.count > 1 {
            let cached = GlyphStrip.Key(run: key, map: start)
            var strip = tools.strips.find(cached)
            if strip == nil, cached == cached, tools.strips.isRepeated(cached) {
                strip = makeStrip(run, glyphs, start)
                if let strip { tools.strips.keep(strip, cached) }
            }
            if let strip {
                tools.pixelsFilled += strip.cover(dx: move.x, dy: move.y, clip: bounds, into: &sink).area
                return
            }
        }
        unsafe forEachMask(run, glyphs, start) { placed, box, mask in
            guard let mask = unsafe mask else {
                // A picture, or too large for its em.
                return draw(glyphs[Int(placed.glyph)], at: placed.at, run.em, map, color)
            }
            let box = box.offset(move.x, move.y)
            let part = box.intersection(bounds)
            guard !part.isEmpty else { return }
            tools.pixelsFilled += part.area
            let width = Int(box.width)
            let first = Int(part.y0 &- box.y0) &* width &+ Int(part.x0 &- box.x0)
            unsafe sink.mask(part, values: mask + first, stride: width)
        }
    }

    /// Calls `body` with each glyph, its box and its mask under a map; the mask is nil when there is none.
    @inline(__always)
    private func forEachMask(
        _ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine,
        _ body: (PlacedGlyph, PixelRect, UnsafePointer<UInt8>?) -> Void
    ) {
        let em = GlyphMasks.Strike(x: map.a * run.em, y: map.d * run.em)
        let strike = tools.glyphs.number(of: em)
        let limit = Double(PixelRect.limit) * 4
        for placed in run.glyphs {
            // Rounded to quarter pixels.
            let x: Double = ((map.a * placed.at.x + map.tx) * 4 + 0.5).rounded(.down)
            let y: Double = ((map.d * placed.at.y + map.ty) * 4 + 0.5).rounded(.down)
            guard abs(x) < limit, abs(y) < limit else { continue }
            let (qx, qy) = (Int(x), Int(y))
            let mask = tools.glyphs.mask(of: placed.number, strike, x: qx & 3, y: qy & 3) {
                tools.cover(glyphs[Int(placed.glyph)], em, x: Double(qx & 3) / 4, y: Double(qy & 3) / 4)
            }
            let box = mask.box.offset(Int32(truncatingIfNeeded: qx >> 2), Int32(truncatingIfNeeded: qy >> 2))
            unsafe body(placed, box, mask.box.isEmpty ? nil : mask.values)
        }
    }

    /// The coverage of a whole run; nil when a glyph has no mask, or the run is too large to cache.
    private func makeStrip(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine) -> GlyphStrip? {
        var (all, isWhole) = (PixelRect.empty, true)
        unsafe forEachMask(run, glyphs, map) { _, box, mask in
            if unsafe mask == nil { isWhole = false }
            all = all.union(box)
        }
        guard isWhole, !all.isEmpty, all.width < 1 << 14, all.height < 1 << 14, all.area <= GlyphStrip.areaLimit else {
            return nil
        }
        let strip = GlyphStrip(all)
        unsafe forEachMask(run, glyphs, map) { _, box, mask in
            if let mask = unsafe mask { unsafe strip.add(box, mask) }
        }
        return strip
    }

    private func drawEach(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ color: PremultipliedColor) {
        for placed in run.glyphs { draw(glyphs[Int(placed.glyph)], at: placed.at, run.em, map, color) }
    }

    /// Draws a glyph at its exact position.
    private func draw(_ glyph: Glyph, at: Point, _ em: Double, _ map: Affine, _ color: PremultipliedColor) {
        if glyph.pixels == nil {
            return fill(glyph.outline, map.concat(Affine(em, 0, 0, em, at.x, at.y)), color)
        }
        let box = glyph.box
        let frame = Rect(at.x + box.x * em, at.y + box.y * em, box.width * em, box.height * em)
        guard bounds.intersects(PixelRect(covering: map.boundingBox(frame))), let picture = tools.pictures[glyph]
        else { return }
        let source = Rect(0, 0, Double(picture.bitmap.width), Double(picture.bitmap.height))
        draw(
            picture, source: source, to: frame, map, ImageFilters(minification: .trilinear), opacity: color.alpha)
    }
}

extension CanvasTools {
    /// The coverage of a glyph with its origin at `x`, `y`, and its bounding box in whole pixels; nil when it covers
    /// nothing.
    fileprivate func cover(
        _ glyph: Glyph, _ em: GlyphMasks.Strike, x: Double, y: Double
    ) -> (box: PixelRect, values: Bitmap)? {
        let shape = PathShape(path: glyph.outline, transform: Affine(em.x, 0, 0, em.y, x, y), rule: .nonZero)
        let box = shape.pixels
        guard glyph.pixels == nil, !box.isEmpty, box.width <= GlyphMasks.boxLimit, box.height <= GlyphMasks.boxLimit
        else { return nil }
        let bitmap = self.bitmap(.mask, width: Int(box.width), height: Int(box.height))
        bitmap.clear(rows: Int(box.height))
        cover(shape, box, bitmap)
        return (box, bitmap)
    }
}
