import Geometry
import SceneTables
import Schema

/// A tree traversal from front to back: a stack of parents, and cursors into their spatial indexes.
struct FrontToBackWalk {
    struct Frame {
        var slot: Slot
        /// The rectangle in which sublayers are searched.
        var tile = PixelRect.empty
        var source = Source.none
        /// For `.list`, the next sublayer; for `.sorted`, the number of those left.
        var cursor: Int32 = -1
        /// For `.merged`, the index of the first cursor, and the spatial index.
        var cursors = 0
        var index = 0

        init(_ slot: Slot, tile: PixelRect = .empty) { (self.slot, self.tile) = (slot, tile) }
    }

    enum Source: UInt8 {
        case none, list, sorted, merged
    }

    private var cursors: [SpatialIndex.Cursor] = []

    mutating func reset() { cursors.removeAll(keepingCapacity: true) }

    /// Starts iterating over the sublayers of `frame.slot` that may paint in `rect`, the foremost first.
    mutating func open(_ frame: inout Frame, _ rect: PixelRect, _ tree: DisplayTree, _ reader: LayerReader) {
        let at = Int(frame.slot)
        frame.cursors = cursors.count
        if tree.nodes.flags(at).contains(.hasIndex), let index = tree.order.number(of: frame.slot),
            tree.order[index].begin(rect, &cursors)
        {
            frame.source = .merged
            frame.index = index
        } else if reader.rows[at].firstChild < 0 {
            frame.source = .none
        } else if tree.sortsSublayers(frame.slot, reader) {
            frame.source = .sorted
            frame.cursor = Int32(tree.sortedChildren(frame.slot, reader).count)
        } else {
            frame.source = .list
            frame.cursor = reader.rows[at].lastChild.index
        }
    }

    /// The next sublayer toward the back; nil at the end.
    mutating func next(_ frame: inout Frame, _ tree: DisplayTree, _ reader: LayerReader) -> Slot? {
        switch frame.source {
        case .none: return nil
        case .list:
            guard frame.cursor >= 0 else { return nil }
            let slot = Slot(frame.cursor)
            frame.cursor = reader.rows[Int(slot)].previous.index
            return slot
        case .sorted:
            guard frame.cursor > 0 else { return nil }
            frame.cursor -= 1
            return tree.sortedChildren(frame.slot, reader)[Int(frame.cursor)]
        case .merged:
            return tree.order[frame.index].next(&cursors, from: frame.cursors).map(SpatialIndex.slot)
        }
    }

    /// Releases the cursors of a `.merged` frame. Other frames have none, and may never have been opened.
    mutating func close(_ frame: Frame) {
        guard frame.source == .merged else { return }
        cursors.removeLast(cursors.count - frame.cursors)
    }
}
