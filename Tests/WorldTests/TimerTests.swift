import Animation
import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// `every` and `after`: times, order, pauses, rights, dumps.
@Suite struct TimerTests {
    private let talk = Talk()

    private func ok(_ lines: String..., on number: Int = 1) {
        for line in lines {
            let reply = talk.send(line, on: number)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    private func fails(_ line: String, _ code: String, _ word: String = "", on number: Int = 1) {
        let reply = talk.send(line, on: number)
        #expect(reply.hasPrefix("error \(code) ") && reply.contains(word), "\(line): \(reply)")
    }

    private func get(_ id: String, _ property: String) -> String {
        String(talk.send("get \(id) \(property)").dropFirst("ok {\"\(property)\":".count).dropLast())
    }

    private func go(to time: Double) { talk.world.advance(to: time) }

    /// A step of time takes 4,096 different times; the rest comes with the next one.
    @Test(arguments: [4096, 4097]) func aStepTakesSoManyTimes(_ count: Int) {
        ok("set daemon limit.timers=5000", "create a layer")
        for number in 0..<count {
            ok("after \(1 + Double(number) / 8192)s name=t\(number) 'set a zPosition=\(number)'")
        }
        go(to: 2)
        #expect(get("a", "zPosition") == "4095")
        #expect(talk.scene.find("t4096") != nil || count == 4096)
        go(to: 2)
        #expect(get("a", "zPosition") == "\(count - 1)" && talk.scene.find("t4096") == nil)
    }

    /// And 100,000 changes, of which the last timer may make more.
    @Test func aStepTakesSoManyChanges() {
        for number in 0..<1000 { ok("create a\(number) layer") }
        for number in 0..<110 {
            ok("after \(1 + Double(number) / 128)s name=t\(number) 'set * opacity=\(number % 2 == 0 ? 0.5 : 0.25)'")
        }
        go(to: 2)
        let left = (0..<110).count { talk.scene.find("t\($0)") != nil }
        // Timers that fire and go are changes, too.
        #expect((9...12).contains(left))
        go(to: 2)
        #expect(!(0..<110).contains { talk.scene.find("t\($0)") != nil })
    }

    @Test func firesAtItsTimesAndOnceWhenLate() {
        ok("create a layer", "every 1s \"set a zPosition:=zPosition+1 cornerRadius:=time\"")
        for (time, count, last) in [
            (0.99, "0", "0"), (1, "1", "1"), (1.5, "1", "1"), (4.5, "2", "4"), (4.9, "2", "4"), (5.1, "3", "5"),
        ] {
            go(to: time)
            #expect(get("a", "zPosition") == count && get("a", "cornerRadius") == last, "\(time)")
        }
    }

    // MARK: The clock on the wall

    /// Half a minute behind a full one, at the scene time 0: 1971-11-26T10:40:30Z.
    private func setWall(ahead seconds: Double = 0) {
        let (world, lead) = (talk.world, 60_000_030 + seconds)
        world.wall.clock = { [weak world] in lead + (world?.time ?? 0) }
        world.wallClockChanged()
    }

    private static let year = 31_536_000.0

    @Test func aJumpOfTheWallClockFiresOnceAndAlignsAnew() {
        setWall()
        ok("create a layer", "every 60s align=wall name=t 'set a zPosition:=zPosition+1'")
        #expect(get("t", "next") == "30")
        go(to: 10)
        // What was due by then happens once, at once.
        setWall(ahead: Self.year + 7)
        go(to: 10.02)
        #expect(get("a", "zPosition") == "1")
        go(to: 22.9)
        #expect(get("a", "zPosition") == "1")
        go(to: 23.1)
        #expect(get("a", "zPosition") == "2")
        // Back again: nothing is due, and a year is not waited for.
        setWall()
        go(to: 29.9)
        #expect(get("a", "zPosition") == "2")
        go(to: 30.1)
        #expect(get("a", "zPosition") == "3")
    }

    @Test func aSleepOfTheMachineFiresOnce() {
        setWall()
        ok("create a layer", "every 1s align=wall name=t 'set a zPosition:=zPosition+1'")
        go(to: 5.5)
        #expect(get("a", "zPosition") == "1")
        // Scene time stood meanwhile.
        setWall(ahead: 8 * 3600)
        for step in 1...10 { go(to: 5.5 + Double(step) / 100) }
        #expect(get("a", "zPosition") == "2")
    }

    @Test func aClockThatIsSlowedDownFiresNoMultipleTwice() {
        setWall()
        ok("create a layer", "every 60s align=wall name=t 'set a zPosition:=zPosition+1'")
        let world = talk.world
        world.wall.clock = { [weak world] in 60_000_029.98 + (world?.time ?? 0) }
        go(to: 30)
        go(to: 31)
        #expect(get("a", "zPosition") == "1")
        go(to: 90.1)
        #expect(get("a", "zPosition") == "2")
    }

    @Test func transactionsFollowTheWallClock() {
        setWall()
        ok("create a layer")
        for name in ["early", "late"] {
            let minute = name == "early" ? 41 : 59
            ok("begin at=1971-11-26T10:\(minute):00Z name=\(name)", "set a user.\(name):=time", "commit")
        }
        ok("begin at=40 name=scene", "set a user.scene:=time", "commit")
        #expect(get("early", "at") == "30" && get("scene", "atWall") == "null")
        go(to: 10)
        setWall(ahead: -20)
        #expect(get("early", "at") == "50" && get("scene", "at") == "40")
        setWall(ahead: 60)
        go(to: 10.5)
        #expect(get("a", "user.early") == "\"10\"" && get("a", "user.late") == "null")
        #expect(get("late", "at") == "1050")
        setWall(ahead: Self.year)
        go(to: 11)
        #expect(get("a", "user.late") == "\"10.5\"")
    }

    /// It is run at the last of its times, behind what was due before that.
    @Test func aLateOneShowsTheTimeOfNow() {
        func add(_ text: String) -> String { "set a user.t:=text(user.t)+'\(text) '+text(round(time*10))+' '" }
        ok("create a layer user.t=", "every 1s name=t \"\(add("t"))\"", "after 2.5s \"\(add("u"))\"")
        ok("every 1s align=wall name=w \"\(add("w"))\"", "after 3.7s \"\(add("v"))\"")
        talk.world.wall.isManual = { true }
        go(to: 3.5)
        #expect(get("a", "user.t") == "\"u 25 t 30 w 30 \"")
        go(to: 4.1)
        #expect(get("a", "user.t") == "\"u 25 t 30 w 30 v 37 t 40 w 40 \"")
        go(to: 1e9)
        #expect(get("t", "next") == "1000000001" && get("w", "next") == "1000000001")
    }

    @Test func theAnimatorKnowsWhenToWakeUp() {
        ok("create a layer", "every 2s name=t \"set a opacity=0.5\"")
        go(to: 0.5)
        #expect(talk.world.animator.nextWake == 2)
        ok("set t isPaused=true")
        #expect(talk.world.animator.nextWake == .infinity && get("t", "left") == "1.5" && get("t", "next") == "null")
        go(to: 10)
        ok("set t isPaused=false")
        #expect(talk.world.animator.nextWake == 11.5 && get("t", "left") == "null")
    }

    @Test func anotherIntervalCountsFromTheBeginning() {
        ok("create a layer", "every 10s name=t \"set a zPosition:=zPosition+1\"")
        go(to: 0.5)
        ok("set t interval=2s")
        #expect(get("t", "next") == "2")
        go(to: 1.9)
        ok("set t interval=1s")
        #expect(get("t", "next") == "1.9")
    }

    @Test func runInTheOrderOfTheirTimesAndMakeOthers() {
        func add(_ text: String) -> String { "set a user.t:=text(user.t)+'\(text)'" }
        ok("create a layer", "after 0.3s \"\(add("c"))\"", "after 0.1s \"\(add("a"))\"")
        ok("after 0.15s \"after 0.1s \\\"\(add("b"))\\\"\"")
        ok("begin at=0.2", add("-"), "commit")
        go(to: 1)
        #expect(get("a", "user.t") == "\"a-bc\"", "\(get("a", "user.t"))")
        #expect(talk.send("list kind=timer") == "ok []")
    }

    @Test func oneThatIsPausedByAnotherInTheSameStepDoesNotFire() {
        ok("create a layer", "every 1s name=t \"set a zPosition:=1\"", "after 0.5s \"set t isPaused=true\"")
        go(to: 2)
        #expect(get("a", "zPosition") == "0" && get("t", "left") == "0.5")
    }

    @Test func failingLinesChangeNothingAndAreTold() {
        ok("create a layer", "every 1s name=t \"set a zPosition=1; set ghost opacity=1\"")
        go(to: 1)
        #expect(get("a", "zPosition") == "0")
        #expect(talk.world.timers.takeFailures().map { "\($0.id) \($0.error.code.rawValue)" } == ["t aborted"])
        ok("create ghost layer")
        go(to: 2)
        #expect(get("a", "zPosition") == "1" && talk.world.timers.takeFailures().isEmpty)
    }

    @Test func refusals() {
        ok("create a layer")
        let before = talk.dump()
        fails("every 1s", "syntax", "LINES")
        fails("every 10ms \"clear\"", "value", "10ms")
        fails("after 1e10 \"clear\"", "value", "1e10")
        fails("every 1s left=-1 \"clear\"", "value", "left")
        fails("every 1s name=a \"clear\"", "exists")
        fails("every 1s name=~ \"clear\"", "syntax")
        fails("every 1s scope=ghost \"clear\"", "unknown-object")
        fails("every 1s \"set a opacity:=1+\"", "syntax")
        fails("create t timer", "unsupported")
        #expect(talk.dump() == before)
        ok("every 1s name=t \"clear\"")
        fails("set t interval=1ms", "value")
        fails("set t lines=\"get a\"", "syntax", "timer")
        #expect(get("t", "interval") == "1" && get("t", "lines") == "\"clear\"")
        ok("set daemon limit.timers=1")
        fails("after 1s \"clear\"", "limit")
        ok("remove t", "after 1s \"clear\"")
    }

    @Test func rights() {
        ok("create p layer", "create a layer parent=p", "create b layer", "session access=p")
        ok("every 1s name=t \"set a zPosition=1; set b zPosition=1\"", "after 1s name=u \"set a opacity=0.5\"")
        go(to: 1)
        #expect(get("a", "zPosition") == "0" && get("b", "zPosition") == "0" && get("a", "opacity") == "0.5")
        // A wider scope is held to the maker's.
        ok("every 1s name=v scope=b \"set b zPosition=1\"")
        #expect(get("t", "scope") == "\"p\"" && get("v", "scope") == "\"p\"")
        _ = talk.send("session access=read", on: 2)
        fails("every 1s \"set a zPosition=1\"", "denied", on: 2)
    }

    @Test func replaysItsDumpWithTheTimeThatIsLeft() {
        ok(
            "create a layer", "every 1s name=t \"set a zPosition:=zPosition+1\"",
            "after 2s name=u \"set a opacity=0.5\"")
        ok("every 3s name=p align=wall \"set a user.t='x y'\"", "set p isPaused=true")
        go(to: 0.75)
        let dump = talk.dump()
        #expect(dump.contains("every 1s name=t left=0.25 \"set a zPosition:=zPosition+1\""))
        let other = Talk()
        other.world.start(at: 100)
        other.files.texts["scene"] = dump.joined(separator: "\n")
        #expect(other.send("load path=scene replace=true") == "ok")
        #expect(other.dump() == dump)
        other.world.advance(to: 100.25)
        #expect(other.send("get a zPosition") == "ok {\"zPosition\":1}")
        other.world.advance(to: 101.25)
        #expect(other.send("get a opacity") == "ok {\"opacity\":0.5}")
    }

    @Test func rollbackBringsItBack() {
        ok("create a layer", "every 1s name=t \"set a zPosition=1\"", "begin", "remove t", "remove ghost")
        fails("commit", "aborted", "line 2")
        ok("begin", "after 0.5s \"set a opacity=0\"", "remove ghost")
        fails("commit", "aborted", "line 2")
        go(to: 1)
        #expect(get("a", "zPosition") == "1" && get("a", "opacity") == "1")
    }
}
