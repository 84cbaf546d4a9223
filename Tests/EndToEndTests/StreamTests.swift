import Foundation
import Testing

/// `run`, `watch` and `repl`; a stand-in answers.
@Suite struct StreamTests {
    private static let rule: @Sendable (String) -> String? = { line in
        let bare = line.hasPrefix("@") ? line.drop { $0 != " " }.dropFirst() : line[...]
        let tag = line.prefix(line.utf8.count - bare.utf8.count)
        return switch bare {
        case "bad": "\(tag)error value bad is bad"
        case "tell": "\(tag)ok {\"n\":1}"
        case "close": nil
        case "late": "event frame {}\n\(tag)ok {\"n\":2}"
        default: "\(tag)ok"
        }
    }

    @Test func errorsNameFileAndLine() throws {
        let daemon = try FakeDaemon(Self.rule)
        let good = try daemon.sandbox.write("# comment\n\n  \nset a\r\n@t tell\nlate", to: "good.scrim")
        let bad = try daemon.sandbox.write("\n# x\nset a\nset b\n@7 bad\nset c\n", to: "bad.scrim")
        let fine = try daemon.sandbox.run("scrim", ["run", good])
        #expect(fine.status == 0 && fine.text == "{\"n\":1}\n{\"n\":2}\n", "\(fine.errors)")
        #expect(daemon.received == ["set a", "@t tell", "late"])
        let outcome = try daemon.sandbox.run("scrim", ["run", good, bad, good])
        #expect(outcome.status == 1 && outcome.errors == "scrim: \(bad):5: value: bad is bad\n")
        #expect(try daemon.sandbox.scrim("run", input: "tell\nbad").errors == "scrim: <stdin>:2: value: bad is bad\n")
        #expect(try daemon.sandbox.scrim("run", "-", input: "close\n").status == 69)
        let silent = try daemon.sandbox.scrim("run", input: "a\nsession replies=none\n")
        #expect(silent.status == 1 && silent.errors.contains("<stdin>:2: "))
    }

    /// `commit` counts from `begin`; a file has lines of its own.
    @Test func abortedLinesAreNamedByTheirFile() throws {
        let daemon = try FakeDaemon { $0.hasSuffix("commit") ? "error aborted line 2: value bad is bad" : "ok" }
        func said(_ text: String) throws -> String { try daemon.sandbox.scrim("run", input: text).errors }
        #expect(try said("begin\n\nset a\n# no\nset b\ncommit\n") == "scrim: <stdin>:5: aborted: value bad is bad\n")
        #expect(
            try said("set x\n@1 begin duration=1\nset a\nappend\n @2 commit\n")
                == "scrim: <stdin>:4: aborted: value bad is bad\n")
        #expect(
            try said("begin\nset a\nabort\nset b\ncommit\n") == "scrim: <stdin>:5: aborted: line 2: value bad is bad\n")
        #expect(try said("begin\nset a\ncommit\n") == "scrim: <stdin>:3: aborted: line 2: value bad is bad\n")
    }

    /// Many times the window, and a reader that answers only in part as fast as it is sent to.
    @Test func longFilesKeepCount() throws {
        let daemon = try FakeDaemon(Self.rule)
        let count = 30_000
        var text = String(repeating: "set layer position=1,2 opacity=0.5\n\n", count: count / 2)
        text += String(repeating: "tell\n", count: count / 2)
        let outcome = try daemon.sandbox.scrim("run", input: text)
        #expect(outcome.status == 0)
        #expect(outcome.text == String(repeating: "{\"n\":1}\n", count: count / 2))
        #expect(daemon.received.count == count)
        let failed = try daemon.sandbox.scrim("run", input: text + "bad\n" + text)
        #expect(failed.errors == "scrim: <stdin>:\(count / 2 * 3 + 1): value: bad is bad\n")
        // It stops within the window: what follows is long.
        #expect(daemon.received.count <= count * 2 + 1 + 4096)
    }

    @Test func linesOfAMebibyte() throws {
        let daemon = try FakeDaemon(Self.rule)
        let long = "set a name=" + String(repeating: "x", count: 1 << 20)
        #expect(try daemon.sandbox.scrim("run", input: long + "\n" + long + "\ntell\n").text == "{\"n\":1}\n")
        #expect(daemon.received.map(\.utf8.count) == [long.utf8.count, long.utf8.count, 4])
    }

    @Test func eventsComeALineEach() throws {
        let events = "event created {\"id\":\"a\"}\nok\nevent removed {\"id\":\"a\"}"
        let daemon = try FakeDaemon { $0 == "subscribe created removed layer=\"x y\"" ? events : "error value no" }
        let arguments = ["watch", "created", "removed", "layer=x y"]
        let head = "timeout 20 scrim \"$@\" | head -n 2; echo ${PIPESTATUS[@]}"
        let outcome = try daemon.sandbox.run("bash", ["-c", head, "bash"] + arguments)
        #expect(outcome.text == "created {\"id\":\"a\"}\nremoved {\"id\":\"a\"}\n0 0\n")
        #expect(outcome.errors.isEmpty)
        let bad = try daemon.sandbox.scrim("watch", "nothing")
        #expect(bad.status == 1 && bad.errors == "scrim: value: no\n")
    }

    @Test func watchingEndsWithTheDaemon() throws {
        let daemon = try FakeDaemon { _ in nil }
        #expect(try daemon.sandbox.scrim("watch", "frame").status == 69)
    }

    @Test func conversationsOutliveErrors() throws {
        let daemon = try FakeDaemon(Self.rule)
        let outcome = try daemon.sandbox.scrim("repl", input: "bad\n# nothing\n\ntell\n@x set")
        #expect(outcome.status == 0 && outcome.text == "error value bad is bad\nok {\"n\":1}\n@x ok\n")
    }
}
