import Foundation
import Testing

extension RealDaemon {
    /// When frames come: as the screen asks for them, at the times that it tells.
    @Suite struct ScreenTimingTests {
        private static let moving = [
            "set main backgroundColor=#102030", "create a layer frame=0,0,40,40 backgroundColor=#f00",
            "animate a position=180,130 duration=0.7 autoreverses=true repeat=inf id=move",
        ]

        private func stage(_ lines: String...) throws -> Stage {
            try Stage(Screen(["output add first 400 300 1", "configure 200 150"] + lines))
        }

        private func now(_ clock: clockid_t) -> Int {
            var time = timespec()
            _ = unsafe clock_gettime(clock, &time)
            return time.tv_sec * 1_000_000_000 + time.tv_nsec
        }

        /// The grid of frames moves to the times that are told, whatever clock they are of: that they are a third of an interval
        /// later from some frame on is seen in the targets of the frames that come.
        @Test(arguments: [CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME]) func theGridFollowsTheScreen(
            clock: clockid_t
        )
            throws
        {
            let stage = try stage("output refresh first 100000", "clock \(clock)")
            let interval = 10_000_000
            for line in Self.moving { try stage.run(line) }
            try stage.run("subscribe frame")
            /// Where the targets lie between two places of the screen's grid, after some frames at `phase`.
            func target(_ phase: Int) throws -> Double {
                for _ in 0..<40 {
                    try stage.screen.next("commit")
                    let time = (now(clock) - phase) / interval * interval + phase
                    try stage.screen.tell("frame time=\(time) refresh=\(interval)")
                }
                let last = try stage.link.events().last { $0.hasPrefix("event frame ") } ?? ""
                let told = ReplyForm.json(String(last.dropFirst(12))) as? [String: Any]
                return try #require(told?["target"] as? Double) * 1e9 / Double(interval)
            }
            let before = try target(0)
            let after = try target(interval / 3)
            let moved = after - before - (after - before).rounded(.down)
            #expect(abs(moved - 1.0 / 3) < 0.05, "moved by \(moved) intervals")
        }

        /// Clocks that there are not, times before the machine was there and after it will have been.
        @Test func timesThatAreNone() throws {
            for clock in [CLOCK_MONOTONIC, 77] {
                let stage = try stage("clock \(clock)")
                for line in Self.moving { try stage.run(line) }
                for time in ["0", "1", "18446744073709551615", "9223372036854775808", "\(now(CLOCK_REALTIME))"] {
                    try stage.screen.next("commit")
                    try stage.screen.tell("frame time=\(time)")
                }
                try stage.screen.tell("auto 60")
                try stage.run("sync", "sync")
                for _ in 0..<5 { try stage.screen.next("commit") }
                #expect(try stage.daemon.value("main", "refresh") as? Double == 60)
            }
        }

        @Test func theRateIsTheScreens() throws {
            let stage = try stage("output refresh first 144000", "auto 144")
            try stage.wait { $0.state == "active" && $0.refresh == 144 }
            try stage.screen.tell("output refresh first 59940")
            try stage.wait { $0.refresh == 59.94 }
            // A monitor that does not know its own: as frames are told to come.
            try stage.screen.tell("output refresh first 0")
            try stage.screen.tell("auto 120")
            for line in Self.moving { try stage.run(line) }
            try stage.wait { abs($0.refresh - 120) < 0.01 }
        }

        /// A frame that was never seen is followed by another all the same.
        @Test func framesThatAreDiscarded() throws {
            let stage = try stage()
            for line in Self.moving { try stage.run(line) }
            for _ in 0..<10 {
                try stage.screen.next("commit")
                try stage.screen.tell("frame discarded")
            }
            try stage.send("sync")
            for _ in 0..<3 {
                try stage.screen.next("commit")
                try stage.screen.tell("frame")
            }
            #expect(try stage.link.line().hasPrefix("ok"))
        }

        /// Who is not asked for a frame paints none; it goes on when it is.
        @Test func nobodyAsks() throws {
            let stage = try stage()
            try stage.run("set main backgroundColor=#102030", "create a layer frame=0,0,40,40 backgroundColor=#f00")
            try stage.screen.next("commit") { $0["buffer"] == "new" }
            try stage.wait { $0.state == "hidden" }
            for step in 0..<3 {
                _ = try stage.screen.rest()
                try stage.run(
                    "set a frame=\(step * 20 + 20),0,40,40", "sync", "animate a opacity=0.5 duration=0.3 id=fade")
                try stage.run("wait for=fade", "sync", "set a opacity=1")
                #expect(try stage.screen.rest().filter { $0["buffer"] == "new" }.isEmpty)
                // It is wanted again, and has what was missed.
                try stage.screen.tell("frame")
                try stage.wait { $0.state == "active" }
                let commit = try stage.screen.next("commit") { $0["buffer"] == "new" }
                #expect(commit.number("changed") == 1600)
                #expect(try stage.screen.picture().color(step * 20 + 59, 39) == 0xFF0000)
                try stage.wait { $0.state == "hidden" }
            }
        }

        /// Where nothing changes nothing is sent, and where it does one frame is.
        @Test func nothingIsSentForNothing() throws {
            let stage = try stage("auto 60")
            try stage.run("create a layer frame=0,0,40,40 backgroundColor=#f00", "sync")
            _ = try stage.screen.rest()
            usleep(200_000)
            try stage.run(
                "set a opacity=1", "sync", "get a", "create b layer isHidden=true frame=0,0,9,9 backgroundColor=#fff")
            try stage.run("sync")
            #expect(try stage.screen.rest().isEmpty)
            try stage.run("set a opacity=0.5", "sync")
            let rest = try stage.screen.rest()
            #expect(rest.map(\.name) == ["commit"] && rest[0].rects("damage") == [[0, 0, 40, 40]])
            #expect(rest[0].number("told") == 1600 && rest[0].number("changed") == 1600)
        }
    }
}
