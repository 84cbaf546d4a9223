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

        @Test func anEmptyValueRestoresTheDefault() throws {
            let daemon = try Daemon()
            #expect(try daemon.sandbox.scrim("create", "a", "layer", "opacity=0.5").status == 0)
            #expect(try daemon.sandbox.scrim("set", "a", "opacity=").status == 0)
            #expect(try daemon.value("a", "opacity") as? Double == 1)
        }
    }
}
