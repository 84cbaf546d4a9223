import Foundation
import Testing

extension RealDaemon {
    /// Pointers that are locked or confined, and the tools of tablets.
    @Suite struct ScreenPointerTests {
        private static let offers = ["offer zwp_pointer_constraints_v1 1", "offer zwp_relative_pointer_manager_v1 1"]

        private func stage(_ lines: [String]) throws -> Stage {
            let screen = try Screen(
                ["output add first 400 300 1", "configure 200 150", "auto 60"] + lines + ["seat add one"])
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            try stage.run(
                "create a layer frame=20,20,100,100 isInteractive=true", "sync", "unsubscribe output",
                "subscribe pointer tap")
            return stage
        }

        /// As soon as the window's objects for the seat are there.
        private func tell(_ stage: Stage, _ command: String) throws {
            for _ in 0..<500 {
                if (try? stage.screen.tell(command)) != nil { return }
                usleep(2000)
            }
            try stage.screen.tell(command)
        }

        private struct Event {
            var name: String
            var keys: [String: Any]
            subscript(_ key: String) -> String { keys[key] as? String ?? "" }
            func number(_ key: String) -> Double? { keys[key] as? Double }
        }

        /// The events until a pointer's phase, or an event's name.
        private func events(_ stage: Stage, until last: String) throws -> [Event] {
            var all: [Event] = []
            while all.last.map({ $0["phase"] != last && $0.name != last }) ?? true {
                let words = try stage.link.event().split(separator: " ", maxSplits: 2).map(String.init)
                all.append(Event(name: words[1], keys: ReplyForm.json(words[2]) as? [String: Any] ?? [:]))
            }
            return all
        }

        @Test func aLockedPointerTellsItsWays() throws {
            let stage = try stage(Self.offers)
            let screen = stage.screen
            try stage.run("on a move \"set a user.way:=text(dx)+' '+text(dy)\"")
            try tell(stage, "pointer enter 70 60")
            _ = try events(stage, until: "enter")
            try stage.run("set main pointer=locked", "sync")
            let window = try screen.next("grip")
            #expect(window["kind"] == "lock" && window.number("window") > 0)
            // Before it is locked the pointer goes its way, which is told as ever.
            try screen.tell("grip move 5 5")
            try screen.tell("pointer move 71 61")
            let moved = try events(stage, until: "move")
            #expect(moved.last?.number("dx") == nil && moved.last?.number("x") == 51)
            try screen.tell("grip begin")
            for way in ["3.5 -4", "1 2"] { try screen.tell("grip move \(way)") }
            for way in [[3.5, -4], [1, 2]] {
                let told = try events(stage, until: "move").last
                #expect(told?.number("dx") == way[0] && told?.number("dy") == way[1])
                #expect(told?.number("x") == 51 && told?["layer"] == "a")
            }
            #expect(try stage.link.ask("get a user.way") == #"ok {"user.way":"1 2"}"#)
            // Buttons are as ever.
            try screen.tell("pointer button 272 down")
            try screen.tell("pointer button 272 up")
            _ = try events(stage, until: "tap")
            try screen.tell("grip end")
            try screen.tell("grip move 9 9")
            try screen.tell("pointer move 72 61")
            #expect(try events(stage, until: "move").last?.number("dx") == nil)
            // Another wish, and another window.
            try stage.run("set main pointer=confined")
            #expect(try screen.next("grip")["gone"] == "lock")
            #expect(try screen.next("grip")["kind"] == "confinement")
            try stage.run("set main role=overlay", "sync")
            #expect(try screen.next("grip")["gone"] == "confinement")
            try screen.tell("pointer enter 70 60")
            #expect(try screen.next("grip") { $0["kind"] != "" }.number("window") != window.number("window"))
            // The pointer leaves, comes again, and its seat goes.
            try screen.tell("pointer leave")
            #expect(try screen.next("grip")["gone"] == "confinement")
            try screen.tell("pointer enter 70 60")
            try screen.next("grip") { $0["kind"] != "" }
            try screen.tell("seat remove")
            #expect(try screen.next("grip")["gone"] == "confinement")
            try stage.run("set main pointer=normal", "sync")
        }

        @Test func whereThereIsNoLockThatIsTold() throws {
            let stage = try stage([Self.offers[0]])
            try stage.run("subscribe output")
            try stage.run("set main pointer=locked")
            #expect(try stage.wait { $0.message != "" }.message == "the compositor does not lock pointers")
            try stage.run("set main pointer=confined")
            try stage.wait { $0.message == "" }
            try stage.run("set main opacity=0.5")
            #expect(try stage.wait { $0.message != "" }.message == "the compositor does not fade surfaces")
            try tell(stage, "pointer enter 70 60")
            #expect(try stage.screen.next("grip")["kind"] == "confinement")
        }

