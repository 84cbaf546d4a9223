import Foundation
import Testing

extension RealDaemon {
    /// The output `wayland` under real compositors, which run without screens.
    @Suite struct WaylandTests {
        private static let scene = [
            "set main backgroundColor=#102030",
            "create a layer frame=20,20,200,140 backgroundColor=#c04020 cornerRadius=24 shadowOpacity=0.6 shadowRadius=12",
            "create b gradient frame=120,90,220,160 colors=#20c080,#2040c0 cornerRadius=40 opacity=0.8",
            "create c layer parent=b frame=40,40,80,50 backgroundColor=#fff transform=rotate(12deg)",
        ]

        /// A daemon whose output is on the desktop, and a link to it that hears of the output.
        private func daemon(_ desktop: Desktop, _ more: [String] = [], _ set: [String: String] = [:]) throws
            -> (Daemon, Link)
        {
            let daemon = try Daemon(
                ["--output", "wayland"] + more, clock: "realtime", set: desktop.environment.merging(set) { $1 })
            let link = try daemon.link()
            #expect(try link.ask("subscribe output") == "ok")
            return (daemon, link)
        }

        private struct Told: Equatable {
            var state: String
            var size: [Double]
            var scale: Double
            var message: String
        }

        /// Waits until the output is told to be like this.
        @discardableResult
        private func wait(_ link: Link, _ isRight: (Told) -> Bool) throws -> Told {
            while true {
                let event = try link.event()
                guard event.hasPrefix("event output "),
                    let json = ReplyForm.json(String(event.dropFirst(13))) as? [String: Any]
                else { continue }
                let told = Told(
                    state: json["state"] as? String ?? "", size: json["size"] as? [Double] ?? [],
                    scale: json["scale"] as? Double ?? 0, message: json["message"] as? String ?? "")
                if isRight(told) { return told }
            }
        }

        private func waitActive(_ link: Link, _ size: [Double] = [400, 300]) throws {
            try wait(link) { $0.state == "active" && $0.size == size }
        }

