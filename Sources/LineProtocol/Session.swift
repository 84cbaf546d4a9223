package import Geometry
import Scene

/// A connection's side of the protocol: its options, its open transaction, and how each line gets its one reply.
///
/// It touches no descriptor and knows no frames: what needs the daemon (`tick`, `snapshot`, `subscribe`, …) is handed back as
/// a `Request`.
package final class Session {
    package enum Replies: String, CaseIterable, Sendable {
        case all, errors, none
    }

    package let author = Author()
    package private(set) var replies = Replies.all
    package private(set) var name = ""
    private var transaction: Transaction? { didSet { isInTransaction = transaction != nil } }
    package private(set) var isInTransaction = false
    private var splitter = WordSplitter()

    package init() {}

    /// A line for the daemon to answer, with `Reply`.
    package struct Request {
        package let verb: Verb
        package let line: Line
    }

    /// Runs one line and appends its reply to `out`; or gives back the request that the daemon has to answer. A line without
    /// a command appends nothing.
    package func handle(_ bytes: ByteView, _ interpreter: Interpreter, _ out: inout ByteWriter) -> Request? {
        var reply = Reply(to: out.count, replies)
        do throws(SceneError) {
            guard let line = try Line(bytes, &splitter) else { return nil }
            reply.tag = line.tag
            guard let verb = Verb(line.verb) else { throw Verb.unknown(line.verb) }
            if try handle(verb, line, bytes, interpreter, &reply, &out) { return Request(verb: verb, line: line) }
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
        _ verb: Verb, _ line: Line, _ bytes: ByteView, _ interpreter: Interpreter, _ reply: inout Reply,
        _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        if isInTransaction {
            switch verb.moment {
            case .deferred:
                try verb.schema.check(line, compiles: true)
                try transaction?.append(bytes, limit: interpreter.transactionLimit)
                reply.succeed(&out)
                return false
            case .refused: throw SceneError(.busy, "\(verb.name) has to wait for commit or abort")
            case .immediate: break
            }
        }
        switch verb.target {
        case .scene:
            if verb == .animate { return try animate(line, interpreter, reply, &out) }
            try interpreter.change(verb, line, by: author)
            interpreter.settle()
        case .reader:
            try verb.schema.check(line)
            // Names are looked up before anything is written, so an error leaves at most a cut payload behind.
            var json = JSONWriter()
            try interpreter.read(verb, line, to: &json)
            reply.succeed(&out, payload: json)
            return false
        case .connection:
            try verb.schema.check(line)
            return try Self.handlers[verb](self, line, interpreter, reply, &out)
        case .service:
            try author.access.check(verb)
            try verb.schema.check(line)
            return true
        }
        reply.succeed(&out)
        return false
    }

    // MARK: Verbs of the connection

    /// Carries a line out and replies. False: nothing is left to the service.
    private typealias Handler =
        @Sendable (Session, Line, Interpreter, Reply, inout ByteWriter) throws(SceneError) -> Bool

    private static let handlers = VerbHandlers<Handler>(
        .connection,
        [
            .begin: { (session, line, interpreter, reply, out) throws(SceneError) in
                session.transaction = try Transaction(line, interpreter)
                reply.succeed(&out)
                return false
            },
            .abort: { (session, line, interpreter, reply, out) throws(SceneError) in
                guard session.transaction != nil else { throw SceneError(.syntax, "abort without begin") }
                session.transaction = nil
                reply.succeed(&out)
                return false
            },
            .commit: { (session, line, interpreter, reply, out) throws(SceneError) in
                try session.commit(interpreter, reply, &out)
            },
            .session: { (session, line, interpreter, reply, out) throws(SceneError) in
                try session.setOptions(line, interpreter.scene)
                reply.succeed(&out)
                return false
            },
        ])

    private func commit(
        _ interpreter: Interpreter, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        guard let open = transaction else { throw SceneError(.syntax, "commit without begin") }
        transaction = nil
        let frame = try open.commit(interpreter, author) ? interpreter.nextFrame : nil
        interpreter.settle()
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

    private func animate(
        _ line: Line, _ interpreter: Interpreter, _ reply: Reply, _ out: inout ByteWriter
    ) throws(SceneError) -> Bool {
        try author.access.check(.animate)
        try Verb.animate.schema.check(line)
        let names = try interpreter.animate(line, by: author)
        interpreter.settle()
        reply.succeed(&out) { json in
            json.beginObject()
            json.key("animations")
            json.beginArray()
            for name in names { json.string(text: name) }
            json.endArray()
            json.endObject()
        }
        return false
    }

    /// Forgets an open transaction; what the connection made for its lifetime only is to be removed by the caller.
    package func close() { transaction = nil }

    private func setOptions(_ line: Line, _ scene: Scene) throws(SceneError) {
        var (replies, name, access, owns) = (self.replies, self.name, author.access, author.owns)
        for at in 0..<line.count {
            let word = line[at]
            switch true {
            case word.key == "replies": replies = Replies(rawValue: try line.choice(word, of: .session)) ?? replies
            case word.key == "lifetime": owns = try line.choice(word, of: .session) == "client"
            case word.key == "access": access = try access.narrowed(to: word.value, in: scene)
            default: name = word.value.string
            }
        }
        (self.replies, self.name, author.access, author.owns) = (replies, name, access, owns)
    }
}
