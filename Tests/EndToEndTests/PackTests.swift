import Foundation
import Testing

extension RealDaemon {
    /// Packs: made, moved, shown, damaged.
    @Suite struct PackTests {
        private static let square =
            "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><rect width='10' height='10' fill='red'/></svg>"

        /// A sandbox with a packed scene: a picture by its path below the scene, one by a path that leads outside, a file of lines and a text.
        private func sandbox() throws -> Sandbox {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.square, to: "red.svg")
            _ = try sandbox.write("create info data word=Ay\n", to: "more.scrim")
            _ = try sandbox.write(
                """
                set main size=60x40
                create picture layer frame=0,0,20,20 contents=red.svg
                create other layer frame=20,0,20,20 contents=\(sandbox.file("red.svg"))
                use more.scrim
                create title text position=30,30 string='Ay' fontSize=16 foregroundColor=gold
                animate title position.x=40 duration=1
                wait 0.5
                set other opacity=0.5

                """, to: "s.scrim")
            return sandbox
        }

        private func pack(_ sandbox: Sandbox, _ name: String) throws {
            let outcome = try sandbox.run("scrim", ["pack", "s.scrim", "--seconds", "1", "--fps", "4", "-o", name])
            try #require(outcome.status == 0, "\(outcome.errors)")
        }

        private func hashes(_ sandbox: Sandbox, _ words: String...) throws -> String {
            let outcome = try sandbox.run("scrim", ["render"] + words + ["--hash"])
            try #require(outcome.status == 0, "\(outcome.errors)")
            return outcome.text
        }

        @Test func aPackHasAllThatItsLinesName() throws {
            let sandbox = try sandbox()
            try pack(sandbox, "a.scrimpack")
            try pack(sandbox, "b.scrimpack")
            #expect(try sandbox.bytes("a.scrimpack") == sandbox.bytes("b.scrimpack"))
            let wanted = try hashes(sandbox, "s.scrim", "--seconds", "1", "--fps", "4")
            #expect(wanted.split(separator: "\n").count == 4)
            for name in ["s.scrim", "red.svg", "more.scrim"] {
                try FileManager.default.removeItem(atPath: sandbox.file(name))
            }
            #expect(try hashes(sandbox, "a.scrimpack") == wanted)
            #expect(try hashes(sandbox, "a.scrimpack", "--frames", "2-2") == wanted.split(separator: "\n")[2] + "\n")
            let check = try sandbox.run("scrim", ["check", "--json", "a.scrimpack"])
            #expect(!check.text.contains("\"error\""), "\(check.text)")
        }

