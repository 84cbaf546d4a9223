import Glibc
import Testing

@testable import Reactor

/// The service manager's end: a datagram socket at an abstract name.
private final class Manager {
    let socket: FileDescriptor
    let name: String

    init() throws {
        name = "scrim-test-\(getpid())-\(Clock.now)"
        socket = FileDescriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
            unsafe path[1...].copyBytes(from: name.utf8)
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let raw = socket.raw
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(raw, $0, length) }
        }
        try #require(result == 0)
    }

    /// The next datagram.
    func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = unsafe recv(socket.raw, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}

@Suite struct ServiceManagerTests {
    @Test func tellsWhatHappens() throws {
        let manager = try Manager()
        let service = ServiceManager(notifying: "@" + manager.name)
        #expect(service.isPresent)
        service.ready("up\nMAINPID=1")
        service.status("3 clients")
        service.stopping()
        #expect(manager.next() == "READY=1\nSTATUS=up MAINPID=1")
        #expect(manager.next() == "STATUS=3 clients")
        #expect(manager.next() == "STOPPING=1")
        service.reloading()
        let text = try #require(manager.next())
        #expect(text.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(try abs(Clock.now / 1000 - #require(Int64(text.dropFirst(27)))) < 10_000_000)
        #expect(manager.next() == nil)
    }

    @Test(arguments: [nil, "", "relative", "/" + String(repeating: "x", count: 107)] as [String?])
    func nobodyListens(_ path: String?) throws {
        let service = ServiceManager(notifying: path)
        #expect(!service.isPresent)
        service.ready()
        #expect(service.startWatchdog(try Reactor(), usec: "1000", pid: nil) == nil)
    }

    @Test func watchdogAtHalfTheInterval() throws {
        let manager = try Manager()
        let reactor = try Reactor()
        let service = ServiceManager(notifying: "@" + manager.name)
        for usec in [nil, "", "0", "-5", "x", "9223372036854775807"] {
            #expect(service.startWatchdog(reactor, usec: usec, pid: nil) == nil)
        }
        #expect(service.startWatchdog(reactor, usec: "4000", pid: "\(getpid() + 1)") == nil)
        #expect(reactor.nextDeadline == nil)
        #expect(service.startWatchdog(reactor, usec: "4000", pid: "\(getpid())") == 2_000_000)
        let start = Clock.now
        for _ in 0..<3 { try reactor.turn() }
        #expect(Clock.now - start >= 4_000_000)
        for _ in 0..<3 { #expect(manager.next() == "WATCHDOG=1") }
        #expect(manager.next() == nil)
    }

    @Test func activationCounts() {
        let own: pid_t = 42
        func count(_ pid: String?, _ number: String?) -> Int {
            Activation.descriptors(listenPid: pid, listenFds: number, ownPid: own).count
        }
        #expect(Activation.descriptors(listenPid: "42", listenFds: "2", ownPid: own) == 3..<5)
        #expect(count("42", "64") == 64 && count("42", "65") == 0)
        #expect(count("41", "1") == 0 && count(nil, "1") == 0 && count("42", nil) == 0 && count("42", "-1") == 0)
        #expect(count("42", "x") == 0 && count("42", "0") == 0 && count("", "1") == 0)
    }

    @Test func secondsAreHeldWithinBounds() {
        #expect(Nanoseconds(clampingSeconds: 1.5) == 1_500_000_000 && Nanoseconds(clampingSeconds: .nan) == 0)
        #expect(Nanoseconds(clampingSeconds: .infinity) == 4_600_000_000_000_000_000)
        #expect(Nanoseconds(clampingSeconds: -1e300) == -4_600_000_000_000_000_000)
        #expect(Clock.wall > 1_700_000_000_000_000_000 && Clock.threadTime >= 0)
    }
}
