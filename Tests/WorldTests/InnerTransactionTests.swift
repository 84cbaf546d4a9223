import Animation
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// `begin` … `commit` within the lines of a reaction or a timer.
@Suite struct InnerTransactionTests {
    private let talk = Talk()

    init() { talk.ok("create box layer position=0,0", "create dot layer position=0,0") }

    @discardableResult
    private func tap(_ name: String = "box") -> [String] {
        guard let slot = talk.scene.find(name) else { return ["no \(name)"] }
        _ = talk.world.reactions.fire(.tap, on: talk.scene.id(of: slot), ReactionValues(), in: talk.world)
        return talk.world.reactions.takeFailures().map { $0.error?.message ?? "stopped" }
    }

    private func shown(_ id: String, _ property: String) -> String { talk.get(id, property, from: "presentation") }

    @Test func itsTimeCountsForItsLinesAlone() {
        talk.ok(
            """
            on box tap "set dot opacity=0.5; begin duration=2 timing=linear; set box position.x=100; commit; set box zPosition=4"
            """)
        #expect(tap() == [])
        #expect(talk.send("list kind=animation") == #"ok ["box.position"]"#)
        #expect(shown("dot", "opacity") == "0.5" && shown("box", "zPosition") == "4")
        talk.world.advance(to: 1)
        #expect(shown("box", "position.x") == "50" && talk.get("box", "position.x") == "100")
    }

    @Test func severalFollowEachOther() {
        talk.ok(
            "on box tap 'begin duration=2; set dot opacity=0.5; commit\nbegin duration=1; set dot zPosition=1 opacity=0; commit'"
        )
        #expect(tap() == [])
        #expect(talk.get("dot.zPosition", "duration") == "1" && talk.get("dot.opacity", "duration") == "1")
    }

    @Test func expressionsSeeTheLinesBefore() {
        talk.ok("every 1s 'set dot user.n=3; begin duration=2; set dot zPosition:=number(user.n) + time; commit'")
        talk.world.advance(to: 1)
        #expect(talk.get("dot", "zPosition") == "4" && shown("dot", "zPosition") == "0")
        talk.world.advance(to: 1.5)
        #expect(talk.world.timers.takeFailures().isEmpty)
        #expect(talk.send("list kind=animation") == #"ok ["dot.zPosition"]"#)
    }

    /// The whole text is one change.
    @Test func oneLineThatFailsTakesAllBack() {
        for (lines, message) in [
            ("set dot opacity=0; begin duration=2; set box position.x=1; commit; set nobody opacity=1", "line 5: "),
            ("set dot opacity=0; begin duration=2; set box position.x=1; set nobody opacity=1; commit", "line 4: "),
            ("begin; create a layer; commit; begin; set nobody opacity=1; commit", "line 5: "),
            ("set dot opacity=0; begin duration=-1; set box position.x=1; commit", "line 2: "),
            ("create a layer; begin animator=none; set box position.x=1; commit", ""),
        ] {
            talk.ok("on box tap \"\(lines)\"")
            let before = talk.dump()
            let failures = tap()
            #expect(failures.count == 1 && failures[0].hasPrefix(message), "\(lines): \(failures)")
            #expect(talk.dump().filter { !$0.contains("message=") } == before, "\(lines)")
            #expect(talk.scene.objects.brokenInvariant() == nil)
        }
    }

    @Test func oneWithATimeWaits() {
        talk.ok("on box tap \"begin at=5 name=later; set box opacity=0.5; commit; set dot opacity=0\"")
        #expect(tap() == [])
        #expect(talk.send("list kind=transaction") == #"ok ["later"]"#)
        #expect(talk.get("box", "opacity") == "1" && talk.get("dot", "opacity") == "0")
        talk.world.advance(to: 5)
        #expect(talk.get("box", "opacity") == "0.5")
    }

    @Test func aNameIsToldWhenItsAnimationsHaveEnded() {
        talk.ok("on box tap \"begin duration=2 name=both; set box position.x=1; commit; animate dot opacity=0\"")
        #expect(tap() == [])
        talk.world.advance(to: 1)
        #expect(talk.world.animator.takeCompleted() == [])
        talk.world.advance(to: 2)
        #expect(talk.world.animator.takeCompleted() == ["both"])
    }

    @Test func anAnimatorTakesItsChanges() {
        talk.ok(
            "create slide animator duration=1",
            "on box tap \"set dot opacity=0; begin animator=slide; set box position.x=100; commit\"")
        #expect(tap() == [])
        talk.ok("set slide progress=0.25")
        #expect(shown("box", "position.x") == "25" && shown("dot", "opacity") == "0")
    }

    @Test func oneThatDoesNotEndIsRefused() {
        for lines in [
            "begin", "begin; set box opacity=0", "commit", "begin; begin; commit", "begin; commit; commit",
            "begin; abort", "begin for=2; commit", "begin; tick 1; commit",
        ] {
            talk.fails("on box tap \"\(lines)\"", "syntax")
            talk.fails("every 1s \"\(lines)\"", "syntax")
        }
    }

    @Test func instancesAndCopiesHaveTheirOwn() {
        talk.ok(
            "define pill", "create .knob layer", "on self tap \"begin duration=2; set .knob position.x=9; commit\"",
            "end",
            "create p pill", "copy box as=twin")
        #expect(tap("p") == [])
        #expect(talk.get("p.knob", "position.x") == "9" && shown("p.knob", "position.x") == "0")
        #expect(talk.dump().contains { $0.hasPrefix("on self tap \"begin duration=2; set .knob") })
    }
}
