import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// Films in all formats, in pieces and put together again.
    @Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"))) struct FilmTests {
        /// Something that moves by an animation and something that falls, half transparent over nothing.
        private static let scene = """
            create ball layer bounds=0,0,20,20 position=10,15 backgroundColor=#ff6347
            create box layer frame=20,2,16,12 backgroundColor=#2a9d8f80
            animate ball position.x=30 duration=1 timing=linear
            create pull gravity items=box

            """
        private static let (width, height) = (41, 31)

        private func sandbox() throws -> Sandbox {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "s.scrim")
            return sandbox
        }

        private func render(_ sandbox: Sandbox, _ arguments: String...) throws {
            let words = ["render", "s.scrim", "--size", "\(Self.width)x\(Self.height)", "--fps", "10"] + arguments
            let outcome = try sandbox.run("scrim", words)
            try #require(outcome.status == 0, "\(words): \(outcome.errors)")
        }

        private func tool(_ sandbox: Sandbox, _ program: String, _ words: String...) throws {
            let outcome = try sandbox.run(program, words)
            try #require(outcome.status == 0, "\(program) \(words): \(outcome.errors)")
        }

        /// All frames of a film or picture as ffmpeg reads them: RGBA with straight alpha.
        private func pixels(_ sandbox: Sandbox, _ name: String, _ decoder: String...) throws -> Data {
            let words =
                ["-loglevel", "error", "-y"] + decoder + ["-i", name, "-f", "rawvideo", "-pix_fmt", "rgba", "out.rgba"]
            let outcome = try sandbox.run("/usr/bin/ffmpeg", words)
            try #require(outcome.status == 0, "\(outcome.errors)")
            return try sandbox.bytes("out.rgba")
        }

        /// The frames as pictures, one behind another.
        private func pictures(_ sandbox: Sandbox, _ frames: Range<Int>) throws -> Data {
            try render(sandbox, "--seconds", "1", "-o", "f%d.rgba")
            return try frames.reduce(into: Data()) { $0 += try sandbox.bytes("f\($1).rgba") }
        }

        private func overBlack(_ pixels: Data) -> [Int] {
            stride(from: 0, to: pixels.count, by: 4).flatMap { at in
                (0..<3).map { Int(pixels[at + $0]) * Int(pixels[at + 3]) / 255 }
            }
        }

        @Test(arguments: ["mkv", "apng"]) func withoutLoss(ending: String) throws {
            let sandbox = try sandbox()
            try render(sandbox, "--seconds", "1", "-o", "f.\(ending)")
            let (got, wanted) = try (overBlack(pixels(sandbox, "f.\(ending)")), overBlack(pictures(sandbox, 0..<10)))
            #expect(got == wanted)
        }

        @Test func colorsAndAlphaOfProRes() throws {
            let sandbox = try sandbox()
            try render(sandbox, "--seconds", "1", "-o", "f.mov")
            let (got, wanted) = try (pixels(sandbox, "f.mov"), pictures(sandbox, 0..<10))
            #expect(got.count == wanted.count)
            let worst = zip(overBlack(got), overBlack(wanted)).map { abs($0 - $1) }.max()
            #expect(worst ?? 255 <= 4, "a film for editing")
            let alphas = stride(from: 3, to: got.count, by: 4).map { abs(Int(got[$0]) - Int(wanted[$0])) }.max()
            #expect(alphas ?? 255 <= 1)
        }

        @Test(arguments: [("webm", ["-c:v", "libvpx-vp9"]), ("gif", []), ("mp4", [])])
        func withLoss(ending: String, decoder: [String]) throws {
            let sandbox = try sandbox()
            try render(sandbox, "--seconds", "1", "-o", "f.\(ending)")
            let words =
                ["-loglevel", "error", "-y"] + decoder + [
                    "-i", "f.\(ending)", "-vf", "format=rgba,crop=\(Self.width):\(Self.height):0:0", "-f", "rawvideo",
                    "-pix_fmt",
                    "rgba", "out.rgba",
                ]
            #expect(try sandbox.run("/usr/bin/ffmpeg", words).status == 0)
            let got = try sandbox.bytes("out.rgba")
            let wanted = try pictures(sandbox, 0..<10)
            try #require(got.count == wanted.count, "ten frames")
            // In the middle of the ball of the first frame, and where nothing is.
            let ball = (15 * Self.width + 10) * 4
            let nothing = (28 * Self.width + 38) * 4
            for channel in 0..<3 { #expect(abs(Int(got[ball + channel]) - Int(wanted[ball + channel])) <= 6) }
            #expect(got[nothing + 3] == (ending == "mp4" ? 255 : 0))
        }

        @Test(.enabled(if: Places.has("Webp"))) func animatedWebPs() throws {
            let sandbox = try sandbox()
            try render(sandbox, "--seconds", "1", "-o", "f.webp")
            let daemon = try Daemon(["--size", "\(Self.width)x\(Self.height)", "--clock", "manual"])
            let link = try daemon.link()
            let path = sandbox.file("f.webp")
            #expect(try link.ask("create l layer frame=0,0,\(Self.width),\(Self.height) contents=\(path)") == "ok")
            // The fifth frame, as Scrim reads it back.
            #expect(try link.ask("tick 0.45").hasPrefix("ok"))
            #expect(try link.ask("snapshot format=rgba path=\(sandbox.file("got.rgba"))").hasPrefix("ok"))
            let wanted = try pictures(sandbox, 4..<5)
            #expect(try zip(overBlack(sandbox.bytes("got.rgba")), overBlack(wanted)).allSatisfy { abs($0 - $1) <= 1 })
        }

        @Test func piecesAreTheWhole() throws {
            let sandbox = try sandbox()
            try render(sandbox, "--seconds", "1", "-o", "whole.y4m")
            for part in 1...3 { try render(sandbox, "--seconds", "1", "--slice", "\(part)/3", "-o", "part\(part).y4m") }
            try tool(sandbox, "scrim", "join", "part1.y4m", "part2.y4m", "part3.y4m", "-o", "joined.y4m")
            #expect(try sandbox.bytes("joined.y4m") == sandbox.bytes("whole.y4m"))
            try tool(sandbox, "scrim", "join", "part1.y4m", "part2.y4m", "part3.y4m", "-o", "joined.mp4")
            try render(sandbox, "--seconds", "1", "-o", "whole.mp4")
            #expect(try sandbox.bytes("joined.mp4") == sandbox.bytes("whole.mp4"))
            try render(sandbox, "--seconds", "1", "-o", "w%02d.png")
            try render(sandbox, "--frames", "3-5", "-o", "p%02d.png")
            let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path).filter {
                $0.hasPrefix("p") && $0.hasSuffix("png")
            }
            #expect(names.sorted() == ["p03.png", "p04.png", "p05.png"])
            for number in 3...5 { #expect(try sandbox.bytes("p0\(number).png") == sandbox.bytes("w0\(number).png")) }
        }

        @Test func compressedPiecesAreJoined() throws {
            let sandbox = try sandbox()
            for part in 1...2 {
                try render(sandbox, "--seconds", "1", "--slice", "\(part)/2", "-o", "it's \(part).mkv")
            }
            try tool(sandbox, "scrim", "join", "it's 1.mkv", "it's 2.mkv", "-o", "joined.mkv")
            #expect(try overBlack(pixels(sandbox, "joined.mkv")) == overBlack(pictures(sandbox, 0..<10)))
        }

        /// Pieces say which part they are: what is no whole is refused, and writes nothing.
        @Test(arguments: ["y4m", "mkv", "mp4"]) func piecesKnowTheirPlaces(ending: String) throws {
            let sandbox = try sandbox()
            for part in 1...4 {
                try render(sandbox, "--seconds", "1", "--slice", "\(part)/4", "-o", "\(part).\(ending)")
            }
            try render(sandbox, "--seconds", "1", "--scale", "1.5", "--slice", "2/4", "-o", "scaled.\(ending)")
            let whole = try sandbox.bytes("3.\(ending)")
            try Data(whole.dropLast(whole.count / 3)).write(to: URL(fileURLWithPath: sandbox.file("torn.\(ending)")))
            for (pieces, reason) in [
                ("1 3 4", "frames 2 to 4 are missing before 3"), ("1 2 3", "frames 7 to 9 are missing at the end"),
                ("2 3 4", "frames 0 to 1 are missing"), ("1 2 2 3 4", "2.\(ending) begins with frame 2"),
                ("2 1 3 4", "frames 0 to 1"), ("1 2 torn 4", "torn.\(ending)"), ("1 scaled 3 4", "another film"),
            ] {
                let names = pieces.split(separator: " ").map { "\($0).\(ending)" }
                let outcome = try sandbox.run("scrim", ["join"] + names + ["-o", "out.\(ending)"])
                #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(pieces): \(outcome.errors)")
                #expect(!FileManager.default.fileExists(atPath: sandbox.file("out.\(ending)")), "\(pieces)")
            }
            try tool(
                sandbox, "scrim", "join", "1.\(ending)", "2.\(ending)", "3.\(ending)", "4.\(ending)", "-o",
                "out.\(ending)")
            #expect(try frames(sandbox, "out.\(ending)") == 10)
        }

        @Test func sound() throws {
            let sandbox = try sandbox()
            try tool(sandbox, "/usr/bin/ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "sine=duration=5", "s.wav")
            for ending in ["mp4", "webm", "mkv", "mov"] {
                try render(sandbox, "--seconds", "1", "--audio", "s.wav", "-o", "f.\(ending)")
                let streams = try sandbox.run(
                    "ffprobe", ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", "f.\(ending)"])
                #expect(streams.text == "video\naudio\n", "\(ending)")
            }
        }

        /// What is asked for reaches ffmpeg: x264 writes its options into the film.
        @Test func encoding() throws {
            let sandbox = try sandbox()
            func options(_ words: String...) throws -> String {
                let film = ["render", "s.scrim", "--size", "40x30", "--fps", "10", "--seconds", "1", "-o", "f.mp4"]
                let outcome = try sandbox.run("scrim", film + words)
                try #require(outcome.status == 0, "\(words): \(outcome.errors)")
                return String(decoding: try sandbox.bytes("f.mp4"), as: UTF8.self)
            }
            let usual = try options()
            #expect(usual.contains("rc=crf") && usual.contains("crf=23.0") && usual.contains("subme=2"))
            #expect(try options("--crf", "31", "--preset", "ultrafast").contains("subme=0"))
            #expect(try options("--crf", "31").contains("crf=31.0"))
            #expect(try options("--bitrate", "100k").contains("bitrate=100"))
            #expect(try options("--ffmpeg", "-g 7 -metadata 'comment=two words'").contains("keyint=7"))
            #expect(try options("--ffmpeg", "-metadata 'comment=two words'").contains("two words"))
            #expect(try !options("--codec", "mpeg4").contains("x264"))
        }

        /// Frames of a film as ffmpeg counts them.
        private func frames(_ sandbox: Sandbox, _ name: String) throws -> Int {
            let words = [
                "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", name,
            ]
            let text = try sandbox.run("ffprobe", words).text.trimmingCharacters(in: .whitespacesAndNewlines)
            return try #require(Int(text), "\(text)")
        }

        @Test func aRunningDaemonIsRecorded() throws {
            let daemon = try Daemon(["--size", "40x30"])
            let sandbox = daemon.sandbox
            #expect(try daemon.link().ask("create a layer frame=0,0,20,20 backgroundColor=red") == "ok")
            #expect(try daemon.link().ask("clock realtime").hasPrefix("ok"))
            let timed = try sandbox.run("scrim", ["record", "-o", "timed.mp4", "seconds=0.5", "fps=20"])
            #expect(timed.status == 0 && timed.text == "{\"frames\":10}\n", "\(timed.errors)")
            #expect(try frames(sandbox, "timed.mp4") == 10)
            // Interrupted, with a length and without: the film is what there was until then.
            for words in [["seconds=1000"], []] {
                let film = sandbox.file("cut\(words.count).mkv")
                let tool = try sandbox.start("scrim", ["record", "-o", film] + words, log: "tool")
                // Until it is whole it has another name.
                let partial = sandbox.file(".part-cut\(words.count).mkv")
                while !FileManager.default.fileExists(atPath: partial) { usleep(10_000) }
                #expect(!FileManager.default.fileExists(atPath: film))
                usleep(200_000)
                tool.interrupt()
                tool.waitUntilExit()
                #expect(tool.terminationStatus == 0)
                #expect(try frames(sandbox, film) > 0)
                // And the daemon records for others again.
                #expect(try sandbox.run("scrim", ["record", "-o", "next.y4m", "seconds=0.1"]).status == 0)
            }
            for words in [
                ["-o", "a.txt"], ["-o", "a.mp4", "stop"], ["-o", "a.gif", "--audio", "s.wav"], ["--audio", "s.wav"],
            ] {
                #expect(try sandbox.run("scrim", ["record"] + words).status == 64, "\(words)")
            }
            #expect(try sandbox.run("scrim", ["record", "stop"]).errors.contains("nothing to stop"))
        }

        @Test func refusals() throws {
            let sandbox = try sandbox()
            try render(sandbox, "--seconds", "1", "-o", "a.y4m")
            try render(sandbox, "--seconds", "1", "--scale", "2", "-o", "large.y4m")
            _ = try sandbox.write("no film", to: "n.y4m")
            for (words, reason) in [
                ("render s.scrim -o a.webm", "a sequence"), ("render s.scrim --seconds 1 -o a.avi", "ends in mp4"),
                ("render s.scrim --seconds 1 --slice 2/1 -o b.y4m", "--slice"),
                ("render s.scrim --slice 1/2 -o b.y4m", "--seconds"),
                ("render s.scrim --seconds 0.1 --slice 1/100 -o b.y4m", "100 parts"),
                ("render s.scrim --seconds 1 --frames 0-60 -o b.y4m", "0 to 59"),
                ("render s.scrim --frames 5-2 -o b.y4m", "--frames"),
                ("render s.scrim --frames 0-1 --slice 1/2 -o b.y4m", "two ways"),
                ("render s.scrim --seconds 1 --audio s.wav -o a.gif", "--audio"),
                ("render s.scrim --seconds 1 --crf 20 -o b.y4m", "--crf"),
                ("render s.scrim --seconds 1 --crf 99 -o b.mp4", "0 to 63"), ("join a.y4m", "-o"),
                ("join a.y4m -o a.y4m", "one of the pieces"), ("join a.y4m n.y4m -o c.y4m", "no .y4m film"),
                ("join a.y4m large.y4m -o c.y4m", "another film"), ("join a.y4m -o c.webm", "cannot become"),
                ("join a.y4m missing.y4m -o c.y4m", "missing.y4m"),
            ] {
                let outcome = try sandbox.run("scrim", words.split(separator: " ").map(String.init))
                #expect(outcome.status != 0 && outcome.errors.contains(reason), "\(words): \(outcome.errors)")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path)
            #expect(left.filter { $0.hasPrefix("b") || $0.hasPrefix("c.") } == [], "half a film is none")
        }
    }
}
