import Geometry
import RowLoops

/// The coverage of a shape as runs, row by row, for shapes that are drawn again in other positions or colours.
@safe final class CoverageRecord: CachedValue {
    /// Columns are relative to the box.
    private typealias Run = scrim_run
    /// From this value on, a run has an individual coverage for each pixel.
    private static let each = UInt32(SCRIM_EACH)

    /// The shape's pixels, at most `sideLimit` wide and high.
    let box: PixelRect
    private let runs: UnsafeMutablePointer<Run>
    private let values: UnsafeMutablePointer<UInt8>
    /// For each row the index of its first run, and finally the total number.
    private let rows: UnsafeMutablePointer<UInt32>
    /// The columns covered by runs, relative to the box.
    private let columns: (first: Int32, end: Int32)
    /// Memory of an entry in bytes, overhead included.
    let cost: Int
    var lastUse: UInt64 = 0

    static let sideLimit: Int32 = 8192

    /// Records a shape whose runs come row by row from the top.
    init<Shape: CoverageShape>(_ shape: Shape, box: PixelRect, _ tools: CanvasTools) {
        precondition(!box.isEmpty && box.width <= Self.sideLimit && box.height <= Self.sideLimit)
        self.box = box
        var sink = Recorder(box)
        shape.cover(clip: box, with: tools, into: &sink)
        sink.reach(box.y1)
        columns = (sink.first, sink.end)
        unsafe runs = .allocate(capacity: sink.runs.count)
        unsafe values = .allocate(capacity: sink.values.count)
        unsafe rows = .allocate(capacity: sink.rows.count)
        cost = sink.runs.count * MemoryLayout<Run>.stride + sink.values.count + sink.rows.count * 4 + 320
        for (i, run) in sink.runs.enumerated() { unsafe (runs + i).initialize(to: run) }
        for (i, value) in sink.values.enumerated() { unsafe (values + i).initialize(to: value) }
        for (i, row) in sink.rows.enumerated() { unsafe (rows + i).initialize(to: row) }
    }

    deinit {
        unsafe runs.deallocate()
        unsafe values.deallocate()
        unsafe rows.deallocate()
    }

    /// Emits the runs, moved by whole pixels, that are in `clip`.
    func cover<Sink: CoverageSink>(dx: Int32, dy: Int32, clip: PixelRect, into sink: inout Sink) {
        let placed = box.offset(dx, dy)
        let part = placed.intersection(clip)
        guard !part.isEmpty else { return }
        // Nothing is cut off at the sides.
        if placed.x0 &+ columns.first >= part.x0, placed.x0 &+ columns.end <= part.x1 {
            let first = unsafe UnsafePointer(rows + Int(part.y0 &- placed.y0))
            if unsafe sink.runs(
                runs, rows: first, height: Int(part.height), values: values, x: placed.x0, y: part.y0)
            {
                return
            }
        }
        for y in part.y0..<part.y1 {
            let row = Int(y &- placed.y0)
            if y &+ Self.ahead < part.y1 { expect(row &+ Int(Self.ahead), placed, part, sink) }
            var run = unsafe runs + Int(rows[row])
            let end = unsafe runs + Int(rows[row &+ 1])
            while unsafe run < end {
                let one = unsafe run.pointee
                let (left, right) = (placed.x0 &+ Int32(one.from), placed.x0 &+ Int32(one.to))
                let (x0, x1) = (max(left, part.x0), min(right, part.x1))
                if x0 < x1 {
                    if one.value < Self.each {
                        sink.solid(y: y, x0: x0, x1: x1, coverage: UInt8(truncatingIfNeeded: one.value))
                    } else {
                        let from = unsafe values + Int(one.value &- Self.each &+ UInt32(bitPattern: x0 &- left))
                        unsafe sink.partial(y: y, x0: x0, x1: x1, values: from)
                    }
                }
                unsafe run += 1
            }
        }
    }

    /// Prefetch distance, in rows.
    private static let ahead: Int32 = 4