        private func run(_ lines: [String], _ links: Link...) throws {
            for line in lines {
                for link in links { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            }
        }

        /// What an offscreen output of this size shows after the same lines.
        private func expected(_ daemon: Daemon) throws -> PlainPicture {
            let file = daemon.sandbox.file("expected.ppm")
            #expect(try daemon.link().ask("snapshot format=ppm path=\(file)").hasPrefix("ok"))
            return try PlainPicture(daemon.sandbox.bytes("expected.ppm"))
        }

        /// Waits until the compositor shows that picture: it paints when it likes.
        private func expectShown(
            _ desktop: Desktop, _ picture: PlainPicture, of monitor: String = "HEADLESS-1",
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            var shown = try desktop.picture(of: monitor)
            for _ in 0..<100 where shown != picture {
                usleep(20_000)
                shown = try desktop.picture(of: monitor)
            }
            #expect(shown.difference(from: picture) == nil, sourceLocation: location)
        }

        @Test func theSameBytesAsOffscreen() throws {
            let desktop = try Desktop()
            try desktop.startSway()
            let (daemon, link) = try daemon(desktop)
            defer { withExtendedLifetime(daemon) {} }
            let plain = try Daemon()
            let other = try plain.link()
            try waitActive(link)
            try run(Self.scene, link, other)
            _ = try link.ask("sync")
            try expectShown(desktop, try expected(plain))
            // Every buffer of the pool is shown with what it missed.
            for step in 0..<12 {
                try run(
                    [
                        "set a frame=\(20 + step * 7),\(20 + step * 5),200,140",
                        "set c opacity=\(1 - Double(step) / 20)",
                    ],
                    link, other)
                _ = try link.ask("sync")
            }
            try expectShown(desktop, try expected(plain))
            // The monitor's mode changes, then its scale.
            try desktop.tell("output", "HEADLESS-1", "mode", "--custom", "500x200@60Hz")
            try waitActive(link, [500, 200])
            try run(["set main size=500x200"], other)
            _ = try link.ask("sync")
            try expectShown(desktop, try expected(plain))
            try desktop.tell("output", "HEADLESS-1", "scale", "2")
            try wait(link) { $0.size == [250, 100] && $0.scale == 2 }
            try run(["set main size=250x100 scale=2"], other)
            _ = try link.ask("sync")
            try expectShown(desktop, try expected(plain))
            // Size and scale are the compositor's.
            _ = try link.ask("set main size=100x100 scale=1")
            _ = try link.ask("sync")
            try expectShown(desktop, try expected(plain))
        }

        /// What goes over the wire, as libwayland tells it.
        @Test func onlyWhatChangedIsCommitted() throws {
            let desktop = try Desktop()
            try desktop.startSway()
            let (daemon, link) = try daemon(desktop, [], ["WAYLAND_DEBUG": "1"])
            func requests() throws -> [String] {
                try daemon.lastWords().split(separator: "\n").filter { $0.contains(" -> wl_surface@") }.map(String.init)
            }
            try waitActive(link)
            try run(Self.scene, link)
            _ = try link.ask("sync")
            let before = try requests().count
            // A value that is the same, a layer that is hidden, lines that only read.
            try run(["set a cornerRadius=24", "create d layer isHidden=true frame=0,0,50,50", "get a", "sync"], link)
            usleep(300_000)
            #expect(try requests().count == before)
            try run(["create e layer frame=300,200,10,20 backgroundColor=#fff", "sync"], link)
            let after = try requests()[before...]
            #expect(after.filter { $0.contains("damage_buffer") }.map { $0.hasSuffix("(300, 200, 10, 20)") } == [true])
            #expect(after.count { $0.contains("commit()") } == 1)
        }

        @Test func theCompositorComesAndGoes() throws {
            let desktop = try Desktop()
            let (daemon, link) = try daemon(desktop)
            let plain = try Daemon()
            let other = try plain.link()
            // Nobody is there: the daemon serves.
            #expect(try link.event().contains("\"state\":\"absent\""))
            try run(Self.scene, link, other)
            #expect(try link.ask("sync").hasPrefix("ok"))
            for _ in 0..<2 {
                try desktop.startSway()
                try waitActive(link)
                _ = try link.ask("sync")
                try expectShown(desktop, try expected(plain))
                desktop.stop()
                #expect(try wait(link) { $0.state == "absent" }.message.contains("compositor"))
                try run(["set a frame=60,60,200,140"], link, other)
                #expect(try link.ask("sync").hasPrefix("ok"))
            }
            #expect(daemon.isRunning)
        }

        @Test func overlaysLieWhereTheyAreAnchored() throws {
            let desktop = try Desktop()
            try desktop.startSway()
            let (daemon, link) = try daemon(desktop)
            defer { withExtendedLifetime(daemon) {} }
            try run(
                [
                    "set main role=overlay anchor=top,left,right margin=10,20 exclusiveZone=30 size=100x40 title=bar",
                    "set main backgroundColor=#00ff00",
                ], link)
            try waitActive(link, [360, 40])
            _ = try link.ask("sync")
            func shows(_ places: [(Int, Int, Int)]) throws -> Bool {
                for _ in 0..<100 {
                    let picture = try desktop.picture()
                    if places.allSatisfy({ picture.color($0.0, $0.1) == $0.2 }) { return true }
                    usleep(20_000)
                }
                return false
            }
            #expect(
                try shows([
                    (20, 10, 0x00FF00), (379, 49, 0x00FF00), (19, 10, 0x203040), (380, 49, 0x203040),
                    (20, 9, 0x203040), (20, 50, 0x203040),
                ]))
            // Another place for the same surface, another layer, and a window again.
            try run(["set main anchor=bottom margin= size=50x20"], link)
            try waitActive(link, [50, 20])
            #expect(try shows([(175, 280, 0x00FF00), (224, 299, 0x00FF00), (225, 299, 0x203040)]))
            try run(["set main layer=bottom anchor=top,bottom,left,right exclusiveZone=-1"], link)
            try waitActive(link)
            #expect(try shows([(0, 0, 0x00FF00), (399, 299, 0x00FF00)]))
            try run(["set main role=toplevel"], link)
            #expect(try shows([(200, 150, 0x00FF00)]))
        }

        @Test func monitorsComeAndGo() throws {
            let outer = try Desktop()
            try outer.startSway()
            let desktop = try Desktop()
            try desktop.startSway(inside: outer)
            let (daemon, link) = try daemon(desktop)
            defer { withExtendedLifetime(daemon) {} }
            try wait(link) { $0.state == "active" }
            try run(
                ["set main role=overlay anchor=top,bottom,left,right monitor=WL-2 backgroundColor=#ff0000"], link)
            #expect(try wait(link) { $0.state == "absent" }.message.contains("WL-2"))
            #expect(try link.ask("sync").hasPrefix("ok"))
            for name in ["WL-2", "WL-3"] {
                try run(["set main monitor=\(name)"], link)
                try desktop.tell("create_output")
                try wait(link) { $0.state == "active" }
                _ = try link.ask("sync")
                var picture = try desktop.picture(of: name)
                for _ in 0..<100 where picture.color(50, 50) != 0xFF0000 {
                    usleep(20_000)
                    picture = try desktop.picture(of: name)
                }
                #expect(picture.color(50, 50) == 0xFF0000)
                try outer.tell("[title=\"wlroots - \(name)\"] kill")
                try wait(link) { $0.state == "absent" }
                #expect(try link.ask("sync").hasPrefix("ok"))
            }
            try run(["set main monitor=focused"], link)
            try wait(link) { $0.state == "active" }
        }

