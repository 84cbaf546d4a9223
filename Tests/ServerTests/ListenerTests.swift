import Glibc
import TestSupport
import Testing

@testable import Reactor
@testable import Server

private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

@Suite struct ListenerTests {
    @Test func makesDirectoryAndSocketForTheOwnerAlone() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/run/a.sock"
        do {
            let listener = try Listener.binding(path)
            #expect(mode(folder.path + "/run") == 0o700 && mode(path) == 0o600)
            listener.close()
        }
        #expect(mode(path) == nil && mode(folder.path + "/run") == 0o700)
        _ = unsafe chmod(folder.path + "/run", 0o755)
        let listener = try Listener.binding(path, mode: 0o660)
        #expect(mode(folder.path + "/run") == 0o755 && mode(path) == 0o660)
        listener.close()
    }

    @Test func aFolderThatOthersMayChangeIsRefused() throws {
        let folder = TemporaryFolder()
        let open = folder.path + "/open"
        _ = unsafe mkdir(open, 0o700)
        _ = unsafe chmod(open, 0o777)
        let reason = ListenerError.insecure(directory: open, reason: "everybody may write to it")
        #expect(throws: reason) { _ = try Listener.binding(open + "/a.sock") }
        _ = unsafe symlink(open, folder.path + "/link")
        #expect(throws: ListenerError.self) { _ = try Listener.binding(folder.path + "/link/a.sock") }
        #expect(mode(open + "/a.sock") == nil)
        // As of `/tmp`: nobody can remove what is another's.
        _ = unsafe chmod(open, 0o1777)
        try Listener.binding(open + "/a.sock").close()
        guard geteuid() == 0 else { return }
        _ = unsafe chmod(open, 0o700)
        _ = unsafe chown(open, 12345, 12345)
        let foreign = ListenerError.insecure(directory: open, reason: "it belongs to user 12345")
        #expect(throws: foreign) { _ = try Listener.binding(open + "/a.sock") }
        // Nor one's own link to it, nor another's link to one's own.
        #expect(throws: ListenerError.self) { _ = try Listener.binding(folder.path + "/link/a.sock") }
    }

    @Test func otherUsersAreLetInByTheFilesMode() throws {
        let folder = TemporaryFolder()
        guard geteuid() == 0 else { return }
        _ = unsafe chmod(folder.path, 0o755)
        let reactor = try Reactor()
        let server = Server(reactor)
        let path = folder.path + "/a.sock"
        try server.listen(Listener.binding(path, mode: 0o666))
        func connects() throws -> Int {
            let socket = try UnixSocket.make()
            // The peer's user is noted when it connects.
            guard seteuid(12345) == 0 else { return -1 }
            defer { _ = seteuid(0) }
            try UnixSocket.connect(socket, path)
            for _ in 0..<3 { _ = try reactor.turn(timeout: 0) }
            return server.statistics.clients
        }
        #expect(try connects() == 0 && server.statistics.refused == 1)
        server.setSocketMode(0o666)
        #expect(try connects() == 1)
        server.setSocketMode(0o600)
        #expect(throws: SystemError.self) { _ = try connects() }
    }

    @Test func aStaleFileIsReplacedALiveOneIsNot() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sock"
        do {
            // Somebody who ends without removing his file.
            let socket = try UnixSocket.make()
            try UnixSocket.bind(socket, path)
            try UnixSocket.listen(socket, backlog: 1)
            #expect(throws: ListenerError.anotherRunning(path: path)) { _ = try Listener.binding(path) }
        }
        let listener = try Listener.binding(path)
        #expect(throws: ListenerError.anotherRunning(path: path)) { _ = try Listener.binding(path) }
        // Even with a full queue it is alive.
        var waiting: [Client] = []
        for _ in 0..<200 {
            let socket = try UnixSocket.make()
            if (try? UnixSocket.connect(socket, path)) != nil { waiting.append(Client(socket)) } else { break }
        }
        #expect(throws: ListenerError.anotherRunning(path: path)) { _ = try Listener.binding(path) }
        listener.close()
    }

    @Test func onlyOurOwnFileIsRemoved() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sock"
        let first = try Listener.binding(path)
        unsafe unlink(path)
        let second = try Listener.binding(path)
        first.close()
        #expect(mode(path) == 0o600)
        second.close()
        #expect(mode(path) == nil)
    }

    @Test func whatIsNoSocketIsLeftAlone() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sock"
        close(unsafe creat(path, 0o644))
        #expect(throws: ListenerError.notASocket(path: path)) { _ = try Listener.binding(path) }
        #expect(mode(path) != nil)
    }

    @Test func pathsTheSystemRefuses() throws {
        let folder = TemporaryFolder()
        let missing = folder.path + "/no/such/a.sock"
        #expect(throws: ListenerError.self) { _ = try Listener.binding(missing) }
        let room = UnixSocket.longestPath - folder.path.utf8.count - 1
        let longest = folder.path + "/" + String(repeating: "x", count: room)
        try Listener.binding(longest).close()
        #expect(throws: ListenerError.system(SystemError("bind", ENAMETOOLONG), path: longest + "x")) {
            _ = try Listener.binding(longest + "x")
        }
    }

    @Test func aPassedSocketIsUsedAsItIs() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sock"
        let socket = try UnixSocket.make()
        try UnixSocket.bind(socket, path)
        #expect(throws: ListenerError.notListening(descriptor: socket.raw)) {
            _ = try Listener.adopting(socket.raw)
        }
        try UnixSocket.listen(socket, backlog: 5)
        let rig = try Rig()
        try rig.server.listen(try Listener.adopting(dup(socket.raw)))
        let client = Client(try UnixSocket.make())
        try UnixSocket.connect(client.socket, path)
        try client.send("echo hello\n")
        try rig.turn()
        #expect(client.receive() == "echo hello\n")
        rig.server.stopListening()
        #expect(mode(path) != nil)
    }

    /// The limit is everybody's in this process: tests run one at a time.
    @Test func withoutDescriptorsItPausesAndThenGoesOn() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/a.sock"
        let rig = try Rig()
        let log = TimesUp()
        try rig.server.listen(try Listener.binding(path))
        let client = Client(try UnixSocket.make())
        try UnixSocket.connect(client.socket, path)
        try client.send("echo at last\n")
        // No number is left for this process: those below the limit are open, so none is found.
        var saved = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &saved)
        var none = saved
        none.rlim_cur = 0
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
        let first = try rig.reactor.turn(timeout: 0)
        let second = try rig.reactor.turn(timeout: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &saved)
        #expect(first == 1 && second == 0 && rig.opened == 0)
        #expect(rig.reactor.nextDeadline != nil)
        _ = rig.reactor.setTimer(at: Clock.now + 2_000_000_000, log)
        while rig.opened == 0, !log.isOver { try rig.reactor.turn() }
        try rig.turn()
        #expect(client.receive() == "echo at last\n")
    }
}

private final class TimesUp: TimerHandler {
    var isOver = false

    func timerFired(_ timer: TimerID, now: Nanoseconds) { isOver = true }
}
