import Foundation
import Testing

extension RealDaemon {
    /// What goes in through a shell's word comes out again.
    @Suite struct QuotingTests {
        static let values = [
            "plain", "two words", " space around ", "tab\there", "line\nbreak\n", "carriage\rreturn", "\"double\"",
            "it's 'single'", "back\\slash \\n \\u{41}", "x=y", "=", "#hash", "@at", "{x}", "a;b", "é ü ß", "日本語", "😀👩‍👩‍👧",
            "\u{1}\u{1B}\u{7F}", "--option", "-", "$HOME `id` *", String(repeating: "long ", count: 20_000),
        ]

        @Test func valuesComeBack() throws {
            let daemon = try Daemon()
            #expect(try daemon.sandbox.scrim("create", "a", "layer").status == 0)
            for value in Self.values {
                let set = try daemon.sandbox.scrim("set", "a", "name=\(value)", "user.note=\(value)")
                #expect(set.status == 0, "\(set.errors)")
                let get = try daemon.sandbox.scrim("get", "a", "name", "user.note")
                #expect(get.text.utf8.count { $0 == 10 } == 1)
                let object = ReplyForm.json(get.text) as? [String: String]
                #expect(object == ["name": value, "user.note": value])
            }
        }

        /// Expressions stand in a shell's words as they are, and end with them.
        @Test func expressionsOfAShell() throws {
            let daemon = try Daemon()
            func scrim(_ words: String...) throws -> Int32 { try daemon.sandbox.run("scrim", words).status }
            #expect(try scrim("create", "a", "layer", "zPosition:=max(1, 2) + 3", "user.label:='it\\'s ' + \"q\"") == 1)
            #expect(
                try scrim("create", "a", "layer", "zPosition:=max(1, 2) + 3", "user.label:='it\\'s'", "name=b c") == 0)
            #expect(try daemon.value("a", "zPosition") as? Double == 5)
            #expect(try daemon.value("a", "user.label") as? String == "it's")
            #expect(try daemon.value("a", "name") as? String == "b c")
            #expect(try scrim("create", "b", "layer") == 0)
            #expect(
                try scrim("bind", "b", "opacity:=a.zPosition > 4 ? 0.5 : 1", "zPosition:=\n  a.zPosition\n  * 2") == 0)
            #expect(try daemon.value("b", "zPosition") as? Double == 10)
            #expect(
                try scrim("on", "a", "changed", "when", "key == 'zPosition' and value > 6", "set a name='so it is'")
                    == 0)
            #expect(try scrim("set", "a", "zPosition:=zPosition + 1") == 0)
            #expect(try scrim("tick") == 0)
            #expect(try daemon.value("a", "name") as? String == "b c")
            #expect(try scrim("set", "a", "zPosition:=zPosition + 1") == 0)
            #expect(try scrim("tick") == 0)
            #expect(try daemon.value("a", "name") as? String == "so it is")
            // Nothing of one argument becomes a word of its own.
            #expect(try scrim("set", "a", "zPosition:=1 opacity=0.1") == 1)
            #expect(try scrim("set", "a", "zPosition:=1 + (2", "opacity=0.1)") == 1)
            #expect(try daemon.value("a", "opacity") as? Double == 1)
            #expect(try scrim("bind", "b", "zPosition:=") == 0)
        }

        @Test func anEmptyValueRestoresTheDefault() throws {
            let daemon = try Daemon()
            #expect(try daemon.sandbox.scrim("create", "a", "layer", "opacity=0.5").status == 0)
            #expect(try daemon.sandbox.scrim("set", "a", "opacity=").status == 0)
            #expect(try daemon.value("a", "opacity") as? Double == 1)
        }
    }
}
