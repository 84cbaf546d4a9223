import Geometry
import RowLoops

/// The colours of a filled shape if there are several: an image, a gradient.
protocol Paint {
    /// True when all pixels are opaque.
    var isOpaque: Bool { get }

    /// The premultiplied pixels `x ..< x + count` of row `y`, at the returned address: either `scratch`, filled, or
    /// memory owned by the paint.
    ///
    /// `scratch` has room for `count` pixels. A pixel depends only on its position, not on the start of the run.
    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32>

    /// The pixels in memory owned by the paint, without a limit on `count`; nil when they are not in memory.
    func pixels(y: Int32, x: Int32, count: Int) -> UnsafePointer<UInt32>?
}

extension Paint {
    func pixels(y: Int32, x: Int32, count: Int) -> UnsafePointer<UInt32>? { nil }
}

/// Composites a paint over argb pixels through coverage.
@safe struct PaintSink<Source: Paint>: CoverageSink {
    /// Maximum number of pixels requested from the paint at a time.
    static var chunk: Int { 512 }

    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint
    private let paint: Source
    private let opacity: UInt8
    private let scratch: UnsafeMutablePointer<UInt32>

    /// Every run must lie within the bitmap; `scratch` has room for `chunk` pixels and must outlive the sink.
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
