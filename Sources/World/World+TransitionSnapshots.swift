import Geometry
import LineProtocol
package import Scene

/// Pictures of layers before a change, for transitions of one layer.
package protocol TransitionSnapshotKeeper: AnyObject {
    /// Keeps the present picture of the layer at `slot`, for a line that may make a transition of it.
    func keepSnapshot(of slot: Slot)
    /// Gives the picture that was kept before to the transition, which was made.
    func claimSnapshot(of slot: Slot, for transition: ObjectID)
}

/// Transitions of one layer: its picture is kept before the line, or the transaction, that makes them.
extension World {
    /// Keeps a snapshot of the layer that the line, a `create` or `put`, names for a transition.
    func keepSnapshot(for line: borrowing Line) {
        guard let snapshots, line.count > 2, line[1].value == "transition" else { return }
        for at in 2..<line.count where line[at].key == "layer" {
            if let layer = scene.find(line[at].value), scene.isLayer(layer) { snapshots.keepSnapshot(of: layer) }
        }
    }

    /// The same for all lines of a transaction, of which none has run.
    func keepSnapshots(for transaction: Transaction) {
        guard snapshots != nil, transaction.mentionsTransitions else { return }
        var splitter = WordSplitter()
        transaction.forEachLine { bytes in
            guard let line = try? Line(bytes, &splitter), let verb = Verb(line.verb), verb == .create || verb == .put
            else { return }
            keepSnapshot(for: line)
        }
    }

    /// The words named the layer of a transition that was there: it begins anew, from its present picture.
    func beginTransitionAgain(_ slot: Slot) throws(SceneError) {
        guard words.beginsTransition(scene.rows[Int(slot)].kind) else { return }
        if !words.saysBegin { scene.times.stampBegin(slot, nil) }
        try beginTransition(slot)
    }

    /// The line named the layer of the transition at `slot`: it begins, in the place of any other of that layer.
    func beginTransition(_ slot: Slot) throws(SceneError) {
        let layer = TransitionProperty.layer.id
        guard let object = scene.value(slot, layer).object, let target = scene.slot(of: object) else { return }
        for other in scene.relations.attached(to: target)
        where other != slot && scene.rows[Int(other)].kind == .transition {
            if scene.value(other, layer).object == object { try scene.objects.remove(other) }
        }
        snapshots?.claimSnapshot(of: target, for: scene.id(of: slot))
    }
}
