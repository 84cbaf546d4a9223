import Expressions
import Geometry
package import LineProtocol
package import Scene

/// The objects that lines name: one by its id, or all that match a selector, for each of which the line is carried out, or for none.
package struct LineTargets {
    let world: World

    /// The object that a positional word names; nil when the word is a selector.
    func named(_ line: borrowing Line, _ at: Int) throws(SceneError) -> Slot? {
        let name = try line.positional(at, "an id")
        if let slot = world.scene.find(name) { return slot }
        return SelectorMatch.isSelector(name, in: world.scene) ? nil : try object(line, at)
    }

    /// The object that a positional word names; in the lines of a reaction `self` is the layer that reacts.
    package func object(_ line: borrowing Line, _ at: Int) throws(SceneError) -> Slot {
        let name = try line.positional(at, "an id")
        if let slot = world.scene.find(name) { return slot }
        if let layer = world.reactions.event?.layer, name == "self", let slot = world.scene.slot(of: layer) {
            return slot
        }
        throw UnknownName.object(name, in: world.scene)
    }

    /// The objects that a selector matches. Throws `syntax`, `unknown-object` and `limit`.
    func selected(_ word: ByteView) throws(SceneError) -> [Slot] {
        try SelectorMatch(word, self: world.actor, in: world.scene).slots()
    }

    /// The objects that the first word of a line matches, each of which gets an object of its own by it. Throws `limit`, too.
    func selectedForObjects(_ line: borrowing Line) throws(SceneError) -> [Slot] {
        let slots = try selected(line[0].value)
        guard slots.count <= mostMadeAtOnce else { throw madeTooMany(line.verb.string, "match") }
        return slots
    }

    /// Objects that a line may make of others, a tenth of `limit.selection`, or all of a small one: each costs more than ten values.
    var mostMadeAtOnce: Int {
        let limit = Int(world.scene.value(Scene.daemon, SettingsProperty.limitSelection.id).number)
        return max(limit / 10, min(limit, 1000))
    }

    /// The error for more.
    func madeTooMany(_ verb: String, _ what: String) -> SceneError {
        SceneError(
            .limit,
            "\(verb): more than \(mostMadeAtOnce) objects \(what); set daemon limit.selection=N to ten times as many")
    }
}

extension World {
    /// The objects that lines name.
    package var targets: LineTargets { LineTargets(world: self) }

    /// The object named `self`: the instance whose component's lines are run, else the layer that reacts.
    var actor: Slot? { (scene.components.lineOwner ?? reactions.event?.layer).flatMap { scene.slot(of: $0) } }
}

extension AnimateOptions {
    /// True for a word that is an option.
    static func has(_ word: Word) -> Bool { names.contains(word.key.string) }
}
