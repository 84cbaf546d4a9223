import Foundation
import Testing

extension RealDaemon {
    /// The selections of X by the output `x11`: what it gives to other programs, and what it takes from them.
    @Suite struct X11ClipboardTests {
        private let server: XServer
        private let daemon: Daemon
        private let link: Link
        private let window: String
        private let programs = Programs()

        /// Other programs, which end with the test.
        private final class Programs {
            var all: [Process] = []

            deinit { for program in all where program.isRunning { kill(program.processIdentifier, SIGKILL) } }
        }

        init() throws {
            server = try XServer()
            daemon = try Daemon(
                ["--output", "x11", "--size", "200x120"], clock: "realtime", set: ["DISPLAY": server.display])
            link = try daemon.link()
            for line in [
                "use controls.scrim", "create name textField frame=20,40,160,30", "focus name", "sync",
            ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            window = try server.tell("xdotool", "search", "--name", "^Scrim$").trimmingCharacters(in: .newlines)
            _ = try server.tell("xdotool", "windowfocus", "--sync", window)
        }

        private func run(_ lines: String...) throws {
            for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line.prefix(100))") }
        }

        private func wait(
            _ object: String, _ property: String, _ value: String, _ at: SourceLocation = #_sourceLocation
        )
            throws
        {
            let reply = #"ok {"\#(property)":"\#(value)"}"#
            var last = try link.ask("get \(object) \(property)")
            for _ in 0..<500 {
                if last == reply { break }
                usleep(10_000)
                last = try link.ask("get \(object) \(property)")
            }
            #expect(last == reply, "\(last.utf8.count) bytes: \(last.prefix(100))", sourceLocation: at)
        }

        /// Another program's text, which it has for as long as the server runs.
        @discardableResult
        private func copy(_ text: String, _ selection: String = "clipboard") throws -> Int32 {
            let name = selection.uppercased()
            let observer = try XRequestor(server)
            let before = observer.owner(name)
            // In the foreground: what goes to the background keeps those waiting who started it.
            let program = try server.sandbox.start(
                "xclip", ["-selection", selection, "-quiet", "-i"], log: UUID().uuidString, input: text,
                set: ["DISPLAY": server.display])
            programs.all.append(program)
            // Nobody is asked for it: who had it before may be one that does not answer.
            for _ in 0..<500 {
                if ![0, before].contains(observer.owner(name)) { break }
                usleep(10_000)
            }
            return program.processIdentifier
        }

        /// What another program gets.
        private func pasted(_ selection: String = "clipboard", _ target: String = "UTF8_STRING") throws -> String {
            try server.tell("xclip", "-selection", selection, "-o", "-t", target)
        }

        private func pressPaste() throws { _ = try server.tell("xdotool", "key", "ctrl+v") }

        @Test func othersGetWhatIsSet() throws {
            for text in ["Grüße 你好 🎉", "again"] {
                try run("set main clipboard='\(text)' primarySelection='part of \(text)'", "sync")
                #expect(try pasted() == text)
                #expect(try pasted() == text)
                #expect(try pasted("primary") == "part of \(text)")
            }
            try run("set main clipboard='naïve 你'", "sync")
            let latin = try server.sandbox.run(
                "xclip", ["-selection", "clipboard", "-o", "-t", "STRING"], set: ["DISPLAY": server.display])
            #expect(Array(latin.output) == [110, 97, 0xEF, 118, 101, 32, 63])
            let targets = try pasted("clipboard", "TARGETS").split(separator: "\n")
            #expect(targets.contains("UTF8_STRING") && targets.contains("MULTIPLE") && targets.contains("TIMESTAMP"))
            // In one piece, in two, and as long as a line may be.
            for count in [65_535, 65_536, 65_537, 131_072, 1_000_000] {
                let text = String(repeating: "0123456789", count: count / 10 + 1).prefix(count - 2) + "ü"
                try run("set main clipboard=\(text)", "sync")
                #expect(try pasted() == text, "\(count)")
            }
        }

        @Test func othersTakeOver() throws {
            for _ in 0..<2 {
                try run("set main clipboard=mine primarySelection=too", "sync")
                #expect(try pasted() == "mine")
                try copy("theirs")
                try wait("main", "clipboard", "")
                try wait("main", "primarySelection", "too")
                #expect(try pasted() == "theirs")
            }
            // Given up, and back again.
            try run("set main clipboard=mine", "sync", "set main clipboard=", "set main clipboard=back", "sync")
            #expect(try pasted() == "back")
            try run("set main clipboard=", "sync")
            #expect(try pasted() == "")
            try wait("main", "primarySelection", "too")
            #expect(try pasted("primary") == "too")
        }

