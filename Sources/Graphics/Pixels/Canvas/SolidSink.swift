import CPixman
import Geometry
import RowLoops

/// Paints one colour over argb pixels through coverage.
@safe struct SolidSink: CoverageSink {
    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint
    private let source: UInt32
    /// True when each row begins on a cache line, so that whole lines may be stored.
    private let hasLines: Bool

    /// `origin` is the position of the bitmap's first pixel; every run must lie within the bitmap.
    init(_ bitmap: Bitmap, origin: PixelPoint, _ color: PremultipliedColor) {
        unsafe base = bitmap.base
        stride = bitmap.stride
        self.origin = origin
        source = color.pixel
        hasLines = unsafe (Int(bitPattern: base) | stride) % 64 == 0
    }

    @inline(__always)
    private func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutablePointer<UInt32> {
        let row = unsafe base + Int(y &- origin.y) &* stride
        return unsafe row.assumingMemoryBound(to: UInt32.self) + Int(x &- origin.x)
    }

    @inline(__always)
    func expect(y: Int32, x: Int32) {
        unsafe scrim_prefetch(pointer(x, y))
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        let pixel = PremultipliedColor.scale(source, coverage)
        let count = Int(x1 &- x0)
        let to = unsafe pointer(x0, y)
        if count == 1 {
            unsafe to[0] = unsafe PremultipliedColor.over(pixel, to[0])
        } else if pixel >> 24 == 255 {
            unsafe scrim_row_fill(to, count, pixel)
        } else if pixel != 0 {
            unsafe scrim_row_over(to, count, pixel)
        }
    }

    mutating func block(_ rect: PixelRect, coverage: UInt8) {
        guard coverage > 0, !rect.isEmpty else { return }
        let pixel = PremultipliedColor.scale(source, coverage)
        let (to, width, height) = unsafe (pointer(rect.x0, rect.y0), Int(rect.width), Int(rect.height))
        if pixel >> 24 == 255 {
            unsafe scrim_rows_fill(to, stride, width, height, pixel)
        } else if pixel != 0 {
            // If rows are a multiple of 64 bytes apart, they must begin on a cache line.
            if hasLines || stride % 64 != 0 { return unsafe scrim_rows_over(to, stride, width, height, pixel) }
            for y in rect.y0..<rect.y1 { unsafe scrim_row_over(pointer(rect.x0, y), width, pixel) }
        }
    }

    mutating func mask(_ rect: PixelRect, values: UnsafePointer<UInt8>, stride: Int) {
        guard !rect.isEmpty else { return }
        unsafe scrim_rows_cover(
            pointer(rect.x0, rect.y0), self.stride, values, stride, Int(rect.width), Int(rect.height), source)
    }

    mutating func runs(
        _ runs: UnsafePointer<scrim_run>, rows: UnsafePointer<UInt32>, height: Int, values: UnsafePointer<UInt8>,
        x: Int32,
        y: Int32
    ) -> Bool {
        unsafe scrim_rows_runs(pointer(x, y), stride, runs, rows, height, values, source)
        return true
    }

    @inline(__always)
    func lead(y: Int32, x: Int32) -> Int32 {
        guard hasLines, scrim_rows_paint_lines() != 0 else { return 0 }
        return unsafe Int32(truncatingIfNeeded: Int(bitPattern: pointer(x, y)) & 63) >> 2
    }

    mutating func cells(_ window: scrim_cells, _ rule: Int32, x: Int32, y: Int32) -> Bool {
        unsafe withUnsafePointer(to: window) { unsafe scrim_rows_cells(pointer(x, y), stride, $0, source, rule) }
        return true
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        unsafe scrim_row_cover(pointer(x0, y), values, Int(x1 &- x0), source)
    }
}

/// Stores coverage in an alpha bitmap; pixels without a run are unchanged.
@safe struct MaskSink: CoverageSink {
    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint

    init(_ bitmap: Bitmap, origin: PixelPoint) {
        precondition(bitmap.format == .alpha)
        unsafe base = bitmap.base
        stride = bitmap.stride
        self.origin = origin
    }

    @inline(__always)
    private func pointer(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
        unsafe base + (Int(y &- origin.y) &* stride &+ Int(x &- origin.x))
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        let to = unsafe pointer(x0, y)
        unsafe to.assumingMemoryBound(to: UInt8.self).update(repeating: coverage, count: Int(x1 &- x0))
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        let to = unsafe pointer(x0, y)
        unsafe to.copyMemory(from: values, byteCount: Int(x1 &- x0))
    }
}

/// Passes on the parts of runs inside a region, for clips of several rectangles.
struct RegionSink<Inner: CoverageSink>: CoverageSink {
    private let boxes: [PixelRect]
    /// The first box of the band of the last run; runs usually come from top to bottom.
    private var band = 0
    var inner: Inner

    init(_ region: borrowing Region, _ inner: Inner) {
        boxes = region.rects
        self.inner = inner
    }

    /// Moves `band` to the first box whose lower edge is below the top of row `y`; false when the row meets no box.
    private mutating func seek(_ y: Int32) -> Bool {
        if band < boxes.count, band > 0, boxes[band - 1].y1 > y { band = 0 }
        if band == boxes.count { band = 0 }
        while band < boxes.count, boxes[band].y1 <= y { band += 1 }
        return band < boxes.count && boxes[band].y0 <= y
    }

    @inline(__always)
    func expect(y: Int32, x: Int32) { inner.expect(y: y, x: x) }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        guard seek(y) else { return }
        var i = band
        while i < boxes.count, boxes[i].y0 <= y, boxes[i].x0 < x1 {
            let (left, right) = (max(x0, boxes[i].x0), min(x1, boxes[i].x1))
            if left < right { inner.solid(y: y, x0: left, x1: right, coverage: coverage) }
            i += 1
        }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        guard seek(y) else { return }
        var i = band
        while i < boxes.count, boxes[i].y0 <= y, boxes[i].x0 < x1 {
            let (left, right) = (max(x0, boxes[i].x0), min(x1, boxes[i].x1))
            if left < right { unsafe inner.partial(y: y, x0: left, x1: right, values: values + Int(left &- x0)) }
            i += 1
        }
    }
}
