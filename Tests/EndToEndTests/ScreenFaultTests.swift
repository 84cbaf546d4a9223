import Foundation
import Testing

extension RealDaemon {
    /// Compositors that offer little, keep everything, do not listen, refuse, or go.
    @Suite struct ScreenFaultTests {
        private static let moving = [
            "set main backgroundColor=#102030", "create a layer frame=0,0,40,40 backgroundColor=#f00",
            "animate a position=180,130 duration=0.7 autoreverses=true repeat=inf id=move",
        ]

        private func stage(_ lines: String...) throws -> Stage {
            let stage = try Stage(Screen(["output add first 400 300 1", "configure 200 150", "auto 60"] + lines))
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            return stage
        }

        /// It shows what it should, after all.
        private func expectWell(_ stage: Stage, _ location: SourceLocation = #_sourceLocation) throws {
            try stage.run("clear", "set main backgroundColor=#abcdef", "sync")
            #expect(try stage.screen.picture().color(100, 100) == 0xABCDEF, sourceLocation: location)
        }

        @Test func buffersAreNeverGivenBack() throws {
            let stage = try stage()
            for line in Self.moving { try stage.run(line) }
            for _ in 0..<2 {
                try stage.screen.tell("hold -1")
                try stage.wait { $0.state == "hidden" }
                for _ in 0..<3 { try stage.run("set main backgroundColor=#204060", "sync") }
                let commits = try stage.screen.rest().filter { $0.name == "commit" }
                #expect(commits.allSatisfy { $0.number("buffers") <= 4 })
                // It goes on when it has got some back.
                try stage.screen.tell("hold 1")
                try stage.wait { $0.state == "active" }
                for _ in 0..<5 { try stage.screen.next("commit") { $0["buffer"] == "new" } }
            }
            try expectWell(stage)
        }

        @Test func requestsAreRefused() throws {
            let stage = try stage()
            for line in Self.moving { try stage.run(line) }
            for end in ["next error", "next hangup", "error", "hangup", "next error"] {
                try stage.screen.next("commit") { $0["buffer"] == "new" }
                try stage.screen.tell(end)
                let message = try stage.wait { $0.state == "absent" }.message
                #expect(message.contains(end.hasSuffix("error") ? "refused" : "gone"), "\(message)")
                try stage.run("set a cornerRadius=3")
                try stage.wait { $0.state == "active" }
                try stage.run("sync")
            }
            try expectWell(stage)
            #expect(stage.daemon.isRunning)
        }

        /// Who is refused each time asks less and less often.
        @Test func everythingIsRefused() throws {
            let stage = try stage()
            for line in Self.moving { try stage.run(line) }
            _ = try stage.screen.rest()
            try stage.screen.tell("next refusal")
            usleep(1_600_000)
            // 0.1, 0.2, 0.4 and 0.8 s apart.
            #expect(try stage.screen.rest().count { $0.description == "client new" } <= 5)
            try stage.run("sync")
            try stage.screen.tell("next nothing")
            try stage.screen.next("commit") { $0["buffer"] == "new" }
            try stage.run("sync")
            try expectWell(stage)
        }

        @Test func littleIsOffered() throws {
            let all = [
                "xdg_wm_base", "zwlr_layer_shell_v1", "wp_viewporter", "wp_fractional_scale_manager_v1",
                "wp_presentation",
                "zxdg_decoration_manager_v1",
            ]
            let screen = try Screen(
                ["output add first 400 300 2", "configure 200 150", "auto 60"] + all.map { "offer \($0) 0" })
            let stage = try Stage(screen)
            #expect(try stage.wait { $0.state == "absent" && !$0.message.isEmpty }.message.contains("no windows"))
            try stage.run("sync", "set main role=overlay", "sync")
            // An old shell, and nothing else.
            try screen.tell("offer xdg_wm_base 1")
            #expect(try stage.wait { $0.state == "active" && $0.size == [200, 150] }.message.contains("layer shell"))
            try expectWell(stage)
            // One without anything that one could draw on.
            try screen.tell("offer wl_compositor 3")
            try screen.tell("hangup")
            #expect(
                try stage.wait { $0.state == "absent" && !$0.message.contains("gone") }.message.contains("no windows"))
            try stage.run("sync")
            try screen.tell("offer wl_compositor 4")
            try stage.wait { $0.state == "active" }
            try expectWell(stage)
        }

        /// Much more than goes into the socket is said to one that does not listen.
        @Test func nobodyListens() throws {
            let stage = try stage()
            try stage.run("set main role=overlay")
            for number in 0..<300 {
                try stage.run("create l\(number) layer frame=\(number % 50 * 4),\(number / 50 * 10),2,2")
            }
            try stage.run("sync")
            _ = try stage.screen.rest()
            try stage.screen.start("sleep 1200")
            let text = String(repeating: "x", count: 900)
            for round in 0..<200 {
                let lines = (0..<300).map { "set l\($0) isInteractive=\(round % 2 == 0)" }
                let all = ["begin"] + lines + ["commit", "set main title=\(text)\(round)"]
                let replies = try stage.link.replies(to: Array(all.joined(separator: "\n").utf8))
                #expect(replies.count == all.count && replies.allSatisfy { $0.hasPrefix("ok") })
            }
            try stage.screen.finish()
            try expectWell(stage)
            // It has waited until there was room: the connection is the first one.
            #expect(try stage.screen.rest().allSatisfy { $0.name != "client" })
            try stage.run("set main role=toplevel title=end")
            try stage.screen.next("title") { $0["text"] == "end" }
            try expectWell(stage)
        }

        /// More than a message may hold, and more than the socket does at once.
        @Test func muchIsSaid() throws {
            let stage = try stage()
            for count in [4000, 4096, 100_000] {
                let text = "\(count)" + String(repeating: "ä", count: count)
                try stage.run("set main title=\(text) appId=\(text)")
                let title = try stage.screen.next("title") { $0.number("length") > 100 }
                #expect(text.hasPrefix(title["text"]))
            }
            try stage.run("set main role=overlay namespace=\(String(repeating: "n", count: 10_000))")
            try stage.run("begin")
            for number in 0..<20_000 {
                let place = "\(number % 200),\(number / 200),1,1"
                try stage.run("create l\(number) layer frame=\(place) isInteractive=true")
            }
            try stage.run("commit", "sync")
            let commit = try stage.screen.next("commit") { $0["input"] != "everywhere" && $0["input"] != "" }
            #expect(commit.rects("input").allSatisfy { $0[0] >= 0 && $0[1] >= 0 })
            try expectWell(stage)
        }

        /// It comes and goes all the time, and leaves nothing behind.
        @Test func windowsComeAndGo() throws {
            let stage = try stage()
            for line in Self.moving { try stage.run(line) }
            for round in 0..<20 {
                try stage.run("set main role=\(round % 2 == 0 ? "overlay" : "toplevel")")
                try stage.screen.next("window")
                let commit = try stage.screen.next("commit") { $0["buffer"] == "new" }
                #expect(commit.number("buffers") <= 5)
            }
            // Somebody closes it; it comes back when something is set.
            try stage.screen.tell("close")
            #expect(try stage.wait { $0.state == "absent" && $0.message != "" }.message.contains("closed"))
            try stage.run("sync", "set main title=again")
            try stage.wait { $0.state == "active" }
            try expectWell(stage)
            try stage.screen.tell("ping")
            try stage.screen.next("pong")
        }
    }
}
