import Foundation
import Testing

extension RealDaemon {
    /// The output `vnc`, seen by viewers of our own.
    @Suite struct VncTests {
        /// A daemon with an output `remote`, its port, and a connection.
        private struct Studio {
            let daemon: Daemon
            let link: Link
            let port: Int

            init(_ properties: String = "", size: String = "160x90") throws {
                daemon = try Daemon(["--size", size], clock: "realtime")
                link = try daemon.link()
                port = RemoteViewer.freePort()
                for line in [
                    "create disc layer frame=20,10,60,60 cornerRadius=30 backgroundColor=#fa0 isInteractive=true",
                    "create remote vnc port=\(port) size=\(size) backgroundColor=#123456 \(properties)", "sync",
                ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            }

            /// Red, green and blue of the output's pixels.
            func snapshot() throws -> [UInt8] {
                let path = daemon.sandbox.file("shot.rgba")
                #expect(try link.ask("snapshot output=remote format=rgba path=\(path)").hasPrefix("ok"))
                let bytes = [UInt8](try daemon.sandbox.bytes("shot.rgba"))
                return stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<$0 + 3] }
            }

            func viewer() throws -> RemoteViewer {
                let viewer = try RemoteViewer(port: port)
                try viewer.begin()
                return viewer
            }
        }

        @Test func twoViewersSeeTheSnapshot() throws {
            let studio = try Studio("title=Stage")
            let viewers = [try studio.viewer(), try studio.viewer()]
            #expect(viewers[0].title == "Stage" && viewers[0].width == 160 && viewers[0].height == 90)
            for viewer in viewers { #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot()) }
            // What changes comes alone.
            try viewers[0].ask(onlyChanges: true)
            #expect(try studio.link.ask("create spot layer frame=100,40,10,10 backgroundColor=#fff").hasPrefix("ok"))
            #expect(try viewers[0].update() == [[100, 40, 10, 10]])
            #expect(try viewers[0].colors == studio.snapshot())
            // One goes, and the other goes on.
            #expect(try viewers[1].colors(until: studio.snapshot()) == studio.snapshot())
        }

        @Test func viewersFollowTheSize() throws {
            let studio = try Studio("resizes=true")
            let viewer = try studio.viewer()
            _ = try viewer.colors(until: studio.snapshot())
            #expect(try studio.link.ask("set remote size=101x67").hasPrefix("ok"))
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            #expect(viewer.width == 101 && viewer.height == 67)
            try viewer.resize(120, 80)
            _ = try studio.link.ask("subscribe output")
            while try studio.daemon.value("remote", "size") as? [Double] != [120, 80] { _ = try studio.link.event() }
            _ = try studio.link.ask("sync")
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            #expect(viewer.width == 120 && viewer.height == 80)
            // One beyond the bound changes nothing.
            try viewer.resize(8193, 80)
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            #expect(viewer.width == 120)
        }

        @Test func inputArrivesAndIsReleasedWithTheViewer() throws {
            let studio = try Studio()
            var viewer: RemoteViewer? = try studio.viewer()
            _ = try viewer?.colors(until: studio.snapshot())
            #expect(try studio.link.ask("subscribe pointer key scroll").hasPrefix("ok"))
            func wait(_ words: String...) throws {
                while true {
                    let event = try studio.link.event()
                    if words.allSatisfy(event.contains) { return }
                }
            }
            try viewer?.pointer(50, 40, buttons: 1)
            try wait("event pointer", "\"down\"", "\"disc\"")
            try viewer?.key(0xFFE1, isDown: true)
            try viewer?.key(0x41, isDown: true)
            try wait("event key", "\"key\":\"A\"", "\"text\":\"A\"", "\"down\"")
            try viewer?.pointer(50, 40, buttons: 9)
            try wait("event scroll")
            viewer = nil
            try wait("event pointer", "\"up\"")
            try wait("event key", "\"key\":\"A\"", "\"up\"")
        }

        @Test func passwordsAreAsked() throws {
            let studio = try Studio("password=sesame")
            #expect(throws: RemoteViewer.Failure.self) { try studio.viewer() }
            #expect(throws: RemoteViewer.Failure.self) {
                try RemoteViewer(port: studio.port).begin { $0 }
            }
            let viewer = try RemoteViewer(port: studio.port)
            try viewer.begin { try Challenge.response($0, "sesame", studio.daemon.sandbox) }
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
        }

