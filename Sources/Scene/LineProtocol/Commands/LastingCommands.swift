package import Geometry
import Scene
package import Schema

/// `on LAYER EVENT [name=TEXT] [when EXPRESSION] "LINES"`
package struct OnCommand: TypedCommand {
    package private(set) var layer = ByteView()
    package private(set) var event = ByteView()
    package private(set) var name: ByteView?
    /// The expression after `when`.
    package private(set) var condition: ByteView?
    package private(set) var lines = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&layer)
        try wire.word(&event)
        try wire.key("name", &name)
        try wire.expression("when", &condition)
        try wire.word(&lines)
    }
}

/// `off LAYER [EVENT|N]`
package struct OffCommand: TypedCommand {
    package private(set) var layer = ByteView()
    /// An event, or the name of a reaction; nil for all reactions of the layer.
    package private(set) var reaction: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&layer, "a layer")
        try wire.word(&reaction)
    }
}

/// `bind ID [scope=LAYER] [isActive=B] property:=EXPRESSION…`
package struct BindCommand: TypedCommand {
    /// An id, or a selector.
    package private(set) var target = ByteView()
    /// The bindings, and other words.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&target, "an id")
        try wire.rest(&words)
    }
}

/// `every SECONDS "LINES" [name=ID] …`, and `after`.
package struct TimerCommand: TypedCommand {
    package private(set) var interval = Duration()
    package private(set) var lines = ByteView()
    package private(set) var name: ByteView?
    package private(set) var align = Align.scene
    /// Time until the first firing; nil for the interval.
    package private(set) var left: Duration?
    package private(set) var isPaused = false
    /// The layer to which the rights of its lines are limited.
    package private(set) var scope: ByteView?

    package enum Align: String, WireChoice {
        case scene, wall
    }

    /// A duration from 0 to 1e9 s.
    package struct Duration: WireValue {
        package private(set) var seconds = 0.0
        package private(set) var word = ByteView()

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            do throws(ValueSyntax) {
                let seconds = try Quantity.time(word.value)
                guard seconds >= 0, seconds <= 1e9 else {
                    throw ValueSyntax("\(ValueSyntax.quote(word.value)) is no time from 0 to 1e9 s", at: 0)
                }
                return Self(seconds: seconds, word: word.value)
            } catch {
                let name = word.isPositional ? command.verb.name : word.key.string
                throw SceneError(.value, "\(name): \(error.message)")
            }
        }

        package var text: String { seconds.text }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&interval)
        try wire.word(&lines)
        try wire.key("name", &name)
        try wire.key("align", &align)
        try wire.key("left", &left)
        try wire.key("isPaused", &isPaused)
        try wire.key("scope", &scope)
    }
}

/// `function NAME(PARAMETER,…):=EXPRESSION`
package struct FunctionCommand: TypedCommand {
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.rest(&words) }
}

/// `undefine NAME`
package struct UndefineCommand: TypedCommand {
    /// A component or a function.
    package private(set) var name = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&name, "a component or a function")
    }
}

/// `use FILE`
package struct UseCommand: TypedCommand {
    package private(set) var path = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.word(&path, "a file") }
}

/// `load path=FILE [replace=B] [lenient=B]`
package struct LoadCommand: TypedCommand {
    package private(set) var path = ByteView()
    /// True when the scene is replaced by that of the file.
    package private(set) var replaces = false
    /// True when failing lines become dormant objects.
    package private(set) var isLenient = false

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.key("path", &path)
        try wire.key("replace", &replaces)
        try wire.key("lenient", &isLenient)
    }
}
