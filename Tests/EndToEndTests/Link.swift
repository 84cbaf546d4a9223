import Foundation

/// A connection that sends bytes as they are and gives replies as they come.
final class Link {
    let descriptor: Int32
    /// Bytes of `received` without a line end.
    private var searched = 0
    private var received: [UInt8] = []
    /// Events that came before a reply that was waited for.
    private var waiting: [String] = []
    /// Milliseconds without anything after which it is `Silence`.
    var timeout: Int32 = 10_000

    struct Silence: Error {}

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        guard result == 0 else {
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    deinit { close(descriptor) }

    /// Sends, and keeps what comes meanwhile, so that neither side waits for the other for ever.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            guard try wait(for: POLLIN | POLLOUT) & POLLOUT != 0 else {
                try receive()
                continue
            }
            let count = unsafe bytes.withUnsafeBytes {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[sent...])
                return unsafe Foundation.send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            // A daemon that refuses a connection has closed it by now: what it said first is still to be read.
            if count < 0, errno == EPIPE, try wait(for: POLLIN, milliseconds: 0) != 0 { return }
            if count < 0, errno != EAGAIN { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            sent += max(count, 0)
            if try wait(for: POLLIN, milliseconds: 0) != 0 { try receive() }
        }
    }

    /// The next reply, events kept for `event`; `Silence` after `timeout` without any or at the end.
    func line() throws -> String {
        while true {
            if let line = nextLine() {
                if !line.hasPrefix("event ") { return line }
                waiting.append(line)
            } else {
                try receive()
            }
        }
    }

    /// The next event, which comes before any further reply; `Silence` as above.
    func event() throws -> String {
        while true {
            if !waiting.isEmpty { return waiting.removeFirst() }
            guard let line = nextLine() else {
                try receive()
                continue
            }
            guard line.hasPrefix("event ") else { throw Silence() }
            waiting.append(line)
        }
    }

    /// All events that have come by now: a round trip makes sure of those that were sent.
    func events() throws -> [String] {
        _ = try ask("hello")
        while (try? wait(for: POLLIN, milliseconds: 20)) ?? 0 != 0 { try receive() }
        while let line = nextLine() { waiting.append(line) }
        defer { waiting = [] }
        return waiting
    }

    /// Whether the other side closes within some seconds.
    func isClosed() -> Bool {
        do {
            while true { try receive() }
        } catch { return (try? wait(for: POLLIN, milliseconds: 0)) != 0 }
    }

    private func nextLine() -> String? {
        // What was looked through before has none: a line may have megabytes, which come piece by piece.
        let found = unsafe received.withUnsafeBytes { bytes -> Int? in
            guard bytes.count > searched, let first = bytes.baseAddress else { return nil }
            return unsafe memchr(first + searched, 10, bytes.count - searched).map {
                unsafe UnsafeRawPointer($0) - first
            }
        }
        searched = found == nil ? received.count : 0
        guard let end = found else { return nil }
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
    }

    /// The next so many bytes, whatever they are.
    func bytes(_ count: Int) throws -> [UInt8] {
        while received.count < count { try receive() }
        defer { (received, searched) = (Array(received.dropFirst(count)), 0) }
        return Array(received[..<count])
    }

    /// One line's reply.
    func ask(_ line: String) throws -> String {
        try send(Array((line + "\n").utf8))
        return try self.line()
    }

    /// All replies to these bytes: whatever comes before that to a last line of our own.
    func replies(to bytes: [UInt8]) throws -> [String] {
        try send(bytes + Array("\n@the-end hello\n".utf8))
        var replies: [String] = []
        while true {
            let reply = try line()
            if reply.hasPrefix("@the-end ") { return replies }
            replies.append(reply)
        }
    }

    private func wait(for events: Int32, milliseconds: Int32? = nil) throws -> Int32 {
        let milliseconds = milliseconds ?? timeout
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        let count = unsafe poll(&entry, 1, milliseconds)
        if count == 0, milliseconds > 0 { throw Silence() }
        return count > 0 ? Int32(entry.revents) : 0
    }

    private func receive() throws {
        _ = try wait(for: POLLIN)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw Silence() }
        received += chunk[..<count]
    }
}

/// What every reply has to look like.
enum ReplyForm {
    static let codes = [
        "syntax", "unknown-verb", "unknown-kind", "unknown-object", "unknown-property", "unknown-variable", "value",
        "exists", "cycle",
        "limit", "denied", "io", "decode", "plugin", "unsupported", "aborted", "busy", "internal",
    ]

    static func isKept(_ reply: String) -> Bool {
        var words = reply.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        if reply.hasPrefix("@") {
            words = words[1].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let rest = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "ok": return rest.isEmpty || json(String(rest)) != nil
        case "error":
            let parts = rest.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && codes.contains(String(parts[0])) && parts[0] != "internal"
        default: return false
        }
    }

    static func json(_ text: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
}
