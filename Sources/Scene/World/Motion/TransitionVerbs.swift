import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// Starts transitions, and takes the snapshots for those of one layer.
package struct TransitionVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Applies words to an existing object; a transition takes over from the presented state.
    func changeTransition(_ slot: Slot, _ words: PropertyWords, by principal: Principal) throws(SceneError) {
        guard world.scene.rows[Int(slot)].kind == .transition else {
            return try world.objectVerbs.changeObject(slot, words, by: principal)
        }
        try world.atomically { () throws(SceneError) in
            let takeover = TransitionTakeover(slot, at: world.time, world.scene)
            try world.objectVerbs.changeObject(slot, words, by: principal)
            try beginTransitionAgain(slot, words)
            try takeover.apply(to: slot, at: world.time, saysBegin: words.saysBegin, world.scene)
        }
    }

    /// Takes a snapshot of the layer that a `create` or `put` of a transition names.
    func keepSnapshot(for command: CreateCommand) {
        guard let snapshots = world.host.snapshots, command.kind == "transition" else { return }
        // A line with `look` provides the old picture itself.
        for word in command.properties where word.key == "look" { return }
        for word in command.properties where word.key == "layer" {
            if let layer = world.scene.find(word.value), world.scene.isLayer(layer) {
                snapshots.keepSnapshot(of: layer)
            }
        }
    }

    /// Takes the snapshots for all lines of a transaction before any is run.
    func keepSnapshots(for transaction: Transaction) {
        guard world.host.snapshots != nil, transaction.mentionsTransitions else { return }
        var splitter = WordSplitter()
        transaction.forEachLine { bytes in
            guard let line = try? Line(bytes, &splitter), let command = try? Command(line),
                command.verb == .create || command.verb == .put, let made = try? CreateCommand(command)
            else { return }
            keepSnapshot(for: made)
        }
    }

    /// Restarts an existing transition whose layer the words named, from the layer's present picture.
    private func beginTransitionAgain(_ slot: Slot, _ words: PropertyWords) throws(SceneError) {
        guard words.beginsTransition(world.scene.rows[Int(slot)].kind) else { return }
        if !words.saysBegin { world.scene.times.stampBegin(slot, nil) }
        try beginTransition(slot)
    }

    /// Starts the transition at `slot`, whose layer the line named. It replaces any other transition of that layer.
    func beginTransition(_ slot: Slot) throws(SceneError) {
        let layer = TransitionProperty.layer.id
        guard let object = world.scene.value(slot, layer).object, let target = world.scene.slot(of: object) else {
            return
        }
        for other in world.scene.relations.attached(to: target)
        where other != slot && world.scene.rows[Int(other)].kind == .transition {
            if world.scene.value(other, layer).object == object { try world.scene.objects.remove(other) }
        }
        world.host.snapshots?.claimSnapshot(of: target, for: world.scene.id(of: slot))
    }
}

extension World {
    /// Starts transitions, and takes the snapshots for those of one layer.
    package var transitionVerbs: TransitionVerbs { TransitionVerbs(self) }
}
