import CSystem
import Glibc

/// A connection to a daemon. It never blocks on one direction alone, so that both sides cannot wait for each other
/// forever.
struct Connection: ~Copyable {
    let path: String
    private let descriptor: Int32
    private var incoming = LineBuffer()
    private var outgoing: [UInt8] = []
    private var sent = 0
    /// Events are kept instead of passed over, for `takeEvents`.
    var keepsEvents = false
    fileprivate var events: [String] = []
    /// True when the daemon has closed the connection; received lines may still be in the buffer.
    private(set) var isClosed = false

    /// - Throws: `unavailable` when nobody listens there, or, with `isOwn`, another user's program does.
    init(path: String, isOwn: Bool = false) throws(Failure) {
        descriptor = try Self.connected(to: path, isOwn: isOwn)
        self.path = path
    }

    private static func connected(to path: String, isOwn: Bool) throws(Failure) -> Int32 {
        var address = try SocketAddress.unix(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .failed("cannot make a socket: \(SystemError.text())") }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        guard result == 0 else {
            let reason = SystemError.text()
            close(descriptor)
            throw .unavailable("no daemon answers at \(path) (\(reason))")
        }
        var (user, process): (uid_t, pid_t) = (0, 0)
        if isOwn, unsafe sys_peer(descriptor, &user, &process) == 0, user != geteuid() {
            close(descriptor)
            throw .unavailable("the daemon at \(path) is user \(user)'s; name it with --socket to use it all the same")
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    deinit { close(descriptor) }

    /// Closes the connection: the daemon drops its subscriptions and requests.
    mutating func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        isClosed = true
    }

    /// True when received data is not yet returned by `nextLine`.
    var hasInput: Bool { !incoming.isEmpty }

    /// Number of bytes to be sent.
    var unsent: Int { outgoing.count - sent }

    /// Queues a line without LF.
    mutating func queue(_ line: some Collection<UInt8>) {
        outgoing.append(contentsOf: line)
        outgoing.append(UInt8(ascii: "\n"))
    }

    /// The next received line. Release it before the next `exchange`.
    mutating func nextLine() -> ArraySlice<UInt8>? { incoming.next() }

    /// Waits until something can be read or sent, and does it.
    ///
    /// - Parameter others: further descriptors to wait for.
    /// - Returns: the results of `poll` for the others, in their order.
    mutating func exchange(
        alsoFor others: [Readiness] = [], milliseconds: Int32 = -1
    ) throws(Failure) -> [Int32] {
        let wish = unsent > 0 ? POLLIN | POLLOUT : POLLIN
        // poll ignores negative descriptors.
        let own = Readiness(isClosed ? -1 : descriptor, wish)
        let ready = try Readiness.wait(for: [own] + others, milliseconds: milliseconds)
        if ready[0] & POLLOUT != 0 { send() }
        if ready[0] & (POLLIN | POLLHUP | POLLERR) != 0 { try receive() }
        return Array(ready.dropFirst())
    }

    private mutating func send() {
        let count = unsafe outgoing.withUnsafeBytes {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[sent...])
            return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        // The end of the daemon is detected when reading, after its last output.
        guard count > 0 else { return }
        sent += count
        if sent == outgoing.count {
            outgoing.removeAll(keepingCapacity: true)
            sent = 0
        }
    }

    /// Sends the queued bytes with a file descriptor. - Precondition: they are one short line, which is sent
    /// completely.
    mutating func send(passing passed: Int32) throws(Failure) {
        var passed = passed
        let count = unsafe outgoing.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return 0 }
            return unsafe sys_send(descriptor, first, bytes.count, &passed, 1)
        }
        guard count == outgoing.count else { throw .failed("cannot pass a descriptor: \(SystemError.text())") }
        outgoing.removeAll(keepingCapacity: true)
    }

    private mutating func receive() throws(Failure) {
        var failure: Int32 = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
            let got = unsafe recv(descriptor, room.baseAddress, room.count, 0)
            failure = got < 0 ? errno : 0
            count = max(got, 0)
        }
        switch failure {
        case 0 where chunk.isEmpty, ECONNRESET, EPIPE: isClosed = true
        case 0: incoming.append(chunk)
        case EAGAIN: break
        case EINTR: try Interruption.check()
        default: throw .unavailable("cannot read from \(path): \(SystemError.text(failure))")
        }
    }
}

extension Connection {
    /// The kept events, each `NAME JSON`; none is kept behind that.
    mutating func takeEvents() -> [String] {
        defer { events.removeAll() }
        return events
    }

    /// What the kept events of a name say; no event is kept behind that.
    mutating func takeEvents(named name: String) -> [String] {
        defer { events.removeAll() }
        return events.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The next reply; events before it are passed over.
    ///
    /// - Throws: `unavailable` when the daemon closes the connection first.
    mutating func reply() throws(Failure) -> Reply {
        while true {
            while let line = nextLine() {
                let reply = Reply(line: line)
                if case .event(let text) = reply {
                    if keepsEvents { events.append(text) }
                    continue
                }
                return reply
            }
            guard !isClosed else { throw .unavailable("the daemon at \(path) closed the connection without a reply") }
            _ = try exchange()
        }
    }

    /// Sends a line and waits for its result, `""` when it is no more than `ok`.
    ///
    /// - Parameter passed: a descriptor that goes with the line.
    /// - Throws: `failed` with the daemon's words when it is refused.
    mutating func ask(_ line: String, passing passed: Int32? = nil) throws(Failure) -> String {
        queue(line.utf8)
        if let passed { try send(passing: passed) }
        return try answer()
    }

    /// The result of the line that was sent, as of `ask`.
    mutating func answer() throws(Failure) -> String {
        switch try reply() {
        case .ok(let payload): return payload
        case .error(let message): throw .failed(message)
        case .event: return ""
        }
    }
}
