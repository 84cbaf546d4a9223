import CSystem
import CVnc
import Glibc

/// Transfers bytes between a TLS session and a plain socket, on its own thread, because the library supports only plain
/// sockets.
///
/// Data is read from one side only after the other has taken the previous data, so a slow viewer only slows down its
/// own pictures and buffers do not grow.
@safe
final class Relay: @unchecked Sendable {  // What both threads see is constant.
    /// Size of the buffer for each direction, in bytes.
    private static let room = 16_384

    /// MSG_NOSIGNAL: writing to a closed connection must not raise a signal.
    private static let quietly: Int32 = 0x4000

    private let session: TlsSession
    private let viewer: Int32
    private let plain: Int32
    private var thread = pthread_t()

    // Used by the thread only.
    private var incoming: [UInt8]
    private var outgoing: [UInt8]
    private var toPlain = 0..<0
    private var toViewer = 0..<0
    /// True when receiving from the viewer requires sending an answer first.
    private var receivingNeedsRoom = false

    /// Relays between the viewer's socket, which remains owned by the caller, and a new socket with the descriptor
    /// number `place`. Nil when the system lacks resources.
    init?(_ session: TlsSession, viewer: Int32, place: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        let isPlaced = dup3(ends[0], place, O_CLOEXEC) >= 0
        close(ends[0])
        (self.session, self.viewer, plain) = (session, viewer, ends[1])
        incoming = [UInt8](repeating: 0, count: Self.room)
        outgoing = [UInt8](repeating: 0, count: Self.room)
        guard isPlaced else {
            close(plain)
            return nil
        }
        let me = unsafe Unmanaged.passRetained(self)
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe sys_set_thread_name("scrim-vnc-tls")
                unsafe Unmanaged<Relay>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, me.toOpaque())
        if status != 0 {
            unsafe me.release()
            close(plain)
            return nil
        }
    }

    /// Waits for the thread, which ends soon after either side.
    func join() { pthread_join(thread, nil) }

    // MARK: The thread

    private func run() {
        while let hasReceived = receive(), let hasSent = send(), hasReceived || hasSent || wait() {}
        session.end()
        shutdown(viewer, Int32(SHUT_RDWR))
        close(plain)
    }

    /// Receives from the viewer. True when something was transferred; nil at the end.
    private func receive() -> Bool? {
        var goesOn = false
        if toPlain.isEmpty {
            let count = unsafe incoming.withUnsafeMutableBytes { unsafe session.receive($0) }
            receivingNeedsRoom = count == nil && session.wantsToWrite
            if let count {
                guard count > 0 else { return nil }
                toPlain = 0..<count
                goesOn = true
            }
        }
        if !toPlain.isEmpty {
            let count = unsafe incoming.withUnsafeBytes {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[toPlain])
                return unsafe Glibc.send(plain, rest.baseAddress, rest.count, Self.quietly)
            }
            if count > 0 {
                toPlain = toPlain.dropFirst(count)
                goesOn = true
            } else if errno != EAGAIN, errno != EINTR {
                return nil
            }
        }
        return goesOn
    }

    /// Sends to the viewer, with the same result as `receive`.
    private func send() -> Bool? {
        var goesOn = false
        if toViewer.isEmpty {
            let count = unsafe outgoing.withUnsafeMutableBytes { unsafe recv(plain, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                toViewer = 0..<count
                goesOn = true
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                return nil
            }
        }
        if !toViewer.isEmpty {
            let count = unsafe outgoing.withUnsafeBytes {
                unsafe session.send(UnsafeRawBufferPointer(rebasing: $0[toViewer]))
            }
            if let count {
                guard count > 0 else { return nil }
                toViewer = toViewer.dropFirst(count)
                goesOn = true
            }
        }
        return goesOn
    }

    /// Waits until a transfer is possible; false at the end.
    private func wait() -> Bool {
        var wanted = [toPlain.isEmpty ? POLLIN : 0, toViewer.isEmpty ? POLLIN : 0]
        if !toViewer.isEmpty || receivingNeedsRoom { wanted[0] |= POLLOUT }
        if !toPlain.isEmpty { wanted[1] |= POLLOUT }
        var entries = zip([viewer, plain], wanted).map { pollfd(fd: $0, events: Int16($1), revents: 0) }
        if unsafe poll(&entries, 2, -1) < 0 { return errno == EINTR }
        // A closed side that is not being read would be reported again and again.
        return !zip(entries, wanted).contains { Int32($0.revents) & (POLLERR | POLLHUP) != 0 && $1 & POLLIN == 0 }
    }
}
