import Foundation
import Testing

extension RealDaemon {
    /// What pointers and windows look like where the compositor draws that.
    @Suite struct ScreenLookTests {
        private func stage(_ lines: String...) throws -> Stage {
            let screen = try Screen(["output add first 400 300 1", "configure 200 150", "auto 60"] + lines)
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            return stage
        }

        @Test func cursorsAreTheCompositors() throws {
            let stage = try stage("offer wp_cursor_shape_manager_v1 1", "seat add one")
            let screen = stage.screen
            // Before there is a pointer over the output, nothing is said of it.
            try stage.run("set main cursor=grab", "sync")
            #expect(try screen.rest().allSatisfy { $0.name != "shape" && $0.name != "cursor" })
            try screen.tell("pointer enter 10 10")
            let first = try screen.next("shape")
            #expect(first.number("number") == 16)
            // The first and the last of them, and what is none.
            for (name, number) in [("default", 1), ("context-menu", 2), ("pointer", 4), ("zoom-out", 34)] {
                try stage.run("set main cursor=\(name)")
                let shape = try screen.next("shape")
                #expect(shape.number("number") == number && shape["serial"] == first["serial"], "\(name)")
            }
            try stage.run("set main cursor=none")
            #expect(try screen.next("cursor").number("picture") == 0)
            // What is set again is no news; and it holds when the pointer comes back.
            try stage.run("set main cursor=none title=other", "sync")
            #expect(try screen.rest().allSatisfy { $0.name != "cursor" })
            try screen.tell("pointer leave")
            try stage.run("set main cursor=text")
            try screen.tell("pointer enter 10 10")
            let shape = try screen.next("shape")
            #expect(shape.number("number") == 9 && shape["serial"] != first["serial"])
        }

        @Test func windowsHaveIcons() throws {
            let stage = try stage("offer xdg_toplevel_icon_manager_v1 1")
            let screen = stage.screen
            try stage.run("set main icon=clock")
            #expect(try screen.next("icon")["text"] == "clock")
            #expect(try screen.next("given")["icon"] == "own")
            try stage.run("set main icon=")
            #expect(try screen.next("given")["icon"] == "none")
            // An overlay has none.
            try stage.run("set main role=overlay icon=clock")
            try screen.next("window")
            #expect(try screen.rest().allSatisfy { $0.name != "icon" })
        }
    }
}
