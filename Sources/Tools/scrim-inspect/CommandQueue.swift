import DaemonClient
import Geometry
import LineProtocol
import Reactor

/// Lines for the daemon: a batch for each request, one batch at a time on one connection, so that `undo` undoes this
/// page's changes.
final class CommandQueue: LinkListener, TimerHandler {
    /// Maximum bytes of the replies to one batch.
    private static let replyLimit = 32 << 20
    private static let timeout: Nanoseconds = 20_000_000_000
    /// Verbs that would block the next batch, or cause lines that are no replies.
    private static let refused: [Verb] = [.session, .wait, .subscribe, .unsubscribe]

    private let link: DaemonLink
    private let reactor: Reactor
    private var waiting: [Exchange] = []
    private var current: Exchange?
    private var replies: [UInt8] = []
    private var line: [UInt8] = []
    private var number = 0
    private var timer: TimerID?

    init(path: String, reactor: Reactor) {
        link = DaemonLink(path: path, reactor: reactor)
        self.reactor = reactor
    }

    func start() { link.open(self) }

    func run(_ exchange: Exchange) {
        if let verb = Self.refusedVerb(in: exchange.body) {
            return exchange.respond(Answer(status: 400, "\(verb.name) is not for this connection\n"))
        }
        waiting.append(exchange)
        beginNext()
    }

    /// The first rejected verb of a batch, parsed like in the daemon (also in quotes).
    private static func refusedVerb(in batch: [UInt8]) -> Verb? {
        var splitter = WordSplitter()
        var found: Verb?
        batch.forEachLine { bytes in
            guard found == nil, let line = try? Line(bytes, &splitter), let verb = Verb(line.verb),
                refused.contains(verb)
            else { return }
            found = verb
        }
        return found
    }

    private func beginNext() {
        while current == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            if next.hasLeft { continue }
            guard link.isOpen else {
                next.respond(Self.gone)
                continue
            }
            current = next
            replies = []
            number += 1
            // The last reply has this tag; an uncommitted transaction of the batch is aborted.
            link.send(next.body + Array("\n@inspect.\(number) abort\n".utf8))
            timer = reactor.setTimer(at: Clock.now + Self.timeout, self)
        }
    }

    private static let gone = Answer(status: 503, "no daemon answers\n")

    private func finish(_ answer: Answer) {
        if let timer { reactor.cancel(timer) }
        timer = nil
        current?.respond(answer)
        current = nil
        replies = []
    }

    // MARK: From the daemon

    func linkOpened() {
        line = []
        // Its reply may arrive after a batch has started.
        link.send(Array("@inspect session name=inspector\n".utf8))
    }

    func linkReceived(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = unsafe bytes[...]
        while let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) {
            unsafe line += rest[..<end]
            take()
            line.removeAll(keepingCapacity: line.count < 1 << 16)
            unsafe rest = rest[(end + 1)...]
        }
        if unsafe line.count + rest.count > Self.replyLimit {
            finish(Answer(status: 502, "the reply is longer than \(Self.replyLimit) bytes\n"))
            link.reset()
            return true
        }
        unsafe line += rest
        return true
    }

    private func take() {
        guard current != nil, !line.starts(with: "event ".utf8), !line.starts(with: "@inspect ".utf8) else { return }
        if line.starts(with: "@inspect.\(number) ".utf8) {
            finish(Answer(replies, type: "text/plain; charset=utf-8"))
            beginNext()
        } else if replies.count + line.count < Self.replyLimit {
            replies += line
            replies.append(UInt8(ascii: "\n"))
        } else {
            finish(Answer(status: 502, "the replies are longer than \(Self.replyLimit) bytes\n"))
            link.reset()
        }
    }

    func linkClosed() {
        finish(Self.gone)
        beginNext()
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        finish(Answer(status: 504, "the daemon did not reply in time\n"))
        link.reset()
    }
}
