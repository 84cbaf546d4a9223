import Foundation
import Testing

extension RealDaemon {
    /// The output `x11`, on a real server without a window manager.
    @Suite struct X11Tests {
        private let server: XServer

        init() throws { server = try XServer() }

        private func daemon(_ properties: [String] = [], size: String = "200x120", _ more: [String] = []) throws
            -> Daemon
        {
            try Daemon(
                ["--output", "x11"] + properties + ["--size", size] + more, clock: "realtime",
                set: ["DISPLAY": server.display])
        }

        private func run(_ lines: [String], _ link: Link) throws {
            for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
        }

        private func snapshot(_ daemon: Daemon, _ link: Link) throws -> [UInt8] {
            let path = daemon.sandbox.file("shot.rgba")
            #expect(try link.ask("snapshot format=rgba path=\(path)").hasPrefix("ok"))
            let bytes = [UInt8](try daemon.sandbox.bytes("shot.rgba"))
            return stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<$0 + 3] }
        }

        /// Compares a rectangle of the screen with the snapshot, when it has come there.
        private func expectSnapshot(
            _ daemon: Daemon, _ link: Link, x: Int = 0, y: Int = 0, width: Int, height: Int,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            let wanted = try snapshot(daemon, link)
            #expect(wanted.count == width * height * 3, sourceLocation: location)
            try waitUntil(tries: 200, pause: 20_000) { try server.colors(x, y, width, height) == wanted }
            #expect(try server.colors(x, y, width, height) == wanted, sourceLocation: location)
        }

        private static let scene = [
            "set main backgroundColor=#123456",
            "create disc layer frame=20,10,60,60 cornerRadius=30 backgroundColor=#fa0 isInteractive=true",
        ]

        @Test func theWindowIsTheSnapshot() throws {
            let daemon = try daemon(["title=Stage"])
            let link = try daemon.link()
            try run(Self.scene + ["sync"], link)
            try expectSnapshot(daemon, link, width: 200, height: 120)
            try run(["set disc position=120,60", "set disc backgroundColor=#08f", "sync"], link)
            try expectSnapshot(daemon, link, width: 200, height: 120)
            let id = try server.tell("xdotool", "search", "--name", "^Stage$").trimmingCharacters(in: .newlines)
            #expect(!id.isEmpty)
            // Sizes from here, and from there; and another scale.
            try run(["set main size=150x90", "sync"], link)
            try expectSnapshot(daemon, link, width: 150, height: 90)
            try run(["subscribe output"], link)
            _ = try server.tell("xdotool", "windowsize", id, "170", "101")
            while try daemon.value("main", "size") as? [Double] != [170, 101] { _ = try link.event() }
            try run(["sync"], link)
            try expectSnapshot(daemon, link, width: 170, height: 101)
            try run(["set main scale=2", "sync"], link)
            try expectSnapshot(daemon, link, width: 340, height: 202)
            // What was hidden shows itself again.
            _ = try server.tell("xdotool", "windowunmap", "--sync", id)
            _ = try server.tell("xdotool", "windowmap", "--sync", id)
            try expectSnapshot(daemon, link, width: 340, height: 202)
        }

        @Test func inputArrives() throws {
            let daemon = try daemon()
            let link = try daemon.link()
            try run(Self.scene + ["sync", "subscribe pointer key scroll"], link)
            func wait(_ words: String...) throws {
                while true {
                    let event = try link.event()
                    if words.allSatisfy(event.contains) { return }
                }
            }
            let id = try server.tell("xdotool", "search", "--name", "^Scrim$").trimmingCharacters(in: .newlines)
            _ = try server.tell("xdotool", "mousemove", "50", "40", "mousedown", "1")
            try wait("event pointer", "\"down\"", "\"disc\"")
            _ = try server.tell("xdotool", "mouseup", "1", "click", "5")
            try wait("event pointer", "\"up\"")
            try wait("event scroll")
            _ = try server.tell("xdotool", "windowfocus", "--sync", id, "key", "shift+a")
            try wait("event key", "\"key\":\"A\"", "\"text\":\"A\"")
        }

        @Test func docksKeepToTheirEdges() throws {
            let daemon = try daemon(["role=overlay", "anchor=bottom,left,right", "title=Dock"], size: "1x30")
            let link = try daemon.link()
            try run(["set main backgroundColor=#345678"], link)
            while try daemon.value("main", "size") as? [Double] != [640, 30] { usleep(10_000) }
            try run(["sync"], link)
            try expectSnapshot(daemon, link, y: 370, width: 640, height: 30)
            func property(_ name: String) throws -> String {
                let id = try server.tell("xdotool", "search", "--name", "^Dock$").trimmingCharacters(in: .newlines)
                return try server.tell("xprop", "-id", id, name)
            }
            #expect(try property("_NET_WM_WINDOW_TYPE").contains("_NET_WM_WINDOW_TYPE_DOCK"))
            #expect(try property("_NET_WM_STATE").contains("_NET_WM_STATE_ABOVE"))
            try run(["set main exclusiveZone=30", "sync"], link)
            #expect(
                try property("_NET_WM_STRUT_PARTIAL")
                    == "_NET_WM_STRUT_PARTIAL(CARDINAL) = 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 639\n")
            try expectSnapshot(daemon, link, y: 370, width: 640, height: 30)
        }

        @Test func automaticallyWhereOneAnswers() throws {
            let daemon = try Daemon(
                ["--output", "auto", "--size", "60x40"], clock: "realtime", set: ["DISPLAY": server.display])
            #expect(try daemon.value("main", "title") as? String == "Scrim")
            let alone = try Daemon(["--output", "auto"], clock: "realtime", set: ["DISPLAY": ":999"])
            #expect(try alone.value("main", "export") as? String == "none")
            let outcome = try daemon.sandbox.run(
                "scrimd", ["--socket", daemon.sandbox.file("t"), "--output", "x11", "display=:999"])
            #expect(
                outcome.status == 1 && outcome.errors.contains("no X server lets us in at :999"), "\(outcome.errors)")
        }

        @Test func theServerGoes() throws {
            let daemon = try daemon()
            let link = try daemon.link()
            try run(Self.scene + ["subscribe output"], link)
            server.end()
            while try !link.event().contains("the X server is gone") {}
            try run(["set disc opacity=0.5", "sync"], link)
            #expect(daemon.isRunning)
        }
    }
}
