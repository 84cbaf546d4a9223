import Foundation
import Testing

/// How the tool prints, helps and completes.
@Suite struct ToolOutputTests {
    private static let rule: @Sendable (String) -> String? = { line in
        switch line {
        case "get card": #"ok {"id":"card","position":[10,20.5],"name":"a \"b\"","user.x.y":null,"isHidden":true}"#
        case "get card position.x name", "get card position.x name from=model":
            #"ok {"position.x":10,"name":"my card"}"#
        case "get card.*": #"ok {"card.a":{"opacity":1},"card.b":{"opacity":0.5}}"#
        case "get card.* opacity": #"ok {"card.a":{"opacity":1},"card.b":{"opacity":0.5}}"#
        case "list": #"ok ["root","card"]"#
        case "dump": #"ok ["create a layer name=\"x y\"","set a opacity=0.5"]"#
        default: "ok"
        }
    }

    @Test(arguments: [
        (["get", "card", "-r"], "card\n10,20.5\na \"b\"\n\ntrue\n"), (["-r", "list"], "root\ncard\n"),
        (["list"], "[\"root\",\"card\"]\n"), (["--json", "list"], "[\"root\",\"card\"]\n"),
        (["--pretty", "list"], "[\"root\", \"card\"]\n"),
        (["--pretty", "get", "card", "position.x", "name"], "{\n  \"position.x\": 10,\n  \"name\": \"my card\"\n}\n"),
        (["--format", "{position.x} {name}", "get", "card"], "10 my card\n"),
        (["get", "card", "from=model", "--format={position.x}\\t{name}{{}}"], ""),
        (["get", "card.*", "--format", "{id}: {opacity}"], "card.a: 1\ncard.b: 0.5\n"),
        (["list", "--format", "<{}>"], "<root>\n<card>\n"),
        (["dump"], "create a layer name=\"x y\"\nset a opacity=0.5\n"),
        (["dump", "--json"], "[\"create a layer name=\\\"x y\\\"\",\"set a opacity=0.5\"]\n"),
        (["--color", "always", "--pretty", "list"], "[\u{1B}[32m\"root\"\u{1B}[0m, \u{1B}[32m\"card\"\u{1B}[0m]\n"),
    ])
    func payloadsArePrinted(arguments: [String], text: String) throws {
        let daemon = try FakeDaemon(Self.rule)
        let outcome = try daemon.sandbox.run("scrim", arguments)
        if text.isEmpty { return #expect(daemon.received == ["get card from=model position.x name"]) }
        #expect(outcome.status == 0 && outcome.text == text, "\(outcome.text) \(outcome.errors) \(daemon.received)")
    }

    @Test(arguments: [
        ["--format", "{open", "list"], ["--color", "blue", "list"], ["list", "--nonsense"], ["completion", "tcsh"],
        ["help", "a", "b"],
        ["preview"], ["preview", "-"], ["preview", "a", "b"], ["preview", "a", "-o", "x.gif"], ["preview", "a"],
    ]) func wrongUsage(_ words: [String]) throws {
        #expect(try FakeDaemon().sandbox.run("scrim", words).status == 64)
    }

    @Test func linesFromAPipeAreRun() throws {
        let daemon = try FakeDaemon(Self.rule)
        let outcome = try daemon.sandbox.run("scrim", [], input: "set a\n# no\nlist\n")
        #expect(outcome.text == "[\"root\",\"card\"]\n" && daemon.received == ["set a", "list"])
    }

    @Test(arguments: [
        (["set", "a", "transform=rotate(45)"], "45deg"), (["set", "a", "transform=scale(2) rotateX(-90)"], "-90deg"),
        (["set", "a", "transform.rotation.z=180"], "180deg"),
        (["set", "a", "filters=blur(2) hue-rotate(90)"], "90deg"),
        (["set", "a", "transform=rotate(45deg)"], ""), (["set", "a", "transform=rotate(6.28)"], ""),
        (["set", "a", "name=rotate"], ""), (["set", "a", "transform=rotate(45rad)"], ""),
    ]) func manyTurnsAreNoticed(_ words: [String], _ hint: String) throws {
        let daemon = try FakeDaemon()
        let outcome = try daemon.sandbox.run("scrim", words)
        #expect(
            outcome.status == 0 && !daemon.received.isEmpty
                && (hint.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(hint)),
            "\(outcome.errors)")
    }
}

