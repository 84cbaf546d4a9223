import Expressions
import Glibc
import Reactor

/// `promote`: a replica goes on from where it is, as a primary.
final class Promotion: DaemonListener {
    private let reactor: Reactor
    private let daemon: Daemon
    private var timeout: Alarm?

    /// Seconds in which the link that fed the replica ends.
    private static let rest = 0.3
    private static let longestWait = 5.0

    init(_ options: Options, _ reactor: Reactor) {
        self.reactor = reactor
        daemon = Daemon(options.socket, reactor)
    }

    func start() {
        timeout = Alarm(reactor, in: Self.longestWait) { Console.fail("the daemon does not answer", 1) }
        daemon.open(self)
    }

    func daemonOpened() {
        daemon.say("session role=primary") { [weak self] reply in
            if case .failed(_, let message) = reply { Console.fail("the daemon refuses: \(message)", 1) }
            guard let self else { return }
            timeout = Alarm(reactor, in: Self.rest) { exit(0) }
        }
    }

    func daemonTold(_ event: String, _ value: JSONValue) {}
    func daemonClosed() {}
}
