public import Geometry
import Glibc

/// Glyphs: from kept masks where they stand upright, else as outlines.
extension Canvas {
    /// Paints glyphs under `map` (points to device pixels); `glyphs` are named by the run.
    ///
    /// Outlines are filled with `color`, each for itself; pictures with as much of them as its alpha says.
    public func draw(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ color: PremultipliedColor) {
        guard color.alpha > 0, bounds.intersects(PixelRect(covering: map.boundingBox(run.box)).outset(1)) else {
            return
        }
        let (x, y) = (map.a * run.em, map.d * run.em)
        let isUpright = map.b == 0 && map.c == 0 && x > 0 && y > 0
        guard isUpright, max(x, y) <= GlyphMasks.sideLimit else { return drawEach(run, glyphs, map, color) }
        var sink = SolidSink(target, origin: origin, color)
        if isOneRect {
            drawMasks(run, glyphs, map, color, into: &sink)
        } else {
            var parts = RegionSink(clip, sink)
            drawMasks(run, glyphs, map, color, into: &parts)
        }
    }

    private func drawMasks<Sink: CoverageSink>(
        _ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ color: PremultipliedColor, into sink: inout Sink
    ) {
        let em = GlyphMasks.Strike(x: map.a * run.em, y: map.d * run.em)
        let strike = tools.glyphs.number(of: em)
        let limit = Double(PixelRect.limit) * 4
        for placed in run.glyphs {
            // In quarters of a pixel, to the nearest.
            let x: Double = ((map.a * placed.at.x + map.tx) * 4 + 0.5).rounded(.down)
            let y: Double = ((map.d * placed.at.y + map.ty) * 4 + 0.5).rounded(.down)
            guard abs(x) < limit, abs(y) < limit else { continue }
            let (qx, qy) = (Int(x), Int(y))
            let mask = tools.glyphs.mask(of: placed.number, strike, x: qx & 3, y: qy & 3) {
                tools.cover(glyphs[Int(placed.glyph)], em, x: Double(qx & 3) / 4, y: Double(qy & 3) / 4)
            }
            let box = mask.box.offset(Int32(truncatingIfNeeded: qx >> 2), Int32(truncatingIfNeeded: qy >> 2))
            if mask.box.isEmpty {
                // A picture, or too large for its em.
                draw(glyphs[Int(placed.glyph)], at: placed.at, run.em, map, color)
                continue
            }
            let part = box.intersection(bounds)
            guard !part.isEmpty else { continue }
            tools.pixelsFilled += part.area
            let width = Int(box.width)
            let start = Int(part.y0 &- box.y0) &* width &+ Int(part.x0 &- box.x0)
            unsafe sink.mask(part, values: mask.values + start, stride: width)
        }
    }

    private func drawEach(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ color: PremultipliedColor) {
        for placed in run.glyphs { draw(glyphs[Int(placed.glyph)], at: placed.at, run.em, map, color) }
    }

    /// Draws a glyph where it is, exactly.
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
    /// The coverage of a glyph whose origin is at `x`, `y`, and the box of it in whole pixels; nil when it covers nothing.
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
