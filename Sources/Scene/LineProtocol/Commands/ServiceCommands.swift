package import Geometry
import Scene
package import Schema

/// `subscribe EVENT… [layer=ID] [deadline=S] [rate=N]`, and `unsubscribe`.
package struct SubscribeCommand: TypedCommand {
    /// Events, and options for sending them.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.rest(&words) }
}

/// `replay epoch=N seq=N time=T wall=W [client=N] [clock=manual] [state=scene|files] [digest=SHA256] "LINES"|path=FILE`
package struct ReplayCommand: TypedCommand {
    package private(set) var lines: ByteView?
    package private(set) var epoch = 0.0
    package private(set) var number = 0.0
    package private(set) var time = 0.0
    package private(set) var wall = 0.0
    package private(set) var client = 0.0
    package private(set) var clock = ClockCommand.Mode.realtime
    package private(set) var state = State.record
    package private(set) var path: ByteView?
    package private(set) var digest: ByteView?

    /// The meaning of the lines.
    package enum State: String, WireChoice {
        /// The next record of the journal.
        case record
        /// The whole scene as it was behind the record `seq`.
        case scene
        /// Paths of the files that records up to `seq` have named; in no order.
        case files
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&lines)
        try wire.key("epoch", &epoch)
        try wire.key("seq", &number)
        try wire.key("time", &time)
        try wire.key("wall", &wall)
        try wire.key("client", &client)
        try wire.key("clock", &clock)
        try wire.key("state", &state)
        try wire.key("path", &path)
        try wire.key("digest", &digest)
    }
}

/// `sync [layout] [serial=N]`
package struct SyncCommand: TypedCommand {
    package private(set) var layout: ByteView?
    package private(set) var serial: Serial?

    /// The number of a `layout` event.
    package struct Serial: WireValue {
        package let number: Double
        package let word: ByteView

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            Self(number: try word.number(), word: word.value)
        }

        package var text: String { word.string }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&layout)
        try wire.key("serial", &serial)
    }
}

/// A duration from 0 to 1e9 s of scene time.
package struct Period: WireValue {
    package let seconds: Double

    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
        try read(word, named: word.isPositional ? command.verb.name : word.key.string)
    }

    /// Parses a word. Throws `value`, naming it.
    package static func read(_ word: Word, named name: String) throws(SceneError) -> Self {
        let seconds: Double
        do throws(ValueSyntax) { seconds = try Quantity.time(word.value) } catch {
            throw SceneError(.value, "\(name): \(error.message)")
        }
        guard seconds >= 0, seconds <= 1e9 else {
            throw SceneError(
                .value, "\(name): \(ValueSyntax.quote(word.value)) is out of range: 0…1000000000 seconds")
        }
        return Self(seconds: seconds)
    }

    package var text: String { seconds.text }
}

/// `wait SECONDS`, `wait for=ANIMATION`
package struct WaitCommand: TypedCommand {
    package private(set) var period: Period?
    package private(set) var animation: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&period)
        try wire.key("for", &animation)
    }
}

/// `clock realtime|manual`
package struct ClockCommand: TypedCommand {
    package private(set) var mode = Mode.realtime

    package enum Mode: String, WireChoice {
        case realtime, manual
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.word(&mode) }
}

/// `tick [SECONDS]`, `tick frames=N`, `tick to=TIME`
package struct TickCommand: TypedCommand {
    package private(set) var step: Period?
    package private(set) var frames: FrameCount?
    /// The scene time to reach.
    package private(set) var target: Double?

    package struct FrameCount: WireValue {
        package let count: Int
        /// Maximum number of frames per line: an hour at 240 frames per second.
        package static let most = 864_000

        package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
            let frames = try word.number()
            guard frames == frames.rounded(), frames >= 1, frames <= Double(most) else {
                throw SceneError(
                    .value, "frames: \(ValueSyntax.quote(word.value)) is no whole number from 1 to \(most)")
            }
            return Self(count: Int(frames))
        }

        package var text: String { String(count) }
    }

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&step)
        try wire.key("frames", &frames)
        try wire.key("to", &target)
    }
}

/// `snapshot [output=ID] [layer=ID] [rect=x,y,w,h] [scale=N] [format=…] [path=FILE]`
package struct SnapshotCommand: TypedCommand {
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.rest(&words) }
}

/// `record [output=ID] [path=FILE] [format=…] [fps=N] [seconds=N]`, `record stop`
package struct RecordCommand: TypedCommand {
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.rest(&words) }
}

/// `debug [damage=B] [borders=B] [fps=B]`
package struct DebugCommand: TypedCommand {
    package private(set) var damage: Bool?
    package private(set) var borders: Bool?
    package private(set) var meter: Bool?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.key("damage", &damage)
        try wire.key("borders", &borders)
        try wire.key("fps", &meter)
    }
}

/// `explain ID`
package struct ExplainCommand: TypedCommand {
    package private(set) var layer = ByteView()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.word(&layer) }
}

/// `hit x,y [output=ID] [interactive=B]`
package struct HitCommand: TypedCommand {
    package private(set) var point = ByteView()
    package private(set) var output: ByteView?
    package private(set) var isInteractive = false

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&point, "x,y")
        try wire.key("output", &output)
        try wire.key("interactive", &isInteractive)
    }
}

/// `convert x,y[,w,h] [from=ID] [to=ID]`
package struct ConvertCommand: TypedCommand {
    /// A point, or a rectangle.
    package private(set) var shape = ByteView()
    package private(set) var from: ByteView?
    package private(set) var to: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&shape, "x,y")
        try wire.key("from", &from)
        try wire.key("to", &to)
    }
}

/// `input DEVICE …`
package struct InputCommand: TypedCommand {
    package private(set) var device = ByteView()
    /// The device's event, in words of its own.
    package private(set) var words = WordList()

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&device, "pointer, touch, key or drop")
        try wire.rest(&words)
    }
}

/// `plugin list`, `plugin load|unload|reload NAME`
package struct PluginCommand: TypedCommand {
    package private(set) var action = ByteView()
    package private(set) var name: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.word(&action, "list, load, unload or reload")
        try wire.word(&name)
    }
}

/// `stats [output=ID]`
package struct StatsCommand: TypedCommand {
    package private(set) var output: ByteView?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) { try wire.key("output", &output) }
}

/// `save [path=FILE] [overwrite=B] [secrets=B]`
package struct SaveCommand: TypedCommand {
    package private(set) var path: ByteView?
    package private(set) var overwrites = false
    package private(set) var secrets: Bool?

    package init() {}

    package mutating func visit(_ wire: inout some CommandWire) throws(SceneError) {
        try wire.key("path", &path)
        try wire.key("overwrite", &overwrites)
        try wire.key("secrets", &secrets)
    }
}
