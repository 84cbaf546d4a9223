import Foundation
import Testing

/// What `scrim` sends, prints and exits with; a stand-in answers.
@Suite struct CommandLineTests {
    @Test(arguments: [
        (["hello"], "hello"),
        (["set", "a", "name=two words"], "set a name=\"two words\""),
        (["set", "a", "name="], "set a name="),
        (["set", "a", "name=x=y"], "set a name=x=y"),
        (["set", "a", "name=it's"], "set a name=\"it's\""),
        (["set", "a", "name=\"q\" \\ é 😀"], "set a name=\"\\\"q\\\" \\\\ é 😀\""),
        (["set", "a", "name=one\ntwo\tthree\r\u{1B}\u{7F}"], "set a name=\"one\\ntwo\\tthree\\u{d}\\u{1b}\\u{7f}\""),
        (["set", "a", "user.a-b_c=1"], "set a user.a-b_c=1"),
        (["on", "a", "tap", "set b opacity=1; remove c"], "on a tap \"set b opacity=1; remove c\""),
        (["on", "a", "tap", "9=x"], "on a tap \"9=x\""),
        (["on", "a", "tap", "=x"], "on a tap \"=x\""),
        (["on", "a", "tap", ""], "on a tap \"\""),
        (["on", "a", "tap", "#x", "@y"], "on a tap #x @y"),
        (["set", "a", "name=back\\slash"], "set a name=\"back\\\\slash\""),
        (["a=b", "a=b"], "\"a=b\" a=b"),
        (["#hello"], "\"#hello\""),
        (["@tag", "hello"], "\"@tag\" hello"),
        (["--", "--hello"], "--hello"),
        (["set", "a", "position.x=-5", "--x"], "set a position.x=-5 --x"),
        (["set", "a", "x:=max(1, 2) + 3", "opacity=0.5"], "set a x:=max(1, 2) + 3 opacity=0.5"),
        (["set", "a", "x:='it\\'s ' + \"q\"", "y=a b"], "set a x:='it\\'s ' + \"q\" y=\"a b\""),
        (["bind", "a", "x:=", "y:= "], "bind a x:= y:="),
        (["set", "a", "x:= 1\n+ 'a\nb'\n"], "set a x:=1 + 'a\\nb'"),
        // One argument stays one expression.
        (["set", "a", "x:=1 y=2"], "set a x:=(1 y=2)"), (["set", "a", "x:=y == 2 ? 1:2"], "set a x:=y == 2 ? 1:2"),
        (["set", "a", "x:=(1", "y=2"], "set a x:=((1) y=2"), (["a:=1"], "\"a:=1\""), (["set", "1:=2"], "set \"1:=2\""),
        (["on", "a", "tap", "when", "b > 3", "set b x=1"], "on a tap when b > 3 \"set b x=1\""),
        (
            ["on", "a", "key", "name=n", "when", "key=='a b'", "and", "x", "undo"],
            "on a key name=n when key=='a b' and x undo"
        ),
        (["on", "a", "tap", "when"], "on a tap when"),
        (["set", "a", "b", "when", "c > d", "e f"], "set a b when \"c > d\" \"e f\""),
    ])
    func wordsArePassedAsTheyAre(arguments: [String], line: String) throws {
        let daemon = try FakeDaemon()
        let outcome = try daemon.sandbox.run("scrim", arguments)
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(daemon.received == [line])
    }

    /// Verbs that count for one connection are none that a shell can say: the advice names what can.
    @Test(arguments: [
        ("begin", "scrim run"), ("commit", "scrim run"), ("session access=read", "scrim run"),
        ("define x", "scrim repl"),
        ("subscribe tap", "scrim watch"), ("unsubscribe tap", "scrim watch"), ("undo", "scrim repl"),
        ("checkpoint a", "scrim run"),
    ])
    func verbsOfOneConnection(line: String, advice: String) throws {
        let daemon = try FakeDaemon()
        let outcome = try daemon.sandbox.run("scrim", line.split(separator: " ").map(String.init))
        #expect(outcome.status == 64 && outcome.errors.contains(advice) && outcome.errors.contains("connection"))
        #expect(daemon.received.isEmpty)
    }

