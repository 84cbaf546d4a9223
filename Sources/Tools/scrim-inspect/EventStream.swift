import DaemonClient
import Reactor

/// The daemon's events for one browser, as server-sent events.
///
/// Buffers only one write: while the browser does not read, nothing is read from the daemon, which then merges events,
/// drops some and reports how many.
final class EventStream: LinkListener, ByteStream, TimerHandler {
    /// Refers to a stream while it is read.
    struct Counter {
        weak var stream: EventStream?
    }

    private static let room = 64 << 10
    /// Interval of messages when nothing happens, to detect that a browser is gone.
    private static let pulse: Nanoseconds = 10_000_000_000

    private let link: DaemonLink
    private let reactor: Reactor
    private weak var exchange: Exchange?
    private var pending: [UInt8] = []
    private var isAtLineStart = true
    private var timer: TimerID?

    private let events: String

    /// - Parameter events: words of `subscribe`.
    init(path: String, reactor: Reactor, events: String, _ exchange: Exchange) {
        link = DaemonLink(path: path, reactor: reactor)
        self.reactor = reactor
        self.exchange = exchange
        self.events = events
    }

    func start() {
        link.open(self)
        if !link.isOpen { put("event: gone\ndata:\n\n") }
        timer = reactor.setTimer(at: Clock.now + Self.pulse, self)
    }

    private func put(_ text: String) {
        pending += text.utf8
        exchange?.goOn()
    }

    func linkOpened() {
        isAtLineStart = true
        put("event: here\ndata:\n\n")
        link.send(Array("session access=read name=inspector\nsubscribe \(events)\n".utf8))
    }

    func linkClosed() {
        // The rest of a truncated line is no event.
        put("\n\nevent: gone\ndata:\n\n")
    }

    func linkReceived(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            if isAtLineStart { pending += "data: ".utf8 }
            isAtLineStart = byte == UInt8(ascii: "\n")
            pending.append(byte)
            if isAtLineStart { pending.append(byte) }
        }
        exchange?.goOn()
        return pending.count < Self.room
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, pending.count)
        unsafe buffer.copyBytes(from: pending[..<count])
        pending.removeFirst(count)
        if pending.count < Self.room { link.resume() }
        return count
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        if pending.isEmpty, isAtLineStart { put(": \n\n") }
        self.timer = reactor.setTimer(at: now + Self.pulse, self)
    }

    func ended() {
        if let timer { reactor.cancel(timer) }
        timer = nil
        link.close()
    }
}
