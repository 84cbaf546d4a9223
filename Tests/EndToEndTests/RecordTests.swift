import Foundation
import Testing

extension RealDaemon {
    /// `record`: films of what the output shows.
    @Suite struct RecordTests {
        private func daemon() throws -> (Daemon, Link) {
            let daemon = try Daemon(["--size", "8x4", "--refresh", "10"])
            return (daemon, try daemon.link())
        }

        /// The left upper pixel of each frame of an rgba film, as text.
        private func firsts(_ daemon: Daemon, _ name: String) throws -> [String] {
            let bytes = try Array(daemon.sandbox.bytes(name))
            try #require(bytes.count % 128 == 0)
            return stride(from: 0, to: bytes.count, by: 128).map { at in
                bytes[at..<at + 3].map { $0 == 0 ? "0" : "1" }.joined()
            }
        }

        @Test func aFrameForEachIntervalThatPasses() throws {
            let (daemon, link) = try daemon()
            let film = daemon.sandbox.file("f")
            _ = try link.ask("set root backgroundColor=#ff0000")
            #expect(try link.ask("record format=rgba path=\(film)") == "ok {\"frames\":0}")
            #expect(try link.ask("record path=\(film)").hasPrefix("error busy"))
            #expect(try link.ask("tick frames=2").hasPrefix("ok"))
            // What changes while the time stands belongs to the frame that begins then.
            _ = try link.ask("set root backgroundColor=#00ff00")
            #expect(try link.ask("tick 0.25").hasPrefix("ok"))
            _ = try link.ask("set root backgroundColor=#0000ff")
            #expect(try link.ask("tick 0.05").hasPrefix("ok"))
            #expect(try link.ask("record stop") == "ok {\"frames\":5}")
            // The frame at 0.4 s is the green one: blue came at 0.45 s.
            #expect(try firsts(daemon, "f") == ["100", "100", "010", "010", "010"])
            #expect(try link.ask("record stop").hasPrefix("error value"))
        }

        @Test func aLengthLetsTheManualClockRun() throws {
            let (daemon, link) = try daemon()
            let film = daemon.sandbox.file("f.y4m")
            #expect(try link.ask("record path=\(film) seconds=100 fps=29.97") == "ok {\"frames\":2997}")
            #expect(try link.ask("clock manual").contains("100"))
            let bytes = try daemon.sandbox.bytes("f.y4m")
            let header = "YUV4MPEG2 W8 H4 F2997:100 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
            #expect(bytes.starts(with: header.utf8) && bytes.count == header.utf8.count + 2997 * (6 + 96))
        }

        /// A document has a page for each frame, as `snapshot` writes one.
        @Test func pagesOfADocument() throws {
            let (daemon, link) = try daemon()
            let (film, page) = (daemon.sandbox.file("f.pdf"), daemon.sandbox.file("page.pdf"))
            _ = try link.ask("create card layer frame=1,1,4,2 cornerRadius=1 backgroundColor=tomato")
            _ = try link.ask("tick 0")
            #expect(try link.ask("record path=\(film) seconds=0.1") == "ok {\"frames\":1}")
            #expect(try link.ask("snapshot path=\(page)").hasPrefix("ok"))
            #expect(try daemon.sandbox.bytes("f.pdf") == daemon.sandbox.bytes("page.pdf"))
            // Another document is not a film's to replace.
            #expect(try link.ask("record path=\(page)").hasPrefix("error exists"))
            #expect(try link.ask("record path=\(film) overwrite=true") == "ok {\"frames\":0}")
            #expect(try link.ask("tick frames=2").hasPrefix("ok"))
            _ = try link.ask("set card position=5,2 filters=blur(1)")
            #expect(try link.ask("tick frames=3").hasPrefix("ok"))
            #expect(try link.ask("record stop") == "ok {\"frames\":5}")
            let text = String(decoding: try daemon.sandbox.bytes("f.pdf"), as: UTF8.self)
            // Newer cairo packs what says it.
            #expect(text.hasPrefix("%PDF-") && (text.contains("/Count 5") || text.contains("/ObjStm")))
            // One that is stopped at once has a page all the same; `format=` goes before the name.
            #expect(try link.ask("record format=pdf path=\(daemon.sandbox.file("g.y4m"))") == "ok {\"frames\":0}")
            #expect(try link.ask("record stop") == "ok {\"frames\":0}")
            #expect(try daemon.sandbox.bytes("g.y4m").starts(with: "%PDF-".utf8))
        }