        @Test func whatCannotListenIsTold() throws {
            let studio = try Studio()
            let reply = try studio.link.ask("create second vnc port=\(studio.port)")
            #expect(reply.hasPrefix("error io ") && reply.contains("127.0.0.1:\(studio.port): Address already in use"))
            // Nothing of it is there, and the kind goes on after any number of tries.
            for _ in 0..<4 { _ = try studio.link.ask("create second vnc port=\(studio.port)") }
            #expect(try studio.link.ask("create second vnc port=\(RemoteViewer.freePort())").hasPrefix("ok"))
            #expect(try studio.link.ask("create third vnc port=1 address=0.0.0.0").contains("wants a password"))
            #expect(try studio.link.ask("create third vnc address=nowhere password=x").contains("is no address"))
            let outcome = try studio.daemon.sandbox.run(
                "scrimd", ["--socket", studio.daemon.sandbox.file("t"), "--output", "vnc", "port=\(studio.port)"])
            #expect(outcome.status == 1 && outcome.errors.contains("Address already in use"), "\(outcome.errors)")
        }

        @Test func theMainOutputMayBeRemote() throws {
            let port = RemoteViewer.freePort()
            let daemon = try Daemon(
                ["--output", "vnc", "port=\(port)", "title=a \"b\"", "--size", "80x40"], clock: "realtime")
            let link = try daemon.link()
            _ = try link.ask("set main backgroundColor=#336699")
            _ = try link.ask("sync")
            let viewer = try RemoteViewer(port: port)
            try viewer.begin()
            #expect(viewer.title == "a \"b\"" && viewer.width == 80)
            let wanted = [UInt8](repeating: 0, count: 3200).flatMap { _ in [0x33, 0x66, 0x99] as [UInt8] }
            #expect(try viewer.colors(until: wanted) == wanted)
            #expect(
                try link.ask("record path=\(daemon.sandbox.file("a.rgba")) format=rgba fps=10 seconds=0.2").hasPrefix(
                    "ok"))
            #expect(try link.ask("input pointer x=5 y=5").hasPrefix("ok"))
            #expect(try link.ask("stats").hasPrefix("ok"))
        }

        @Test func viewersAreBounded() throws {
            let studio = try Studio("viewers=1")
            // One that stops in the middle of a message keeps its place, and nobody else waits for it.
            let slow = try studio.viewer()
            try slow.send([6, 0, 0])
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            #expect(try RemoteViewer(port: studio.port).isClosed())
            // More text than is taken.
            try slow.send([0, 0x7F, 0xFF, 0xFF, 0xFF])
            #expect(slow.isClosed())
            let rude = try RemoteViewer(port: studio.port)
            try rude.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
            #expect(rude.isClosed())
            #expect(try studio.link.ask("remove remote").hasPrefix("ok"))
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            #expect(studio.daemon.isRunning)
        }

        @Test func theHalfOpenGiveWay() throws {
            let studio = try Studio("viewers=4")
            let seen = try studio.viewer()
            #expect(try seen.colors(until: studio.snapshot()) == studio.snapshot())
            // One says nothing, one its version, one is left in the middle of it.
            let silent = try (0..<8).map { at in
                let stranger = try RemoteViewer(port: studio.port)
                // It may have given way to the next one already.
                try? stranger.send(Array("RFB 003.008\n".utf8.prefix(at * 2)))
                return stranger
            }
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            // Those that are in stay in.
            for _ in 0..<3 {
                let viewer = try studio.viewer()
                #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            }
            #expect(silent.prefix(5).allSatisfy { $0.isClosed() })
            try seen.ask(onlyChanges: false)
            #expect(try !seen.bytes(1).isEmpty)
        }

        /// Whoever says a part of a word gives way too, whenever it comes.
        @Test(arguments: [2, 3, 11], [0, 30, 150]) func partsOfAWordGiveWay(count: Int, milliseconds: UInt32) throws {
            let studio = try Studio("viewers=1")
            let stranger = try RemoteViewer(port: studio.port)
            usleep(milliseconds * 1000)
            try stranger.send(Array("RFB 003.008\n".utf8.prefix(count)))
            usleep(20_000)
            let viewer = try studio.viewer()
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            #expect(stranger.isClosed())
        }

        @Test func nothingRunsWithoutDamage() throws {
            let studio = try Studio()
            let viewer = try studio.viewer()
            _ = try viewer.colors(until: studio.snapshot())
            try viewer.ask(onlyChanges: true)
            sleep(1)
            let before = try studio.daemon.threadWaits()
            sleep(2)
            #expect(try studio.daemon.threadWaits() == before)
        }
    }
}
