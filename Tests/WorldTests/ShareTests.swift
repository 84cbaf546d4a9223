import Scene
import Schema
import TestSupport
import Testing
import World

/// A client that may change one layer has a share of the limits; the bytes that anybody's lines leave behind are bounded.
@Suite struct ShareTests {
    private let talk = Talk()

    private func narrowed(_ id: String, on number: Int) {
        talk.ok("create \(id) layer")
        #expect(talk.send("session access=\(id)", on: number) == "ok")
    }

    /// At the bound, and one beyond: the rest is the others'.
    @Test func whoHasOneLayerCannotUseUpTheObjects() {
        narrowed("p", on: 2)
        talk.ok("set daemon limit.layers=40")
        for number in 0..<10 { #expect(talk.send("create p\(number) layer parent=p", on: 2) == "ok") }
        #expect(talk.send("create more layer parent=p", on: 2).hasPrefix("error limit"))
        // Another connection with the same rights is the same maker; timers and reactions are too.
        #expect(talk.send("session access=p", on: 3) == "ok")
        #expect(talk.send("create more layer parent=p", on: 3).hasPrefix("error limit"))
        #expect(talk.send("after 1 \"create more layer parent=p\"", on: 3).hasPrefix("error limit"))
        #expect(talk.send("remove p0", on: 2) == "ok")
        #expect(talk.send("after 1 \"create more layer parent=p; create most layer parent=p\"", on: 3) == "ok")
        talk.world.advance(to: 1)
        #expect(talk.scene.find("more") == nil)
        #expect(talk.world.timers.takeFailures().contains { $0.error.message.contains("limit.share") })
        narrowed("q", on: 4)
        #expect(talk.send("create q0 layer parent=q", on: 4) == "ok")
        for number in 0..<15 { talk.ok("create full\(number) layer") }
        talk.ok("set daemon limit.share=0.5")
        #expect(talk.send("create more layer parent=p", on: 2) == "ok")
    }

    @Test func bindingsTimersAndTransactionsHaveShares() {
        narrowed("p", on: 2)
        talk.ok("set daemon limit.bindings=4", "set daemon limit.timers=8", "create p.x layer parent=p")
        #expect(talk.send("bind p opacity:=1", on: 2) == "ok")
        #expect(talk.send("bind p.x opacity:=1", on: 2).hasPrefix("error limit"))
        #expect(talk.send("bind p opacity:=0.5", on: 2) == "ok")
        for number in 0..<2 { #expect(talk.send("every 1 name=t\(number) \"set p opacity=1\"", on: 2) == "ok") }
        #expect(talk.send("every 1 \"set p opacity=1\"", on: 2).hasPrefix("error limit"))
        talk.ok("bind p.x zPosition:=1 opacity:=1", "every 1 \"set p opacity=1\"")
        talk.ok("set daemon limit.share=0.001")
        func wait(_ number: Int) -> String {
            _ = talk.send("begin at=9", on: 2)
            _ = talk.send("set p zPosition=\(number)", on: 2)
            return talk.send("commit", on: 2)
        }
        talk.ok("set daemon limit.layers=1000000")
        for number in 0..<4 { #expect(wait(number).hasPrefix("ok")) }
        #expect(wait(4).hasPrefix("error limit"))
    }

    /// A component is made whole within the share, or not at all.
    @Test func partsCount() {
        narrowed("p", on: 2)
        talk.ok("define c", "create .a layer", "create .b layer", "end", "set daemon limit.layers=20")
        #expect(talk.send("create i c parent=p", on: 2) == "ok")
        #expect(talk.send("create j c parent=p", on: 2).hasPrefix("error limit"))
        #expect(talk.send("copy i as=j", on: 2).hasPrefix("error limit"))
        #expect(talk.send("create j layer parent=p", on: 2) == "ok")
    }

    /// What is replaced or goes counts no more.
    @Test func theTextsOfOneClientAreBounded() {
        let text = String(repeating: "a", count: 1_000_000)
        talk.ok("set daemon limit.clientBytes=65536", "create p layer")
        for number in 0..<20 { talk.ok("create a\(number) layer") }
        for _ in 0..<9 { talk.ok("set a0 user.x=\(text)") }
        for number in 1..<4 { talk.ok("set a\(number) user.x=\(text)") }
        talk.fails("set a4 user.x=\(text)", "limit", "limit.clientBytes")
        talk.fails("set a4 user.x:=a0.user.x+''", "limit", "limit.clientBytes")
        talk.fails("set a4 name=\(text)", "limit", "limit.clientBytes")
        // Each has its own.
        #expect(talk.send("set a4 user.x=\(text)", on: 2) == "ok")
        talk.ok("remove a0 a1 a2", "set a5 user.x=\(text)")
        // What a timer gives is its maker's.
        for number in 6..<12 { talk.ok("after 1 \"set a\(number) user.x:=a3.user.x+''\"") }
        talk.world.advance(to: 1)
        #expect(talk.world.timers.takeFailures().count == 2)
    }
}
