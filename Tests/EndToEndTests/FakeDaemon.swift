import Foundation
import Synchronization

/// Takes connections and answers each line by a rule, for what a real daemon would not do on demand.
final class FakeDaemon {
    let sandbox: Sandbox
    private let listener: Int32
    private let lines = Lines()

    /// What was received so far.
    var received: [String] { lines.all.withLock { $0 } }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameter rule: the reply to a line, without LF; `nil` closes the connection.
    init(_ rule: @escaping @Sendable (String) -> String? = { _ in "ok" }) throws {
        sandbox = try Sandbox()
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: sandbox.file("s").utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) }
        }
        guard result == 0, listen(listener, 8) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        Thread.detachNewThread { [listener, lines] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread { Self.serve(client, lines, rule) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ client: Int32, _ lines: Lines, _ rule: (String) -> String?) {
        defer { close(client) }
        var buffer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = unsafe recv(client, &chunk, chunk.count, 0), count > 0 {
            buffer += chunk[..<count]
            var replies: [UInt8] = []
            var start = 0
            while let end = buffer[start...].firstIndex(of: 10) {
                let line = String(decoding: buffer[start..<end], as: UTF8.self)
                start = end + 1
                lines.all.withLock { $0.append(line) }
                guard let reply = rule(line) else { return }
                replies += Array((reply + "\n").utf8)
            }
            buffer.removeFirst(start)
            var sent = 0
            while sent < replies.count {
                let rest = Array(replies[sent...])
                let count = unsafe send(client, rest, rest.count, Int32(MSG_NOSIGNAL))
                if count <= 0 { return }
                sent += count
            }
        }
    }
}