    /// A feed goes on behind a line that is refused, and says which.
    @Test func runsThatKeepGoing() throws {
        let daemon = try FakeDaemon {
            $0.hasPrefix("bad") ? "error value \($0)" : $0 == "get a" ? "ok {\"x\":1}" : "ok"
        }
        let text = "bad 1\nset a\n\n# no\nbad 2\nsession replies=none\nget a\n"
        _ = try daemon.sandbox.write("set b\nbegin\nset c\nbad 3\n", to: "other.scrim")
        let outcome = try daemon.sandbox.run("scrim", ["run", "--keep-going", "-", "other.scrim"], input: text)
        #expect(outcome.status == 1 && outcome.text == "{\"x\":1}\n")
        let said = outcome.errors.split(separator: "\n")
        try #require(said.count == 4, "\(outcome.errors)")
        #expect(said[0] == "scrim: <stdin>:1: value: bad 1" && said[1] == "scrim: <stdin>:5: value: bad 2")
        #expect(said[2].hasPrefix("scrim: <stdin>:6: `session replies=`"))
        #expect(said[3] == "scrim: other.scrim:4: value: bad 3")
        #expect(daemon.received == ["bad 1", "set a", "bad 2", "get a", "set b", "begin", "set c", "bad 3"])
        #expect(try daemon.sandbox.run("scrim", ["run", "--keep-going", "-"], input: "set a\n").status == 0)
        #expect(
            try daemon.sandbox.run("scrim", ["run", "-"], input: text).errors == "scrim: <stdin>:1: value: bad 1\n")
    }

    @Test func payloadsArePrintedAndErrorsSaid() throws {
        let daemon = try FakeDaemon { line in
            switch line {
            case "good": "ok {\"a\":[1, 2]}"
            case "late": "event frame {}\nok [1]"
            case "bad": "error unknown-object unknown object \"x\""
            default: nil
            }
        }
        let scrim = daemon.sandbox
        let good = try scrim.scrim("good")
        #expect(good.status == 0 && good.text == "{\"a\":[1, 2]}\n" && good.errors.isEmpty)
        #expect(try scrim.scrim("late").text == "[1]\n")
        let bad = try scrim.scrim("bad")
        #expect(bad.status == 1 && bad.text.isEmpty)
        #expect(bad.errors == "scrim: unknown-object: unknown object \"x\"\n")
        let closed = try scrim.scrim("close")
        #expect(closed.status == 69 && closed.errors.contains("closed the connection without a reply"))
    }

    @Test(
        arguments: [
            ([], 69), (["--nonsense"], 64), (["--socket"], 64), (["snapshot", "-o"], 64),
            (["snapshot", "-o", "x.jpg"], 64),
            (["watch"], 64), (["repl", "x"], 64), (["top", "x"], 64),
            (["bench"], 64), (["bench", "latency", "--count", "0"], 64), (["bench", "latency", "--busy", "-1"], 64),
            (["run", "--x"], 64), (["render"], 64),
            (["render", "a", "b"], 64), (["render", "a", "--at", "soon"], 64), (["render", "a", "--at", "-1"], 64),
            (["render", "a", "--fps", "30"], 64), (["render", "a", "--seconds", "1", "--fps", "0", "-o", "x.y4m"], 64),
            (["render", "a", "--seconds", "1", "--fps", "1001", "-o", "x.y4m"], 64),
            (["render", "a", "-o", "x.y4m"], 64),
            (["render", "a", "--seconds", "1", "-o", "x.png"], 64),
            (["render", "a", "--seconds", "1", "-o", "%d%d.png"], 64),
            (["render", "a", "--seconds", "1", "-o", "%xd.png"], 64), (["render", "a", "-o", "x.gif"], 64),
            (["render", "a", "--seconds", "1e9"], 64), (["render", "/nonexistent/a"], 1), (["hello"], 69),
            (["run"], 69),
            (["--socket", "/" + String(repeating: "x", count: 108), "hello"], 69), (["--name", "none", "hello"], 69),
            (["--help"], 0), (["--version"], 0), (["help"], 0),
        ] as [([String], Int32)])
    func exitStatus(arguments: [String], status: Int32) throws {
        let outcome = try Sandbox().run("scrim", arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty == (status == 0))
        #expect(outcome.errors.isEmpty || outcome.errors.hasPrefix("scrim: "))
    }

    @Test func socketIsFoundByTheRule() throws {
        let daemon = try FakeDaemon()
        let path = daemon.sandbox.file("s")
        let elsewhere = try Sandbox()
        func status(_ arguments: [String], _ set: [String: String]) throws -> Int32 {
            try elsewhere.run("scrim", arguments + ["hello"], set: set).status
        }
        #expect(try status([], ["SCRIM_SOCKET": path]) == 0)
        #expect(try status(["--socket", path], ["SCRIM_SOCKET": "/nonexistent"]) == 0)
        #expect(try status(["--socket=\(path)"], [:]) == 0)
        try FileManager.default.createDirectory(atPath: elsewhere.file("scrim"), withIntermediateDirectories: true)
        for name in ["main", "other"] {
            let link = elsewhere.file("scrim/\(name).sock")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        }
        #expect(try status([], ["SCRIM_SOCKET": ""]) == 0)
        #expect(try status(["--name", "other"], ["SCRIM_SOCKET": ""]) == 0)
        #expect(try status(["--name", "third"], ["SCRIM_SOCKET": ""]) == 69)
        // A name that was given goes before the environment.
        #expect(try status(["--name", "third"], ["SCRIM_SOCKET": path]) == 69)
        #expect(try status(["--name", "other"], ["SCRIM_SOCKET": "/nonexistent"]) == 0)
        #expect(try status([], ["SCRIM_SOCKET": "", "XDG_RUNTIME_DIR": ""]) == 69)
    }
}
