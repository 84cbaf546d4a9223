import Geometry
import RowLoops

/// Receives the coverage of a shape, row by row, in device pixels.
///
/// Shapes (paths, rectangles, rounded rectangles) emit runs; sinks (solid colour, masks) paint them. Generic code
/// combines the two, so a run needs no dynamic call. Rows and runs arrive in any order and never overlap. Pixels
/// without a run are not covered.
protocol CoverageSink {
    /// The pixels `x0 ..< x1` of row `y` all have `coverage`, 1…255.
    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8)
    /// The pixels `x0 ..< x1` of row `y` have the coverage in `values`, one byte per pixel.
    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>)
    /// The pixels of `rect` have the coverage in `values`, one byte per pixel, with rows `stride` apart.
    mutating func mask(_ rect: PixelRect, values: UnsafePointer<UInt8>, stride: Int)
    /// All pixels of `rect` have `coverage`; ignored when the rectangle is empty or the coverage 0.
    mutating func block(_ rect: PixelRect, coverage: UInt8)
    /// Takes all runs of several rows at once if supported: `rows` holds the indices into `runs`, `x` is the first
    /// column.
    mutating func runs(
        _ runs: UnsafePointer<scrim_run>, rows: UnsafePointer<UInt32>, height: Int, values: UnsafePointer<UInt8>,
        x: Int32,
        y: Int32
    ) -> Bool
    /// Takes the coverage of a window of cells if supported, and clears it; (x, y) is its first pixel. Returns false if
    /// unsupported.
    mutating func cells(_ window: scrim_cells, _ rule: Int32, x: Int32, y: Int32) -> Bool
    /// The distance in pixels from `x` of row `y` back to the start of its cache line, for a sink that paints a window
    /// of cells by whole lines (`scrim_cells.first`); otherwise 0.
    func lead(y: Int32, x: Int32) -> Int32
    /// Announces a run near pixel `x` of row `y`, which is in the clip, so that its memory can be prefetched.
    func expect(y: Int32, x: Int32)
}

extension CoverageSink {
    mutating func runs(
        _ runs: UnsafePointer<scrim_run>, rows: UnsafePointer<UInt32>, height: Int, values: UnsafePointer<UInt8>,
        x: Int32,
        y: Int32
    ) -> Bool { false }
    mutating func cells(_ window: scrim_cells, _ rule: Int32, x: Int32, y: Int32) -> Bool { false }
    @inline(__always) func lead(y: Int32, x: Int32) -> Int32 { 0 }
    @inline(__always) func expect(y: Int32, x: Int32) {}

    mutating func block(_ rect: PixelRect, coverage: UInt8) {
        guard coverage > 0, rect.x0 < rect.x1 else { return }
        var y = rect.y0
        while y < rect.y1 {
            solid(y: y, x0: rect.x0, x1: rect.x1, coverage: coverage)
            y += 1
        }
    }

    mutating func mask(_ rect: PixelRect, values: UnsafePointer<UInt8>, stride: Int) {
        var row = unsafe values
        var y = rect.y0
        while y < rect.y1 {
            unsafe partial(y: y, x0: rect.x0, x1: rect.x1, values: row)
            unsafe row += stride
            y += 1
        }
    }

    /// Emits a run of one pixel.
    @inline(__always)
    mutating func pixel(y: Int32, x: Int32, coverage: UInt8) {
        if coverage > 0 { solid(y: y, x0: x, x1: x + 1, coverage: coverage) }
    }
}
