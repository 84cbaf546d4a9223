import Geometry
import Schema

/// A spatial index of the sublayers of a wide parent: a uniform grid over the output, each cell in paint order.
///
/// An entry is the order key (high half) and the slot (low half), so numeric order is paint order. Entries in many
/// cells are kept in one list of their own. A query from front to back merges the cells that a rectangle touches, and
/// stops when the caller has found enough; its cost does not depend on the number of layers.
final class SpatialIndex {
    /// Side of a cell, as a power of two of output pixels.
    static let cellShift: Int32 = 6
    /// Layers in more cells than this are `large`.
    static let mostCells = 16
    /// Rectangles that touch more cells are not merged.
    static let mostMerged = 64

    private let columns: Int32
    private let rows: Int32
    private var cells: [[UInt64]]
    private var large: [UInt64] = []
    /// The box of all entries: grows immediately, shrinks when it is measured again.
    var extent = PixelRect.empty
    /// Number of changes since the last measurement that may have made the box smaller.
    var slack = 0

    /// `output` has its origin at 0,0 and contains most extents; entries outside are in the cells at its edge.
    init(output: PixelRect) {
        columns = max(1, (output.x1 >> Self.cellShift) + 1)
        rows = max(1, (output.y1 >> Self.cellShift) + 1)
        cells = Array(repeating: [], count: Int(columns) * Int(rows))
    }

    static func entry(_ key: UInt32, _ slot: Slot) -> UInt64 { UInt64(key) << 32 | UInt64(UInt32(slot.index)) }
    static func slot(_ entry: UInt64) -> Slot { Slot(Int32(truncatingIfNeeded: entry)) }

    private struct Block {
        var x0, y0, x1, y1: Int32
        var count: Int { Int(x1 - x0 + 1) * Int(y1 - y0 + 1) }

        func holds(_ x: Int32, _ y: Int32) -> Bool { x0 <= x && x <= x1 && y0 <= y && y <= y1 }
    }

    private func block(_ r: PixelRect) -> Block {
        let s = Self.cellShift
        return Block(
            x0: min(max(0, r.x0 >> s), columns - 1), y0: min(max(0, r.y0 >> s), rows - 1),
            x1: min(max(0, (r.x1 - 1) >> s), columns - 1), y1: min(max(0, (r.y1 - 1) >> s), rows - 1))
    }

    func insert(_ entry: UInt64, _ r: PixelRect) {
        guard !r.isEmpty else { return }
        extent = extent.union(r)
        let b = block(r)
        if b.count > Self.mostCells { return Self.put(entry, &large) }
        for y in b.y0...b.y1 {
            for x in b.x0...b.x1 { Self.put(entry, &cells[Int(y * columns + x)]) }
        }
    }

    func remove(_ entry: UInt64, _ r: PixelRect) {
        guard !r.isEmpty else { return }
        noteLoss(r)
        let b = block(r)
        if b.count > Self.mostCells { return Self.take(entry, &large) }
        for y in b.y0...b.y1 {
            for x in b.x0...b.x1 { Self.take(entry, &cells[Int(y * columns + x)]) }
        }
    }

    /// Equivalent to `remove` and `insert`, but skips cells that contain the entry before and after; usually these are
    /// all.
    func move(_ entry: UInt64, from old: PixelRect, to new: PixelRect) {
        let (a, b) = (block(old), block(new))
        guard !old.isEmpty, !new.isEmpty, a.count <= Self.mostCells, b.count <= Self.mostCells else {
            remove(entry, old)
            return insert(entry, new)
        }
        noteLoss(old)
        extent = extent.union(new)
        for y in a.y0...a.y1 {
            for x in a.x0...a.x1 where !b.holds(x, y) { Self.take(entry, &cells[Int(y * columns + x)]) }
        }
        for y in b.y0...b.y1 {
            for x in b.x0...b.x1 where !a.holds(x, y) { Self.put(entry, &cells[Int(y * columns + x)]) }
        }
    }

    private func noteLoss(_ r: PixelRect) {
        if r.x0 <= extent.x0 || r.y0 <= extent.y0 || r.x1 >= extent.x1 || r.y1 >= extent.y1 { slack += 1 }
    }

    private static func lowerBound(_ entry: UInt64, _ list: [UInt64]) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func put(_ entry: UInt64, _ list: inout [UInt64]) {
        if let last = list.last, last > entry {
            list.insert(entry, at: lowerBound(entry, list))
        } else {
            list.append(entry)
        }
    }

    private static func take(_ entry: UInt64, _ list: inout [UInt64]) {
        let at = lowerBound(entry, list)
        if at < list.count, list[at] == entry { list.remove(at: at) }
    }

    func removeAll() {
        for at in cells.indices { cells[at].removeAll(keepingCapacity: true) }
        large.removeAll(keepingCapacity: true)
        extent = .empty
        slack = 0
    }

    // MARK: From the front to the back

    /// The progress of a merge in one cell.
    struct Cursor {
        /// The next entry; 0 at the end.
        var top: UInt64
        var cell: Int32
        /// Number of remaining entries, including `top`.
        var left: Int32
    }

    /// Appends a cursor for each cell that `r` touches to `cursors`; false when there would be too many.
    func begin(_ r: PixelRect, _ cursors: inout [Cursor]) -> Bool {
        let b = block(r)
        guard b.x1 >= b.x0, b.y1 >= b.y0 else { return true }
        guard b.count <= Self.mostMerged else { return false }
        for y in b.y0...b.y1 {
            for x in b.x0...b.x1 {
                let cell = y * columns + x
                let list = cells[Int(cell)]
                if let top = list.last { cursors.append(Cursor(top: top, cell: cell, left: Int32(list.count))) }
            }
        }
        if let top = large.last { cursors.append(Cursor(top: top, cell: -1, left: Int32(large.count))) }
        return true
    }

    /// The foremost entry not returned yet; nil at the end. `cursors` from `start` on belong to this merge.
    func next(_ cursors: inout [Cursor], from start: Int) -> UInt64? {
        var best: UInt64 = 0
        var first = start
        for at in start..<cursors.count where cursors[at].top > best {
            best = cursors[at].top
            first = at
        }
        guard best != 0 else { return nil }
        // The entry is in every cell that it touches.
        for at in first..<cursors.count where cursors[at].top == best {
            let left = Int(cursors[at].left) - 1
            let cell = Int(cursors[at].cell)
            cursors[at].left = Int32(left)
            cursors[at].top = left == 0 ? 0 : cell < 0 ? large[left - 1] : cells[cell][left - 1]
        }
        return best
    }

    /// For tests: every entry with the number of lists that contain it.
    var census: [UInt64: Int] {
        var found: [UInt64: Int] = [:]
        for list in cells + [large] { for entry in list { found[entry, default: 0] += 1 } }
        return found
    }
}
