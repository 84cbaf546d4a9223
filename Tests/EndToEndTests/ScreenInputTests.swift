import Foundation
import Testing

extension RealDaemon {
    /// Fingers, keys, pointers, and seats that come and go.
    @Suite struct ScreenInputTests {
        private static let events = "tap pan pinch rotate longPress pointer key"

        private func stage(_ lines: String...) throws -> Stage {
            let screen = try Screen(["output add first 400 300 1", "configure 200 150", "auto 60"] + lines)
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            try stage.run(
                "create a layer frame=20,20,100,100 isInteractive=true backgroundColor=#f00", "sync",
                "unsubscribe output",
                "subscribe \(Self.events)")
            return stage
        }

        private struct Event: CustomStringConvertible {
            var name: String
            var keys: [String: Any]
            subscript(_ key: String) -> String { keys[key] as? String ?? "" }
            func number(_ key: String) -> Double { keys[key] as? Double ?? .nan }
            var description: String { "\(name) \(self["state"])\(self["phase"])" }
        }

        /// What the daemon made of what was done: the screen's messages have gone out, and the daemon reads them at once.
        private func events(_ stage: Stage, until last: String) throws -> [Event] {
            var events: [Event] = []
            while events.last.map({ "\($0)".trimmingCharacters(in: .whitespaces) != last }) ?? true {
                let words = try stage.link.event().split(separator: " ", maxSplits: 2).map(String.init)
                events.append(Event(name: words[1], keys: ReplyForm.json(words[2]) as? [String: Any] ?? [:]))
            }
            return events
        }

        private func tell(_ stage: Stage, _ commands: String...) throws {
            for command in commands { try stage.screen.tell(command) }
        }

        /// The pointer enters, as soon as the window's objects for a new seat are there.
        private func enter(_ stage: Stage) throws {
            for _ in 0..<500 {
                if (try? stage.screen.tell("pointer enter 70 60")) != nil { return }
                usleep(2000)
            }
            try stage.screen.tell("pointer enter 70 60")
        }

        @Test func fingers() throws {
            let stage = try stage("seat add one")
            try tell(stage, "touch down 3 70 60", "touch up 3")
            let tap = try events(stage, until: "tap")
            #expect(tap.last?["layer"] == "a" && tap.last?.number("x") == 50 && tap.last?.number("y") == 40)
            // One that goes its way.
            try tell(stage, "touch down 0 70 60", "touch move 0 80 60", "touch move 0 100 70", "touch up 0")
            let pan = try events(stage, until: "pointer up").filter { $0.name == "pan" }
            #expect(pan.first?["state"] == "began" && pan.last?["state"] == "ended")
            #expect(pan.last?.keys["translation"] as? [Double] == [30, 10])
            // One that the compositor takes for itself.
            try tell(stage, "touch down 0 70 60", "touch move 0 100 60", "touch cancel")
            #expect(try events(stage, until: "pointer cancel").last { $0.name == "pan" }?["state"] == "cancelled")
            // Two that part from one another.
            try tell(stage, "touch down 5 60 60", "touch down 9 80 60", "touch move 5 50 60", "touch move 9 110 60")
            try tell(stage, "touch up 5", "touch up 9")
            let pinch = try events(stage, until: "pinch ended")
            #expect(pinch.contains { $0.name == "pinch" && $0["state"] == "began" })
            #expect(pinch.last?.number("scale") == 3)
            // Those that do not exist do nothing.
            try tell(stage, "touch up 77", "touch move 78 20 20", "touch down 1 70 60", "touch up 1")
            #expect(try events(stage, until: "tap").last?["layer"] == "a")
        }

        @Test func heldKeysComeAgain() throws {
            let stage = try stage("seat add one", "repeat 100 50")
            try tell(stage, "key enter", "key 30 down")
            // Codes as the kernel's: A, left shift, B.
            var count = 0
            while count < 4 {
                let event = try events(stage, until: "key down").last
                #expect(event?["key"] == "a" && event?["text"] == "a")
                count += 1
            }
            // Another key takes its place; what is held goes on to be held.
            try tell(stage, "key 42 down", "key 48 down")
            var keys: [String] = []
            while keys.count(where: { $0 == "B" }) < 3 {
                keys.append(try events(stage, until: "key down").last?["key"] ?? "")
            }
            #expect(keys.drop { $0 != "B" }.allSatisfy { $0 == "B" }, "\(keys)")
            try tell(stage, "key 48 up", "key 42 up", "key 30 up")
            #expect(try events(stage, until: "key up").last?["key"] == "B")
            // Without a rate a key comes once, and so it does when the window loses the keyboard.
            for commands in [["repeat 0 50", "key 30 down"], ["repeat 100 50", "key 30 down", "key leave"]] {
                try tell(stage, "key enter")
                _ = try stage.link.events()
                for command in commands { try tell(stage, command) }
                usleep(200_000)
                try tell(stage, "key enter", "key 48 down", "key 48 up")
                let told = try events(stage, until: "key up")
                #expect(told.count { $0["key"] == "a" && $0["state"] == "down" } == 1, "\(told)")
                _ = try stage.link.events()
            }
        }

        @Test func seatsComeLateAndGoEarly() throws {
            let stage = try stage()
            for round in 0..<3 {
                try tell(stage, "seat add seat\(round)")
                try enter(stage)
                try tell(
                    stage, "key enter", "pointer button 0x110 down", "pointer move 75 62", "key 30 down",
                    "touch down 4 60 60")
                #expect(try events(stage, until: "key down").last?["key"] == "a")
                // It goes in one of three ways while everything is held.
                try tell(
                    stage,
                    ["seat remove", "capabilities none", "hangup"][round])
                // The button and the finger.
                let rest = try events(stage, until: "key up").map(\.description)
                #expect(rest.count { $0 == "pointer cancel" } == 2, "\(rest)")
                _ = try stage.link.events()
                if round == 1 { try tell(stage, "seat remove") }
                if round == 2 { try stage.screen.next("commit") { $0["buffer"] == "new" } }
            }
            // Nothing is held any more: a tap is a tap, and a key that is released was pressed.
            try tell(stage, "seat add last")
            try enter(stage)
            try tell(stage, "pointer button 0x110 down", "pointer button 0x110 up")
            let tap = try events(stage, until: "tap")
            #expect(tap.last?.number("count") == 1 && tap.count { $0.description == "pointer up" } == 1, "\(tap)")
        }

        @Test func pointers() throws {
            let stage = try stage("seat add one")
            try tell(stage, "pointer enter 30 30", "pointer button 0x110 down", "pointer button 0x110 up")
            #expect(try events(stage, until: "tap").last?.number("x") == 10)
            // A cursor of its own is set each time.
            try stage.screen.next("cursor")
            try tell(stage, "pointer axis 3 -5")
            let scroll = try events(stage, until: "pointer scroll").last
            #expect(scroll?.number("dx") == 3 && scroll?.number("dy") == -5)
            // Fractions of a point.
            try tell(stage, "pointer move 40.25 50.5")
            let move = try events(stage, until: "pointer move").last
            #expect(move?.number("x") == 20.25 && move?.number("y") == 30.5)
            try tell(stage, "pointer leave")
            _ = try events(stage, until: "pointer leave")
        }
    }
}
