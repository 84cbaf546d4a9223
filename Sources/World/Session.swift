package import Geometry
package import LineProtocol
import Scene

/// A connection's side of the protocol: its options, its open transaction, and how each line gets its one reply.
///
/// It touches no descriptor and knows no frames: what needs the daemon (`tick`, `snapshot`, `subscribe`, …) is handed back as
/// a `Command`.
package final class Session {
    package let principal = Principal()
    package private(set) var replies = Reply.Wanted.all
    package private(set) var name = ""
    private var transaction: Transaction? { didSet { isInTransaction = transaction != nil } }
    package private(set) var isInTransaction = false
    private var splitter = WordSplitter()

    package init() {}

    /// Runs one line and appends its reply to `out`; or gives back the request that the daemon has to answer. A line without
    /// a command appends nothing.
    package func handle(_ bytes: ByteView, _ world: World, _ out: inout ByteWriter) -> Command? {
        var reply = Reply(to: out.count, replies)
        do throws(SceneError) {
            guard let line = try Line(bytes, &splitter) else { return nil }
            reply.tag = line.tag
            let command = try Command(line)
            if try handle(command, bytes, world, &reply, &out) { return command }
        } catch {
            // A line that is broken further on still has its tag.
            reply.tag = splitter.tag
            reply.fail(error, &out)
        }
        return nil
    }

    /// The reply to a line that was too long to be read; `tag` is its tag when it had a valid one.
    package func refuseLongLine(tagged tag: [UInt8]?, limit: Int, _ out: inout ByteWriter) {
        let error = SceneError(.limit, "a line of more than \(limit) bytes")
        (tag ?? []).withView(0..<(tag?.count ?? 0)) { view in
            var reply = Reply(to: out.count, replies)
            reply.tag = tag == nil ? nil : view
            reply.fail(error, &out)
        }
    }

    /// True when the request is for the daemon.
    private func handle(
        _ command: Command, _ bytes: ByteView, _ world: World, _ reply: inout Reply,
        _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        let (verb, line) = (command.verb, command.line)
        if isInTransaction {
            switch verb.moment {
            case .deferred:
                try verb.schema.check(line, compiles: true)
                try transaction?.append(bytes, limit: world.transactionLimit)
                reply.succeed(&out)
                return false
            case .refused: throw SceneError(.busy, "\(verb.name) has to wait for commit or abort")
            case .immediate: break
            }
        }
        switch verb.target {
        case .scene:
            switch try world.apply(command, by: principal) {
            case .done: reply.succeed(&out)
            case .animations(let names):
                reply.succeed(&out) { json in
                    json.beginObject()
                    json.key("animations")
                    json.beginArray()
                    for name in names { json.string(text: name) }
                    json.endArray()
                    json.endObject()
                }
            }
            return false
        case .reader:
            try verb.schema.check(line)
            // Names are looked up before anything is written, so an error leaves at most a cut payload behind.
            var json = JSONWriter()
            try world.read(command, to: &json)
            reply.succeed(&out, payload: json)
            return false
        case .connection:
            try verb.schema.check(line)
            return try Self.handlers[verb](self, line, world, reply, &out)
        case .service:
            try principal.access.check(verb)
            try verb.schema.check(line)
            return true
        }
    }

    // MARK: Verbs of the connection

    /// Carries a line out and replies. False: nothing is left to the service.
    private typealias Handler =
        @Sendable (Session, Line, World, Reply, inout ByteWriter) throws(SceneError) -> Bool

    private static let handlers = VerbHandlers<Handler>(
        .connection,
        [
            .begin: { (session, line, world, reply, out) throws(SceneError) in
                session.transaction = try Transaction(line, world)
                reply.succeed(&out)
                return false
            },
            .abort: { (session, line, world, reply, out) throws(SceneError) in
                guard session.transaction != nil else { throw SceneError(.syntax, "abort without begin") }
                session.transaction = nil
                reply.succeed(&out)
                return false
            },
            .commit: { (session, line, world, reply, out) throws(SceneError) in
                try session.commit(world, reply, &out)
            },
            .session: { (session, line, world, reply, out) throws(SceneError) in
                try session.setOptions(line, world.scene)
                reply.succeed(&out)
                return false
            },
        ])

    private func commit(
        _ world: World, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        guard let open = transaction else { throw SceneError(.syntax, "commit without begin") }
        transaction = nil
        let frame = try open.commit(world, principal) ? world.nextFrame : nil
        world.settle()
        reply.succeed(&out) { json in
            json.beginObject()
            json.key("commands")
            json.number(Double(open.count))
            json.key("frame")
            if let frame { json.number(Double(frame)) } else { json.null() }
            json.endObject()
        }
        return false
    }

    /// Forgets an open transaction; what the connection made for its lifetime only is to be removed by the caller.
    package func close() { transaction = nil }

    private func setOptions(_ line: Line, _ scene: Scene) throws(SceneError) {
        var (replies, name, access, owns) = (self.replies, self.name, principal.access, principal.owns)
        for at in 0..<line.count {
            let word = line[at]
            switch true {
            case word.key == "replies": replies = Reply.Wanted(rawValue: try line.choice(word, of: .session)) ?? replies
            case word.key == "lifetime": owns = try line.choice(word, of: .session) == "client"
            case word.key == "access": access = try access.narrowed(to: word.value, in: scene)
            default: name = word.value.string
            }
        }
        (self.replies, self.name, principal.access, principal.owns) = (replies, name, access, owns)
    }
}
