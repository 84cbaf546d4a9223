import Foundation
import Testing

extension RealDaemon {
    /// Particles as a client sees them.
    @Suite struct EmitterTests {
        private static let scene = """
            create spark emitterCell size=5x3 birthRate=40 lifetime=1.5 velocity=60 velocityRange=30 emissionRange=6 spinRange=9
            set spark redRange=1 greenRange=1 alphaSpeed=-0.5
            create disc emitterCell size=4x4 shape=circle birthRate=15 lifetime=0.5 duration=0.75 velocity=-20
            create trail emitterCell size=2x2 birthRate=20 lifetime=0.3 contents=PICTURE
            set spark emitterCells=trail
            create box layer frame=10,8,100,80 cornerRadius=12 masksToBounds=true backgroundColor=#234 opacity=0.9
            create e emitter parent=box frame=10,10,70,50 borderWidth=4 cornerRadius=9 emitterCells=spark,disc
            set e emitterPosition=35,25 emitterSize=30,10 emitterShape=rectangle
            create over layer parent=e frame=5,5,30,20 backgroundColor=#8a4
            create glow emitter emitterCells=spark renderMode=additive seed=3 emitterPosition=60,45 masksToBounds=true
            set glow frame=20.5,20.5,70,50 cornerRadius=20 backgroundColor=#0006

            """.replacingOccurrences(of: "PICTURE", with: Checkout.root + "/examples/pictures/digits.png")

        private func start(_ lines: String) throws -> (Daemon, Link) {
            let daemon = try Daemon()
            let link = try daemon.link()
            for line in ["clock manual", "set main size=128x96"] + lines.split(separator: "\n").map(String.init) {
                #expect(try link.ask(line) == "ok" || line.hasPrefix("clock"), "\(line)")
            }
            return (daemon, link)
        }

        private func picture(_ link: Link) throws -> String {
            let reply = try link.ask("snapshot format=rgba")
            try #require(reply.hasPrefix("ok "))
            return reply
        }

        private func payload<T>(_ link: Link, _ line: String) throws -> T {
            let reply = try link.ask(line)
            return try #require(
                try JSONSerialization.jsonObject(with: Data(reply.dropFirst(3).utf8), options: .fragmentsAllowed) as? T,
                "\(reply)")
        }

