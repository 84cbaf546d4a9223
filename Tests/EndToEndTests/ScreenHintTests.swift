import Foundation
import Testing

extension RealDaemon {
    /// What a compositor is told besides pictures, and the lock of its session.
    @Suite struct ScreenHintTests {
        private func stage(_ lines: String..., set: [String: String] = [:]) throws -> Stage {
            let screen = try Screen(["output add first 400 300 1", "configure 200 150", "auto 60"] + lines)
            let stage = try Stage(screen, set: set)
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
            return stage
        }

        @Test func theScreenStaysOn() throws {
            let stage = try stage("offer zwp_idle_inhibit_manager_v1 1")
            try stage.run("set main idleInhibit=true")
            let window = try stage.screen.next("inhibitor").number("window")
            #expect(window > 0)
            // Another window has it too.
            try stage.run("set main role=overlay")
            #expect(try stage.screen.next("inhibitor") { $0.number("gone") > 0 }.number("gone") == window)
            #expect(try stage.screen.next("inhibitor") { $0.number("window") > 0 }.number("window") != window)
            try stage.run("set main idleInhibit=false")
            try stage.screen.next("inhibitor") { $0.number("gone") > 0 }
        }

        @Test func whatIsShownIsTold() throws {
            let stage = try stage("offer wp_content_type_manager_v1 1", "offer wp_tearing_control_manager_v1 1")
            try stage.run("set main contentType=video tearing=true")
            #expect(try stage.screen.next("content").number("type") == 2)
            #expect(try stage.screen.next("tearing").number("hint") == 1)
            // What is the same again is not told.
            try stage.run("set main title=other", "sync")
            #expect(try stage.screen.rest().allSatisfy { $0.name != "content" && $0.name != "tearing" })
            try stage.run("set main contentType=none tearing=false")
            #expect(try stage.screen.next("content").number("type") == 0)
            #expect(try stage.screen.next("tearing").number("hint") == 0)
        }

        @Test func attentionIsDemanded() throws {
            let stage = try stage("offer xdg_activation_v1 1", set: ["XDG_ACTIVATION_TOKEN": "from-a-launcher"])
            #expect(try stage.screen.next("activate")["token"] == "from-a-launcher")
            try stage.run("set main demandsAttention=true")
            let token = try stage.screen.next("token")
            let activate = try stage.screen.next("activate")
            #expect(activate["token"] == token["words"] && activate.number("window") == token.number("window"))
            #expect(activate.number("window") > 0)
            try stage.run("set main title=other", "sync")
            #expect(try stage.screen.rest().allSatisfy { $0.name != "token" })
            try stage.run("set main demandsAttention=false", "set main demandsAttention=true")
            try stage.screen.next("activate")
        }

        /// None of it is an error where the compositor has nothing for it.
        @Test func compositorsWithoutThemAreToldNothing() throws {
            let stage = try stage()
            try stage.run("set main idleInhibit=true contentType=game tearing=true demandsAttention=true", "sync")
            try stage.run("set main role=lock locked=true")
            #expect(try stage.wait { $0.state == "absent" && $0.message != "" }.message.contains("does not lock"))
            try stage.run("set main role=toplevel")
            try stage.wait { $0.state == "active" }
        }

        /// The example ends where it cannot lock, and says why.
        @Test func theLockerSaysThatItCannot() throws {
            let stage = try stage()
            let outcome = try stage.daemon.sandbox.run(Checkout.root + "/examples/desktop/lock.py", [])
            #expect(outcome.status == 1 && outcome.errors == "lock.py: the compositor does not lock sessions\n")
            try stage.run("set main role=toplevel")
            try stage.wait { $0.state == "active" }
            #expect(try stage.link.ask("get main locked") == #"ok {"locked":false}"#)
        }