extension RealDaemon {
    /// Words that people bring, of the kinds that plugins add.
    @Suite struct BroughtWordTests {
        private static let words = [
            ("text", "text", "string"),
            ("text", "color", "foregroundColor"),
            ("text", "font-family", "font"),
            ("text", "text-align", "alignmentMode"),
            ("text", "font-size", "fontSize"),
            ("shape", "fill", "fillColor"),
            ("shape", "stroke", "strokeColor"),
            ("shape", "stroke-width", "lineWidth"),
            ("shape", "d", "path"),
            ("shape", "stroke-dasharray", "lineDashPattern"),
            ("gradient", "stops", "colors"),
            ("gradient", "color", "colors"),
            ("stack", "gap", "spacing"),
            ("stack", "flex-direction", "axis"),
            ("stack", "padding", "margins"),
            ("replicator", "count", "instanceCount"),
            ("image", "src", "path"),
            ("offscreen", "width", "size"),
            ("offscreen", "fps", "refresh"),
            ("emitterCell", "colour", "color"),
            ("animation", "easing", "timing"),
        ]

        @Test func propertiesHaveTheirNames() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for (kind, word, name) in Self.words {
                let reply = try link.ask("create x \(kind) \(word)=1")
                let hint = "error unknown-property unknown property \"\(word)\"; did you mean \"\(name)\"?"
                #expect(reply.hasPrefix(hint), "\(reply)")
            }
        }
    }

    /// Help and completion come from `describe`, with a running daemon and without one.
    @Suite struct ToolHelpTests {
        @Test(arguments: [
            (["help", "set"], "property=value"), (["set", "--help"], "usage: scrim set ID"),
            (["help", "text"], "fontSize"),
            (["help", "cornerRadius"], "every layer"), (["help", "tap"], "count"),
            (["help", "saturate"], "saturate(amount)"),
            (["help", "unknown-verb"], "verb"), (["render", "-h"], "--fps"), (["help"], "animate"),
            (["describe", "layer"], "\"cornerRadius\""), (["help", "events"], "longPress"),
            (["help", "shape.path"], "shape"),
        ]) func needsNoDaemon(_ words: [String], _ text: String) throws {
            let outcome = try Sandbox().run("scrim", words)
            #expect(outcome.status == 0 && outcome.text.contains(text), "\(words): \(outcome.text) \(outcome.errors)")
        }

        @Test func unknownWordsAreSaid() throws {
            #expect(try Sandbox().run("scrim", ["help", "nonsense"]).status == 1)
            #expect(try Sandbox().run("scrim", ["help", "background"]).errors.contains("\"backgroundColor\""))
            // A daemon that is named has to be there.
            #expect(try Sandbox().run("scrim", ["--name", "none", "describe"]).status == 69)
        }

        @Test func words() throws {
            let daemon = try Daemon()
            for line in ["create card layer", "create card.title text", "create other layer"] {
                #expect(try daemon.link().ask(line) == "ok")
            }
            func candidates(_ words: String...) throws -> [String] {
                let outcome = try daemon.sandbox.run("scrim", ["__complete", "--"] + words)
                return outcome.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
            }
            #expect(try candidates("sn") == ["snapshot"])
            #expect(try candidates("set", "car") == ["card", "card.title"])
            #expect(try candidates("set", "card", "cornerR") == ["cornerRadius="])
            #expect(try candidates("set", "card.title", "fontS") == ["fontSize="])
            #expect(
                try candidates("set", "card", "cornerCurve=") == ["cornerCurve=circular", "cornerCurve=continuous"])
            #expect(try candidates("set", "card", "isHidden=t") == ["isHidden=true"])
            #expect(try candidates("set", "card", "mask=oth") == ["mask=other"])
            #expect(try candidates("set", "card", "position.") == ["position.x=", "position.y="])
            #expect(try candidates("get", "card", "opac") == ["opacity"])
            #expect(try candidates("create", "new", "emitterC") == ["emitterCell"])
            #expect(try candidates("create", "new", "shape", "fillR") == ["fillRule="])
            #expect(try candidates("animate", "card", "autorev") == ["autoreverses="])
            #expect(try candidates("on", "card", "long") == ["longPress"])
            #expect(try candidates("watch", "pin") == ["pinch"])
            #expect(try candidates("help", "hue") == ["hue-rotate"])
            #expect(try candidates("run", "x") == [":files"])
            #expect(try candidates("completion", "f") == ["fish"])
            #expect(try candidates("--fo") == ["--format"])
            #expect(try candidates("set", "nobody", "x").isEmpty)
        }

        /// Bash breaks words at `=` by itself.
        @Test func bashCompletes() throws {
            let daemon = try Daemon()
            #expect(try daemon.link().ask("create card layer") == "ok")
            let script = """
                source <(scrim completion bash)
                compopt() { :; }
                try() { COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=(); _scrim; echo "${COMPREPLY[*]}"; }
                try 'scrim set ca'
                try 'scrim set card cornerCurve=con'
                try 'scrim sna'
                """
            let outcome = try daemon.sandbox.run("bash", ["-c", script])
            #expect(outcome.text == "card\ncontinuous\nsnapshot\n", "\(outcome.text) \(outcome.errors)")
        }

        @Test func picturesAreNamedByTheirFormat() throws {
            let daemon = try Daemon(["--size", "4x2"])
            #expect(try daemon.sandbox.scrim("snapshot", "format=rgba").status == 0)
            #expect(try daemon.sandbox.bytes("snapshot.rgba").count == 32)
            #expect(!FileManager.default.fileExists(atPath: daemon.sandbox.file("snapshot.png")))
        }

        @Test func dumpsAreRun() throws {
            let daemon = try Daemon()
            #expect(try daemon.link().ask("create card layer name='two words' user.k='\"'") == "ok")
            let dump = try daemon.sandbox.scrim("dump").text
            #expect(try daemon.link().ask("clear") == "ok")
            #expect(try daemon.sandbox.run("scrim", [], input: dump).status == 0)
            #expect(try daemon.sandbox.scrim("dump").text == dump)
        }
    }

    /// The tool on a terminal, as a screen of 80×24 shows it.
    @Suite struct ToolScreenTests {
        private func screen(_ daemon: Daemon, _ words: [String], _ steps: String) throws -> String {
            let fixture = Checkout.root + "/Tests/Fixtures/terminal.py"
            let outcome = try daemon.sandbox.run(
                "python3", [fixture, "scrim"] + words, input: steps, set: ["TERM": "xterm-256color"])
            #expect(outcome.status == 0, "\(outcome.errors)\n\(outcome.text)")
            return outcome.text
        }

        @Test func conversation() throws {
            let daemon = try Daemon()
            let text = try screen(
                daemon, [],
                #"""
                wait scrim>
                type create card layer fr\t0,0,10,10\r
                wait ok
                wait scrim> create card layer frame=0,0,10,10
                type set card corner\t\t
                wait cornerCurve=
                type \x15get card fram
                type e\x01\x05\r
                wait "frame": [0, 0, 10, 10]
                type set card opacity=2\r
                wait error value
                type \x1b[A\x7f0.5\r
                type \x12crea
                wait (search) crea: create card layer
                type \x07
                type subscribe changed\r
                type help undo\r
                wait usage: scrim undo
                type \x04
                """#)
            #expect(try daemon.link().ask("get card opacity") == #"ok {"opacity":0.5}"#, "\(text)")
            let history = try String(contentsOfFile: daemon.sandbox.file("scrim/history"), encoding: .utf8)
            #expect(history.contains("create card layer frame=0,0,10,10\n"))
        }

        @Test func table() throws {
            let daemon = try Daemon()
            let text = try screen(daemon, ["top"], "wait Frame time\nwait Clients\nwait Plugin\ntype q\n")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(text)")
        }

        @Test func commandsFeedAScene() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func settles(_ line: String, _ reply: String) throws -> Bool {
                for _ in 0..<1000 {
                    if try link.ask(line) == reply { return true }
                    usleep(20_000)
                }
                return false
            }
            func write(_ lines: String...) throws {
                _ = try daemon.sandbox.write(lines.joined(separator: "\n") + "\n", to: "bar.scrim")
            }
            func said() throws -> String { String(decoding: try daemon.sandbox.bytes("serve.err"), as: UTF8.self) }
            let one = #"#! source one command="echo \"it's\"; echo 2" every=50ms format=lines"#
            try write("#!/usr/bin/env -S scrim serve", one, "create one data lines=[] count=0", "create a layer")
            let process = try daemon.sandbox.start("scrim", ["serve", daemon.sandbox.file("bar.scrim")], log: "serve")
            defer { process.terminate() }
            #expect(
                try settles("get one lines count", #"ok {"lines":["it's","2"],"count":2}"#), "\((try? said()) ?? "")")
            // Loaded anew, with what was fed; one that runs on gives a line at a time, and one that fails is told of.
            try write(
                one, #"#! source two command="echo one; sleep 0.1; echo two; sleep 100""#,
                #"#! source bad command="echo 7; exit 3" every=50ms"#,
                #"#! source rate command="echo '{\"a\":1.5,\"b\":\"x\"}'" every=50ms format=json"#,
                "create one data lines=[] count=0", "create two data text=none", "create bad data text=none",
                "create rate data", "create a layer zPosition:=one.count")
            #expect(try settles("get two text", #"ok {"text":"two"}"#), "\((try? said()) ?? "")")
            #expect(try settles("get rate a b", #"ok {"a":1.5,"b":"x"}"#))
            #expect(try link.ask("get bad text") == #"ok {"text":"none"}"#)
            #expect(try settles("get one count", #"ok {"count":2}"#))
            // What is wrong stays outside.
            try write(one, "create one data lines=[] count=0", "create a layer zPosition=4 colour=red")
            try waitUntil(tries: 1000, pause: 20_000) { try said().contains("colour") }
            try write(#"#! source one command=date every=1ms"#, "create a layer")
            try waitUntil(tries: 1000, pause: 20_000) { try said().contains("bar.scrim:1: every: \"1ms\"") }
            let text = try said()
            #expect(
                text.contains("colour") && text.contains("bar.scrim:3: source bad: failed with status 3"), "\(text)")
            #expect(try link.ask("get a zPosition") == #"ok {"zPosition":0}"#)
            process.terminate()
            process.waitUntilExit()
            #expect(process.terminationStatus == 143 || process.terminationReason == .uncaughtSignal)
        }

        /// Lines `#! on` of a file that is served: events run commands, which get the fields in their environment.
        @Test func eventsRunCommands() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func settles(_ line: String, _ reply: String) throws -> Bool {
                for _ in 0..<1000 {
                    if try link.ask(line) == reply { return true }
                    usleep(20_000)
                }
                return false
            }
            func said() throws -> String { String(decoding: try daemon.sandbox.bytes("serve.err"), as: UTF8.self) }
            _ = try daemon.sandbox.write(
                """
                #! on a changed key=opacity when="value < limit.zPosition" command="echo $SCRIM_id $SCRIM_key $SCRIM_value" result=out
                #! on a changed key=zPosition command="exit 4" result=bad
                create a layer
                create limit layer zPosition=0.5
                create out data text=none
                create bad data text=none

                """, to: "act.scrim")
            let process = try daemon.sandbox.start("scrim", ["serve", daemon.sandbox.file("act.scrim")], log: "serve")
            defer { process.terminate() }
            try waitUntil(tries: 1000, pause: 20_000) { try said().contains("act.scrim: ok") }
            for line in ["set a opacity=0.75", "tick 0.1", "set a opacity=0.25", "tick 0.1"] { _ = try link.ask(line) }
            let wanted = #"ok {"text":"a opacity 0.25","status":0}"#
            #expect(try settles("get out text status", wanted), "\((try? said()) ?? "")")
            for line in ["set a zPosition=3", "tick 0.1"] { _ = try link.ask(line) }
            #expect(try settles("get bad text status", #"ok {"text":"","status":4}"#))
            #expect(try said().contains("act.scrim:2: on a changed: failed with status 4"))
        }

        /// What has become of a scene stays when its file says something else; what is wrong with the file is told, and changes nothing.
        @Test func aSceneLivesOnWhileItsFileIsEdited() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func scene(_ color: String, _ more: String = "") throws {
                _ = try daemon.sandbox.write(
                    """
                    define switch value=false
                    create .k layer frame=0,0,10,10 backgroundColor=\(color)
                    bind .k position.x:=value ? 30 : 10
                    end
                    create a switch frame=0,0,40,20
                    create d data n=1
                    create b layer frame=0,50,10,10
                    \(more)

                    """, to: "live.scrim")
            }
            func settles(_ line: String, _ reply: String) throws -> Bool {
                for _ in 0..<1000 {
                    if try link.ask(line) == reply { return true }
                    usleep(20_000)
                }
                return false
            }
            try scene("#ff0000")
            let process = try daemon.sandbox.start("scrim", ["serve", daemon.sandbox.file("live.scrim")], log: "serve")
            defer { process.terminate() }
            #expect(try settles("get a.k backgroundColor", ##"ok {"backgroundColor":"#ff0000ff"}"##))
            for line in ["set a value=true", "set d n=7", "set b opacity=0.5"] { #expect(try link.ask(line) == "ok") }
            for round in 0..<10 {
                try scene("#0000f\(round)", round == 9 ? "create c layer zPosition=3" : "")
                #expect(try settles("get a.k backgroundColor", ##"ok {"backgroundColor":"#0000f\##(round)ff"}"##))
            }
            try scene("#00ff00", "create e layr")
            for _ in 0..<1000 {
                let said = String(decoding: try daemon.sandbox.bytes("serve.err"), as: UTF8.self)
                if said.contains("live.scrim:8:10: ") { break }
                usleep(20_000)
            }
            #expect(try link.ask("get a.k backgroundColor") == ##"ok {"backgroundColor":"#0000f9ff"}"##)
            try scene("#00ff00", "create e layer")
            #expect(try settles("get a.k backgroundColor", ##"ok {"backgroundColor":"#00ff00ff"}"##))
            #expect(try link.ask("get a value") == #"ok {"value":true}"#)
            #expect(try link.ask("get d n") == #"ok {"n":7}"#)
            #expect(try link.ask("get b opacity") == #"ok {"opacity":0.5}"#)
            #expect(try link.ask("get a.k position") == #"ok {"position":[30,5]}"#)
            #expect(try link.ask("list [kind=layer]").contains(#""e""#))
        }

        /// In place, by renaming, behind links, in a folder that is replaced: each way to save a file is seen, and what is shown is one text.
        @Test func eachWayToSaveAFileIsSeen() throws {
            let outcome = try Sandbox().run(
                "python3", [Checkout.root + "/Tests/Serve/edits", "--bin", Checkout.programs, "--rounds", "22"])
            #expect(outcome.text.hasSuffix("22 passed, 0 failed\n"), "\(outcome.text)\(outcome.errors)")
        }

        /// Files of one `serve` and of two: each owns what it has made, and nothing else.
        @Test func servedFilesLeaveEachOtherAlone() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func settles(_ line: String, _ reply: String) throws -> Bool {
                for _ in 0..<1000 {
                    if try link.ask(line) == reply { return true }
                    usleep(20_000)
                }
                return false
            }
            func write(_ name: String, _ lines: String...) throws {
                _ = try daemon.sandbox.write(lines.joined(separator: "\n") + "\n", to: name)
            }
            func serve(_ words: String...) throws -> Process {
                try daemon.sandbox.start("scrim", ["serve"] + words, log: words.joined())
            }
            for line in ["create mine layer zPosition=7", "create panel stack"] { #expect(try link.ask(line) == "ok") }
            try write("a.scrim", "create a layer opacity=0.5", "create a.d data n=1")
            try write("b.scrim", "create b layer", "create b2 layer parent=b")
            try write("own.scrim", "define dot size=1", "create .x layer", "end")
            try write("c.scrim", "use own.scrim", "create c dot", "create c2 layer parent=c")
            var first = try serve("a.scrim", "b.scrim")
            defer { first.terminate() }
            #expect(try settles("get b2 parent", #"ok {"parent":"b"}"#))
            let second = try serve("--under", "panel", "c.scrim")
            defer { second.terminate() }
            #expect(try settles("get c parent", #"ok {"parent":"panel"}"#))
            // Edited: what others have made stays, and what has become of its own.
            #expect(try link.ask("set a zPosition=4") == "ok")
            try write("a.scrim", "create a layer opacity=0.25", "create a3 layer")
            #expect(try settles("get a3 parent", #"ok {"parent":"root"}"#))
            #expect(try link.ask("get a opacity zPosition") == #"ok {"opacity":0.25,"zPosition":4}"#)
            #expect(try link.ask("get a.d n").hasPrefix("error"))
            try write("c.scrim", "use own.scrim", "create c dot size=2", "create c3 layer")
            #expect(try settles("get c3 parent", #"ok {"parent":"panel"}"#))
            #expect(try link.ask("get c size parent") == #"ok {"size":2,"parent":"panel"}"#)
            // A name that is another's is refused, and changes nothing.
            try write("b.scrim", "create b layer", "create mine layer")
            try waitUntil(tries: 1000, pause: 20_000) {
                String(decoding: try daemon.sandbox.bytes("a.scrimb.scrim.err"), as: UTF8.self).contains("\"mine\"")
            }
            #expect(try link.ask("get b2 parent") == #"ok {"parent":"b"}"#)
            // Served again: it goes on where the earlier one ended, and owns what that made.
            first.terminate()
            first.waitUntilExit()
            try write("a.scrim", "create a layer opacity=0.25", "create a4 layer")
            first = try serve("a.scrim")
            #expect(try settles("get a4 parent", #"ok {"parent":"root"}"#))
            #expect(try link.ask("get a zPosition") == #"ok {"zPosition":4}"#)
            #expect(try link.ask("get a3 opacity").hasPrefix("error"))
            // What conflicts with its changes is made anew.
            #expect(try link.ask("remove a4") == "ok")
            try write("a.scrim", "create a layer opacity=0.75", "create a4 layer zPosition=2")
            #expect(try settles("get a4 zPosition", #"ok {"zPosition":2}"#))
            #expect(try link.ask("get a opacity zPosition") == #"ok {"opacity":0.75,"zPosition":0}"#)
            #expect(try link.ask("get mine zPosition") == #"ok {"zPosition":7}"#)
            #expect(try link.ask("get b2 parent") == #"ok {"parent":"b"}"#)
        }

        /// However the tool ends: by a signal that nothing can catch, too.
        @Test(arguments: [SIGKILL, SIGTERM]) func commandsEndWithTheirTool(signal: Int32) throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            _ = try daemon.sandbox.write(
                """
                #! source one command="trap '' TERM; (echo begun; sleep 300); true"
                create one data text=none
                on one changed "set nowhere opacity=1"

                """, to: "s.scrim")
            let process = try daemon.sandbox.start("scrim", ["serve", daemon.sandbox.file("s.scrim")], log: "serve")
            try waitUntil(tries: 1000, pause: 20_000) { try link.ask("get one text") == #"ok {"text":"begun"}"# }
            func told() throws -> String { String(decoding: try daemon.sandbox.bytes("serve.err"), as: UTF8.self) }
            // What fails in the scene is told with the line of its definition.
            try waitUntil(tries: 100, pause: 20_000) {
                try link.ask("tick 0.1").isEmpty || told().contains("s.scrim:3:1: one.changed")
            }
            #expect(try told().contains("s.scrim:3:1: one.changed"))
            func children(of parents: [Int32]) throws -> [Int32] {
                let found = try parents.flatMap { parent in
                    try String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
                        .split(separator: " ").compactMap { Int32($0) }
                }
                return found.isEmpty ? [] : found + (try children(of: found))
            }
            let commands = try children(of: [process.processIdentifier])
            #expect(commands.count >= 3)
            kill(process.processIdentifier, signal)
            func areGone() -> Bool {
                commands.allSatisfy {
                    let text = (try? String(contentsOfFile: "/proc/\($0)/stat", encoding: .utf8)) ?? ") Z"
                    return text.contains(") Z")
                }
            }
            waitUntil(tries: 500, pause: 20_000) { areGone() }
            #expect(areGone())
        }

        @Test func filesAreShownAgain() throws {
            let sandbox = try Sandbox()
            let file = try sandbox.write("create a layer frame=0,0,64,64 backgroundColor=red\n", to: "a.scrim")
            let picture = sandbox.file("a.ppm")
            let process = try sandbox.start(
                "scrim", ["preview", file, "-o", picture, "--size", "64x64"], log: "preview")
            defer { process.terminate() }
            func pixel() -> [UInt8] { Array(((try? sandbox.bytes("a.ppm")) ?? Data()).suffix(3)) }
            func settle(_ isSo: () throws -> Bool) throws { try waitUntil(tries: 1000, pause: 20_000, isSo) }
            try settle { pixel() == [255, 0, 0] }
            _ = try sandbox.write("# new\ncreate a layer frame=0,0,64,64 backgroundColour=red\n", to: "a.scrim")
            try settle {
                try String(decoding: sandbox.bytes("preview.out"), as: UTF8.self).contains("^^^^^^^^^^^^^^^^")
            }
            _ = try sandbox.write("create a layer frame=0,0,64,64 backgroundColor=lime\n", to: "a.scrim")
            try settle { pixel() == [0, 255, 0] }
            #expect(pixel() == [0, 255, 0])
            let said = String(decoding: try sandbox.bytes("preview.out"), as: UTF8.self)
            #expect(said.contains("a.scrim:2:") && said.contains("did you mean \"backgroundColor\""), "\(said)")
        }
    }
}
