import Expressions
package import Geometry
import LineProtocol
package import Scene

/// The objects that lines name: one by its id, or all that match a selector, for each of which the line is carried out, or for none.
package struct LineTargets {
    let world: World

    /// The object of an id; nil when the word is a selector.
    func named(_ name: ByteView) throws(SceneError) -> Slot? {
        if let slot = world.scene.find(name) { return slot }
        return SelectorMatch.isSelector(name, in: world.scene) ? nil : try object(name)
    }

    /// The object of an id; in the lines of a reaction `self` is the layer that reacts.
    package func object(_ name: ByteView) throws(SceneError) -> Slot {
        if let slot = world.scene.find(name) { return slot }
        if let layer = world.reactions.event?.layer, name == "self", let slot = world.scene.slot(of: layer) {
            return slot
        }
        throw UnknownName.object(name, in: world.scene)
    }

    /// The objects that a selector matches. Throws `syntax`, `unknown-object` and `limit`.
    func selected(_ word: ByteView) throws(SceneError) -> [Slot] {
        try SelectorMatch(word, self: world.actor, in: world.scene, world.work).slots()
    }

    /// The objects that a selector matches, each of which gets an object of its own by a verb. Throws `limit`, too.
    func selectedForObjects(_ selector: ByteView, _ verb: Verb) throws(SceneError) -> [Slot] {
        let slots = try selected(selector)
        let share: Share = verb == .animate ? .animations : .objects
        if slots.count > most(share) { throw tooMany(verb.name, "match", share) }
        return slots
    }

    /// The objects that the selector of `set` matches. Throws `limit`, too, for expressions and styles of many.
    func selectedForValues(_ command: SetCommand) throws(SceneError) -> [Slot] {
        let slots = try selected(command.target)
        for word in command.properties where !word.isPositional {
            let share: Share
            if word.key == "style" {
                share = .objects
            } else if word.isExpression {
                share = .expressions
            } else {
                continue
            }
            if slots.count > most(share) { throw tooMany(Verb.set.name, "match", share) }
        }
        do throws(ExpressionError) {
            let computed = command.properties.count(where: \.isExpression)
            try world.work.set(values: slots.count * computed, areComputed: true)
            try world.work.set(values: slots.count * (command.properties.count - computed), areComputed: false)
        } catch {
            throw SceneError(.limit, "set: \(error.message)")
        }
        return slots
    }

    /// What costs more for each object than ten of its values do: how many times fewer than `limit.selection` a line does it for.
    enum Share: Int {
        /// Computed values.
        case expressions = 4
        /// Objects that are made, and layers that are styled.
        case objects = 10
        case animations = 20

        fileprivate var name: String {
            switch self {
            case .expressions: "four"
            case .objects: "ten"
            case .animations: "twenty"
            }
        }
    }

    /// Objects for which one line does that; all of a small `limit.selection`.
    func most(_ share: Share) -> Int {
        let limit = Int(world.scene.value(Scene.daemon, SettingsProperty.limitSelection.id).number)
        return max(limit / share.rawValue, min(limit, 1000))
    }

    /// The error for more.
    func tooMany(_ verb: String, _ what: String, _ share: Share) -> SceneError {
        SceneError(
            .limit,
            "\(verb): more than \(most(share)) objects \(what); set daemon limit.selection=N to \(share.name) times as many"
        )
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
    static func has(_ word: Word) -> Bool {
        names.contains(word.key.string) || KeyframeWords.names.contains(word.key.string)
    }
}
