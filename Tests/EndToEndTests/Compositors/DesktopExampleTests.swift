import Foundation
import Testing

extension RealDaemon {
    /// The examples that people run on their desktops, each held to what its first lines promise, on a desktop without a screen.
    @Suite struct DesktopExampleTests {
        private struct Never: Error { var words: String }

        /// Waits until it is so, for ten seconds.
        private func until(_ words: String, _ isSo: () throws -> Bool) throws {
            for _ in 0..<500 {
                if try isSo() { return }
                usleep(20_000)
            }
            throw Never(words: words)
        }

        private func desktop(_ size: String = "1280x720", hasWallpaper: Bool = true) throws -> Desktop {
            let desktop = try Desktop()
            try desktop.startSway(hasWallpaper: hasWallpaper)
            try desktop.tell("output", "HEADLESS-1", "mode", "--custom", size + "@60Hz")
            return desktop
        }

        private func daemon(_ desktop: Desktop) throws -> Daemon {
            try Daemon(["--output", "wayland"], clock: "realtime", set: desktop.environment)
        }

        /// A window over all of the desktop that takes every tap, and moves.
        private func window(_ desktop: Desktop) throws -> (Daemon, Link) {
            let daemon = try daemon(desktop)
            let link = try daemon.link()
            for line in [
                "set main fullscreen=true backgroundColor=#204060", "set root isInteractive=true",
                "create ball layer bounds=0,0,60,60 position=640,100 cornerRadius=30 backgroundColor=#40a080",
                "create roll animation layer=ball property=position.x from=100 to=1100 duration=2 autoreverses=true repeatCount=inf",
                "subscribe tap",
            ] { #expect(try link.ask(line) == "ok") }
            return (daemon, link)
        }

        /// Runs an example for a daemon. What it has started itself ends with the daemon.
        private func run(_ daemon: Daemon, _ example: String, _ words: String...) throws -> Process {
            try daemon.sandbox.start(
                Checkout.root + "/examples/desktop/" + example, words, log: "example", set: ["PYTHONUNBUFFERED": "1"])
        }

        private func frames(_ link: Link) throws -> Double {
            let reply = ReplyForm.json(String(try link.ask("stats").dropFirst(3))) as? [String: Any]
            return reply?["frames"] as? Double ?? -1
        }

        private func state(_ link: Link) throws -> String {
            #expect(try link.ask("unsubscribe output") == "ok")
            #expect(try link.ask("subscribe output") == "ok")
            let event = try link.events().last { $0.hasPrefix("event output ") } ?? ""
            return (ReplyForm.json(String(event.dropFirst(13))) as? [String: Any])?["state"] as? String ?? ""
        }

        private func color(_ desktop: Desktop, _ x: Int, _ y: Int) throws -> Int { try desktop.picture().color(x, y) }

        /// The middle of a layer that neither turns nor scrolls, nor is in one that does.
        private func middle(of id: String, _ daemon: Daemon) throws -> (x: Int, y: Int) {
            var (x, y, at, isFirst) = (0.0, 0.0, id, true)
            while at != "root" {
                guard let frame = try daemon.value(at, "frame") as? [Double],
                    let parent = try daemon.value(at, "parent") as? String
                else { throw Never(words: "\(at) has no frame") }
                x += frame[0] + (isFirst ? frame[2] / 2 : 0)
                y += frame[1] + (isFirst ? frame[3] / 2 : 0)
                (at, isFirst) = (parent, false)
            }
            return (Int(x), Int(y))
        }

        /// A mouse of which sway knows by now.
        private func mouse(_ desktop: Desktop) throws -> VirtualPointer {
            let mouse = try VirtualPointer(desktop)
            try mouse.move(1, 1, of: 1280, 720)
            usleep(200_000)
            return mouse
        }

        /// Taps of a window since the last time.
        private func taps(_ link: Link) throws -> Int {
            usleep(200_000)
            return try link.events().count { $0.hasPrefix("event tap ") }
        }

        @Test func aKeyShowsTheVolumeForAMoment() throws {
            let desktop = try desktop("400x300")
            let environment = "env PATH=\(Checkout.programs):/usr/bin:/bin"
            let before = try desktop.picture()
            // As in sway's configuration: keys run as the desktop's user, and so does the daemon.
            try desktop.tell("exec \(environment) scrimd --name osd --output wayland")
            defer { _ = try? desktop.runAsUser("scrim", ["--name", "osd", "quit"]) }
            for (key, percent) in [("F9", 40), ("F10", 80)] {
                try desktop.tell(
                    "bindsym \(key) exec \(environment) \(Checkout.root)/examples/desktop/osd.sh \(percent)")
            }
            func ask(_ words: String..., for name: String) throws -> Double? {
                let reply = try desktop.runAsUser("scrim", ["--name", "osd"] + words)
                return (ReplyForm.json(reply) as? [String: Any])?[name] as? Double
            }
            func frames() throws -> Double? { try ask("stats", for: "frames") }
            try until("a daemon") { (try? frames()) != nil }
            // 200 points of a bar from 96,180 on.
            try desktop.type("-s", "300", "-k", "F9", "-s", "100")
            try until("a bar of 40 %") { try color(desktop, 168, 180) == 0xFFFFFF }
            #expect(try color(desktop, 190, 180) != 0xFFFFFF)
            let begin = try ask("get", "osd.fade", "beginTime", for: "beginTime") ?? .infinity
            try desktop.type("-s", "300", "-k", "F10", "-s", "100")
            try until("a bar of 80 %") { try color(desktop, 248, 180) == 0xFFFFFF }
            #expect(try color(desktop, 270, 180) != 0xFFFFFF)
            // It stays anew.
            #expect(try ask("get", "osd.fade", "beginTime", for: "beginTime") ?? 0 > begin)
            try until("nothing") { try desktop.picture() == before }
            let after = try frames()
            usleep(500_000)
            #expect(try frames() == after)
        }

        @Test func aLowerThirdComesOverAFilmAndLeaves() throws {
            let desktop = try desktop()
            let (player, film) = try window(desktop)
            let titles = try daemon(desktop)
            defer { withExtendedLifetime(player) {} }
            try until("a film") { try color(desktop, 640, 400) == 0x204060 }
            let script = try run(titles, "lower-third.sh", #"Ada "Countess" Lovelace; $HOME"#, "Mathematician", "3")
            script.waitUntilExit()
            let errors = String(decoding: try titles.sandbox.bytes("example.err"), as: UTF8.self)
            #expect(script.terminationStatus == 0, "\(errors)")
            let link = try titles.link()
            #expect(try titles.value("name", "string") as? String == #"Ada "Countess" Lovelace; $HOME"#)
            // Behind its left edge stands the plate.
            try until("a plate") { try color(desktop, 90, 560) == 0xFFFFFF }
            let mouse = try mouse(desktop)
            let shown = try frames(film)
            // Not where we look: sway paints the pointer.
            try mouse.move(300, 590, of: 1280, 720)
            try mouse.press(true)
            try mouse.press(false)
            #expect(try taps(film) == 1)
            #expect(try frames(film) > shown)
            #expect(try color(desktop, 90, 560) == 0xFFFFFF)
            try until("no plate") { try color(desktop, 90, 560) == 0x204060 }
            usleep(600_000)
            let after = try frames(link)
            usleep(500_000)
            #expect(try frames(link) == after)
        }

        @Test func theWallpaperStopsWhenItIsCovered() throws {
            let desktop = try desktop(hasWallpaper: false)
            let wallpaper = try daemon(desktop)
            let script = try run(wallpaper, "wallpaper.sh")
            defer { kill(script.processIdentifier, SIGKILL) }
            let link = try wallpaper.link()
            func goesOn() throws {
                let before = try frames(link)
                try until("more frames") { try frames(link) > before + 3 }
            }
            // The moon, on any monitor.
            try until("a moon") { try color(desktop, 960, 160) == 0xFDF3D8 }
            try desktop.tell("output", "HEADLESS-1", "mode", "--custom", "960x540@60Hz")
            try until("a smaller moon") { try color(desktop, 720, 120) == 0xFDF3D8 }
            try goesOn()
            do {
                let (cover, _) = try window(desktop)
                defer { withExtendedLifetime(cover) {} }
                try until("a cover") { try state(link) == "hidden" }
                let before = try frames(link)
                usleep(500_000)
                #expect(try frames(link) == before)
                // Another workspace has nothing on it.
                try desktop.tell("workspace", "other")
                try until("a moon again") { try color(desktop, 720, 120) == 0xFDF3D8 }
                try goesOn()
                try desktop.tell("workspace", "1")
                try until("the cover again") { try state(link) == "hidden" }
            }
            try until("a moon at the end") { try color(desktop, 720, 120) == 0xFDF3D8 }
            try goesOn()
        }

        @Test func theDashboardAnswersAndComesBack() throws {
            let desktop = try desktop()
            let first = try daemon(desktop)
            let script = try run(first, "kiosk.py")
            defer { kill(script.processIdentifier, SIGKILL) }
            try until("numbers") { try first.value("clock", "string") as? String ?? "" != "" }
            try until("all of the screen") { try first.value("screen", "frame") as? [Double] == [0, 0, 1280, 720] }
            let clock = try first.value("clock", "string") as? String
            try until("another second") { try first.value("clock", "string") as? String != clock }
            #expect(try first.value("memory.value", "string") as? String != "–")
            #expect((try first.value("curve", "drawing") as? [String] ?? []).count == 4)
            let mouse = try mouse(desktop)
            let (x, y) = try middle(of: "range.5", first)
            try mouse.move(x, y, of: 1280, 720)
            try mouse.press(true)
            try until("a pressed button") { try first.value("range.5", "transform.scale") as? Double == 0.9 }
            try mouse.press(false)
            try until("another range") { try first.value("range.5", "backgroundColor") as? String == "#2f6f95ff" }
            #expect(try first.value("range.5", "transform.scale") as? Double == 1)
            try mouse.move(1, 1, of: 1280, 720)
            try until("the range is seen") { try color(desktop, x, y + 14) == 0x2F6F95 }
            // A daemon that has fallen, and the one that is started in its place.
            _ = first.end(by: SIGKILL)
            let second = try first.sandbox.start(
                "scrimd", ["--socket", first.sandbox.file("s"), "--output", "wayland"], log: "second",
                set: desktop.environment)
            defer { kill(second.processIdentifier, SIGKILL) }
            try until("the dashboard again") {
                let isFull = (try? first.value("main", "fullscreen")) as? Bool
                return (try? first.value("clock", "string")) as? String ?? "" != "" && isFull == true
            }
            try until("its picture") { try color(desktop, 640, 10) == 0x0F1218 && color(desktop, 640, 300) == 0x191E28 }
        }

        @Test func theRemoteTakesItsButtonsOnly() throws {
            let desktop = try desktop()
            let (behind, low) = try window(desktop)
            defer { withExtendedLifetime(behind) {} }
            try until("a window") { try color(desktop, 640, 400) == 0x204060 }
            let remote = try daemon(desktop)
            let note = try remote.sandbox.write("echo \"$1\" >>'\(remote.sandbox.file("pressed"))'\n", to: "note.sh")
            let script = try run(remote, "remote.sh", "sh " + note)
            defer { kill(script.processIdentifier, SIGKILL) }
            func pressed() -> String {
                String(decoding: (try? remote.sandbox.bytes("pressed")) ?? Data(), as: UTF8.self)
            }
            try until("a panel") { try color(desktop, 1120, 610) != 0x204060 }
            let mouse = try mouse(desktop)
            // The surface of 296x124 stands at the margins of the lower right corner.
            let (x, y) = (1280 - 12 - 296, 720 - 12 - 124)
            for (name, count) in [("play-pause", 1), ("next", 2)] {
                let (dx, dy) = try middle(of: name, remote)
                try mouse.move(x + dx, y + dy, of: 1280, 720)
                try mouse.press(true)
                try until("\(name) looks pressed") { try color(desktop, x + dx, y + dy + 20) == 0x0A84FF }
                let scale = try remote.value(name, "transform.scale") as? Double ?? 0
                #expect(abs(scale - 0.86) < 1e-6)
                try mouse.press(false)
                try until("\(name) does something") { pressed().split(separator: "\n").count == count }
                #expect(pressed().hasSuffix(name + "\n"))
                #expect(try remote.value(name, "transform.scale") as? Double == 1)
                #expect(try taps(low) == 0)
            }
            // On the panel, beside its buttons, and beside the panel.
            let (nextX, nextY) = try middle(of: "next", remote)
            for (dx, dy) in [(nextX + 20, nextY - 22), (148, 4), (-20, 60)] {
                try mouse.move(x + dx, y + dy, of: 1280, 720)
                try mouse.press(true)
                try mouse.press(false)
                #expect(try taps(low) == 1, "\(dx),\(dy)")
            }
            #expect(pressed() == "play-pause\nnext\n")
        }
    }
}