        /// The same picture however the time was reached, from a dump, and after a repaint.
        @Test func thePictureIsOfItsTime() throws {
            let (first, a) = try start(Self.scene)
            let (second, b) = try start(Self.scene)
            for _ in 0..<16 { #expect(try a.ask("tick 0.0625").hasPrefix("ok")) }
            let early = try picture(a)
            _ = try b.ask("tick 1")
            #expect(try picture(b) == early)
            for _ in 0..<12 {
                _ = try a.ask("tick")
                let parts = try picture(a)
                _ = try a.ask("repaint")
                _ = try a.ask("tick 0")
                #expect(try picture(a) == parts)
            }
            let late = try picture(a)
            #expect(late != early)
            // Elsewhere at another time, it goes on where it was.
            let (third, c) = try start("")
            let dump: [String] = try payload(a, "dump")
            for line in dump where !line.hasPrefix("set main") { #expect(try c.ask(line) == "ok", "\(line)") }
            for _ in 0..<12 { _ = try c.ask("tick") }
            _ = try c.ask("tick 1")
            #expect(try picture(c) == late)
            #expect(try a.ask("plugin reload Emitter") == "ok")
            #expect(try picture(a) == late)
            #expect(first.isRunning && second.isRunning && third.isRunning)
        }

        /// Copies are late, as animations in them are.
        @Test func copiesAreLate() throws {
            let cell = """
                create c emitterCell size=4x4 birthRate=8 lifetime=0.75 velocity=30 emissionRange=6 alphaSpeed=-1
                create d emitterCell size=4x4 birthRate=8 lifetime=0.25 duration=0.25 velocity=30 emissionRange=6

                """
            let (first, copied) = try start(
                cell + """
                    create r replicator frame=0,0,60,40 instanceCount=3 instanceDelay=0.125 instanceTransform=translate(30,20)
                    create e emitter parent=r position=20,20 emitterCells=c,d

                    """)
            var lines = cell
            for k in 0..<3 {
                lines +=
                    "create e\(k) emitter position=\(20 + 30 * k),\(20 + 20 * k) emitterCells=c,d beginTime=\(0.125 * Double(k))\n"
            }
            let (second, plain) = try start(lines)
            for _ in 0..<20 {
                #expect(try picture(copied) == picture(plain))
                _ = try copied.ask("tick 0.0625")
                _ = try plain.ask("tick 0.0625")
            }
            #expect(first.isRunning && second.isRunning)
        }

        @Test func itBeginsWhenItIsMade() throws {
            let (daemon, link) = try start("create c emitterCell size=4x4 birthRate=1 lifetime=1 duration=1")
            _ = try link.ask("tick 2")
            #expect(try link.ask("create e emitter emitterCells=c") == "ok")
            #expect(try link.ask("get e beginTime") == #"ok {"beginTime":2}"#)
            #expect(try link.ask("set e beginTime=0.5") == "ok")
            #expect(try link.ask("set e beginTime=") == "ok")
            #expect(try link.ask("get e beginTime") == #"ok {"beginTime":2}"#)
            #expect(try link.ask("dump e").contains("beginTime=2"))
            _ = try link.ask("begin")
            _ = try link.ask("create f emitter emitterCells=c")
            _ = try link.ask("tick 1")
            _ = try link.ask("commit")
            #expect(try link.ask("get f beginTime") == #"ok {"beginTime":2}"#)
            #expect(daemon.isRunning)
        }

        /// Frames come while something is there, and then none; nothing stands still for a paused one.
        @Test func nothingAliveAsksForNoFrames() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func frames() throws -> Double {
                let stats: [String: Any] = try payload(link, "stats")
                return try #require(stats["frames"] as? Double)
            }
            for line in [
                "clock realtime",
                "create c emitterCell size=8x8 birthRate=50 lifetime=0.1 duration=0.1 velocity=100 contents=none",
                "create e emitter emitterCells=c emitterPosition=50,50", "sync",
            ] { #expect(try link.ask(line).hasPrefix("ok")) }
            usleep(500_000)
            let some = try frames()
            #expect(some > 2)
            usleep(200_000)
            #expect(try frames() == some)
            #expect(try link.ask("set c duration=0") == "ok")
            usleep(200_000)
            let more = try frames()
            #expect(more > some + 2)
            #expect(try link.ask("set e speed=0") == "ok" && link.ask("sync").hasPrefix("ok"))
            let paused = try frames()
            usleep(200_000)
            #expect(try frames() <= paused + 1)
            #expect(try link.ask("set e speed=1 isHidden=true") == "ok" && link.ask("sync").hasPrefix("ok"))
            usleep(100_000)
            let hidden = try frames()
            usleep(200_000)
            #expect(try frames() == hidden)
        }

        @Test func references() throws {
            let (daemon, link) = try start("create c emitterCell\ncreate d emitterCell emitterCells=c\ncreate l layer")
            for (line, code) in [
                ("create e emitter emitterCells=nobody", "unknown-object"),
                ("create e emitter emitterCells=l", "value"),
                ("set c emitterCells=d", "cycle"), ("set c emitterCells=c", "cycle"),
                ("create x emitterCell parent=root", "unknown-property"), ("set c contents=l", "value"),
                ("set c birthRate=-1", "value"), ("set c contents=nowhere", "unknown-object"),
            ] {
                let reply = try link.ask(line)
                #expect(reply.hasPrefix("error \(code) "), "\(line): \(reply)")
            }
            #expect(try link.ask("create e emitter emitterCells=c,d,c") == "ok")
            #expect(try link.ask("get e emitterCells") == #"ok {"emitterCells":["c","d"]}"#)
            for line in ["begin", "remove c", "set d birthRate=-1"] { #expect(try link.ask(line) == "ok") }
            #expect(try link.ask("commit").hasPrefix("error aborted "))
            #expect(try link.ask("get e emitterCells") == #"ok {"emitterCells":["c","d"]}"#)
            #expect(try link.ask("remove c") == "ok")
            #expect(try link.ask("get e emitterCells") == #"ok {"emitterCells":["d"]}"#)
            #expect(try link.ask("get d emitterCells") == #"ok {"emitterCells":[]}"#)
            #expect(try link.ask("remove e") == "ok" && link.ask("get d kind") == #"ok {"kind":"emitterCell"}"#)
            #expect(daemon.isRunning)
        }
    }
}
