package import Geometry
package import Scene

/// The words of `every` and `after`.
package struct TimerWords {
    /// In seconds.
    package let interval: Double
    package let lines: String
    package private(set) var name: ByteView?
    package private(set) var align = TimerProperty.Align.scene
    package private(set) var isPaused = false
    /// Seconds until it fires first; nil: the interval.
    package private(set) var left: Double?
    /// The layer to which its lines are limited.
    package private(set) var scope: ByteView?

    /// Reads a line that fits the schema of its verb. Throws `value`, and `syntax` and `limit` for the lines.
    package init(_ command: Command, in scene: Scene) throws(SceneError) {
        let line = command.line
        var positional: [ByteView] = []
        for at in 0..<line.count {
            let word = line[at]
            if word.isPositional {
                positional.append(word.value)
            } else if word.key == "name" {
                guard NameTable.isValid(word.value) else { throw NameTable.refusal(of: word.value) }
                name = word.value
            } else if word.key == "align" {
                align = try line.choice(word, of: command.verb) == "wall" ? .wall : .scene
            } else if word.key == "isPaused" {
                isPaused = try line.boolean(word)
            } else if word.key == "left" {
                left = try Self.seconds(word.value, "left")
            } else {
                scope = word.value
            }
        }
        interval = try Self.seconds(positional[0], command.verb.name)
        do throws(SceneError) { try scene.relations.checkInterval(interval) } catch {
            throw SceneError(.value, "\(command.verb.name): \(ValueSyntax.quote(positional[0])): \(error.message)")
        }
        lines = positional[1].string
        try ReactionLines.check(lines, of: "a timer", parts: scene.components.lineOwner != nil)
    }

    private static func seconds(_ text: ByteView, _ key: String) throws(SceneError) -> Double {
        do throws(ValueSyntax) {
            let seconds = try Quantity.time(text)
            guard seconds >= 0, seconds <= 1e9 else {
                throw ValueSyntax("\(ValueSyntax.quote(text)) is no time from 0 to 1e9 s", at: 0)
            }
            return seconds
        } catch {
            throw SceneError(.value, "\(key): \(error.message)")
        }
    }

    /// Checks the meaning of all properties together, of a timer that was set. Throws `value`, `limit`, and `syntax` for its lines.
    package static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        try scene.relations.checkInterval(scene.value(slot, TimerProperty.interval.id).number)
        let isOfComponent = scene.components.lineOwner != nil || scene.components.isPart(slot)
        try ReactionLines.check(
            scene.value(slot, TimerProperty.lines.id).string, of: "a timer", parts: isOfComponent)
    }
}