        @Test func whatIsMissingCannotBePacked() throws {
            let sandbox = try sandbox()
            try FileManager.default.removeItem(atPath: sandbox.file("red.svg"))
            let outcome = try sandbox.run("scrim", ["pack", "s.scrim", "-o", "a.scrimpack"])
            #expect(
                outcome.status == 1 && outcome.errors.contains("red.svg, which cannot be packed"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: sandbox.file("a.scrimpack")))
        }

        /// The daemon's own picture, with nothing of the scene's folder left but the pack.
        @Test func aDaemonShowsAPack() throws {
            let sandbox = try sandbox()
            // A `wait` is for `render`.
            let lines = try String(decoding: sandbox.bytes("s.scrim"), as: UTF8.self).components(separatedBy: "wait")[0]
            _ = try sandbox.write(lines + "create label text isHidden=true string=red.svg\n", to: "s.scrim")
            try pack(sandbox, "a.scrimpack")
            try FileManager.default.removeItem(atPath: sandbox.file("red.svg"))
            let daemon = try Daemon(["--scene", sandbox.file("a.scrimpack")])
            let link = try daemon.link()
            #expect(try link.pixel(30, 10) == [255, 0, 0, 255])
            let other = try Daemon()
            let run = try sandbox.run(
                "scrim", ["--socket", other.sandbox.file("s"), "run", "a.scrimpack"],
                set: ["XDG_CACHE_HOME": sandbox.file("cache")])
            #expect(run.status == 0, "\(run.errors)")
            #expect(try other.link().pixel(30, 10) == [255, 0, 0, 255])
            // A text that is a path is no file.
            let label = try sandbox.run("scrim", ["--socket", other.sandbox.file("s"), "get", "label", "string"])
            #expect(label.text.contains("red.svg") && !label.text.contains("/"), "\(label.text)")
        }

        @Test func nothingOutsideIsOpened() throws {
            let sandbox = try sandbox()
            try pack(sandbox, "a.scrimpack")
            try change(
                sandbox, "if name == 'scene.scrim': data = data.replace(b'contents=red.svg', b'contents=./red.svg')")
            _ = try sandbox.write("create x layer frame=0,0,20,20 contents=red.svg\n", to: "x.scrim")
            let outcome = try sandbox.run("scrim", ["check", "--json", "changed.scrimpack"])
            #expect(
                outcome.status == 1 && outcome.text.contains("\"missing-file\""), "\(outcome.text) \(outcome.errors)")
        }

        /// `changed.scrimpack`: with other entries. `lines` of Python may change `data` of `name`, and `extra`.
        private func change(_ sandbox: Sandbox, _ lines: String) throws {
            let script = """
                import json, zipfile
                extra = []
                with zipfile.ZipFile("a.scrimpack") as old, zipfile.ZipFile("changed.scrimpack", "w", zipfile.ZIP_DEFLATED) as new:
                    for info in old.infolist():
                        name, data = info.filename, old.read(info)
                        \(lines)
                        if data is not None: new.writestr(name, data)
                    for name, data in extra:
                        info = zipfile.ZipInfo("x")
                        info.filename = name
                        new.writestr(info, data)
                """
            let outcome = try sandbox.run("python3", ["-c", script])
            try #require(outcome.status == 0, "\(outcome.errors)")
        }

        @Test(arguments: [
            ("extra = [('/tmp/evil', b'x')]", "\"/tmp/evil\" is no entry of a pack"),
            ("extra = [('files/../../evil', b'x')]", "is no entry of a pack"),
            ("extra = [('files/' + '0' * 64, b'x')]", "has another SHA-256"),
            ("data = bytes(200_000_000) if name.startswith('files/') else data", "it is too large when unpacked"),
            ("data = data + b'x' if name.startswith('files/') else data", "has another SHA-256"),
            ("data = None if name.startswith('files/') else data", "is missing"),
            ("data = None if name == 'scene.scrim' else data", "it has no scene.scrim"),
            (
                "data = json.dumps(dict(json.loads(data), format=2)).encode() if name == 'manifest.json' else data",
                "it has format 2"
            ),
            (
                "data = json.dumps(dict(json.loads(data), files={'../a': '0' * 64})).encode() if name == 'manifest.json' else data",
                "a path that leads outside: ../a"
            ),
            ("data = b'[' if name == 'manifest.json' else data", "its manifest is no JSON object"),
        ]) func badPacksAreRefused(lines: String, reason: String) throws {
            let sandbox = try sandbox()
            try pack(sandbox, "a.scrimpack")
            try change(sandbox, lines)
            let outcome = try sandbox.run("scrim", ["render", "changed.scrimpack", "-o", "x.png"])
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("scrim: changed.scrimpack: "), "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: sandbox.file("x.png")))
        }

        @Test func whatIsNoZipIsRefused() throws {
            let sandbox = try sandbox()
            try pack(sandbox, "a.scrimpack")
            let whole = try sandbox.bytes("a.scrimpack")
            for bytes in [Data(), Data("create a layer\n".utf8), whole.prefix(whole.count / 2)] {
                try bytes.write(to: URL(fileURLWithPath: sandbox.file("b.scrimpack")))
                let outcome = try sandbox.run("scrim", ["render", "b.scrimpack", "--hash"])
                #expect(
                    outcome.status == 1 && outcome.errors.hasPrefix("scrim: b.scrimpack: it is "), "\(outcome.errors)")
            }
        }

        @Test func otherVersionsAreTold() throws {
            let sandbox = try sandbox()
            try pack(sandbox, "a.scrimpack")
            try change(
                sandbox,
                """
                if name == 'manifest.json': data = json.loads(data); data["versions"]["pango"] = "1.2.3"; data = json.dumps(data).encode()
                """)
            let outcome = try sandbox.run("scrim", ["render", "changed.scrimpack", "--hash"])
            #expect(outcome.status == 0 && outcome.errors.contains("pango 1.2.3, here "), "\(outcome.errors)")
            #expect(try sandbox.run("scrim", ["render", "changed.scrimpack", "--hash", "--strict"]).status == 1)
            #expect(try sandbox.run("scrim", ["render", "a.scrimpack", "--hash", "--strict"]).status == 0)
        }

        /// A film whose pieces lie there from before, and one of which the scene has changed since.
        @Test func filmsGoOn() throws {
            let sandbox = try sandbox()
            let words = ["render", "s.scrim", "--seconds", "20", "--fps", "6", "--resume", "-o", "f.y4m"]
            _ = try sandbox.write("a torn piece", to: "f.y4m")
            #expect(try sandbox.run("scrim", words + ["--preset", "slow"]).status == 64)
            #expect(try sandbox.run("scrim", words).status == 0)
            let whole = try sandbox.bytes("f.y4m")
            let plain = try sandbox.run("scrim", words.filter { $0 != "--resume" && $0 != "f.y4m" } + ["g.y4m"])
            #expect(try plain.status == 0 && sandbox.bytes("g.y4m") == whole)
            #expect(!FileManager.default.fileExists(atPath: sandbox.file(".resume-f.y4m")))
            // Stopped behind its first piece, as a crash would.
            let process = try sandbox.start("scrim", words, log: "render")
            for _ in 0..<2000 where !FileManager.default.fileExists(atPath: sandbox.file(".resume-f.y4m/30.y4m")) {
                usleep(2000)
            }
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            #expect(process.terminationStatus == 130)
            // A piece that is there is taken as it is: this one has other frames.
            let piece = sandbox.file(".resume-f.y4m/0.y4m")
            var bytes = try Data(contentsOf: URL(fileURLWithPath: piece))
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(fileURLWithPath: piece))
            let again = try sandbox.run("scrim", words)
            let other = try sandbox.bytes("f.y4m")
            #expect(again.status == 0 && zip(other, whole).count { $0 != $1 } == 1, "\(again.errors)")
        }
    }
}
