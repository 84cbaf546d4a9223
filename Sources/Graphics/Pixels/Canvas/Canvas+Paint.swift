import Geometry

extension Canvas {
    /// Fills a shape with a paint, multiplied by `opacity`.
    func fill<Shape: CoverageShape, Source: Paint>(
        _ shape: Shape, with paint: Source, opacity: UInt8, _ mode: BlendMode
    ) {
        let box = bounds.intersection(shape.pixels)
        if box.isEmpty { return }
        guard mode == .normal else { return blend(shape, paint, opacity, mode, box) }
        if opacity == 0 { return }
        tools.pixelsFilled += box.area
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PaintSink<Source>.chunk) { buffer in
            guard let scratch = buffer.baseAddress else { return }
            var sink = unsafe PaintSink(target, origin: origin, paint, opacity: opacity, scratch: scratch)
            if isOneRect {
                shape.cover(clip: box, with: tools, into: &sink)
            } else {
                var parts = RegionSink(clip, sink)
                shape.cover(clip: box, with: tools, into: &parts)
            }
        }
    }

    /// Fills with a blend mode, band by band: the paint becomes a bitmap, and the shape limits the mode.
    private func blend<Shape: CoverageShape, Source: Paint>(
        _ shape: Shape, _ paint: Source, _ opacity: UInt8, _ mode: BlendMode, _ box: PixelRect
    ) {
        if mode.isBounded, opacity == 0 { return }
        let rows = min(Int(box.height), max(1, CanvasTools.bandArea / Int(box.width)))
        guard let source = try? Bitmap(width: Int(box.width), height: rows) else { return }
        Self.bands(box) { band in
            for y in band.y0..<band.y1 {
                let to = unsafe source.row(Int(y - band.y0)).assumingMemoryBound(to: UInt32.self)
                let from = unsafe paint.row(y: y, x: band.x0, count: Int(band.width), to)
                for i in 0..<Int(band.width) { unsafe to[i] = unsafe PremultipliedColor.scale(from[i], opacity) }
            }
            let bitmap = tools.bitmap(.mask, width: Int(band.width), height: Int(band.height))
            bitmap.clear()
            tools.cover(shape, band, bitmap)
            let at = PixelPoint(band.x0, band.y0)
            let mask = PlacedMask(bitmap, at: at)
            let image = PixmanImage(source)
            if mode.isBounded {
                step(image, at, mask: mask, shape: nil, mode, band)
            } else {
                step(image, at, mask: nil, shape: mask, mode, band)
            }
        }
    }
}
