import Foundation
import Testing

extension RealDaemon {
    /// Films as contents, held against the frames that ffmpeg reads from the same files.
    @Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"))) struct VideoTests {
        private static let (width, height, frames) = (64, 48, 20)
        private static let size = width * height * 4

        /// A daemon of the clip's size whose frames are a tenth of a second, like the clip's, and each of the clip's frames.
        private func stage(_ codec: String, _ name: String, filter: String = "null") throws -> (Daemon, Link, Data) {
            let daemon = try Daemon(["--size", "64x48", "--refresh", "10"])
            let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2", "-vf", filter]
            let made = try daemon.sandbox.run(
                "/usr/bin/ffmpeg",
                ["-loglevel", "error"] + source + codec.split(separator: " ").map(String.init) + [name])
            try #require(made.status == 0, "\(made.errors)")
            let read = try daemon.sandbox.run(
                "/usr/bin/ffmpeg",
                [
                    "-loglevel", "error", "-i", name, "-f", "rawvideo", "-pix_fmt", "rgba", "-vsync", "passthrough",
                    "all.rgba",
                ])
            try #require(read.status == 0, "\(read.errors)")
            let all = try daemon.sandbox.bytes("all.rgba")
            try #require(all.count == Self.frames * Self.size)
            return (daemon, try daemon.link(), all)
        }

        private func show(_ link: Link, _ path: String, _ properties: String = "") throws {
            #expect(try link.ask("create clip video path=\(path) \(properties)") == "ok")
            #expect(try link.ask("create screen layer frame=0,0,64,48 contents=clip") == "ok")
        }

        /// The largest difference between what is shown and a frame of the file.
        private func difference(_ daemon: Daemon, _ link: Link, _ all: Data, _ frame: Int) throws -> Int {
            let name = "shot\(UUID().uuidString).rgba"
            let reply = try link.ask("snapshot format=rgba path=\(daemon.sandbox.file(name))")
            try #require(reply.hasPrefix("ok"), "\(reply)")
            return Self.difference(try daemon.sandbox.bytes(name), all[frame * Self.size..<(frame + 1) * Self.size])
        }

        private static func difference(_ one: Data, _ other: Data) -> Int {
            guard one.count == other.count else { return 256 }
            var worst = 0
            for (a, b) in zip(one, other) { worst = max(worst, abs(Int(a) - Int(b))) }
            return worst
        }

        @Test(arguments: [
            ("-c:v libx264 -bf 2 -g 8 -pix_fmt yuv420p", "a.mp4"), ("-c:v libvpx-vp9 -g 6", "b.webm"),
            ("-c:v mpeg4 -bf 2 -q:v 3", "c.avi"), ("-c:v qtrle", "d.mov"), ("-c:v libx264 -bf 2 -g 8", "e.mkv"),
            ("", "f.y4m"),
        ])
        func eachFrameIsTheFiles(codec: String, name: String) throws {
            let (daemon, link, all) = try stage(codec, name)
            try show(link, daemon.sandbox.file(name))
            for frame in 0..<Self.frames {
                #expect(try difference(daemon, link, all, frame) <= 3, "frame \(frame)")
                _ = try link.ask("tick")
            }
            // Over: the last one stays.
            _ = try link.ask("tick 5")
            #expect(try difference(daemon, link, all, Self.frames - 1) <= 3)
            #expect(
                try link.ask("get clip state frames size time")
                    == #"ok {"state":"ended","frames":20,"size":[64,48],"time":2}"#)
        }

        @Test func timeMayBeSet() throws {
            let (daemon, link, all) = try stage("-c:v libx264 -bf 2 -g 8 -pix_fmt yuv420p", "a.mp4")
            try show(link, daemon.sandbox.file("a.mp4"), "rate=0 time=0.55")
            #expect(try difference(daemon, link, all, 5) <= 3)
            _ = try link.ask("tick 3")
            #expect(try difference(daemon, link, all, 5) <= 3)
            for (time, frame) in [("1.95", 19), ("0", 0), ("1.31", 13), ("0.75", 7), ("0.85", 8), ("99", 19)] {
                #expect(try link.ask("set clip time=\(time)") == "ok")
                #expect(try difference(daemon, link, all, frame) <= 3, "at \(time)")
            }
            // On from where it stands, twice as fast, round after round.
            #expect(try link.ask("set clip time=0.2 rate=2 loop=true") == "ok")
            for frame in [2, 4, 6, 8, 10, 12, 14, 16, 18, 0, 2] {
                #expect(try difference(daemon, link, all, frame) <= 3, "frame \(frame)")
                _ = try link.ask("tick")
            }
            for line in [
                "set clip rate=-1", "set clip rate=17", "set clip time=-1", "set clip volume=2", "set clip state=ready",
            ] {
                #expect(try link.ask(line).hasPrefix("error "), "\(line)")
            }
        }