        @Test func pensArePointers() throws {
            let stage = try stage(["offer zwp_tablet_manager_v2 1", "offer wp_cursor_shape_manager_v1 1"])
            let screen = stage.screen
            try stage.run(
                "on a down \"set a user.down:=tool+' '+text(pressure)+' '+text(tiltX)+' '+text(tiltY)\"")
            try tell(stage, "pad add")
            try screen.tell("tablet add 0x140")
            // Over a place where there is nothing, then on the layer.
            try screen.tell("tool in 10 10")
            try screen.next("shape")
            try screen.tell("tool others")
            try screen.tell("tool move 70 60")
            _ = try events(stage, until: "enter")
            // It leans without going anywhere.
            try screen.tell("tool lean 32768 30 -15")
            let lean = try events(stage, until: "move").last
            #expect(lean?["tool"] == "pen" && lean?.number("tiltX") == 30 && lean?.number("tiltY") == -15)
            #expect(abs((lean?.number("pressure") ?? 0) - 0.5) < 0.001)
            for command in ["tool down", "tool up"] { try screen.tell(command) }
            let tap = try events(stage, until: "tap")
            let down = tap.first { $0["phase"] == "down" }
            #expect(down?["button"] == "left" && down?["tool"] == "pen" && down?.number("x") == 50)
            #expect(try stage.link.ask("get a user.down").contains("pen 0.5"))
            // Buttons, the lower and the upper one.
            for (code, name) in [("0x14b", "middle"), ("0x14c", "right"), ("0x149", "back")] {
                try screen.tell("tool button \(code) down")
                #expect(try events(stage, until: "down").last?["button"] == name)
                try screen.tell("tool button \(code) up")
                _ = try events(stage, until: "up")
            }
            try screen.tell("tool button 0x9999 down")
            try screen.tell("tool out")
            #expect(try events(stage, until: "leave").last?["layer"] == "a")
            // It goes while it presses.
            try screen.tell("tool in 70 60")
            try screen.tell("tool down")
            _ = try events(stage, until: "down")
            try screen.tell("tablet remove")
            _ = try events(stage, until: "cancel")
            try screen.next("tablet") { $0["gone"] == "tool" }
            try screen.next("tablet") { $0["gone"] == "tablet" }
            try screen.tell("pad remove")
            try screen.next("tablet") { $0["gone"] == "pad" }
            // Another end of the pen.
            try screen.tell("tablet add 0x141")
            try screen.tell("tool in 70 60")
            #expect(try events(stage, until: "enter").last?["tool"] == "eraser")
            try screen.tell("pad add")
            try screen.tell("seat remove")
            _ = try events(stage, until: "leave")
            var gone: Set<String> = []
            while gone.count < 7 { gone.insert(try screen.next("tablet")["gone"]) }
            // The mouse is no pen.
            try screen.tell("seat add two")
            try tell(stage, "pointer enter 70 60")
            #expect(try events(stage, until: "enter").last?.keys["tool"] == nil)
            #expect(try stage.link.ask("sync").hasPrefix("ok"))
        }

        @Test func theWholeOutputFades() throws {
            let stage = try stage(["offer wp_alpha_modifier_v1 1"])
            let screen = stage.screen
            try stage.run("set main backgroundColor=#204060", "sync")
            try screen.next("commit") { $0.rects("opaque") == [[0, 0, 200, 150]] }
            try stage.run("set main opacity=0.5")
            let told = try screen.next("alpha")
            #expect(told.number("factor") == Int(UInt32.max) / 2)
            // What is behind it is painted from now on, and nothing of its own.
            let commit = try screen.next("commit")
            #expect(commit["opaque"] == "" && commit["buffer"] == "same")
            try stage.run("sync")
            #expect(try screen.rest().allSatisfy { $0.name != "alpha" && $0["buffer"] != "new" })
            try stage.run("set main role=overlay")
            try screen.next("alpha") { $0.number("gone") == told.number("window") }
            #expect(try screen.next("alpha").number("factor") == Int(UInt32.max) / 2)
            try stage.run("set main opacity=1")
            #expect(try screen.next("alpha").number("factor") == Int(UInt32.max))
            #expect(try screen.next("commit").rects("opaque") == [[0, 0, 200, 150]])
            try stage.run("set main opacity=0")
            #expect(try screen.next("alpha").number("factor") == 0)
        }
    }
}
