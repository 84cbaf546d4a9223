import Geometry
import Glibc
import LineProtocol
import PluginHost
import Reactor
import Scene
import Schema
import Server
import Storage
import TestSupport
import Testing
import World

@testable import Service

/// Tests of the service in process; libraries of plugins are loaded one at a time.
@Suite(.serialized) struct ServiceTests {}

/// What a daemon finds around it.
struct Surroundings {
    /// Names of plugins that are not there.
    var missing: Set<String> = []
    /// A line of the configuration.
    var settings = ""
    var size = Size(100, 80)
    /// False: texts have no size.
    var hasFonts = true
}

/// A service with a manual clock and an offscreen output, and clients on socket pairs.
final class Rig {
    let folder: TemporaryFolder
    let host: PluginHost
    let scene: Scene
    let service: Service

    init(
        _ lines: String = "", in folder: TemporaryFolder = TemporaryFolder(), options: ServiceOptions? = nil,
        disk: any Disk = SystemDisk(), around: Surroundings = Surroundings()
    ) throws {
        self.folder = folder
        let registry = KindRegistry()
        host = PluginHost(registry: registry) { 0 }
        let plugins = "\(Places.checkout)/Plugins"
        let folders =
            around.missing.isEmpty
            ? [plugins]
            : Files.names(in: plugins).sorted().filter {
                !around.missing.contains($0) && !$0.hasPrefix(".")
            }.map { "\(plugins)/\($0)" }
        host.discover(in: folders, libraries: [Places.products])
        scene = Scene(kinds: registry, output: try #require(try registry.find("offscreen")))
        scene.services.arranger = host.layouts
        if around.hasFonts { scene.services.measurer = host.drawings }
        var all = options ?? ServiceOptions()
        all.isManual = true
        all.size = around.size
        let world = World(scene: scene, files: Files())
        try all.apply(to: world)
        if !around.settings.isEmpty {
            let principal = Principal()
            principal.configures = true
            try world.fileVerbs.run(Array(around.settings.utf8), from: "settings", by: principal)
        }
        let restored = try all.state.flatMap { try StateFile.restore($0, world, disk) }
        if restored != nil { try all.apply(to: world) }
        service = try Service(
            options: all, world: world, restored: restored, plugins: host, files: Files(),
            decoder: "\(Places.products)/scrim-decoder", disk: disk)
        try service.start()
        if !lines.isEmpty {
            let client = try client()
            try client.send(lines)
            try turn()
            client.close()
            try turn()
        }
    }

    deinit {
        service.reactor.cancelTimers()
        // A session and its connection hold each other until one of them ends.
        for connection in service.server.allConnections { connection.userData = nil }
    }

    /// Turns that do not wait, as long as something happens.
    func turn() throws {
        for _ in 0..<1000
        where try service.reactor.turn(timeout: 0) == 0 && !service.reactor.hasRequestedTurn { return }
    }

    /// Turns until `isDone`, for work of other threads; ten seconds at most.
    func turn(until isDone: () -> Bool) throws {
        for _ in 0..<200 where !isDone() { try service.reactor.turn(timeout: 50) }
        #expect(isDone())
    }

    func client() throws -> Client {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutablePointer(to: &ends) {
            unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, $0)
            }
        }
        try #require(result == 0)
        service.server.adopt(FileDescriptor(owning: ends.0))
        return Client(FileDescriptor(owning: ends.1))
    }

    /// Sends lines from a client and returns all that it gets for them at once.
    func say(_ lines: String, as client: Client) throws -> String {
        try client.send(lines)
        try turn()
        return client.receive()
    }
}

/// The other end of a connection.
final class Client {
    private var socket: FileDescriptor?

    init(_ socket: consuming FileDescriptor) { self.socket = consume socket }

    /// Sends lines; a last LF is added where there is none.
    func send(_ lines: String, descriptors: [Int32] = []) throws {
        let bytes = Array((lines.hasSuffix("\n") ? lines : lines + "\n").utf8)
        guard let raw = raw else { return }
        let peer = FileDescriptor(owning: dup(raw))
        let taken = try unsafe bytes.withUnsafeBytes {
            try unsafe UnixSocket.send(peer, $0, descriptors: descriptors)
        }
        #expect(taken == bytes.count)
    }

    private var raw: Int32? { socket?.raw }

    /// All that is there now.
    func receive() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        guard let raw else { return "" }
        while true {
            let count = unsafe recv(raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Goes, whatever is still on the way.
    func close() { socket = nil }
}
