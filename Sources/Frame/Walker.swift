import Geometry
import Scene

/// Where walks from the front to the back stand: a stack of parents, and the cursors into their indexes.
struct Walker {
    struct Frame {
        var slot: Slot
        /// Where sublayers are looked for.
        var tile = PixelRect.empty
        /// The node's place in the paint list, when a plan is made.
        var node: Int32 = -1
        /// Commands of the plan before the layer's, and before its sublayers'.
        var mark = 0
        var innerMark = 0
        /// And before what filters and shadow are made of.
        var pictureMark = 0
        /// The node of the plane in whose grid the layer is painted; -1 when it is no plane.
        var plane: Int32 = -1
        /// The plane whose pixels are looked at; -1: the output.
        var space: Slot = -1
        /// Where the buffer that the layer is painted on may hold anything, and the one that its sublayers are painted on.
        var around = PixelRect.empty
        var room = PixelRect.empty
        /// What filters of layers below are made from, in the latter.
        var revealed = PixelRect.empty
        var source = Source.none
        /// `.list`: the next sublayer. `.sorted`: how many are left.
        var cursor: Int32 = -1
        /// `.merged`: the first of its cursors, and the index.
        var cursors = 0
        var index = 0
    }

    enum Source: UInt8 {
        case none, list, sorted, merged
    }

    var frames: [Frame] = []
    var cursors: [SpatialIndex.Cursor] = []

    mutating func removeAll() {
        frames.removeAll(keepingCapacity: true)
        cursors.removeAll(keepingCapacity: true)
    }
}

extension DisplayList {
    /// Begins to give the sublayers of `frame.place` that may paint in `rect`, the foremost first.
    mutating func openChildren(_ frame: inout Walker.Frame, _ rect: PixelRect, _ reader: LayerReader) {
        let at = Int(frame.slot)
        frame.cursors = walker.cursors.count
        if nodes[Int(frame.slot)].flags.contains(.hasIndex), let index = indexOf[frame.slot],
            indexes[index].begin(rect, &walker.cursors)
        {
            frame.source = .merged
            frame.index = index
        } else if reader.rows[at].firstChild < 0 {
            frame.source = .none
        } else if reader.rows[at].flags.contains(.sortsSublayers) || reader.rows[at].kind == .transformLayer {
            frame.source = .sorted
            frame.cursor = Int32(sortedChildren(frame.slot, reader).count)
        } else {
            frame.source = .list
            frame.cursor = reader.rows[at].lastChild.index
        }
    }

    /// The next sublayer toward the back; nil at the end.
    mutating func nextChild(_ frame: inout Walker.Frame, _ reader: LayerReader) -> Slot? {
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
            return sorted[frame.slot]?[Int(frame.cursor)]
        case .merged:
            return indexes[frame.index].next(&walker.cursors, from: frame.cursors).map(SpatialIndex.slot)
        }
    }

    /// What other frames than `.merged` ones have on the stack of cursors is none of theirs: they may never have been opened, as those
    /// of layers that place their sublayers are not.
    mutating func closeChildren(_ frame: Walker.Frame) {
        guard frame.source == .merged else { return }
        walker.cursors.removeLast(walker.cursors.count - frame.cursors)
    }
}
