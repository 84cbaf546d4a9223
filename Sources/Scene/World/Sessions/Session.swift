import Expressions
package import Geometry
package import LineProtocol
package import Scene
import SceneTables
package import Schema

/// Protocol state of one connection: its options, its open transaction, and the reply to each line.
///
/// Knows no file descriptors and no frames: verbs that need the daemon (`tick`, `snapshot`, `subscribe`, …) are
/// returned as a `Command`.
package final class Session {
    package let principal: Principal
    package private(set) var replies = Reply.Wanted.all
    package private(set) var name = ""
    private var transaction: Transaction? { didSet { noteOpen() } }
    private var definition: Definition? { didSet { noteOpen() } }
    /// True while lines are collected for a transaction or a definition.
    package private(set) var isInTransaction = false

    /// The lines between `define` and `end`.
    private enum Definition {
        case open(OpenDefinition)
        /// The definition was denied: its lines fail too.
        case denied(SceneError)
    }

    private func noteOpen() {
        isInTransaction = transaction != nil || definition != nil
        noteText()
    }

    private func noteText(in texts: ClientTexts? = nil) {
        var bytes = (transaction?.size ?? 0) + checkpointBytes
        if case .open(let open) = definition { bytes += open.size }
        text.note(bytes, in: texts)
    }

    /// Its share of the texts stored for connections.
    private var text = ClientText()
    private var checkpointBytes = 0
    /// Maximum bytes of the client's name.
    private static let longestName = 256

    private var splitter = WordSplitter()
    /// When true, lines that read much are also returned: see `HeavyReads.isHeavy` and `FileVerbs.isLong`.
    package var handsBackReads = false

    /// True when the last line failed.
    package private(set) var hasFailed = false

    /// Dumps by name, for `diff`.
    private var checkpoints: [String: [UInt8]] = [:]
    private static let mostCheckpoints = 16

    /// `keepsHistory`: false for lines that nobody undoes.
    package init(keepsHistory: Bool = true) { principal = Principal(history: keepsHistory ? UndoHistory() : nil) }

    /// Runs one line and appends its reply to `out`, or returns the command that the daemon has to answer. A line
    /// without a command appends nothing.
    package func handle(_ bytes: ByteView, _ world: World, _ out: inout ByteWriter) -> Command? {
        var reply = Reply(to: out.count, replies)
        hasFailed = false
        do throws(SceneError) {
            guard let line = try Line(bytes, &splitter) else { return nil }
            reply.tag = line.tag
            let command = try Command(line)
            if try handle(command, bytes, world, &reply, &out) { return command }
        } catch {
            // A line with a later syntax error still has its tag.
            reply.tag = splitter.tag
            reply.fail(error, &out)
            hasFailed = true
        }
        return nil
    }

    /// Writes the reply to a line that was too long to be read; `tag`: its tag when it had a valid one.
    package func refuseLongLine(tagged tag: [UInt8]?, limit: Int, _ out: inout ByteWriter) {
        let error = SceneError(.limit, "a line of more than \(limit) bytes")
        (tag ?? []).withView(0..<(tag?.count ?? 0)) { view in
            var reply = Reply(to: out.count, replies)
            reply.tag = tag == nil ? nil : view
            reply.fail(error, &out)
        }
    }

    /// Writes the reply to a line that may not be carried out now. Drops the open transaction or definition.
    package func refuse(_ bytes: ByteView, _ error: SceneError, _ out: inout ByteWriter) {
        if isInTransaction { (transaction, definition) = (nil, nil) }
        var reply = Reply(to: out.count, replies)
        do throws(SceneError) {
            guard let line = try Line(bytes, &splitter) else { return }
            reply.tag = line.tag
            throw error
        } catch {
            reply.tag = splitter.tag
            reply.fail(error, &out)
        }
    }

    /// Returns true when the daemon has to handle the command.
    private func handle(
        _ command: Command, _ bytes: ByteView, _ world: World, _ reply: inout Reply,
        _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let (verb, line) = (command.verb, command.line)
        if let definition {
            if try handle(command, in: definition, world) {
                reply.succeed(&out)
                return false
            }
        } else if isInTransaction {
            switch verb.moment {
            case .deferred:
                var functions = world.scene.functions
                // Its lines may call the functions that it defines.
                functions.isOpen = transaction?.definesFunctions == true || functions.isOpen
                try verb.schema.check(line, compiles: functions)
                if verb == .function { transaction?.definesFunctions = true }
                try text.checkRoom(for: bytes.count, limit: world.transactionLimit)
                try transaction?.append(bytes, limit: world.transactionLimit)
                reply.succeed(&out)
                return false
            case .refused: throw SceneError(.busy, "\(verb.name) has to wait for commit or abort")
            case .immediate: break
            }
        }
        switch verb.target {
        case .scene:
            if handsBackReads, verb == .load, world.fileVerbs.isLong(command, by: principal) { return true }
            switch try world.apply(command, by: principal) {
            case .done: reply.succeed(&out)
            case .animations(let names): reply.succeed(&out) { Self.write(names, nil, to: &$0) }
            case .matched(let count, let names): reply.succeed(&out) { Self.write(names, count, to: &$0) }
            case .unset(let secrets):
                reply.succeed(&out) { json in
                    json.beginObject()
                    json.key("unset")
                    json.beginArray()
                    for secret in secrets { json.string(text: secret) }
                    json.endArray()
                    json.endObject()
                }
            }
            return false
        case .reader:
            try principal.access.check(command)
            if handsBackReads, try HeavyReads.isHeavy(command, in: world.scene) { return true }
            // Names are resolved before writing, so an error leaves at most a truncated payload.
            var json = JSONWriter()
            try world.read(command, to: &json)
            reply.succeed(&out, payload: json)
            return false
        case .connection:
            do throws(SceneError) { try principal.access.check(command) } catch {
                // Its lines fail too.
                if verb == .define, error.code == .denied { definition = .denied(error) }
                throw error
            }
            return try Self.handlers[verb].handle(self, command, world, reply, &out)
        case .service:
            try principal.access.check(command)
            return true
        }
    }

    /// Returns true for a line of a definition, which is handled; false for one that only reads.
    private func handle(
        _ command: Command, in definition: Definition, _ world: World
    ) throws(SceneError) -> Bool {
        let verb = command.verb
        switch (verb, definition) {
        case (.abort, _):
            try command.check()
            self.definition = nil
            return true
        case (.end, .open(let open)):
            try command.check()
            self.definition = nil
            // The access may have been narrowed.
            try principal.access.check(.end)
            world.beginStep(by: principal)
            defer { world.endStep(by: principal) }
            do throws(SceneError) { try world.componentVerbs.define(open, by: principal) } catch {
                // The line will be handled again.
                if world.host.isAwaitingPlugin?() ?? false { self.definition = .open(open) }
                throw error
            }
            world.settle()
            return true
        case (.end, .denied(let error)):
            self.definition = nil
            throw error
        default: break
        }
        guard verb.moment != .refused, verb != .commit else {
            throw SceneError(.busy, "\(verb.name) has to wait for end or abort")
        }
        if verb.moment == .immediate { return false }
        switch definition {
        case .denied(let error): throw error
        case .open(var open):
            // Avoids a copy while it grows.
            self.definition = nil
            defer { self.definition = .open(open) }
            try text.checkRoom(for: 0, limit: world.transactionLimit)
            try open.append(command, in: world.scene, limit: world.transactionLimit)
            return true
        }
    }

    private static func write(_ animations: [String]?, _ count: Int?, to json: inout JSONWriter) {
        json.beginObject()
        if let animations {
            json.key("animations")
            json.beginArray()
            for name in animations { json.string(text: name) }
            json.endArray()
        }
        if let count {
            json.key("count")
            json.number(Double(count))
        }
        json.endObject()
    }

    // MARK: Verbs of the connection

    /// Carries out a command and replies. Returns false when the service has nothing left to do.
    private struct Handler: VerbHandler {
        let words: any TypedCommand.Type
        let handle: @Sendable (Session, Command, World, Reply, inout ByteWriter) throws(SceneError) -> Bool

        init<Words: TypedCommand>(
            _ handle:
                @escaping @Sendable (Session) -> (Words, World, Reply, inout ByteWriter) throws(SceneError) -> Bool
        ) {
            words = Words.self
            self.handle = { (session, command, world, reply, out) throws(SceneError) in
                try handle(session)(Words(command), world, reply, &out)
            }
        }
    }

    private static let handlers = VerbHandlers<Handler>(
        .connection,
        [
            .begin: Handler(Session.begin), .commit: Handler(Session.commit), .abort: Handler(Session.abort),
            .define: Handler(Session.define), .end: Handler(Session.end), .undo: Handler(Session.undo),
            .redo: Handler(Session.redo), .checkpoint: Handler(Session.checkpoint), .diff: Handler(Session.diff),
            .session: Handler(Session.setOptions),
        ])

    private func begin(
        _ words: BeginCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let transaction = try Transaction(words, world)
        noteText(in: world.texts)
        self.transaction = transaction
        reply.succeed(&out)
        return false
    }

    private func abort(
        _ words: EmptyCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        guard transaction != nil else { throw SceneError(.syntax, "abort without begin") }
        transaction = nil
        reply.succeed(&out)
        return false
    }

    private func define(
        _ words: DefineCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        noteText(in: world.texts)
        definition = .open(try OpenDefinition(words, in: world.scene))
        reply.succeed(&out)
        return false
    }

    private func end(
        _ words: EmptyCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool { throw SceneError(.syntax, "end without define") }

    private func undo(
        _ words: StepsCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let count = try world.undoVerbs.undo(words.steps.count, by: principal)
        reply.succeed(&out) { Session.write(nil, count, to: &$0) }
        return false
    }

    private func redo(
        _ words: StepsCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let count = try world.undoVerbs.redo(words.steps.count, by: principal)
        reply.succeed(&out) { Session.write(nil, count, to: &$0) }
        return false
    }

    private func checkpoint(
        _ words: CheckpointCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        noteText(in: world.texts)
        if handsBackReads, HeavyReads.isLarge(world.scene) { return true }
        try keep(Self.dump(world), asCheckpoint: words.name.string, limit: world.transactionLimit)
        reply.succeed(&out)
        return false
    }

    private func diff(
        _ words: CheckpointCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let old = try checkpoint(words.name)
        if handsBackReads, HeavyReads.isLarge(world.scene) { return true }
        let lines = SceneDiff(from: old, to: Self.dump(world)).lines()
        reply.succeed(&out) { json in
            json.beginArray()
            for line in lines { json.string(text: line) }
            json.endArray()
        }
        return false
    }

    private func commit(
        _ words: EmptyCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let frame = try commit(world)
        reply.succeed(&out) { json in
            json.beginObject()
            json.key("commands")
            json.number(Double(frame.commands))
            json.key("frame")
            if let frame = frame.number { json.number(Double(frame)) } else { json.null() }
            json.endObject()
        }
        return false
    }

    private func setOptions(
        _ words: SessionCommand, _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let access = try words.access.map { (word) throws(SceneError) in
            try principal.access.narrowed(to: word, in: world.scene)
        }
        if let name = words.name {
            guard name.count <= Self.longestName else {
                throw SceneError(.limit, "name: more than \(Self.longestName) bytes")
            }
            self.name = name.string
        }
        if words.role != nil { try world.host.setRole?(words) }
        // Changes made with other access cannot be undone with this one.
        if let access, access != principal.access {
            principal.history?.clear()
            principal.access = access
        }
        if let replies = words.replies { self.replies = replies }
        if let lifetime = words.lifetime { principal.owns = lifetime == .client }
        reply.succeed(&out)
        return false
    }

    /// Commits the open transaction. Returns the number of its lines and the frame that shows it, nil when it waits.
    private func commit(_ world: World) throws(SceneError) -> (commands: Int, number: UInt64?) {
        guard let open = transaction else { throw SceneError(.syntax, "commit without begin") }
        transaction = nil
        world.beginStep(by: principal)
        defer { world.endStep(by: principal) }
        let isDone: Bool
        do throws(SceneError) { isDone = try open.commit(world, principal) } catch {
            // The line will be handled again.
            if world.host.isAwaitingPlugin?() ?? false { transaction = open }
            throw error
        }
        world.settle()
        return (open.count, isDone ? world.host.nextFrame : nil)
    }

    /// Drops an open transaction. The caller has to remove the objects owned by the connection.
    package func close() {
        (checkpoints, checkpointBytes) = ([:], 0)
        (transaction, definition) = (nil, nil)
        principal.history?.clear()
    }

    /// Stores a dump of the scene under a name. Throws `limit`.
    package func keep(_ dump: [UInt8], asCheckpoint name: String, limit: Int) throws(SceneError) {
        guard checkpoints[name] != nil || checkpoints.count < Self.mostCheckpoints else {
            throw SceneError(.limit, "\(Self.mostCheckpoints) checkpoints are kept")
        }
        let others = checkpoints.reduce(0) { $0 + ($1.key == name ? 0 : $1.value.count) }
        guard others + dump.count <= limit else {
            throw SceneError(
                .limit, "the checkpoints hold \(limit) bytes; set daemon limit.clientBytes=N for more")
        }
        try text.checkRoom(for: others + dump.count - checkpointBytes, limit: limit)
        checkpoints[name] = dump
        checkpointBytes = others + dump.count
        noteText()
    }

    /// The dump stored at a checkpoint. Throws `unknown-object` with the nearest name.
    package func checkpoint(_ name: ByteView) throws(SceneError) -> [UInt8] {
        guard let old = checkpoints[name.string] else {
            throw SceneError(
                .unknownObject,
                "unknown checkpoint" + NearestName.suggestion(for: name, among: checkpoints.keys.sorted()))
        }
        return old
    }

    private static func dump(_ world: World) -> [UInt8] {
        world.scene.layout.layOut()
        return dump(world.scene, at: world.time)
    }

    /// Lines that create the scene again, with layouts done. `secrets`: include secrets.
    package static func dump(_ scene: Scene, at time: Double, secrets: Bool = false) -> [UInt8] {
        var text: [UInt8] = []
        var dump = SceneDump(scene, at: time, secrets: secrets)
        dump.write(nil) { line in
            unsafe text.append(contentsOf: line.buffer)
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
