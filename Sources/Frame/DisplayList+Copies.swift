import Geometry
import Scene

/// What a layer that places its sublayers makes of them: recorded when something below it changes, and painted from the record.
struct RecordedCopies {
    var list = PaintList()
    /// What they paint.
    var box: PixelRect { list.copies.reduce(.empty) { $0.union($1.box) } }
}

/// Copies have no nodes: the layer that makes them is one, with all that it makes in it.
extension DisplayList {
    /// A marked layer below one that places its sublayers: they are recorded again.
    mutating func noteCopies(above slot: Slot, _ reader: LayerReader) {
        if copies.isEmpty { return }
        var at = reader.rows[Int(slot)].parent
        while at > Scene.shelf {
            if nodes[Int(at)].isLive, nodes[Int(at)].flags.contains(.placesSublayers) {
                copiesTouched.insert(at)
                return
            }
            at = reader.rows[Int(at)].parent
        }
    }

    /// Records what was touched, and notes the damage.
    mutating func recordCopies(_ reader: inout LayerReader) {
        for slot in copiesTouched.sorted() {
            let node = nodes[Int(slot)]
            guard node.isLive, node.flags.contains(.placesSublayers) else { continue }
            let old = copies[slot]?.box ?? .empty
            var recorded = RecordedCopies()
            recorded.list.record(copiesOf: slot, node, relief(of: slot), &reader)
            copies[slot] = recorded
            unregisterMask(of: slot)
            registerMask(of: slot, reader)
            measure(slot, reader)
            if nodes[Int(slot)].extent != node.extent { postpone(node.parent) }
            guard node.flags.isDisjoint(with: [.hasEffects, .isPlane]) else {
                spoil(slot, nil)
                record(slot, node.extent)
                record(slot, nodes[Int(slot)].extent)
                continue
            }
            record(slot, old)
            record(slot, recorded.box)
        }
    }

    /// The layer is not drawn any more.
    mutating func dropCopies(_ slot: Slot) {
        copies[slot] = nil
        unregisterMask(of: slot)
    }
}