        /// Where there are too many pages the film ends, with those that there are.
        @Test func theMostPagesOfADocument() throws {
            let (daemon, link) = try daemon()
            let film = daemon.sandbox.file("f.pdf")
            #expect(try link.ask("record path=\(film) fps=1000") == "ok {\"frames\":0}")
            #expect(try link.ask("tick 10").hasPrefix("ok"))
            #expect(try link.ask("tick 0.002").hasPrefix("ok"))
            #expect(try link.ask("record stop").hasPrefix("error limit record: more than 10000 pages"))
            let text = String(decoding: try daemon.sandbox.bytes("f.pdf"), as: UTF8.self)
            #expect(text.contains("/Count 10000") || text.contains("/ObjStm"))
        }

        @Test func realTimeGoesOnWithoutChanges() throws {
            let daemon = try Daemon(["--size", "8x4"], clock: "realtime")
            let link = try daemon.link()
            let film = daemon.sandbox.file("f")
            #expect(try link.ask("record format=rgba path=\(film) seconds=0.3 fps=20") == "ok {\"frames\":6}")
            #expect(try daemon.sandbox.bytes("f").count == 6 * 128)
        }

        /// A reader that takes its time holds up the manual clock, and nobody else.
        @Test func aSlowReaderLosesNothing() throws {
            let (daemon, link) = try daemon()
            let fifo = daemon.sandbox.file("fifo")
            #expect(try daemon.sandbox.run("mkfifo", [fifo]).status == 0)
            let reader = try daemon.sandbox.start("sh", ["-c", "exec <fifo; sleep 0.5; cat >got"], log: "reader")
            let other = try daemon.link()
            #expect(try link.ask("record format=rgba path=\(fifo)") == "ok {\"frames\":0}")
            // 128 bytes a frame, and a pipe holds 65,536.
            try link.send(Array("tick frames=2000\n".utf8))
            #expect(try other.ask("list").hasPrefix("ok"))
            #expect(try link.line().hasPrefix("ok"))
            #expect(try link.ask("record stop") == "ok {\"frames\":2000}")
            reader.waitUntilExit()
            #expect(try daemon.sandbox.bytes("got").count == 2000 * 128)
        }

        /// A FIFO that nobody reads yet is the slowest of readers: scene time waits for it, other clients do not.
        @Test func aPipeWaitsForItsReader() throws {
            let (daemon, link) = try daemon()
            let (fifo, other) = (daemon.sandbox.file("fifo"), try daemon.link())
            #expect(try daemon.sandbox.run("mkfifo", [fifo]).status == 0)
            _ = try other.ask("subscribe film")
            #expect(try link.ask("record format=rgba path=\(fifo)") == "ok {\"frames\":0}")
            #expect(try other.event() == #"event film {"output":"main","state":"waiting","frames":0}"#)
            try link.send(Array("tick frames=3\n".utf8))
            #expect(try other.ask("list").hasPrefix("ok"))
            #expect(try other.ask("get main size").hasPrefix("ok"))
            let reader = try daemon.sandbox.start("sh", ["-c", "cat <fifo >got"], log: "reader")
            #expect(try link.line().hasPrefix("ok"))
            #expect(try link.ask("record stop") == "ok {\"frames\":3}")
            #expect(try other.event() == #"event film {"output":"main","state":"recording","frames":0}"#)
            #expect(try other.event() == #"event film {"output":"main","state":"ended","frames":3}"#)
            reader.waitUntilExit()
            #expect(try daemon.sandbox.bytes("got").count == 3 * 128)
        }

