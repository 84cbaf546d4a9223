import Reactor

/// Accepts connections and passes them to the server. When the process runs out of descriptors or memory it pauses, so
/// that waiting clients neither keep the loop busy nor are turned away.
final class Acceptor: DescriptorHandler, TimerHandler {
    private let listener: Listener
    private let reactor: Reactor
    /// Closes it before it is released.
    private unowned let server: Server
    private var registration: Registration?
    private var pause: TimerID?

    init(_ listener: Listener, _ reactor: Reactor, _ server: Server) throws(SystemError) {
        self.listener = listener
        self.reactor = reactor
        self.server = server
        registration = try reactor.add(listener.socket.raw, .reading, self)
    }

    func close() {
        if let pause { reactor.cancel(pause) }
        if let registration { reactor.remove(registration) }
        registration = nil
        listener.close()
    }

    func setMode(_ mode: UInt32) { listener.setMode(mode) }

    /// Ends the pause: a connection has closed, so there is room again.
    func resume() {
        guard let pause, let registration else { return }
        reactor.cancel(pause)
        self.pause = nil
        reactor.setInterest(registration, .reading)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) { resume() }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        for _ in 0..<server.bounds.turnAccepts {
            do throws(SystemError) {
                guard let socket = try UnixSocket.accept(listener.socket) else { return }
                server.adopt(socket)
            } catch {
                reactor.setInterest(registration, .once)
                pause = reactor.setTimer(at: reactor.turnTime + Bounds.acceptPause, self)
                return
            }
        }
    }
}
