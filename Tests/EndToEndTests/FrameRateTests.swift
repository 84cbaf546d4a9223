import Foundation
import Testing

extension RealDaemon {
    /// What follows frames, or moves, at a rate of its own has no other frames composed.
    @Suite struct FrameRateTests {
        private func events(_ link: Link, _ count: Int) throws -> [(frame: Double, target: Double)] {
            var told: [(frame: Double, target: Double)] = []
            for _ in 0..<400 where told.count < count {
                usleep(10_000)
                for event in try link.events() where event.hasPrefix("event frame ") {
                    let json = ReplyForm.json(String(event.dropFirst(12))) as? [String: Any]
                    told.append(
                        (try #require(json?["frame"] as? Double), try #require(json?["target"] as? Double)))
                }
            }
            return told
        }

        /// Frames are numbered as they are composed: without a gap, nothing is between two that are told.
        @Test func aFollowerAlone() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for line in ["clock realtime", "create a layer frame=0,0,9,9", "sync", "subscribe frame rate=20"] {
                #expect(try link.ask(line).hasPrefix("ok"))
            }
            let told = try events(link, 8)
            try #require(told.count >= 8)
            let steps = zip(told, told.dropFirst()).map { ($1.frame - $0.frame, $1.target - $0.target) }
            #expect(steps.allSatisfy { $0.0 == 1 }, "\(steps)")
            // Three intervals, or on a busy machine more.
            for (_, seconds) in steps { #expect(seconds > 0.045) }
        }

        /// Beside others that are shown in each frame.
        @Test func aFollowerAmongFrames() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            for line in [
                "clock realtime", "create a layer frame=0,0,9,9 backgroundColor=red",
                "animate a position.x=300 duration=60 repeat=inf", "subscribe frame rate=20",
            ] { #expect(try link.ask(line).hasPrefix("ok")) }
            let told = try events(link, 8)
            try #require(told.count >= 8)
            for (a, b) in zip(told, told.dropFirst()) {
                #expect(b.target - a.target > 0.045)
                #expect(b.frame > a.frame)
            }
        }

        /// In each second of scene time no more frames are composed than the rate says, and one for what began.
        @Test func anAnimation() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func frames() throws -> (frames: Double, time: Double) {
                func number(_ line: String, _ key: String) throws -> Double {
                    let json = ReplyForm.json(String(try link.ask(line).dropFirst(3))) as? [String: Any]
                    return try #require(json?[key] as? Double)
                }
                return (try number("stats", "frames"), try number("clock realtime", "time"))
            }
            for line in [
                "clock realtime", "create a layer frame=0,0,9,9 backgroundColor=red",
                "create n animation layer=a property=position.x from=0 to=300 duration=60 repeatCount=inf frameRate=10",
                "create m animation layer=a property=opacity from=0 to=1 duration=7 repeatCount=inf frameRate=5",
                "sync",
            ] { #expect(try link.ask(line).hasPrefix("ok")) }
            let before = try frames()
            usleep(1_000_000)
            let after = try frames()
            #expect(after.frames > before.frames)
            #expect(after.frames - before.frames <= (after.time - before.time + 0.2) * 10 + 2)
        }
    }
}