        @Test func theSessionIsLocked() throws {
            let stage = try stage("offer ext_session_lock_manager_v1 1", "output add second 200 100 1 400")
            let screen = stage.screen
            try stage.run("set main role=lock backgroundColor=#204060")
            #expect(try stage.wait { $0.state == "absent" && $0.message != "" }.message == "the session is not locked")
            try stage.run("set main locked=true")
            try screen.next("lock") { $0.description == "lock holds" }
            // One picture over both monitors, each with its part.
            try stage.wait { $0.state == "active" && $0.size == [600, 300] }
            try stage.run("sync")
            let commits = try screen.rest().filter { $0.name == "commit" && $0["buffer"] == "new" }
            #expect(Set(commits.map { $0["size"] }).isSuperset(of: ["400x300", "200x100"]))
            #expect(commits.last { $0["size"] == "200x100" }?["input"] == "everywhere")
            try stage.run("set main locked=false")
            try screen.next("lock") { $0.description == "lock unlocked" }
            #expect(try stage.wait { $0.state == "absent" }.message == "the session is not locked")
            // And again; the session stays locked when its locker ends.
            try stage.run("set main locked=true")
            try stage.wait { $0.state == "active" }
            try stage.run("quit")
            try screen.next("lock") { $0.description == "lock left locked=1" }
        }

        @Test func aLockThatIsRefusedIsTold() throws {
            let stage = try stage("offer ext_session_lock_manager_v1 1", "lock refuses")
            try stage.run("set main role=lock locked=true")
            #expect(try stage.wait { $0.state == "absent" && $0.message.contains("refused") }.message != "")
            // Not again before somebody wants it.
            try stage.run("sync", "set main title=other")
            #expect(try stage.screen.rest().filter { $0.description == "lock asked" }.count == 1)
            try stage.screen.tell("lock answers")
            try stage.run("set main locked=false", "set main locked=true")
            try stage.wait { $0.state == "active" }
            try stage.run("set main role=toplevel")
            try stage.screen.next("lock") { $0.description == "lock unlocked" }
            try stage.wait { $0.state == "active" && $0.size == [200, 150] }
        }

        /// examples/desktop/lock.py, with a program that knows another password than PAM.
        @Test func theLockerLetsInWhoKnowsThePassword() throws {
            let stage = try stage("offer ext_session_lock_manager_v1 1", "seat add one")
            let sandbox = stage.daemon.sandbox
            let check = try sandbox.write("#!/bin/sh\nread word; test \"$word\" = ab\n", to: "check")
            unsafe chmod(check, 0o700)
            let locker = try sandbox.start(
                Checkout.root + "/examples/desktop/lock.py", ["--check", check], log: "example", set: [:])
            try stage.screen.next("lock") { $0.description == "lock holds" }
            try stage.wait { $0.state == "active" && $0.size == [400, 300] }
            func wait(_ line: String, _ reply: String) throws {
                try waitUntil(pause: 20_000) { try stage.link.ask(line) == reply }
                #expect(try stage.link.ask(line) == reply)
            }
            try stage.screen.tell("key enter")
            // As the kernel counts: A, B and Return.
            func type(_ keys: Int...) throws {
                for key in keys { for way in ["down", "up"] { try stage.screen.tell("key \(key) \(way)") } }
            }
            // The field has the focus when what is typed comes there.
            try waitUntil(pause: 20_000) {
                if try stage.link.ask("get password value").contains("a") { return true }
                try type(30)
                return false
            }
            try type(28)
            try wait("get note string", #"ok {"string":"That is not it."}"#)
            try type(30, 48, 28)
            try stage.screen.next("lock") { $0.description == "lock unlocked" }
            locker.waitUntilExit()
            #expect(locker.terminationStatus == 0)
        }

        /// It is unlocked before the compositor has said that it is locked: that waits until it has.
        @Test func aLockThatWaitsIsUnlockedBehindIt() throws {
            let stage = try stage("offer ext_session_lock_manager_v1 1", "lock waits")
            try stage.run("set main role=lock locked=true")
            try stage.screen.next("lock") { $0.description == "lock asked" }
            try stage.run("set main locked=false", "sync")
            #expect(try stage.screen.rest().allSatisfy { $0.name != "lock" })
            try stage.screen.tell("lock")
            try stage.screen.next("lock") { $0.description == "lock unlocked" }
        }
    }
}
