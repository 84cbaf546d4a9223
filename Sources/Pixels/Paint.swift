import Geometry
import RowLoops

/// Where the colours of a filled shape come from when they are more than one: an image, a gradient.
protocol Paint {
    /// Every pixel has full alpha.
    var isOpaque: Bool { get }

    /// The premultiplied pixels `x ..< x + count` of row `y`, at the address that is returned: either `scratch`, filled,
    /// or memory of the paint's own.
    ///
    /// `scratch` holds `count` pixels. A pixel depends on its position alone, not on where a run begins.
    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32>

    /// The same where they lie in memory of the paint's own, however many; nil where they do not.
    func pixels(y: Int32, x: Int32, count: Int) -> UnsafePointer<UInt32>?
}

extension Paint {
    func pixels(y: Int32, x: Int32, count: Int) -> UnsafePointer<UInt32>? { nil }
}

/// Lays a paint over argb pixels, through the coverage it is given.
@safe struct PaintSink<Source: Paint>: CoverageSink {
    /// Pixels that are asked for at once.
    static var chunk: Int { 512 }

    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint
    private let paint: Source
    private let opacity: UInt8
    private let scratch: UnsafeMutablePointer<UInt32>

    /// Every run must lie within the bitmap; `scratch` holds `chunk` pixels and outlives the sink.
    init(
        _ bitmap: Bitmap, origin: PixelPoint, _ paint: Source, opacity: UInt8,
        scratch: UnsafeMutablePointer<UInt32>
    ) {
        unsafe base = bitmap.base
        stride = bitmap.stride
        self.origin = origin
        self.paint = paint
        self.opacity = opacity
        unsafe self.scratch = unsafe scratch
    }

    @inline(__always)
    private func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32> {
        let row = unsafe base + Int(y &- origin.y) &* stride
        return unsafe row.assumingMemoryBound(to: UInt32.self) + Int(x &- origin.x)
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        let factor = UInt8(truncatingIfNeeded: PremultipliedColor.multiply(UInt32(coverage), UInt32(opacity)))
        if factor == 0 { return }
        if let from = unsafe paint.pixels(y: y, x: x0, count: Int(x1 &- x0)) {
            if paint.isOpaque, factor == 255 {
                return unsafe pointer(x0, y).update(from: from, count: Int(x1 &- x0))
            }
            return unsafe scrim_row_layer(pointer(x0, y), from, Int(x1 &- x0), UInt32(factor))
        }
        var x = x0
        while x < x1 {
            let count = min(Int(x1 &- x), Self.chunk)
            let to = unsafe pointer(x, y)
            if paint.isOpaque, factor == 255 {
                let from = unsafe paint.row(y: y, x: x, count: count, to)
                if unsafe from != UnsafePointer(to) { unsafe to.update(from: from, count: count) }
            } else {
                let from = unsafe paint.row(y: y, x: x, count: count, scratch)
                unsafe scrim_row_layer(to, from, count, UInt32(factor))
            }
            x &+= Int32(truncatingIfNeeded: count)
        }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        var x = x0
        while x < x1 {
            let count = min(Int(x1 &- x), Self.chunk)
            let from = unsafe paint.row(y: y, x: x, count: count, scratch)
            unsafe scrim_row_layer_covered(pointer(x, y), from, values + Int(x &- x0), count, UInt32(opacity))
            x &+= Int32(truncatingIfNeeded: count)
        }
    }
}

extension Canvas {
    /// Fills a shape with a paint. `opacity` multiplies it.
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

    /// With a blend mode: band by band, the paint as a bitmap and the shape as the limit of the mode.
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
