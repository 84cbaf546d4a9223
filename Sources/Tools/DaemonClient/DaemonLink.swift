import Glibc
package import Reactor

/// Receives the daemon's messages on a link.
package protocol LinkListener: AnyObject {
    /// Called when the connection is established; lines needed by each connection can be sent.
    func linkOpened()
    /// - Returns: false to pause until `DaemonLink.resume`.
    func linkReceived(_ bytes: UnsafeRawBufferPointer) -> Bool
    /// Called when the daemon is not available. The link reconnects by itself.
    func linkClosed()
}

/// A socket with one owner, which may be an optional.
private final class OpenSocket {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}

/// A connection to the daemon; when lost, it reconnects twice per second.
@safe package final class DaemonLink: DescriptorHandler, TimerHandler {
    private static let pause: Nanoseconds = 500_000_000
    /// Bytes of one read.
    private static let chunk = 32 << 10

    private let path: String
    private let reactor: Reactor
    private var listener: (any LinkListener)?
    private var socket: OpenSocket?
    private var registration: Registration?
    private var retry: TimerID?
    private var outgoing: [UInt8] = []
    /// Sent with the next byte.
    private var passed: Int32?
    private var isPaused = false

    package var isOpen: Bool { registration != nil }

    package init(path: String, reactor: Reactor) {
        self.path = path
        self.reactor = reactor
    }

    /// Connects and reconnects. Retains the listener until `close`.
    package func open(_ listener: any LinkListener) {
        self.listener = listener
        connect()
    }

    /// Closes the connection permanently.
    package func close() {
        listener = nil
        if let retry { reactor.cancel(retry) }
        retry = nil
        drop()
    }

    /// Closes this connection and reconnects.
    package func reset() {
        let wasOpen = isOpen
        drop()
        if wasOpen { listener?.linkClosed() }
        if listener != nil, retry == nil { retry = reactor.setTimer(at: Clock.now + Self.pause, self) }
    }

    private func drop() {
        if let registration { reactor.remove(registration) }
        registration = nil
        socket = nil
        outgoing = []
        passed = nil
        isPaused = false
    }

    private func connect() {
        do throws(SystemError) {
            let socket = OpenSocket(try UnixSocket.make())
            try UnixSocket.connect(socket.descriptor, path)
            registration = try reactor.add(socket.descriptor.raw, .reading, self)
            self.socket = socket
            listener?.linkOpened()
        } catch {
            reset()
        }
    }

    package func timerFired(_ timer: TimerID, now: Nanoseconds) {
        retry = nil
        connect()
    }

    /// Sends bytes as soon as possible; drops them while disconnected. The caller keeps the file descriptor, and has to
    /// keep it open until the reply.
    package func send(_ bytes: some Collection<UInt8>, passing descriptor: Int32? = nil) {
        guard isOpen else { return }
        // A file descriptor is sent with the first byte of its line.
        if descriptor != nil, !outgoing.isEmpty { flush() }
        outgoing += bytes
        passed = descriptor ?? passed
        flush()
    }

    private func flush() {
        guard let registration else { return }
        do throws(SystemError) {
            while !outgoing.isEmpty {
                let sent = try write()
                if sent == 0 { break }
                passed = nil
                outgoing.removeFirst(sent)
            }
        } catch {
            return reset()
        }
        updateInterest(registration)
    }

    private func write() throws(SystemError) -> Int {
        guard let socket else { return 0 }
        let descriptors = passed.map { [$0] } ?? []
        let result: Result<Int, SystemError> = unsafe outgoing.withUnsafeBytes { bytes in
            do throws(SystemError) {
                return .success(try unsafe UnixSocket.send(socket.descriptor, bytes, descriptors: descriptors))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Resumes calling the listener.
    package func resume() {
        guard isPaused, let registration else { return }
        isPaused = false
        updateInterest(registration)
    }

    private func updateInterest(_ registration: Registration) {
        var interest: Readiness = isPaused ? [] : .reading
        if !outgoing.isEmpty { interest.insert(.writing) }
        reactor.setInterest(registration, interest)
    }

    package func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        if readiness.contains(.writing) { flush() }
        guard isOpen else { return }
        if isPaused {
            // Reading is paused: a failed connection would wake the loop permanently.
            if readiness.contains(.hangUp) || readiness.contains(.failure) { reset() }
            return
        }
        guard readiness != .writing else { return }
        read()
    }

    private func read() {
        guard let socket else { return }
        var received: Received?
        var failed = false
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 16) { buffer in
            do throws(SystemError) {
                received = try unsafe UnixSocket.receive(socket.descriptor, into: buffer)
            } catch {
                failed = true
            }
            guard let received, received.count > 0 else { return }
            for descriptor in received.descriptors { _ = Glibc.close(descriptor) }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<received.count])
            if unsafe !(listener?.linkReceived(bytes) ?? true) { isPaused = true }
        }
        if failed || received?.count == 0 { return reset() }
        if let registration { updateInterest(registration) }
    }
}