    /// Announces the runs of a row to the sink.
    @inline(__always)
    private func expect<Sink: CoverageSink>(_ row: Int, _ placed: PixelRect, _ part: PixelRect, _ sink: Sink) {
        var run = unsafe runs + Int(rows[row])
        let end = unsafe runs + Int(rows[row &+ 1])
        while unsafe run < end {
            let x = unsafe placed.x0 &+ Int32(run.pointee.from)
            if x >= part.x0, x < part.x1 { sink.expect(y: placed.y0 &+ Int32(truncatingIfNeeded: row), x: x) }
            unsafe run += 1
        }
    }

    private struct Recorder: CoverageSink {
        let box: PixelRect
        var runs: [Run] = []
        var values: [UInt8] = []
        var rows: [UInt32] = []
        var first = Int32.max
        var end = Int32.min

        init(_ box: PixelRect) {
            self.box = box
            rows.reserveCapacity(Int(box.height) + 1)
        }

        /// Records the first run of each row up to `y`.
        mutating func reach(_ y: Int32) {
            while rows.count <= Int(y - box.y0) { rows.append(UInt32(runs.count)) }
        }

        private mutating func add(_ y: Int32, _ x0: Int32, _ x1: Int32, _ value: UInt32) {
            reach(y)
            (first, end) = (min(first, x0 - box.x0), max(end, x1 - box.x0))
            runs.append(Run(from: Int16(x0 - box.x0), to: Int16(x1 - box.x0), value: value))
        }

        mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
            add(y, x0, x1, UInt32(coverage))
        }

        mutating func partial(y: Int32, x0: Int32, x1: Int32, values row: UnsafePointer<UInt8>) {
            // Uncovered pixels at both ends are dropped: a shape's cells come in groups of four.
            var (from, to) = (0, Int(x1 - x0))
            while from < to, unsafe row[from] == 0 { from += 1 }
            while from < to, unsafe row[to - 1] == 0 { to -= 1 }
            guard from < to else { return }
            add(y, x0 + Int32(from), x0 + Int32(to), CoverageRecord.each + UInt32(values.count))
            unsafe values.append(contentsOf: UnsafeBufferPointer(start: row + from, count: to - from))
        }
    }
}

/// A recorded shape, moved by whole pixels.
struct RecordedShape: CoverageShape {
    let record: CoverageRecord
    let move: PixelPoint

    var pixels: PixelRect { record.box.offset(move.x, move.y) }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        record.cover(dx: move.x, dy: move.y, clip: clip, into: &sink)
    }
}

/// A shape moved by whole pixels.
struct MovedShape<Shape: CoverageShape>: CoverageShape {
    let shape: Shape
    let move: PixelPoint
    /// The bounding box of `shape`.
    let box: PixelRect

    var pixels: PixelRect { box.offset(move.x, move.y) }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        var moved = MovedSink(inner: sink, move: move)
        shape.cover(clip: clip.offset(-move.x, -move.y), with: tools, into: &moved)
        sink = moved.inner
    }
}

/// Passes runs on, moved by whole pixels.
private struct MovedSink<Inner: CoverageSink>: CoverageSink {
    var inner: Inner
    let move: PixelPoint

    @inline(__always)
    func expect(y: Int32, x: Int32) { inner.expect(y: y &+ move.y, x: x &+ move.x) }

    @inline(__always)
    func lead(y: Int32, x: Int32) -> Int32 { inner.lead(y: y &+ move.y, x: x &+ move.x) }

    @inline(__always)
    mutating func cells(_ window: scrim_cells, _ rule: Int32, x: Int32, y: Int32) -> Bool {
        unsafe inner.cells(window, rule, x: x &+ move.x, y: y &+ move.y)
    }

    @inline(__always)
    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        inner.solid(y: y &+ move.y, x0: x0 &+ move.x, x1: x1 &+ move.x, coverage: coverage)
    }

    @inline(__always)
    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        unsafe inner.partial(y: y &+ move.y, x0: x0 &+ move.x, x1: x1 &+ move.x, values: values)
    }
}
