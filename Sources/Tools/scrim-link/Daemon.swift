import DaemonClient
import Expressions
import Glibc
import Reactor

/// A receiver of a daemon's lines.
protocol DaemonListener: AnyObject {
    /// The connection stands.
    func daemonOpened()
    func daemonTold(_ event: String, _ value: JSONValue)
    func daemonClosed()
}

/// A connection to the daemon, which is waited for while it is not there: lines and their replies.
final class Daemon: LinkListener {
    private let link: DaemonLink
    private weak var listener: (any DaemonListener)?
    private var received: [UInt8] = []
    /// Where a line was looked for to.
    private var searched = 0
    private var replies: [((Reply) -> Void)?] = []
    private var isTold = false

    enum Reply {
        case done(JSONValue?)
        case failed(code: String, message: String)
    }

    init(_ path: String, _ reactor: Reactor) { link = DaemonLink(path: path, reactor: reactor) }

    var isOpen: Bool { link.isOpen }

    func open(_ listener: any DaemonListener) {
        self.listener = listener
        link.open(self)
        if !link.isOpen { Console.say("waiting for the daemon") }
    }

    func close() { link.close() }

    /// Sends a line; `then` gets its reply, unless the connection ends before.
    func say(_ line: String, then: ((Reply) -> Void)? = nil) {
        guard link.isOpen else { return }
        replies.append(then)
        link.send(Array((line + "\n").utf8))
    }

    func linkOpened() {
        (received, searched, replies) = ([], 0, [])
        listener?.daemonOpened()
    }

    func linkClosed() {
        (received, searched, replies) = ([], 0, [])
        listener?.daemonClosed()
    }

    func linkReceived(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe received.append(contentsOf: bytes)
        var start = 0
        while let end = received[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
            take(received[start..<end])
            start = end + 1
            searched = start
            // The connection was ended by what was said.
            guard start <= received.count else { return true }
        }
        received.removeFirst(start)
        searched = received.count
        return true
    }

    private func take(_ line: ArraySlice<UInt8>) {
        func rest(behind count: Int) -> JSONValue? { JSONValue(Array(line.dropFirst(count))) }
        if line.starts(with: "event ".utf8) {
            let name = line.dropFirst(6).prefix { $0 != UInt8(ascii: " ") }
            if let value = rest(behind: 7 + name.count) {
                listener?.daemonTold(String(decoding: name, as: UTF8.self), value)
            }
            return
        }
        guard !replies.isEmpty else { return }
        let then = replies.removeFirst()
        if line.starts(with: "ok".utf8) {
            then?(.done(rest(behind: 3)))
        } else {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
            then?(
                .failed(code: words.count > 1 ? String(words[1]) : "", message: words.count > 2 ? String(words[2]) : "")
            )
        }
    }
}
