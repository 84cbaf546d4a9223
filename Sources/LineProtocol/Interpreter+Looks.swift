import Geometry
package import Scene

/// Who keeps what layers look like for transitions of their looks.
package protocol LookKeeper: AnyObject {
    /// Keeps what the layer at `slot` looks like now, for a line that may make a transition of it.
    func keepLook(of slot: Slot)
    /// The transition was made: it goes on from the look that was kept before.
    func claimLook(of slot: Slot, for transition: ObjectID)
}

/// Transitions of one layer's look: it is kept as it is before the line, or the transaction, that makes them.
extension Interpreter {
    /// Has the look kept of the layer that the line, a `create` or `put`, names for a transition.
    func keepLook(for line: borrowing Line) {
        guard let looks, line.count > 2, line[1].value == "transition" else { return }
        for at in 2..<line.count where line[at].key == "layer" {
            if let layer = scene.find(line[at].value), scene.isLayer(layer) { looks.keepLook(of: layer) }
        }
    }

    /// The same for all lines of a transaction, of which none has run.
    func keepLooks(for transaction: Transaction) {
        guard looks != nil, transaction.mentionsTransitions else { return }
        var splitter = WordSplitter()
        transaction.forEachLine { bytes in
            guard let line = try? Line(bytes, &splitter), let verb = Verb(line.verb), verb == .create || verb == .put
            else { return }
            keepLook(for: line)
        }
    }

    /// The words named the layer of a transition that was there: it begins anew, from what is seen.
    func beginLookAgain(_ slot: Slot) throws(SceneError) {
        guard words.namesLook(scene.rows[Int(slot)].kind) else { return }
        if !words.saysBegin { scene.stampBegin(slot, nil) }
        try beginLook(slot)
    }

    /// The line named the layer of the transition at `slot`: it begins, in the place of any other of that layer.
    func beginLook(_ slot: Slot) throws(SceneError) {
        let layer = TransitionProperty.layer.id
        guard let object = scene.value(slot, layer).object, let target = scene.slot(of: object) else { return }
        for other in scene.attached(to: target) where other != slot && scene.rows[Int(other)].kind == .transition {
            if scene.value(other, layer).object == object { try scene.remove(other) }
        }
        looks?.claimLook(of: target, for: scene.id(of: slot))
    }
}
