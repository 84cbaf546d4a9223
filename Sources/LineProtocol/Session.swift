package import Geometry
import Scene

/// A connection's side of the protocol: its habits, its open transaction, and how each line gets its one reply.
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
        let habit = replies
        var reply = Reply(to: out.count, habit)
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
                try Interpreter.checkSyntax(verb, line)
                try transaction?.append(bytes, limit: interpreter.transactionLimit)
                reply.succeed(&out)
                return false
            case .refused: throw SceneError(.busy, "\(verb.name) has to wait for commit or abort")
            case .immediate: break
            }
        }
        switch verb {
        case .begin: transaction = try Transaction(line)
        case .abort:
            try line.expect(0...0, verb)
            guard transaction != nil else { throw SceneError(.syntax, "abort without begin") }
            transaction = nil
        case .commit:
            try line.expect(0...0, verb)
            guard let open = transaction else { throw SceneError(.syntax, "commit without begin") }
            transaction = nil
            try open.run(interpreter, author)
            reply.succeed(&out) { json in
                json.beginObject()
                json.key("commands")
                json.number(Double(open.count))
                json.key("frame")
                json.number(Double(interpreter.nextFrame))
                json.endObject()
            }
            return false
        case .session: try setHabits(line, interpreter.scene)
        case _ where Interpreter.reads(verb):
            // Names are looked up before anything is written, so an error leaves at most a cut payload behind.
            var json = JSONWriter()
            try interpreter.read(verb, line, to: &json)
            reply.succeed(&out, payload: json)
            return false
        case _ where verb.moment == .deferred: try interpreter.change(verb, line, by: author)
        default: return true
        }
        reply.succeed(&out)
        return false
    }

    /// Forgets an open transaction; what the connection made for its lifetime only is to be removed by the caller.
    package func close() { transaction = nil }

    private func setHabits(_ line: Line, _ scene: Scene) throws(SceneError) {
        var (replies, name, access, owns) = (self.replies, self.name, author.access, author.owns)
        for at in 0..<line.count {
            let word = line[at]
            if word.key == "replies" {
                guard let new = Replies(rawValue: word.value.string) else {
                    throw UnknownName.choice(word.value, "habit of replies", Replies.allCases.map(\.rawValue))
                }
                replies = new
            } else if word.key == "lifetime" {
                guard word.value == "scene" || word.value == "client" else {
                    throw UnknownName.choice(word.value, "lifetime", ["scene", "client"])
                }
                owns = word.value == "client"
            } else if word.key == "access" {
                access = try access.narrowed(to: word.value, in: scene)
            } else if word.key == "name" {
                name = word.value.string
            } else {
                throw UnknownName.argument(word.name, of: .session, ["replies", "lifetime", "access", "name"])
            }
        }
        (self.replies, self.name, author.access, author.owns) = (replies, name, access, owns)
    }
}

/// The lines between `begin` and `commit`, kept as they came.
struct Transaction {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    /// Reads the words of `begin`. Throws what is wrong with them, `unsupported` for what needs animations.
    init(_ line: Line) throws(SceneError) {
        for at in 0..<line.count {
            let word = line[at]
            let isKnown: Bool
            do throws(ValueSyntax) {
                isKnown = try Self.check(word)
            } catch {
                throw SceneError(.value, "\(word.key.string): \(error.message)")
            }
            if isKnown { continue }
            guard word.key == "duration" || word.key == "timing" || word.key == "at" else {
                throw UnknownName.argument(word.name, of: .begin, ["duration", "timing", "at", "wait", "name"])
            }
            throw SceneError(.unsupported, "begin \(word.key.string)= is not available in this version")
        }
    }

    /// True for a word of `begin` that is served. Throws when its value is none.
    private static func check(_ word: Word) throws(ValueSyntax) -> Bool {
        if word.key == "duration" { _ = try Quantity.time(word.value) }
        if word.key == "timing" { _ = try TimingFunction(parsing: word.value) }
        if word.key == "wait", !(word.value == "content") {
            throw ValueSyntax("\(ValueSyntax.quote(word.value)) is nothing to wait for: content", at: 0)
        }
        // Nothing in this version has content that could be late.
        return word.key == "wait" || word.key == "name"
    }

    mutating func append(_ line: ByteView, limit: Int) throws(SceneError) {
        guard bytes.count + line.count <= limit else {
            throw SceneError(.limit, "the transaction holds \(limit) bytes; set daemon limit.clientBytes=N for more")
        }
        unsafe bytes.append(contentsOf: line.buffer)
        ends.append(bytes.count)
    }

    /// Runs all lines or none. Throws `aborted` with the number, from 1, of the line that failed, and why.
    func run(_ interpreter: Interpreter, _ author: Author) throws(SceneError) {
        var splitter = WordSplitter()
        let made = author.made.count
        do throws(SceneError) {
            try interpreter.atomically { () throws(SceneError) in
                var start = 0
                for (number, end) in ends.enumerated() {
                    do throws(SceneError) {
                        try bytes.withView(start..<end) { (bytes) throws(SceneError) in
                            guard let line = try Line(bytes, &splitter), let verb = Verb(line.verb) else { return }
                            try interpreter.change(verb, line, by: author)
                        }
                    } catch {
                        throw SceneError(.aborted, "line \(number + 1): \(error.code.rawValue) \(error.message)")
                    }
                    start = end
                }
            }
        } catch {
            author.forget(madeAfter: made)
            throw error
        }
    }
}
