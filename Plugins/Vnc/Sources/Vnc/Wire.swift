import CGnutls
import Glibc
import OutputSupport

/// A viewer's connection during the handshake: complete messages, plain or with TLS, until a deadline.
@safe
final class Wire {
    /// The viewer disconnected, was too slow, or violated the protocol.
    struct Failure: Error {}

    /// MSG_NOSIGNAL: writing to a closed connection must not raise a signal.
    private static let quietly: Int32 = 0x4000

    /// Non-blocking.
    let descriptor: Int32
    /// In nanoseconds of the monotonic clock.
    private let deadline: UInt64
    /// Set by the TLS handshake.
    private(set) var session: TlsSession?

    init(_ descriptor: Int32, deadline: UInt64) { (self.descriptor, self.deadline) = (descriptor, deadline) }

    func read(_ count: Int) throws(Failure) -> [UInt8] {
        var all = [UInt8](repeating: 0, count: count)
        var have = 0
        while have < count {
            let got = unsafe all.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[have...])
                if let session { return unsafe session.receive(rest) }
                let got = unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
                return got < 0 && (errno == EAGAIN || errno == EINTR) ? nil : got
            }
            guard let got else {
                try wait(POLLIN)
                continue
            }
            guard got > 0 else { throw Failure() }
            have += got
        }
        return all
    }

    /// A number of 1, 2 or 4 bytes.
    func readNumber(_ count: Int) throws(Failure) -> Int { try read(count).reduce(0) { $0 << 8 | Int($1) } }

    func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                if let session { return unsafe session.send(bytes) }
                let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, Self.quietly)
                return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : count
            }
            guard let count else {
                try wait(POLLOUT)
                continue
            }
            guard count > 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
    }

    /// A number of 4 bytes.
    func writeNumber(_ number: Int) throws(Failure) {
        try write((0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    /// Starts TLS with a certificate.
    func secure(by certificate: Certificate) throws(Failure) {
        guard let session = TlsSession(descriptor, certificate) else { throw Failure() }
        self.session = session
        while true {
            switch session.handshake() {
            case .done: return
            case .failed: throw Failure()
            case .waits: try wait(POLLIN)
            }
        }
    }

    private func wait(_ events: Int32) throws(Failure) {
        let now = nanoseconds()
        guard now < deadline else { throw Failure() }
        let wanted = session?.wantsToWrite == true ? POLLOUT : events
        var entry = pollfd(fd: descriptor, events: Int16(wanted), revents: 0)
        let milliseconds = (deadline - now) / 1_000_000 + 1
        let count = unsafe poll(&entry, 1, Int32(clamping: milliseconds))
        if count == 0 || count < 0 && errno != EINTR { throw Failure() }
    }
}