        /// Whoever awaits a reader can give it up: by `record stop`, from anywhere, or by going.
        @Test func theWaitForAReaderEnds() throws {
            let (daemon, link) = try daemon()
            let (fifo, other) = (daemon.sandbox.file("fifo"), try daemon.link())
            #expect(try daemon.sandbox.run("mkfifo", [fifo]).status == 0)
            #expect(try link.ask("record format=rgba path=\(fifo)") == "ok {\"frames\":0}")
            try other.send(Array("tick frames=3\n".utf8))
            #expect(try link.ask("record stop") == "ok {\"frames\":0}")
            #expect(try other.line().hasPrefix("ok"))
            _ = try other.ask("subscribe film")
            do {
                let waiting = try daemon.link()
                try waiting.send(Array("record format=rgba seconds=1 path=\(fifo)\n".utf8))
                #expect(try other.event().contains("waiting"))
                #expect(try link.ask("record format=rgba path=\(fifo)").hasPrefix("error busy"))
            }
            #expect(try other.event().contains("ended"))
            #expect(try link.ask("record format=rgba path=\(fifo)").hasPrefix("ok"))
            // It ends with the daemon, too.
            #expect(daemon.end(by: SIGTERM) == 0)
        }

        /// A reader that goes ends the film: its event says so, and another film may begin.
        @Test func aReaderThatGoesEndsIt() throws {
            let (daemon, link) = try daemon()
            let (fifo, other) = (daemon.sandbox.file("fifo"), try daemon.link())
            #expect(try daemon.sandbox.run("mkfifo", [fifo]).status == 0)
            _ = try other.ask("subscribe film")
            #expect(try link.ask("record format=rgba path=\(fifo)") == "ok {\"frames\":0}")
            let reader = try daemon.sandbox.start("sh", ["-c", "head -c 256 <fifo >got"], log: "reader")
            // More than a pipe holds: it is noticed at the latest when the pipe is full.
            #expect(try link.ask("tick frames=2000").hasPrefix("ok"))
            reader.waitUntilExit()
            var event = ""
            while !event.contains("ended") { event = try other.event() }
            #expect(event.contains("\"message\":\"record: Broken pipe after "), "\(event)")
            #expect(try daemon.sandbox.bytes("got").count == 256)
            #expect(try link.ask("record format=rgba path=\(daemon.sandbox.file("f"))") == "ok {\"frames\":0}")
        }

        @Test func whatEndsIt() throws {
            let (daemon, link) = try daemon()
            let film = daemon.sandbox.file("f")
            #expect(try link.ask("record format=rgba path=\(film)").hasPrefix("ok"))
            _ = try link.ask("tick")
            _ = try link.ask("set main size=9x9")
            _ = try link.ask("tick")
            _ = try link.ask("tick")
            #expect(try link.ask("record stop").hasPrefix("error aborted"))
            #expect(try link.ask("record format=rgba path=/dev/full").hasPrefix("ok"))
            _ = try link.ask("tick")
            let stopped = try link.ask("record stop")
            #expect(stopped.hasPrefix("error io"), "\(stopped)")
            #expect(try link.ask("record format=rgba path=/dev/full seconds=50000").hasPrefix("error io"))
            // Scene time stopped with the film.
            let time = try Double(link.ask("clock manual").drop { $0 != ":" }.dropFirst().dropLast())
            #expect(try #require(time) < 100)
            for line in [
                "record", "record go", "record path=", "record path=\(film) format=mp4", "record path=\(film) fps=0",
                "record path=\(film) fps=1001", "record path=\(film) seconds=0", "record path=\(film) seconds=1e9",
                "record path=/nonexistent/x", "record path=\(film) output=root", "record path=\(film) speed=2",
            ] {
                #expect(try link.ask(line).hasPrefix("error "), "\(line)")
            }
            // The client of a film with a length goes: its film does too, the daemon does not.
            let long = daemon.sandbox.file("long")
            do {
                let other = try daemon.link()
                try other.send(Array("record format=rgba path=\(long) seconds=80000\n".utf8))
                while !FileManager.default.fileExists(atPath: long) {}
            }
            while !(try link.ask("record format=rgba path=\(film) overwrite=true")).hasPrefix("ok") {}
            #expect(daemon.isRunning)
            #expect(try daemon.sandbox.bytes("long").count < 80000 * 10 * 128)
        }
    }
}
