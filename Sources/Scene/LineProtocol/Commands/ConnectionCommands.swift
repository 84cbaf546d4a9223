package import Geometry
import Scene
package import Schema

/// `begin [duration=S] [timing=T] [at=TIME] [wait=content] [name=ID] [animator=ID]`
package struct BeginCommand: TypedCommand {
    package private(set) var duration: Seconds?
    package private(set) var timing: TimingFunction?
    /// A scene time, or a wall-clock time.
    package private(set) var at: ByteView?
    package private(set) var wait: Awaited?
    package private(set) var name: ByteView?
    package private(set) var animator: ByteView?

    /// The condition for which the transaction waits.
    package enum Awaited: WireValue {
        case content

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            guard word.value == "content" else {
                throw SceneError(.value, "wait: \(ValueSyntax.quote(word.value)) is nothing to wait for: content")
            }
            return .content
        }

        package var text: String { "content" }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.key("duration", &duration)
        try wire.key("timing", &timing)
        try wire.key("at", &at)
        try wire.key("wait", &wait)
        try wire.key("name", &name)
        try wire.key("animator", &animator)
    }
}

/// `define NAME [parameter=default…]`
package struct DefineCommand: TypedCommand {
    package private(set) var name = ByteView()
    package private(set) var parameters = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&name, "a name")
        try wire.rest(&parameters)
    }
}

/// `undo [N]`, `redo [N]`
package struct StepsCommand: TypedCommand {
    package private(set) var steps = Steps()

    /// A number of steps.
    package struct Steps: WireValue {
        package private(set) var count = 1

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            do throws(ValueSyntax) {
                let count = try Quantity.integer(word.value)
                guard count >= 0 else {
                    throw ValueSyntax("\(ValueSyntax.quote(word.value)) is no number of steps", at: 0)
                }
                return Self(count: count)
            } catch {
                throw SceneError(.value, "\(command.verb.name): \(error.message)")
            }
        }

        package var text: String { String(count) }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.word(&steps) }
}

/// `checkpoint NAME`, `diff NAME`
package struct CheckpointCommand: TypedCommand {
    package private(set) var name = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.word(&name) }
}

/// `session [replies=all|errors|none] [lifetime=scene|client] [access=full|read|ID] [name=TEXT] [role=replica of=NAME [delay=S]]`,
/// `session role=primary [epoch=N]`
package struct SessionCommand: TypedCommand {
    package private(set) var replies: Reply.Wanted?
    package private(set) var lifetime: Lifetime?
    package private(set) var access: ByteView?
    package private(set) var name: ByteView?
    package private(set) var role: Role?
    /// The primary.
    package private(set) var of: ByteView?
    /// How far a replica is behind its primary.
    package private(set) var delay: Seconds?
    /// The least epoch of what a primary says from now on.
    package private(set) var epoch: Double?

    /// The source of the scene.
    package enum Role: String, WireChoice {
        /// A primary, over this connection.
        case replica
        /// This daemon's own clients.
        case primary
    }

    /// The lifetime of the objects that the connection creates.
    package enum Lifetime: String, WireChoice {
        case scene, client
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.key("replies", &replies)
        try wire.key("lifetime", &lifetime)
        try wire.key("access", &access)
        try wire.key("name", &name)
        try wire.key("role", &role)
        try wire.key("of", &of)
        try wire.key("delay", &delay)
        try wire.key("epoch", &epoch)
    }
}

extension Reply.Wanted: WireChoice {}
