import Foundation
import Testing

extension RealDaemon {
    /// Several outputs of one daemon, on real monitors.
    @Suite struct OutputTests {
        /// Waits until an output is told to be in a state.
        private func wait(
            _ link: Link, _ output: String, _ state: String, _ location: SourceLocation = #_sourceLocation
        ) throws {
            while true {
                guard let event = try? link.event() else {
                    Issue.record("\(output) is not \(state)", sourceLocation: location)
                    return
                }
                guard event.hasPrefix("event output "),
                    let json = ReplyForm.json(String(event.dropFirst(13))) as? [String: Any]
                else { continue }
                if json["output"] as? String == output, json["state"] as? String == state { return }
            }
        }

        private func run(_ lines: [String], _ link: Link) throws {
            for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
        }

        private func expectColor(_ color: UInt32, _ desktop: Desktop, _ monitor: String) throws {
            var picture = try desktop.picture(of: monitor)
            for _ in 0..<100 where picture.color(50, 50) != color {
                usleep(20_000)
                picture = try desktop.picture(of: monitor)
            }
            #expect(picture.color(50, 50) == color, "\(monitor)")
        }

        @Test(.enabled(if: Tool.isThere("sway"))) func aRootOnEachMonitor() throws {
            // A monitor goes where it is a window of another desktop.
            let outer = try Desktop()
            try outer.startSway()
            let desktop = try Desktop()
            try desktop.startSway(inside: outer)
            try desktop.tell("create_output")
            let daemon = try Daemon(["--output", "wayland"], clock: "realtime", set: desktop.environment)
            let link = try daemon.link()
            let whole = "role=overlay anchor=top,bottom,left,right"
            try run(
                [
                    "subscribe output", "set main \(whole) monitor=WL-1 backgroundColor=#ff0000",
                    "create panel layer parent=none backgroundColor=#0000ff",
                    "create side wayland root=panel \(whole) monitor=WL-2",
                ], link)
            try wait(link, "side", "active")
            try run(["sync"], link)
            try expectColor(0xFF0000, desktop, "WL-1")
            try expectColor(0x0000FF, desktop, "WL-2")
            // Its root is as large as its monitor.
            let size = try link.ask("get side size").dropFirst(#"ok {"size":["#.count)
            #expect(try link.ask("get panel bounds") == #"ok {"bounds":[0,0,"# + size)
            try run(["set panel backgroundColor=#00ff00", "sync"], link)
            try expectColor(0x00FF00, desktop, "WL-2")
            // One goes, and the other goes on.
            try outer.tell("[title=\"wlroots - WL-2\"] kill")
            try wait(link, "side", "absent")
            try run(["set main backgroundColor=#ffffff", "sync"], link)
            try expectColor(0xFFFFFF, desktop, "WL-1")
            try desktop.tell("create_output")
            try run(["set side monitor=WL-3"], link)
            try wait(link, "side", "active")
            try run(["sync"], link)
            try expectColor(0x00FF00, desktop, "WL-3")
            try run(["remove side", "sync"], link)
            try expectColor(0x203040, desktop, "WL-3")
            #expect(daemon.isRunning)
        }

        /// Of `stats`: those that were painted.
        private func frames(_ stats: String) -> Double? {
            (ReplyForm.json(String(stats.dropFirst(3))) as? [String: Any])?["frames"] as? Double
        }

        /// A film is of the scene, whether somebody sees the output or not.
        @Test func filmsOfWhatNobodySees() throws {
            let daemon = try Daemon(["--output", "wayland"], clock: "realtime", set: ["XDG_RUNTIME_DIR": "/nowhere"])
            let link = try daemon.link()
            try run(
                [
                    "subscribe output", "set main size=40x10",
                    "create box layer frame=0,0,10,10 backgroundColor=#ffffff",
                    "animate box position.x=35 duration=0.4 timing=linear", "sync",
                    "record path=\(daemon.sandbox.file("film.rgba")) format=rgba fps=50 seconds=0.4",
                ], link)
            // A film that cannot be made does not keep the output at work.
            for _ in 0..<2 {
                #expect(try link.ask("record path=/nowhere/film seconds=1").hasPrefix("error io"))
                let before = try link.ask("stats")
                try run(["set box position=9,5", "sync"], link)
                #expect(frames(before) == frames(try link.ask("stats")))
            }
            let film = try daemon.sandbox.bytes("film.rgba")
            let size = 40 * 10 * 4
            #expect(film.count == 20 * size)
            let pictures = Set((0..<20).map { film[film.startIndex + $0 * size..<film.startIndex + ($0 + 1) * size] })
            #expect(pictures.count > 10)
        }
    }
}
