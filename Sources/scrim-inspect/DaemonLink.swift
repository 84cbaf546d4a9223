import Glibc
import Reactor

/// A receiver of the daemon's messages on a link.
protocol LinkListener: AnyObject {
    /// The connection stands; lines that each connection needs anew can be sent.
    func linkOpened()
    /// - Returns: false to be told no more until `DaemonLink.resume`.
    func linkReceived(_ bytes: UnsafeRawBufferPointer) -> Bool
    /// The daemon is not there, or not any more. The link tries again by itself.
    func linkClosed()
}

/// A socket with one owner, which may be an optional.
private final class OpenSocket {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}

/// A connection to the daemon that is made again, twice a second, when it was lost.
@safe final class DaemonLink: DescriptorHandler, TimerHandler {
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
    /// Goes along with the first byte that is sent next.
    private var passed: Int32?
    private var isPaused = false

    var isOpen: Bool { registration != nil }

    init(path: String, reactor: Reactor) {
        self.path = path
        self.reactor = reactor
    }

    /// Connects, now and again. The listener is retained until `close`.
    func open(_ listener: any LinkListener) {
        self.listener = listener
        connect()
    }

    /// Ends the connection for good.
    func close() {
        listener = nil
        if let retry { reactor.cancel(retry) }
        retry = nil
        drop()
    }

    /// Ends this connection, as if the daemon had; another one follows.
    func reset() {
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

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        retry = nil
        connect()
    }

    /// Sends bytes when there is room; nothing while there is no connection. The descriptor stays the caller's, and has to stay
    /// open until the reply.
    func send(_ bytes: some Collection<UInt8>, passing descriptor: Int32? = nil) {
        guard isOpen else { return }
        // A descriptor goes with the first byte of its own line.
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

    /// Goes on telling the listener.
    func resume() {
        guard isPaused, let registration else { return }
        isPaused = false
        updateInterest(registration)
    }

    private func updateInterest(_ registration: Registration) {
        var interest: Readiness = isPaused ? [] : .reading
        if !outgoing.isEmpty { interest.insert(.writing) }
        reactor.setInterest(registration, interest)
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        if readiness.contains(.writing) { flush() }
        guard isOpen else { return }
        if isPaused {
            // Nothing can be read now: a connection that has failed would call us for ever.
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
