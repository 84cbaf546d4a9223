import Geometry
import Scene

/// Recorded copies: the sublayers of layers that place them, as paint lists.
///
/// Copies have no nodes; the layer that makes them is one node, with all that it makes in it. They are recorded when
/// something below that layer changes, and plans take the recorded pieces that they need.
struct CopyRecords {
    private var recorded: [Slot: Record] = [:]
    /// Layers below which something changed in this update.
    private(set) var touched: Set<Slot> = []

    struct Record {
        var list = PaintList()
        /// Pixels that the copies paint.
        var box = PixelRect.empty
        /// Blend modes in them see what lies behind them.
        var meetBackdrop = false
        /// The cost of their buffers, and of their painting.
        var bytes = 0
    }

    var isEmpty: Bool { recorded.isEmpty }
    var count: Int { recorded.count }

    /// The layers, in ascending order.
    var slots: [Slot] { recorded.keys.sorted() }

    subscript(slot: Slot) -> Record? { recorded[slot] }

    func box(of slot: Slot) -> PixelRect { recorded[slot]?.box ?? .empty }

    mutating func begin() { touched.removeAll(keepingCapacity: true) }

    mutating func touch(_ slot: Slot) { touched.insert(slot) }

    /// A changed layer below one that places its sublayers: they are recorded again.
    mutating func touch(above slot: Slot, _ nodes: [Node], _ reader: LayerReader) {
        if recorded.isEmpty { return }
        var at = reader.rows[Int(slot)].parent
        while at > Scene.shelf {
            if nodes[Int(at)].isLive, nodes[Int(at)].flags.contains(.placesSublayers) {
                touched.insert(at)
                return
            }
            at = reader.rows[Int(at)].parent
        }
    }

    /// Records the copies of the live layer at `slot`; the pixels that they painted before.
    mutating func record(
        _ slot: Slot, _ node: Node, _ flattening: Flattening, _ reader: inout LayerReader
    ) -> PixelRect {
        let old = box(of: slot)
        var record = Record()
        (record.bytes, record.meetBackdrop) = record.list.record(copiesOf: slot, node, flattening, &reader)
        record.box = record.list.copies.reduce(.empty) { $0.union($1.box) }
        recorded[slot] = record
        return old
    }

    mutating func forget(_ slot: Slot) { recorded[slot] = nil }
}
