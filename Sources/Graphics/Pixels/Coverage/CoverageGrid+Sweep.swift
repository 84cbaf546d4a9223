import Geometry
import RowLoops

extension CoverageGrid {
    /// Sums the cells into runs of coverage, and clears cells and bits for the next path.
    ///
    /// (x, y) is the window's upper left pixel; `row` has room for the coverage of a row.
    func sweep<Sink: CoverageSink>(
        _ rule: FillRule, x: Int32, y: Int32, row: UnsafeMutablePointer<UInt8>, into sink: inout Sink
    ) {
        let rule = Int32(rule == .nonZero ? SCRIM_RULE_NONZERO.rawValue : SCRIM_RULE_EVENODD.rawValue)
        if unsafe sink.cells(window, rule, x: x, y: y) { return }
        unsafe sweep(x, y, row, rule, &sink)
    }

    @inline(__always)
    private func sweep<Sink: CoverageSink>(
        _ x: Int32, _ y: Int32, _ out: UnsafeMutablePointer<UInt8>, _ rule: Int32, _ sink: inout Sink
    ) {
        let groups = stride >> 2
        for r in 0..<height {
            let bits = unsafe window.touched + r &* words
            let line = unsafe window.cells + r &* stride
            let deviceY = y &+ Int32(truncatingIfNeeded: r)
            if r &+ Self.ahead < height { expect(r &+ Self.ahead, x, y, sink) }
            var sum: Int32 = 0
            var group = 0
            while group < groups {
                let start = unsafe Self.next(bits, from: group, limit: groups, set: true)
                if start > group, sum != 0 {
                    let c = scrim_row_coverage(sum, rule)
                    let (x0, x1) = (group << 2, min(start << 2, width))
                    if c != 0, x0 < x1 {
                        sink.solid(
                            y: deviceY, x0: x &+ Int32(truncatingIfNeeded: x0), x1: x &+ Int32(truncatingIfNeeded: x1),
                            coverage: c)
                    }
                }
                if start == groups { break }
                let end = unsafe Self.next(bits, from: start, limit: groups, set: false)
                sum = unsafe scrim_row_sweep(line + start << 2, out + start << 2, (end &- start) << 2, sum, rule)
                let (x0, x1) = (start << 2, min(end << 2, width))
                if x0 < x1 {
                    unsafe sink.partial(
                        y: deviceY, x0: x &+ Int32(truncatingIfNeeded: x0), x1: x &+ Int32(truncatingIfNeeded: x1),
                        values: UnsafePointer(out + x0))
                }
                group = end
            }
            for w in 0..<words { unsafe bits[w] = 0 }
        }
    }

    /// Prefetch distance, in rows.
    private static var ahead: Int { 4 }

    /// Announces the runs of a row to the sink.
    @inline(__always)
    private func expect<Sink: CoverageSink>(_ r: Int, _ x: Int32, _ y: Int32, _ sink: Sink) {
        for w in 0..<words {
            let bits = unsafe window.touched[r &* words &+ w]
            var starts = bits & ~(bits << 1)
            while starts != 0 {
                let column = (w << 6 &+ starts.trailingZeroBitCount) << 2
                if column < width {
                    sink.expect(y: y &+ Int32(truncatingIfNeeded: r), x: x &+ Int32(truncatingIfNeeded: column))
                }
                starts &= starts &- 1
            }
        }
    }

    /// The first group at or after `from` whose bit equals `set`; `limit` when there is none.
    @inline(__always)
    private static func next(_ bits: UnsafeMutablePointer<UInt64>, from: Int, limit: Int, set: Bool) -> Int {
        var word = from >> 6
        let flip: UInt64 = set ? 0 : .max
        var rest = unsafe (bits[word] ^ flip) & (.max << UInt64(truncatingIfNeeded: from & 63))
        while rest == 0 {
            word &+= 1
            if word << 6 >= limit { return limit }
            rest = unsafe bits[word] ^ flip
        }
        return min(word << 6 &+ rest.trailingZeroBitCount, limit)
    }
}
