import CSystem
import Glibc

/// Notifications to the service manager, as datagrams to `$NOTIFY_SOCKET`. Does nothing without a service manager.
/// Failed datagrams are ignored: the service manager's problems must not affect the daemon.
package final class ServiceManager {
    /// Owned; negative when there is no service manager.
    private let socket: Int32
    private let address: sockaddr_un
    private let length: socklen_t

    /// `path` as in `$NOTIFY_SOCKET`: a path, or `@` and an abstract name. With nil, an empty or a too long path,
    /// nothing is sent.
    package init(notifying path: String?) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var length = 0
        if let path, let first = path.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
            path.utf8.count <= UnixSocket.longestPath
        {
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { name in
                unsafe name.copyBytes(from: path.utf8)
                if first == UInt8(ascii: "@") { unsafe name[0] = 0 }
            }
            length = MemoryLayout<sa_family_t>.size + path.utf8.count
        }
        self.address = address
        self.length = socklen_t(length)
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        socket = length == 0 ? -1 : Glibc.socket(AF_UNIX, kind, 0)
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    /// From the environment, whose `NOTIFY_SOCKET` is removed so that no child process can use it.
    package static func fromEnvironment() -> ServiceManager {
        ServiceManager(notifying: Environment.take("NOTIFY_SOCKET"))
    }

    /// True when there is a service manager.
    package var isPresent: Bool { socket >= 0 }

    /// Reports that start-up is over.
    package func ready(_ status: String = "") { send("READY=1" + line("STATUS", status)) }

    /// Sets the status line shown by `systemctl status`.
    package func status(_ text: String) { send(String(line("STATUS", text).dropFirst())) }

    /// Reports that the configuration is being read again; `ready` ends it.
    package func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(Clock.now / 1000)") }

    /// Reports that the daemon is stopping.
    package func stopping() { send("STOPPING=1") }

    fileprivate func alive() { send("WATCHDOG=1") }

    /// Sends keep-alive messages at half of the requested interval, from the loop's own turns, so that a hanging loop
    /// sends none. `usec` and `pid` are `$WATCHDOG_USEC` and `$WATCHDOG_PID`; if they are nil, invalid or meant for
    /// another process, there is no watchdog. Returns the interval in use.
    @discardableResult
    package func startWatchdog(_ reactor: Reactor, usec: String?, pid: String?) -> Nanoseconds? {
        guard isPresent, let usec, let microseconds = Int64(usec), microseconds > 0 else { return nil }
        if let pid, pid != "\(getpid())" { return nil }
        let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 500)
        guard !overflow, nanoseconds < 1 << 60 else { return nil }
        let watchdog = Watchdog(manager: self, reactor: reactor, interval: nanoseconds)
        _ = reactor.setTimer(at: Clock.now, watchdog)
        return nanoseconds
    }

    /// As above, with the values of the environment.
    @discardableResult
    package func startWatchdog(_ reactor: Reactor) -> Nanoseconds? {
        let usec = Environment.take("WATCHDOG_USEC")
        return startWatchdog(reactor, usec: usec, pid: Environment.take("WATCHDOG_PID"))
    }

    private func line(_ key: String, _ text: String) -> String {
        // A line break would begin another assignment.
        text.isEmpty ? "" : "\n\(key)=" + String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ text: String) {
        guard isPresent, !text.isEmpty else { return }
        var address = address
        let length = length
        var copy = text
        let socket = socket
        copy.withUTF8 { bytes in
            unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = unsafe sendto(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
                }
            }
        }
    }
}

/// The keep-alive timer; retained by the reactor.
private final class Watchdog: TimerHandler {
    private let manager: ServiceManager
    private unowned let reactor: Reactor
    private let interval: Nanoseconds

    init(manager: ServiceManager, reactor: Reactor, interval: Nanoseconds) {
        self.manager = manager
        self.reactor = reactor
        self.interval = interval
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        manager.alive()
        _ = reactor.setTimer(at: now + interval, self)
    }
}
