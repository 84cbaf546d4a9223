import Foundation
import Testing

extension RealDaemon {
    /// Viewers' clipboards, bells and pointers by the output `vnc`.
    @Suite struct VncClipboardTests {
        private let daemon: Daemon
        private let link: Link
        private let port = RemoteViewer.freePort()
        private let colors = Colors()

        private final class Colors { var next = 0 }

        // Of the extended clipboard.
        private static let request: UInt32 = 1 << 25 | 1
        private static let notify: UInt32 = 1 << 27 | 1

        init() throws {
            daemon = try Daemon(
                ["--output", "vnc", "port=\(port)", "--size", "200x120"], clock: "realtime")
            link = try daemon.link()
            for line in [
                "use controls.scrim", "create name textField frame=20,40,160,30", "focus name", "sync",
            ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
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

        private func viewer(clipboard: Bool = true, cursor: Bool = false) throws -> RemoteViewer {
            let viewer = try RemoteViewer(port: port)
            try viewer.begin()
            try viewer.take(clipboard: clipboard, cursor: cursor)
            try viewer.ask(onlyChanges: false)
            try viewer.update()
            return viewer
        }

        private func pressPaste(_ viewer: RemoteViewer) throws {
            for (symbol, isDown) in [(0xFFE3, true), (0x76, true), (0x76, false), (0xFFE3, false)] {
                try viewer.key(symbol, isDown: isDown)
            }
        }

        /// Has the viewer look until it has come to something.
        private func look(_ viewer: RemoteViewer, _ isThere: () -> Bool) throws {
            for _ in 0..<100 {
                if isThere() { return }
                // A picture comes behind a change, and the answer before it.
                colors.next += 1
                try run("set main backgroundColor=rgb(\(colors.next % 200),\(colors.next / 200),9)", "sync")
                try viewer.ask(onlyChanges: true)
                try viewer.update()
            }
        }

        @Test func viewersGetWhatIsSet() throws {
            let old = try viewer(clipboard: false)
            let new = try viewer()
            for text in ["Grüße 你 🎉", "again", "Grüße 你 🎉"] {
                try run("set main clipboard='\(text)'", "sync")
                try look(new) { new.text == text }
                #expect(new.text == text)
                let plain = text.replacing("你", with: "?").replacing("🎉", with: "?")
                try look(old) { old.text == plain }
                #expect(old.text == plain)
            }
            // Who comes later gets it, too.
            let late = try viewer()
            try look(late) { late.text != nil }
            #expect(late.text == "Grüße 你 🎉")
            // As long as a line may be.
            let long = String(repeating: "0123456789", count: 100_000)
            try run("set main clipboard=\(long)", "sync")
            try look(new) { new.text == long }
            #expect(new.text == long)
            try look(old) { old.text == long }
            #expect(old.text == long)
            // Lines end as the extension says.
            try run(#"set main clipboard="a\nb""#, "sync")
            try look(new) { new.text == "a\r\nb" }
            #expect(new.text == "a\r\nb")
            // One that wants to be asked: it takes texts up to 4 bytes unasked.
            try look(late) { late.text == "a\r\nb" }
            let said = late.clipboardFlags.count
            try late.clipboard(1 << 24 | 0x1F << 24 | 1, [0, 0, 0, 4])
            // What it asks for behind that comes when that was heard.
            try late.clipboard(1 << 25 | 1)
            try look(late) { late.clipboardFlags.count > said }
            try run("set main clipboard=longer", "sync")
            try look(late) { late.clipboardFlags.last == Self.notify }
            #expect(late.clipboardFlags.last == Self.notify)
            try late.clipboard(1 << 25 | 1)
            try look(late) { late.text == "longer" }
            #expect(late.text == "longer")
            try late.clipboard(1 << 26)
            try look(late) { late.clipboardFlags.last == Self.notify }
            #expect(late.clipboardFlags.last == Self.notify)
        }

        @Test func whatViewersCopyIsPasted() throws {
            let viewer = try viewer()
            // There is nothing: the key is as any other, and what the controls have copied is pasted.
            try run("set controls.clipboard text=own")
            try pressPaste(viewer)
            try wait("name", "value", "own")
            try viewer.provide(Array("Grüße\r\n你\0".utf8))
            try pressPaste(viewer)
            try wait("name", "value", #"ownGrüße\n你"#)
            try run("set name value= caret=0 anchor=0")
            try viewer.copy([0xFC, 0x21])
            try pressPaste(viewer)
            try wait("name", "value", "ü!")
            // It takes the place of what was set here; and the other way round.
            for _ in 0..<2 {
                try run("set name value= caret=0 anchor=0", "set main clipboard=mine", "sync")
                try pressPaste(viewer)
                try wait("name", "value", "mine")
                try viewer.provide(Array("theirs".utf8))
                try wait("main", "clipboard", "")
                try pressPaste(viewer)
                try wait("name", "value", "minetheirs")
            }
            // One that tells of its text before it gives it is asked for it.
            let before = viewer.clipboardFlags.count
            try viewer.clipboard(1 << 27 | 1)
            try look(viewer) { viewer.clipboardFlags.count > before }
            #expect(viewer.clipboardFlags.last == Self.request)
            // As much as is taken, and one byte more.
            for count in [65_536, 65_537] {
                try run("set name value= caret=0 anchor=0")
                let text = String(repeating: "0123456789", count: count / 10 + 1).prefix(count)
                try viewer.provide(Array(text.utf8))
                try pressPaste(viewer)
                try wait("name", "value", String(text.prefix(65_536)))
            }
            try run("set name value= caret=0 anchor=0")
            try viewer.provide([UInt8](repeating: 0x62, count: 1 << 20))
            try viewer.copy([UInt8](repeating: 0x61, count: 1 << 20))
            try pressPaste(viewer)
            try wait("name", "value", String(repeating: "a", count: 65_536))
        }

        @Test func badMessagesEndTheViewer() throws {
            let long = [UInt8](repeating: 97, count: 1 << 20 + 1)
            for at in 0..<8 {
                let viewer = try viewer(clipboard: at != 6)
                // One may be so long that the rest of it is not read.
                try? {
                    switch at {
                    case 0: try viewer.send([6, 0, 0, 0, 0, 0x10, 0, 1])
                    // More is told than there is: nothing of the daemon's memory may be in its place.
                    case 1: try viewer.provide([97], length: 65_000)
                    case 2: try viewer.provide(long)
                    case 3: try viewer.clipboard(1 << 28 | 1, [1, 2, 3, 4, 5])
                    case 4: try viewer.clipboard(1 << 28 | 1)
                    case 5: try viewer.send([6, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
                    case 6: try viewer.clipboard(1 << 27 | 1)
                    default: try viewer.clipboard(1 << 24 | 3, [0, 0, 0, 0])
                    }
                }()
                #expect(viewer.isClosed(), "\(at)")
            }
            // Half a message, and none.
            let slow = try viewer()
            try slow.send([6, 0, 0, 0, 0, 0, 0, 9, 97])
            #expect(try link.ask("sync").hasPrefix("ok"))
            #expect(slow.isClosed())
            try run("get name value")
        }

        @Test func theBellRings() throws {
            try run("set main bell=7", "sync")
            let viewer = try viewer()
            #expect(viewer.bells == 0)
            // It has rung for nobody, and rings ten times a second at most.
            usleep(150_000)
            try run("set main bell=8", "sync")
            try look(viewer) { viewer.bells == 1 }
            try run("set main bell=8", "set main bell=0", "sync")
            try look(viewer) { viewer.bells == 1 }
            #expect(viewer.bells == 1)
            usleep(150_000)
            // A great many are not more than ten a second.
            for at in 1..<200 { try run("set main bell=\(at)", "sync") }
            usleep(150_000)
            try run("set main bell=1000", "sync")
            try look(viewer) { viewer.bells >= 3 }
            #expect((3...50).contains(viewer.bells))
        }

        @Test func thePointerLooksAsSaid() throws {
            try run("set main cursor=crosshair", "sync")
            let viewer = try viewer(cursor: true)
            try look(viewer) { viewer.cursor != nil }
            #expect(viewer.cursor?.width == 13 && viewer.cursor?.height == 13)
            var seen = 0
            for name in [
                "pointer", "text", "ew-resize", "ns-resize", "nwse-resize", "wait", "not-allowed", "move", "default",
            ] {
                let before = viewer.cursor?.bytes
                try run("set main cursor=\(name)", "sync")
                try look(viewer) { viewer.cursor?.bytes != before }
                if viewer.cursor?.bytes != before { seen += 1 }
            }
            #expect(seen == 9)
            try run("set main cursor=none", "sync")
            try look(viewer) { viewer.cursor?.width == 0 }
            #expect(viewer.cursor?.width == 0)
        }
    }
}