        /// Pixels that are not square make a film wider or higher.
        @Test(arguments: [("2", "[128,48]"), ("1/2", "[64,96]"), ("1", "[64,48]")])
        func pixelsAreMadeSquare(aspect: String, size: String) throws {
            let (daemon, link, _) = try stage("-c:v libx264 -pix_fmt yuv420p", "a.mp4", filter: "setsar=\(aspect)")
            try show(link, daemon.sandbox.file("a.mp4"))
            _ = try link.ask("sync")
            #expect(try link.ask("get clip size") == #"ok {"size":\#(size)}"#)
        }

        /// Reference white of 203 nits, 58 % of PQ and 75 % of HLG, is 52 % of a screen's light behind the curve up to 1,000 nits.
        @Test(arguments: [("smpte2084", 593), ("arib-std-b67", 767)])
        func brightFilmsFitTheScreen(transfer: String, white: Int) throws {
            let daemon = try Daemon(["--size", "16x16", "--refresh", "10"])
            let source = "nullsrc=s=16x16:r=10:d=0.2,format=gbrp10,geq=r=\(white):g=\(white):b=\(white)"
            let made = try daemon.sandbox.run(
                "/usr/bin/ffmpeg",
                ["-loglevel", "error", "-f", "lavfi", "-i", source, "-vf"]
                    + ["scale=out_color_matrix=bt2020nc:out_range=tv,format=yuv444p10le", "-color_trc", transfer]
                    + ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-c:v", "ffv1", "a.mkv"])
            try #require(made.status == 0, "\(made.errors)")
            let link = try daemon.link()
            #expect(try link.ask("create clip video path=\(daemon.sandbox.file("a.mkv"))") == "ok")
            #expect(try link.ask("create screen layer frame=0,0,16,16 contents=clip") == "ok")
            _ = try link.ask("snapshot format=rgba path=\(daemon.sandbox.file("shot"))")
            for part in try daemon.sandbox.bytes("shot").prefix(3) { #expect(abs(Int(part) - 191) <= 3, "\(part)") }
        }

        @Test func theEndIsTold() throws {
            let (daemon, link, all) = try stage("-c:v libx264 -pix_fmt yuv420p", "a.mp4")
            _ = try link.ask("subscribe content")
            try show(link, daemon.sandbox.file("a.mp4"))
            _ = try link.ask("tick 1.9")
            #expect(try link.events() == [#"event content {"id":"clip","state":"ready"}"#])
            _ = try link.ask("tick 0.2")
            #expect(try link.events() == [#"event content {"id":"clip","state":"ended"}"#])
            // Once, and again when it is played again.
            _ = try link.ask("tick 1")
            #expect(try link.events().isEmpty)
            #expect(try link.ask("set clip time=1.5") == "ok")
            #expect(try link.ask("get clip state").contains("ready"))
            _ = try link.ask("tick 1")
            #expect(try link.events() == [#"event content {"id":"clip","state":"ended"}"#])
            // Another film begins at its beginning.
            #expect(try link.ask("set clip path=\(daemon.sandbox.file("b.mp4"))") == "ok")
            _ = try daemon.sandbox.run("cp", ["a.mp4", "b.mp4"])
            #expect(try link.ask("set clip path=\(daemon.sandbox.file("a.mp4"))") == "ok")
            _ = try link.ask("tick 0.3")
            #expect(try difference(daemon, link, all, 3) <= 3)
        }

        @Test func aFilmOfAFilmIsTheFilm() throws {
            let (daemon, link, all) = try stage("-c:v libx264 -bf 2 -pix_fmt yuv420p", "a.mp4")
            try show(link, daemon.sandbox.file("a.mp4"))
            // The first frame is there.
            #expect(try link.ask("tick 0").hasPrefix("ok"))
            let reply = try link.ask("record format=rgba fps=10 seconds=2 path=\(daemon.sandbox.file("film"))")
            #expect(reply == #"ok {"frames":20}"#)
            let film = try daemon.sandbox.bytes("film")
            try #require(film.count == all.count)
            #expect(Self.difference(film, all) <= 3)
        }

        /// What waits for films is seen with the frame at which they stand, never before.
        @Test func transactionsWaitForFilms() throws {
            let (daemon, link, all) = try stage("-c:v libx264 -bf 2 -g 8 -pix_fmt yuv420p", "a.mp4")
            let path = daemon.sandbox.file("a.mp4")
            func commit(_ lines: String...) throws -> String {
                for line in ["begin wait=content name=later"] + lines {
                    #expect(try link.ask(line).hasPrefix("ok"), "\(line)")
                }
                return try link.ask("commit")
            }
            let waits = #"ok {"commands":2,"frame":null}"#
            let made = try commit(
                "create clip video path=\(path) rate=0 loop=true time=2.55",
                "create screen layer frame=0,0,64,48 contents=clip")
            #expect(made == waits)
            #expect(try link.ask("list kind=transaction") == #"ok ["later"]"#)
            #expect(try link.ask("list parent=root") == "ok []")
            #expect(try difference(daemon, link, all, 5) <= 3)
            #expect(try link.ask("list kind=transaction") == "ok []")
            // The film that was opened for it is the video's: nothing was read twice.
            #expect(try link.ask("get clip state frames") == #"ok {"state":"ready","frames":20}"#)
            // Frames that are there are not waited for, others are.
            #expect(try commit("set clip time=0.55", "set screen opacity=1").contains(#""frame":"#))
            #expect(try link.ask("list kind=transaction") == "ok []")
            #expect(try commit("set clip time=1.35", "set screen opacity=0.5") == waits)
            #expect(try link.ask("get screen opacity") == #"ok {"opacity":1}"#)
            #expect(try link.ask("sync").hasPrefix("ok"))
            #expect(try link.ask("get screen opacity") == #"ok {"opacity":0.5}"#)
            // Another file, and one that cannot be read.
            #expect(try daemon.sandbox.run("cp", ["a.mp4", "b.mp4"]).status == 0)
            let other = try commit("set clip path=\(daemon.sandbox.file("b.mp4"))", "set screen opacity=1")
            #expect(other == waits)
            #expect(try difference(daemon, link, all, 0) <= 3)
            let none = try commit("create none video path=./none.mp4", "create void layer frame=0,0,1,1 contents=none")
            #expect(none == waits)
            #expect(try link.ask("sync").hasPrefix("ok"))
            #expect(try link.ask("get none state") == #"ok {"state":"failed"}"#)
            // One that is cancelled never happens.
            _ = try commit("create c video path=\(path)", "create d layer contents=c")
            #expect(try link.ask("remove later") == "ok")
            #expect(try link.ask("sync").hasPrefix("ok"))
            #expect(try link.ask("list kind=video") == #"ok ["clip","none"]"#)
        }

        /// A film that does not come holds up its own transaction only.
        @Test func aStuckFilmHoldsNoOther() throws {
            let daemon = try Daemon(["--size", "64x48"], clock: "realtime")
            let link = try daemon.link()
            let made = try daemon.sandbox.run(
                "/usr/bin/ffmpeg",
                ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2", "-c:v", "libx264", "a.mp4"])
            try #require(made.status == 0, "\(made.errors)")
            let path = daemon.sandbox.file("a.mp4")
            try link.make("begin wait=content\ncreate slow video path=\(path) rate=0\ncommit")
            func wait(_ list: String) throws -> Bool {
                for _ in 0..<100 {
                    if try link.ask("list kind=transaction") == list { return true }
                    usleep(50_000)
                }
                return false
            }
            #expect(try wait("ok []"))
            let found = try daemon.sandbox.run("pgrep", ["-P", "\(daemon.id)", "scrim-decoder"]).output
            let id = try #require(Int32(String(decoding: found, as: UTF8.self).filter(\.isNumber)))
            #expect(kill(id, SIGSTOP) == 0)
            try link.make("begin wait=content name=stuck\nset slow time=1.5\ncommit")
            try link.make("begin wait=content name=free\ncreate quick video path=\(path)\ncommit")
            #expect(try wait(#"ok ["stuck"]"#))
            #expect(try link.ask("list kind=video") == #"ok ["slow","quick"]"#)
            #expect(try link.ask("get slow time") == #"ok {"time":0}"#)
            #expect(kill(id, SIGCONT) == 0)
            #expect(try wait("ok []"))
            #expect(try link.ask("get slow time") == #"ok {"time":1.5}"#)
        }

        /// A decoder that dies, or a file that is none, costs nothing but its own frames.
        @Test func faultsStayWhereTheyAre() throws {
            let (daemon, link, all) = try stage("-c:v libx264 -bf 2 -g 8 -pix_fmt yuv420p", "a.mp4")
            let whole = try daemon.sandbox.bytes("a.mp4")
            try Data(whole.prefix(whole.count * 2 / 3)).write(to: URL(filePath: daemon.sandbox.file("cut.mp4")))
            try Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 5) }).write(
                to: URL(filePath: daemon.sandbox.file("noise.mp4")))
            var damaged = whole
            for at in stride(from: 200, to: damaged.count - 2000, by: 97) { damaged[at] ^= 0x5A }
            try damaged.write(to: URL(filePath: daemon.sandbox.file("damaged.mp4")))
            try show(link, daemon.sandbox.file("a.mp4"))
            for name in ["cut", "noise", "damaged", "missing"] {
                #expect(try link.ask("create \(name) video path=\(daemon.sandbox.file("\(name).mp4"))").hasPrefix("ok"))
                #expect(
                    try link.ask("create \(name).screen layer frame=0,0,1,1 isHidden=false contents=\(name)").hasPrefix(
                        "ok"))
                #expect(try link.ask("set \(name).screen position=-50,-50").hasPrefix("ok"))
            }
            _ = try link.ask("tick 0.3")
            #expect(try difference(daemon, link, all, 3) <= 3)
            for name in ["noise", "missing"] {
                let reply = try link.ask("get \(name) state message")
                #expect(reply.contains(#""state":"failed""#) && reply.contains("\(name).mp4: "), "\(reply)")
            }
            #expect(try daemon.sandbox.run("pkill", ["-KILL", "-P", "\(daemon.id)", "scrim-decoder"]).status == 0)
            _ = try link.ask("tick 0.2")
            #expect(try difference(daemon, link, all, 5) <= 3)
            #expect(try link.ask("remove clip") == "ok")
            #expect(try link.ask("tick 1").hasPrefix("ok"))
        }
    }
}
