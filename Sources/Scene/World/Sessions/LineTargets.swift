import Expressions
package import Geometry
import LineProtocol
import Scene
package import Schema

/// The objects that lines name: one by id, or all matches of a selector. A line is carried out for all of them or for
/// none.
package struct LineTargets {
    let world: World

    /// The object with an id; nil when the word is a selector.
    func named(_ name: ByteView) throws(SceneError) -> Slot? {
        if let slot = world.scene.find(name) { return slot }
        return SelectorMatch.isSelector(name, in: world.scene) ? nil : try object(name)
    }

    /// The object with an id; in the lines of a reaction, `self` is the layer with the reaction.
    package func object(_ name: ByteView) throws(SceneError) -> Slot {
        if let slot = world.scene.find(name) { return slot }
        if let layer = world.reactions.event?.layer, name == "self", let slot = world.scene.slot(of: layer) {
            return slot
        }
        throw UnknownName.object(name, in: world.scene)
    }

    /// The objects that a selector matches. Throws `syntax`, `unknown-object` and `limit`.
    func selected(_ word: ByteView) throws(SceneError) -> [Slot] {
        let slots = try SelectorMatch(word, self: world.actor, in: world.scene, world.work).slots()
        // The primary knows nothing of this machine's objects.
        guard world.replica != nil, world.scene.onlyLocal == nil else { return slots }
        return slots.filter { !world.scene.shared.isLocal($0) }
    }

    /// The objects that a selector matches, for a verb that creates an object for each of them. Also throws `limit`.
    func selectedForObjects(_ selector: ByteView, _ verb: Verb) throws(SceneError) -> [Slot] {
        let slots = try selected(selector)
        let share: Share = verb == .animate ? .animations : .objects
        if slots.count > most(share) { throw tooMany(verb.name, "match", share) }
        return slots
    }

    /// The objects that the selector of `set` matches. Also throws `limit`, for expressions and styles of many objects.
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

    /// Divisor of `limit.selection` for operations that cost more than setting ten values of each object.
    enum Share: Int {
        /// Computed values.
        case expressions = 4
        /// Created objects, and layers with changed styles.
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

    /// Maximum number of objects per line for such an operation; a small `limit.selection` is not divided.
    func most(_ share: Share) -> Int {
        let limit = Int(world.scene.value(Scene.daemon, SettingsProperty.limitSelection.id).number)
        return max(limit / share.rawValue, min(limit, 1000))
    }

    /// The error for more objects.
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

    /// The object named `self`: the instance whose component's lines are run, otherwise the layer with the reaction.
    var actor: Slot? { (scene.components.lineOwner ?? reactions.event?.layer).flatMap { scene.slot(of: $0) } }
}

extension AnimateOptions {
    /// True for an option.
    static func has(_ word: Word) -> Bool {
        names.contains(word.key.string) || KeyframeWords.names.contains(word.key.string)
    }
}
