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
    mutating func noteCopies(above place: Int32, _ reader: LayerReader) {
        if copies.isEmpty { return }
        var at = reader.slots[Int(place)].parent
        while at > Scene.shelf {
            if nodes[Int(at)].isLive, nodes[Int(at)].flags.contains(.placesSublayers) {
                copiesTouched.insert(at)
                return
            }
            at = reader.slots[Int(at)].parent
        }
    }

    /// Records what was touched, and notes the damage.
    mutating func recordCopies(_ reader: inout LayerReader) {
        for place in copiesTouched.sorted() {
            let node = nodes[Int(place)]
            guard node.isLive, node.flags.contains(.placesSublayers) else { continue }
            let old = copies[place]?.box ?? .empty
            var recorded = RecordedCopies()
            recorded.list.record(copiesOf: place, node, relief(of: place), &reader)
            copies[place] = recorded
            unregisterMask(of: place)
            registerMask(of: place, reader)
            measure(place, reader)
            if nodes[Int(place)].extent != node.extent { postpone(node.parent) }
            guard node.flags.isDisjoint(with: [.hasEffects, .isPlane]) else {
                spoil(place, nil)
                record(place, node.extent)
                record(place, nodes[Int(place)].extent)
                continue
            }
            record(place, old)
            record(place, recorded.box)
        }
    }

    /// The layer is not drawn any more.
    mutating func dropCopies(_ place: Int32) {
        copies[place] = nil
        unregisterMask(of: place)
    }
}