        @Test func theClipboardIsPasted() throws {
            // There is none: the key is as any other, and what the controls have copied is pasted.
            try run("set controls.clipboard text=own")
            try pressPaste()
            try wait("name", "value", "own")
            try copy("Grüße 你")
            try pressPaste()
            try wait("name", "value", "ownGrüße 你")
            try copy("+", "primary")
            _ = try server.tell("xdotool", "mousemove", "170", "55", "click", "2")
            try wait("name", "value", "ownGrüße 你+")
            // Its own.
            try run("set name value= caret=0 anchor=0", "set main clipboard=mine", "sync")
            try pressPaste()
            try wait("name", "value", "mine")
            try run("set name value= caret=0 anchor=0")
            // As much as is taken, one byte more, and in pieces.
            for count in [65_536, 65_537, 600_000] {
                let text = String(repeating: "0123456789", count: count / 10 + 1).prefix(count - 2) + "ü"
                try copy(String(text))
                try pressPaste()
                // Nothing within a character.
                let taken = [65_536: 65_535, 65_537: 65_535][count] ?? 65_536
                try wait("name", "value", String(text.prefix(taken)))
                try run("set name value= caret=0 anchor=0")
            }
            // Not where no text is typed.
            try copy("no")
            try run("focus none", "sync")
            try pressPaste()
            try run("focus name", "sync")
            try copy("yes")
            try pressPaste()
            try wait("name", "value", "yes")
        }

        @Test func itGoesAlongToAnotherServer() throws {
            try run("set main clipboard=mine", "sync")
            #expect(try pasted() == "mine")
            let other = try XServer()
            try run("set main display=\(other.display)", "sync")
            func pastedThere() throws -> String {
                try other.tell("xclip", "-selection", "clipboard", "-o", "-t", "UTF8_STRING")
            }
            for _ in 0..<100 {
                if try pastedThere() == "mine" { break }
                usleep(10_000)
            }
            #expect(try pastedThere() == "mine")
            #expect(try pasted() == "")
            // And back, when that one is gone.
            try run("subscribe output")
            other.end()
            while try !link.event().contains("the X server is gone") {}
            try run("set main display=\(server.display)")
            for _ in 0..<100 {
                if try pasted() == "mine" { break }
                usleep(10_000)
            }
            #expect(try pasted() == "mine")
        }

        @Test func whoDoesNotAnswerIsForgotten() throws {
            let mute = try copy("never")
            kill(mute, SIGSTOP)
            defer { kill(mute, SIGKILL) }
            try pressPaste()
            try run("sync", "set main backgroundColor=red", "sync")
            // Who does, is heard at once.
            try copy("answer")
            try pressPaste()
            try wait("name", "value", "answer")
            kill(mute, SIGCONT)
            try run("sync")
            try wait("name", "value", "answer")
        }

        @Test func whoTakesNothingHoldsUpNobody() throws {
            let text = String(repeating: "0123456789", count: 30_000)
            try run("set main clipboard=\(text) primarySelection=short", "sync")
            let mute = try XRequestor(server)
            var gone: XRequestor? = try XRequestor(server)
            for requestor in [mute, gone] {
                guard let requestor else { continue }
                #expect(try requestor.ask("CLIPBOARD", "UTF8_STRING", "TAKEN") == requestor.atom("TAKEN"))
                #expect(requestor.value("TAKEN").type == requestor.atom("INCR"))
                #expect(requestor.words("TAKEN") == [300_000])
            }
            gone = nil
            #expect(try pasted() == text)
            // Several forms at once, of which one is none.
            mute.set("FORMS", "ATOM_PAIR", ["UTF8_STRING", "P1", "NONSENSE", "P2", "MULTIPLE", "P3"].map(mute.atom))
            #expect(try mute.ask("PRIMARY", "MULTIPLE", "FORMS") == mute.atom("FORMS"))
            #expect(String(decoding: mute.value("P1").bytes, as: UTF8.self) == "short")
            #expect(
                mute.words("FORMS") == [
                    mute.atom("UTF8_STRING"), mute.atom("P1"), mute.atom("NONSENSE"), 0, mute.atom("MULTIPLE"), 0,
                ])
            // More than is answered at once.
            mute.set("FORMS", "ATOM_PAIR", (0..<17).flatMap { [mute.atom("UTF8_STRING"), mute.atom("Q\($0)")] })
            #expect(try mute.ask("PRIMARY", "MULTIPLE", "FORMS") == 0)
            #expect(try mute.ask("PRIMARY", "NONSENSE", "P4") == 0)
            #expect(try mute.ask("SECONDARY", "UTF8_STRING", "P4") == 0)
            // More than go on at once.
            for at in 1..<32 { #expect(try mute.ask("CLIPBOARD", "UTF8_STRING", "T\(at)") != 0) }
            #expect(try mute.ask("CLIPBOARD", "UTF8_STRING", "T32") == 0)
            // Ten seconds later at most nobody is waited for any more.
            sleep(11)
            let before = try daemon.threadWaits()
            sleep(6)
            #expect(try daemon.threadWaits() == before)
            #expect(try mute.ask("CLIPBOARD", "UTF8_STRING", "T33") != 0)
        }

        @Test func theBellAndThePointer() throws {
            try run(
                "set main bell=1", "set main cursor=pointer", "set main cursor=none", "set main cursor=default", "sync")
            for at in 2..<50 { try run("set main bell=\(at)") }
            #expect(try link.ask("set main bell=-1").hasPrefix("error"))
            #expect(try link.ask("set main cursor=finger").hasPrefix("error"))
            try run("sync")
        }
    }
}