        @Test func whatNobodySeesIsNotPainted() throws {
            let desktop = try Desktop()
            try desktop.startSway()
            let (daemon, link) = try daemon(desktop)
            defer { withExtendedLifetime(daemon) {} }
            try waitActive(link)
            try run(Self.scene, link)
            _ = try link.ask("sync")
            try desktop.tell("workspace", "other")
            try run(["animate a position=300,200 duration=0.6 id=move", "wait for=move"], link)
            try wait(link) { $0.state == "hidden" }
            func frames() throws -> Any? {
                (ReplyForm.json(String(try link.ask("stats").dropFirst(3))) as? [String: Any])?["frames"]
            }
            let before = try frames() as? Double
            try run(["animate a position=100,100 duration=0.5 id=back", "wait for=back", "sync"], link)
            #expect(try frames() as? Double == before)
            try desktop.tell("workspace", "1")
            try waitActive(link)
            let plain = try Daemon()
            try run(Self.scene + ["set a position=100,100"], plain.link())
            try expectShown(desktop, try expected(plain))
        }

        /// What of the events up to a reply, which comes after them, are of these kinds.
        private func events(_ link: Link, _ kinds: String...) throws -> [String] {
            usleep(200_000)
            return try link.events().filter { event in kinds.contains { event.hasPrefix("event \($0) ") } }
        }

        /// An overlay takes the pointer where a layer does, and lets it through to the window behind it elsewhere.
        @Test func clicksGoThroughWhereNothingTakesThem() throws {
            let desktop = try Desktop()
            try desktop.startSway()
            let (behind, low) = try daemon(desktop)
            let (front, high) = try daemon(desktop)
            defer { withExtendedLifetime((behind, front)) {} }
            try waitActive(low)
            try run(["set root isInteractive=true", "sync", "subscribe tap pointer"], low)
            try run(
                [
                    "set main role=overlay anchor=top,bottom,left,right",
                    "create button layer frame=100,100,120,80 cornerRadius=30 isInteractive=true backgroundColor=#fff",
                    "subscribe tap pointer",
                ], high)
            try waitActive(high)
            _ = try high.ask("sync")
            // It comes after the compositor, and after those who look for one.
            let mouse = try VirtualPointer(desktop)
            func click(_ x: Int, _ y: Int) throws -> (low: [String], high: [String]) {
                try mouse.move(x, y)
                try mouse.press(true)
                try mouse.press(false)
                return (try events(low, "tap"), try events(high, "tap"))
            }
            // The first event only shows sway that there is a pointer.
            try mouse.move(1, 1)
            usleep(200_000)
            let inside = try click(150, 140)
            #expect(inside.low == [] && inside.high.count == 1)
            #expect(inside.high.first?.contains("\"layer\":\"button\"") == true)
            let beside = try click(50, 50)
            #expect(beside.low.count == 1 && beside.high == [])
            // The corner is round.
            let corner = try click(103, 103)
            #expect(corner.low.count == 1 && corner.high == [])
            let inCorner = try click(112, 112)
            #expect(inCorner.low == [] && inCorner.high.count == 1)
            // Where layers go, and whether they take it, is told without a change to be seen.
            try run(["set button isInteractive=false", "sync"], high)
            let off = try click(150, 140)
            #expect(off.low.count == 1 && off.high == [])
        }

        @Test func keysComeByNameAndText() throws {
            let desktop = try Desktop()
            try desktop.startSway()
            let (daemon, link) = try daemon(desktop)
            defer { withExtendedLifetime(daemon) {} }
            try waitActive(link)
            try run(["sync", "subscribe key"], link)
            try desktop.type("-s", "300", "-M", "shift", "b", "-m", "shift", "-k", "Left", "-s", "100")
            let keys = try events(link, "key").compactMap {
                ReplyForm.json(String($0.dropFirst(10))) as? [String: Any]
            }
            let told = keys.map { "\($0["key"] ?? "") \($0["state"] ?? "") \($0["text"] ?? "")" }
            #expect(told.contains("Left down ") && told.contains("Left up "), "\(told)")
            #expect(told.contains { $0.lowercased().hasPrefix("b down b") }, "\(told)")
        }

        @Test func aWindowWhereThereAreNoLayers() throws {
            let desktop = try Desktop()
            try desktop.startWeston()
            let (daemon, link) = try daemon(desktop, ["--size", "200x100"])
            defer { withExtendedLifetime(daemon) {} }
            try run(["set main role=overlay"], link)
            let told = try wait(link) { $0.state == "active" && !$0.message.isEmpty }
            #expect(told.message.contains("layer shell") && told.size == [200, 100])
            try run(Self.scene + ["sync", "set a opacity=0.5", "sync"], link)
            #expect(try link.ask("stats").contains("\"frames\":"))
        }
    }
}
