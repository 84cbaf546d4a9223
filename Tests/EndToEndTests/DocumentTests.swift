import Foundation
import TestSupport
import Testing

/// A fenced block of a Markdown file.
struct Block: CustomStringConvertible {
    /// What stands behind the fence, in words.
    var kind: [String]
    var lines: [String] = []
    var place: String
    var description: String { "\(kind.joined(separator: " ")) at \(place)" }

    static func all(in path: String) throws -> [Block] {
        var blocks: [Block] = []
        var open: Block?
        let lines = try Checkout.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    let kind = line.dropFirst(3).split(separator: " ").map(String.init)
                    open = Block(kind: kind, place: "\(path):\(index + 1)")
                }
            } else {
                open?.lines.append(String(line))
            }
        }
        #expect(open == nil, "\(path): a block that does not end")
        return blocks
    }
}

extension RealDaemon {
    /// What the documents show is true: each file's blocks run in their order against one fresh daemon.
    ///
    /// `scrim`: lines that succeed. `scrim-error CODE`: lines that fail, each with that code. `sh`: a script that succeeds,
    /// with the programs on `PATH`, `clients/` and `examples/` at hand. Other kinds are not executed.
    @Suite struct DocumentTests {
        static let files =
            ["README.md", "CONTRIBUTING.md"] + ((try? Checkout.files("docs", ending: ".md")) ?? [])
            + ((try? Checkout.files("docs/reference", ending: ".md")) ?? [])
            + ((try? Checkout.files("docs/agents", ending: ".md")) ?? [])

        /// Pages with a block for a plugin in a package of its own.
        static let needingMore = ["docs/protocol.md"]

        @Test(arguments: files.filter { Places.hasAllPlugins || !needingMore.contains($0) }) func blocksDoAsTheySay(
            file: String
        ) throws {
            let daemon = try Daemon(clock: "realtime")
            let link = try daemon.link()
            for folder in ["clients", "examples"] {
                try FileManager.default.createSymbolicLink(
                    atPath: daemon.sandbox.file(folder), withDestinationPath: Checkout.root + "/" + folder)
            }
            for block in try Block.all(in: file) {
                switch block.kind.first {
                case "scrim", "scrim-error":
                    for (offset, line) in block.lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
                        let wanted = block.kind[0] == "scrim" ? "ok" : "error " + block.kind.dropFirst().joined()
                        let answer = try link.ask(line)
                        let reply = answer.first == "@" ? answer.drop { $0 != " " }.dropFirst() : answer[...]
                        #expect(reply.hasPrefix(wanted), "\(block), line \(offset + 1): \(line)")
                    }
                case "sh":
                    let script = ["-eu", "-o", "pipefail", "-c", block.lines.joined(separator: "\n")]
                    let outcome = try daemon.sandbox.run("bash", script)
                    #expect(outcome.status == 0, "\(block): \(outcome.errors)")
                default: break
                }
                #expect(daemon.isRunning, "\(block)")
            }
        }

        @Test func thereIsSomethingToTry() throws {
            let kinds = try Self.files.flatMap { try Block.all(in: $0) }.compactMap(\.kind.first)
            for kind in ["scrim", "scrim-error", "sh"] { #expect(kinds.contains(kind)) }
        }
    }

    @Suite struct ExampleTests {
        @Test(arguments: try Checkout.files("examples", ending: ".sh"))
        func examplesRunTwiceAndShowSomething(file: String) throws {
            let daemon = try Daemon(["--size", "1280x720"])
            var pictures: [Data] = []
            var scenes: [String] = []
            for _ in 0..<2 {
                let outcome = try daemon.sandbox.run("sh", [Checkout.root + "/" + file])
                #expect(outcome.status == 0, "\(outcome.errors)")
                scenes.append(try daemon.link().ask("dump"))
                #expect(try daemon.sandbox.scrim("snapshot", "-o", "x.rgba").status == 0)
                pictures.append(try daemon.sandbox.bytes("x.rgba"))
            }
            #expect(pictures[0] == pictures[1] && scenes[0] == scenes[1])
            #expect(pictures[0].contains { $0 != pictures[0][0] && $0 != 255 })
        }

        /// `flo.py` beside a live daemon: + and − count, a tap turns to the graph, and without a pointer the sides change.
        @Test func floCountsAndTurns() throws {
            let daemon = try Daemon(["--size", "400x560"], clock: "realtime")
            let script = try daemon.sandbox.start(
                "python3", [Checkout.root + "/examples/flo.py", "--every", "0.7"], log: "flo")
            defer { script.terminate() }
            let link = try daemon.link()
            func settle(_ question: String, _ answer: String) throws {
                try waitUntil(tries: 1000) { try link.ask(question) == answer }
                let words = String(decoding: try daemon.sandbox.bytes("flo.err"), as: UTF8.self)
                #expect(try link.ask(question) == answer, "\(question): \(words)")
            }
            func tap(_ x: Int, _ y: Int) throws {
                for state in ["down", "up"] {
                    #expect(try link.ask("input pointer x=\(x) y=\(y) button=left state=\(state)") == "ok")
                }
            }
            try settle("get flo.count string", #"ok {"string":"3"}"#)
            // Nobody has a pointer: it fades by itself, there and back.
            try settle("get flo.graph isHidden", #"ok {"isHidden":false}"#)
            try settle("get flo.graph isHidden", #"ok {"isHidden":true}"#)
            try tap(200, 420)
            try settle("get flo.count string", #"ok {"string":"4"}"#)
            try settle("get flo.average string", #"ok {"string":"Average: 4.7"}"#)
            for count in ["3", "2"] {
                try tap(200, 490)
                try settle("get flo.count string", #"ok {"string":"\#(count)"}"#)
            }
            let before = try link.ask("get flo.graph isHidden")
            try tap(200, 150)
            try settle(
                "get flo.graph isHidden", before.contains("true") ? #"ok {"isHidden":false}"# : #"ok {"isHidden":true}"#
            )
            // With a pointer nothing changes by itself.
            let after = try link.ask("get flo.graph isHidden")
            usleep(1_000_000)
            #expect(try link.ask("get flo.graph isHidden") == after && script.isRunning)
        }

        /// Points of the cards' picture that tell the suits apart, in output pixels.
        @Test func theCardsAreTheFourSuits() throws {
            let daemon = try Daemon(["--size", "1280x720"])
            #expect(try daemon.sandbox.run("sh", [Checkout.root + "/examples/cards.sh"]).status == 0)
            #expect(try daemon.sandbox.scrim("snapshot", "-o", "x.rgba").status == 0)
            let pixels = try Array(daemon.sandbox.bytes("x.rgba"))
            for (x, y, colour) in [
                (20, 20, [0x0B, 0x5D, 0x3B]), (350, 380, [0x1B, 0x1B, 0x1F]), (510, 300, [0xC8, 0x10, 0x2E]),
                (735, 290, [0x1B, 0x1B, 0x1F]), (900, 370, [0xC8, 0x10, 0x2E]), (300, 300, [255, 255, 255]),
                (545, 262, [255, 255, 255]), (727, 325, [0x1B, 0x1B, 0x1F]),
            ] {
                let start = (y * 1280 + x) * 4
                #expect(pixels[start..<start + 3].map(Int.init) == colour, "\(x),\(y)")
            }
        }
    }
}
