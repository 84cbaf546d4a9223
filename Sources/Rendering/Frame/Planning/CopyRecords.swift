import Geometry
import Scene
import SceneTables
import Schema

/// Recorded copies: the sublayers of replicating layers, as paint lists.
///
/// Copies have no nodes of their own: the replicating layer is one node, which includes them. They are recorded when
/// something below that layer changes, and plans take the recorded pieces that they need.
struct CopyRecords {
    private var recorded: [Slot: Record] = [:]
    /// Layers below which something changed in this update.
    private(set) var touched: Set<Slot> = []

    struct Record {
        var list = PaintList()
        /// Bounding box of the pixels painted by the copies.
        var box = PixelRect.empty
        /// True when blend modes in the copies read the backdrop.
        var meetBackdrop = false
        /// The cost of the copies' buffers and painting.
        var bytes = 0
    }

    var isEmpty: Bool { recorded.isEmpty }
    var count: Int { recorded.count }

    /// The replicating layers, in ascending order.
    var slots: [Slot] { recorded.keys.sorted() }

    subscript(slot: Slot) -> Record? { recorded[slot] }

    func box(of slot: Slot) -> PixelRect { recorded[slot]?.box ?? .empty }

    mutating func begin() { touched.removeAll(keepingCapacity: true) }

    mutating func touch(_ slot: Slot) { touched.insert(slot) }

    /// Marks the copies that contain the changed layer at `slot`; they are recorded again.
    mutating func touch(above slot: Slot, _ nodes: NodeTable, _ reader: LayerReader) {
        if recorded.isEmpty { return }
        var at = reader.rows[Int(slot)].parent
        while at > Scene.objectRoot {
            if nodes.isLive(Int(at)), nodes.flags(Int(at)).contains(.placesSublayers) {
                touched.insert(at)
                return
            }
            at = reader.rows[Int(at)].parent
        }
    }

    /// Records the copies of the live layer at `slot`. Returns the pixels painted by the previous record.
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
