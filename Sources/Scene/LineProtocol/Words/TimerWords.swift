import Geometry
package import Scene
import SceneTables
package import Schema

/// Checks of a timer's properties.
package enum TimerWords {
    /// Throws `value` for the words of `every` and `after`, and `syntax` and `limit` for the lines.
    package static func check(_ command: TimerCommand, of verb: Verb, in scene: Scene) throws(SceneError) {
        if let name = command.name {
            // In the lines of an instance `.NAME` is its own timer.
            let isInside = !name.isEmpty && name[0] == UInt8(ascii: ".") && scene.components.lineOwner != nil
            guard NameTable.isValid(isInside ? name[1..<name.count] : name) else { throw NameTable.refusal(of: name) }
        }
        let interval = command.interval
        do throws(SceneError) { try scene.relations.checkInterval(interval.seconds) } catch {
            throw SceneError(.value, "\(verb.name): \(ValueSyntax.quote(interval.word)): \(error.message)")
        }
        try ReactionLines.check(
            command.lines.string, of: "a timer", parts: scene.components.lineOwner != nil, scene.functions)
    }

    /// Checks all properties of a timer together. Throws `value`, `limit`, and `syntax` for its lines.
    package static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        try scene.relations.checkInterval(scene.value(slot, TimerProperty.interval.id).number)
        let isOfComponent = scene.components.lineOwner != nil || scene.components.isPart(slot)
        try ReactionLines.check(
            scene.value(slot, TimerProperty.lines.id).string, of: "a timer", parts: isOfComponent, scene.functions)
    }
}
