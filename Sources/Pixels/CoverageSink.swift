import Geometry
import RowLoops

/// A receiver of the coverage of a shape, row by row, in device pixels.
///
/// Shapes (paths, rectangles, rounded rectangles) give runs; sinks (solid colour, masks) paint them. Generic code joins
/// the two, so that a run costs no call through a table. Rows and runs arrive in no promised order and never overlap.
/// Pixels that no run names are not covered.
protocol CoverageSink {
    /// `x0 ..< x1` of row `y` all have `coverage`, 1…255.
    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8)
    /// `x0 ..< x1` of row `y` have the coverages that `values` points at, one byte for each pixel.
    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>)
    /// The pixels of `rect` have the coverages that `values` points at, one byte for each; rows of them are `stride` apart.
    mutating func mask(_ rect: PixelRect, values: UnsafePointer<UInt8>, stride: Int)
    /// All of `rect` has `coverage`; nothing when either is none.
    mutating func block(_ rect: PixelRect, coverage: UInt8)
    /// Takes all runs of these rows at once, if it can: those of `rows` are in `runs`, the first column is `x`.
    mutating func runs(
        _ runs: UnsafePointer<scrim_run>, rows: UnsafePointer<UInt32>, height: Int, values: UnsafePointer<UInt8>,
        x: Int32,
        y: Int32
    ) -> Bool
    /// Takes the coverage of a window of cells, if it can, and clears it; (x, y) is its first pixel.
    mutating func cells(_ window: scrim_cells, _ rule: Int32, x: Int32, y: Int32) -> Bool
    /// How many pixels before `x` of row `y` the cache line begins that holds it, for a sink that paints a window of cells by whole lines
    /// (`scrim_cells.first`); else 0.
    func lead(y: Int32, x: Int32) -> Int32
    /// A run will come about pixel `x` of row `y`, which is in the clip: the memory may be fetched into the cache.
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

    /// A run of one pixel.
    @inline(__always)
    mutating func pixel(y: Int32, x: Int32, coverage: UInt8) {
        if coverage > 0 { solid(y: y, x0: x, x1: x + 1, coverage: coverage) }
    }
}
