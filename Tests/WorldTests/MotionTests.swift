import Animation
import Geometry
import Glibc
import LineProtocol
import Scene
import SceneTables
import Schema
import Testing
import World

/// Animations by their lines, at scene times that the tests say.
@Suite struct MotionTests {
    private func shown(_ talk: Talk, _ words: String) -> String { talk.send("get \(words) from=presentation") }

    private func go(_ talk: Talk, _ time: Double) { talk.world.advance(to: time) }

    /// However often: one value is kept, nothing grows, and the last one is where it ends.
    @Test func setWhileItMoves() {
        let talk = Talk()
        _ = talk.send("create a layer")
        _ = talk.send("animate a position=1000,0 duration=10 timing=linear")
        go(talk, 5)
        let (objects, rows, extras) = (talk.scene.count, talk.scene.rows.count, talk.scene.extras.count)
        for n in 1...100_000 { _ = talk.send("set a position=\(n),7") }
        #expect(talk.scene.count == objects && talk.scene.rows.count == rows && talk.scene.extras.count == extras)
        #expect(!talk.world.animator.isStale, "what lines touch is taken up behind each")
        #expect(talk.send("get a position") == #"ok {"position":[100000,7]}"#)
        #expect(shown(talk, "a position") == #"ok {"position":[50000,3.5]}"#)
        go(talk, 10)
        #expect(shown(talk, "a position") == #"ok {"position":[100000,7]}"#)
        #expect(talk.scene.count == objects - 1)
    }

    /// A part of a point is animated while the whole point moves: the part leads from where it is seen, with its velocity, to its model
    /// value; the other part goes on.
    @Test(arguments: ["animate", "transaction", "linear"]) func aPartWhileTheWholeMoves(first: String) throws {
        let talk = Talk()
        talk.ok("create l layer position=0,0")
        let spring = Spring(mass: 1, stiffness: 100, damping: 10)
        func share(_ time: Double) -> Double { first == "animate" ? spring.value(at: time) : time }
        switch first {
        case "animate": talk.ok("animate l position=100,50 spring=1,100,10")
        case "linear": talk.ok("animate l position=100,50 duration=1 timing=linear")
        default: talk.ok("begin duration=1 timing=linear", "set l position=100,50", "commit")
        }
        go(talk, 0.1)
        let step = 1e-6
        let (x, velocity) = (100 * share(0.1), 100 * (share(0.1 + step) - share(0.1 - step)) / (2 * step))
        func expectShown(_ time: Double, _ x: Double) throws {
            go(talk, time)
            let slot = try #require(talk.scene.find("l"))
            let seen = talk.scene.shown(slot, LayerProperty.position.id).point
            #expect(abs(seen.x - x) < 1e-4 && abs(seen.y - 50 * share(time)) < 1e-6, "\(time): \(seen) for \(x)")
        }
        if first == "linear" {
            talk.ok("animate l position.x=200 duration=1 timing=linear")
            for time in [0.1, 0.15, 0.6, 0.9] { try expectShown(time, x + (200 - x) * (time - 0.1)) }
        } else {
            talk.ok("animate l position.x=200 spring=1,100,10")
            for time in [0.1, 0.15, 0.3, 0.6] {
                let t = time - 0.1
                try expectShown(time, 200 + (x - 200) * (1 - spring.value(at: t)) + velocity * spring.impulse(at: t))
            }
        }
        // The goal is the model value, also when that is set meanwhile.
        talk.ok("set l position.x=300")
        go(talk, 60)
        #expect(shown(talk, "l position") == #"ok {"position":[300,50]}"#)
    }

    /// One that follows an animation made by hand still ends in what that shows.
    @Test func aPartOverAnAnimationMadeByHand() throws {
        let talk = Talk()
        talk.ok(
            "create l layer position=0,0",
            "create by animation layer=l property=position.x from=0 to=100 duration=10 fillMode=both",
            "animate l position=0,40 duration=1 timing=linear", "animate l position.x=50 duration=1 timing=linear")
        go(talk, 0.999_999)
        let slot = try #require(talk.scene.find("l"))
        #expect(abs(talk.scene.shown(slot, LayerProperty.position.id).point.x - 10) < 0.001)
        go(talk, 2)
        #expect(talk.scene.shown(slot, LayerProperty.position.id).point.x == 20)
    }

    /// The same while each line animates: the new animation takes the old one's place.
    @Test func animateOverAndOver() {
        let talk = Talk()
        // What was removed is not kept to come back.
        _ = talk.send("set daemon limit.undo=0")
        _ = talk.send("create a layer")
        for n in 1...2_000 {
            _ = talk.send("animate a position.x=\(n) opacity=0.5 duration=1")
            go(talk, Double(n) / 100)
        }
        #expect(talk.scene.count == 3)
        #expect(talk.scene.rows.count < 16)
    }

    /// And while each transaction does.
    @Test func transactionsOverAndOver() {
        let talk = Talk()
        // What was removed is not kept to come back.
        _ = talk.send("set daemon limit.undo=0")
        _ = talk.send("create a layer")
        for n in 1...2_000 {
            for line in ["begin duration=1 timing=linear", "set a position.x=\(n) opacity=0.5", "commit"] {
                _ = talk.send(line)
            }
            if n % 10 == 0 { go(talk, Double(n) / 1000) }
        }
        #expect(talk.scene.count == 2)
        #expect(talk.scene.rows.count < 16)
        #expect(talk.send("get a position.x") == #"ok {"position.x":2000}"#)
        go(talk, 3)
        #expect(shown(talk, "a position.x") == #"ok {"position.x":2000}"#)
        #expect(talk.scene.count == 1)
    }

    /// What is held, waits or stands still wants no frames.
    @Test func onlyWhatMovesWakes() {
        let talk = Talk()
        let animator = talk.world.animator
        for name in ["a", "b", "c"] { _ = talk.send("create \(name) layer") }
        #expect(animator.nextWake == .infinity)
        _ = talk.send("create n animation layer=a property=opacity to=0 fillMode=forwards isRemovedOnCompletion=false")
        go(talk, 0.1)
        #expect(animator.nextWake < 0.1 + 1e-6)
        #expect(!animator.isDue(at: 0.1), "the same time twice shows nothing new")
        go(talk, 1)
        #expect(animator.nextWake == .infinity)
        #expect(shown(talk, "a opacity") == #"ok {"opacity":0}"#)
        _ = talk.send("animate b opacity=0 delay=5 duration=1")
        go(talk, 2)
        #expect(animator.nextWake == 6)
        _ = talk.send("set c speed=0")
        _ = talk.send("animate c opacity=0 duration=1")
        go(talk, 3)
        #expect(animator.nextWake == 6)
        go(talk, 6.5)
        #expect(animator.nextWake < 6.6)
        go(talk, 7)
        #expect(animator.nextWake == .infinity)
    }

    /// A spring that takes over goes on as fast as what it takes over.
    @Test(arguments: ["position=300,150 spring=1,100,10", "position.x=300 spring=2,300,5"])
    func velocityIsCarriedOn(_ goal: String) throws {
        let talk = Talk()
        _ = talk.send("create a layer")
        _ = talk.send("animate a position=200,100 duration=1 timing=easeIn")
        func x(_ time: Double) throws -> Double {
            go(talk, time)
            return talk.scene.shown(try #require(talk.scene.find("a")), LayerProperty.position.id).point.x
        }
        let step = 1e-4
        let before = (try x(0.5) - (try x(0.5 - step))) / step
        _ = try x(0.5)
        _ = talk.send("animate a \(goal)")
        let after = (try x(0.5 + step) - (try x(0.5))) / step
        #expect(abs(before - after) < 2, "\(before) before, \(after) after")
    }

    /// Whatever the old goal and the new one: both components of the velocity go on as they are.
    @Test(arguments: ["200,300", "-100,0", "0,0", "400,0", "here"], [0.05, 0.13, 0.3, 0.61])
    func velocityIsContinuous(_ goal: String, _ moment: Double) throws {
        let talk = Talk()
        _ = talk.send("create a layer")
        _ = talk.send("animate a position.x=400 spring=1,100,4")
        func place(_ time: Double) throws -> Point {
            go(talk, time)
            return talk.scene.shown(try #require(talk.scene.find("a")), LayerProperty.position.id).point
        }
        let step = 1e-4
        let (one, two) = (try place(moment - 2 * step), try place(moment - step))
        let here = try place(moment)
        let before = (here * 3 - two * 4 + one) * (0.5 / step)
        let goal = goal == "here" ? "\(here.x),\(here.y)" : goal
        // Said twice at once, it is the same.
        for _ in 0..<2 { _ = talk.send("animate a position=\(goal) spring=1,100,4") }
        #expect(try place(moment) == here)
        let (three, four) = (try place(moment + step), try place(moment + 2 * step))
        let after = (three * 4 - here * 3 - four) * (0.5 / step)
        #expect((before - after).length < 0.01 * max(1, before.length), "\(before) before, \(after) after")
        go(talk, 30)
        #expect(talk.send("list kind=spring") == "ok []")
        #expect(talk.send("get a position") == talk.send("get a position from=presentation"))
    }

    /// A goal that moves in each frame is followed as one oscillator follows it.
    @Test func goalThatMoves() throws {
        let talk = Talk()
        _ = talk.send("create a layer")
        var (place, velocity) = (Point.zero, Point.zero)
        for frame in 0..<120 {
            let time = Double(frame) / 60
            let goal = Point(Double(frame) * 4, 80 * sin(Double(frame) / 9))
            go(talk, time)
            let seen = talk.scene.shown(try #require(talk.scene.find("a")), LayerProperty.position.id).point
            #expect((seen - place).length < 0.05, "\(seen), not \(place) in frame \(frame)")
            _ = talk.send("animate a position=\(goal.x),\(goal.y) spring=1,100,6")
            // The oscillator itself, in small steps.
            let h = 1.0 / 60 / 2000
            for _ in 0..<2000 {
                velocity = velocity + ((goal - place) * 100 - velocity * 6) * h
                place = place + velocity * h
            }
        }
    }

    /// `velocity` is in the property's unit, in any direction, and kept by `dump`.
    @Test func velocityOfASpring() {
        let talk = Talk()
        _ = talk.send("create a layer position=10,10")
        #expect(
            talk.send(
                "create s spring layer=a property=position from=10,10 to=10,10 velocity=0,100 stiffness=100 damping=0")
                == "ok")
        #expect(talk.dump().contains { $0.contains("velocity=0,100") })
        go(talk, Double.pi / 20)
        #expect(shown(talk, "a position") == #"ok {"position":[10,20]}"#)
        #expect(talk.send("set s velocity=red").hasPrefix("error value"))
        #expect(talk.send("create r spring layer=a property=path velocity=0").hasPrefix("error"))
    }

    /// What a spring reads is what it uses.
    @Test func perceptualSpring() throws {
        let talk = Talk()
        _ = talk.send("create a layer")
        _ = talk.send("create s spring layer=a property=position.x to=9 mass=7 perceptualDuration=0.5 bounce=0.5")
        let slot = try #require(talk.scene.find("s"))
        let read = [SpringProperty.mass, .stiffness, .damping].map { talk.scene.value(slot, $0.id).number }
        let omega = 2 * Double.pi / 0.5
        for (read, wanted) in zip(read, [1, omega * omega, omega]) { #expect(abs(read - wanted) < 1e-9) }
    }

    /// Setting `speed` keeps the time where it is, at any value; what runs backward ends at its beginning.
    @Test(arguments: [2, 0.5, -1, -2, 1], [true, false]) func speedOnTheWay(_ speed: Double, _ pauses: Bool) throws {
        let talk = Talk()
        _ = talk.send("create p layer")
        _ = talk.send("create a layer parent=p")
        go(talk, 3)
        _ = talk.send("animate a position.x=100 duration=1 timing=linear")
        go(talk, 3.25)
        if pauses { _ = talk.send("set p speed=0") }
        let time = pauses ? 9.0 : 3.25
        go(talk, time)
        _ = talk.send("set p speed=\(speed)")
        #expect(shown(talk, "a position.x") == #"ok {"position.x":25}"#)
        go(talk, time + 0.1)
        let x = talk.scene.shown(try #require(talk.scene.find("a")), LayerProperty.position.id).point.x
        #expect(abs(x - (25 + 10 * speed)) < 1e-9)
        let rest = speed > 0 ? 0.75 / speed : -0.25 / speed
        go(talk, time + rest - 0.001)
        #expect(talk.world.animator.takeEndings().isEmpty)
        go(talk, time + rest)
        #expect(talk.world.animator.takeEndings().map(\.finished) == [true])
        #expect(talk.send("list kind=animation") == "ok []")
        #expect(talk.world.animator.nextWake == .infinity)
    }

    /// What was held at its end runs back from there, and what is before its beginning wants no frames.
    @Test func heldAnimationRunsBackward() {
        let talk = Talk()
        _ = talk.send("create p layer")
        _ = talk.send("create a layer parent=p")
        go(talk, 3)
        _ = talk.send(
            "create k animation layer=a property=position.x from=0 to=100 duration=1 fillMode=both isRemovedOnCompletion=false"
        )
        go(talk, 5)
        _ = talk.send("set p speed=-1")
        #expect(shown(talk, "a position.x") == #"ok {"position.x":100}"#)
        #expect(abs(talk.world.animator.nextWake - 6) < 0.001)
        go(talk, 6.5)
        #expect(shown(talk, "a position.x") == #"ok {"position.x":50}"#)
        go(talk, 8)
        #expect(shown(talk, "a position.x") == #"ok {"position.x":0}"#)
        #expect(talk.world.animator.nextWake == .infinity)
    }

    /// `speed=0` stops a subtree where it is, and it goes on from there.
    @Test func pauseAndResume() {
        let talk = Talk()
        _ = talk.send("create p layer")
        _ = talk.send("create a layer parent=p")
        go(talk, 3)
        _ = talk.send("animate a position.x=100 duration=1 timing=linear")
        go(talk, 3.25)
        _ = talk.send("set p speed=0")
        go(talk, 9)
        #expect(shown(talk, "a position.x") == #"ok {"position.x":25}"#)
        _ = talk.send("set p speed=2")
        go(talk, 9.125)
        #expect(shown(talk, "a position.x") == #"ok {"position.x":50}"#)
        go(talk, 9.375)
        #expect(shown(talk, "a position.x") == #"ok {"position.x":100}"#)
        #expect(talk.send("list kind=animation") == "ok []")
    }

    @Test func endsAreToldInOrder() {
        let talk = Talk()
        _ = talk.send("create a layer")
        for (name, duration) in [("late", "3"), ("same2", "2"), ("same1", "2"), ("early", "1")] {
            _ = talk.send("create \(name) animation layer=a property=opacity to=0 duration=\(duration)")
        }
        _ = talk.send("create g group animations=late duration=0.5")
        _ = talk.send("create gone animation layer=a property=opacity to=0")
        _ = talk.send("remove gone")
        go(talk, 10)
        let ends = talk.world.animator.takeEndings()
        #expect(ends.map(\.id) == ["gone", "g", "early", "same2", "same1"])
        #expect(ends.map(\.finished) == [false, true, true, true, true])
        #expect(talk.send("list kind=animation") == "ok []", "a group takes its children along")
    }

    /// A transaction that fails leaves nothing of its animations, nor of those that it took away.
    @Test func failedTransactionsMoveNothing() {
        let talk = Talk()
        _ = talk.send("create a layer")
        _ = talk.send("animate a opacity=0 duration=9 timing=linear id=fade")
        go(talk, 3)
        let dump = talk.dump()
        for line in [
            "begin duration=1", "set a opacity=1 position=5,5", "animate a opacity=0.5", "remove fade", "remove nobody",
        ] {
            _ = talk.send(line)
        }
        #expect(talk.send("commit").hasPrefix("error aborted"))
        #expect(talk.dump() == dump)
        #expect(talk.world.animator.takeEndings().isEmpty)
        go(talk, 6)
        #expect(shown(talk, "a opacity").hasPrefix(#"ok {"opacity":0.333"#))
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    @Test func waitingTransactions() {
        let talk = Talk()
        talk.world.wall.clock = { 1_000_000_000 }
        _ = talk.send("create a layer")
        func schedule(_ words: String, _ lines: String...) -> String {
            _ = talk.send("begin \(words)")
            for line in lines { _ = talk.send(line) }
            return talk.send("commit")
        }
        #expect(schedule("at=2 duration=1 timing=linear", "set a opacity=0") == #"ok {"commands":1,"frame":null}"#)
        // 2001-09-09T01:46:40Z is the billionth second.
        #expect(
            schedule("at=2001-09-09T03:46:41.5+02:00 name=wall", "set a name=w", "create b layer")
                == #"ok {"commands":2,"frame":null}"#)
        #expect(
            schedule("at=1 name=bad", "set a zPosition=5", "set nobody opacity=1") == #"ok {"commands":2,"frame":null}"#
        )
        #expect(schedule("at=0", "set a name=now") == #"ok {"commands":1,"frame":1}"#)
        #expect(talk.send("list kind=transaction") == #"ok ["transaction","wall","bad"]"#)
        #expect(talk.dump().contains(#"create bad transaction at=1 lines="set a zPosition=5\nset nobody opacity=1""#))
        #expect(talk.world.animator.nextWake == 1)
        // All are due; each happens at its own time.
        go(talk, 2.25)
        let outcomes = talk.world.pending.takeOutcomes()
        #expect(outcomes.map(\.name) == ["bad", "wall", "transaction"])
        #expect(outcomes.map { $0.error?.code } == [.aborted, nil, nil])
        #expect(talk.send("get a name zPosition") == #"ok {"name":"w","zPosition":0}"#)
        #expect(shown(talk, "a opacity") == #"ok {"opacity":0.75}"#)
        #expect(talk.send("list kind=transaction") == "ok []")
    }

    /// One that makes itself again at once does so in the next frame, and holds nothing up.
    @Test func aTransactionThatCallsItself() {
        let talk = Talk()
        _ = talk.send(#"create t transaction at=0 lines="create t transaction at=0 lines=\"clear\"\nput a layer""#)
        go(talk, 1)
        #expect(talk.send("list kind=transaction") == #"ok ["t"]"#)
        go(talk, 2)
        #expect(talk.scene.count == 0)
    }

    /// What was set is the same with animations over it, whatever they show: properties, frame, dump, in every order.
    @Test func theModelKnowsNothingOfThem() {
        let (moving, still) = (Talk(), Talk())
        for talk in [moving, still] {
            _ = talk.send("create p layer frame=0,0,50,50")
            _ = talk.send("create a layer parent=p")
        }
        var seed: UInt64 = 7
        func dice(_ below: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % below
        }
        let properties = [
            "position", "bounds", "anchorPoint", "transform", "transform.rotation.z", "opacity", "backgroundColor",
            "zPosition",
            "bounds.size", "cornerRadius",
        ]
        func value(_ property: String) -> String {
            switch property {
            case "bounds": "\(dice(9)),\(dice(9)),\(dice(90)),\(dice(90))"
            case "transform": "rotate(\(dice(360))deg) scale(\(dice(3)),\(1 + dice(3)))"
            case "backgroundColor": dice(4) == 0 ? "none" : "rgb(\(dice(256)),0,0)"
            case "position", "anchorPoint", "bounds.size": "\(dice(99)),\(dice(99))"
            case "opacity": "0.\(dice(10))"
            default: "\(dice(50))"
            }
        }
        for round in 0..<600 {
            let layer = dice(4) == 0 ? "p" : "a"
            let property = properties[dice(properties.count)]
            let line =
                dice(4) == 0
                ? "frame=\(dice(99)),\(dice(99)),\(dice(99)),\(dice(99))" : "\(property)=\(value(property))"
            if dice(2) == 0 {
                _ = moving.send("animate \(layer) \(line) duration=0.\(1 + dice(9))")
                // The animations are the only difference.
                _ = still.send("set \(layer) \(line)")
            } else {
                if dice(3) == 0 { _ = moving.send("begin duration=0.3") }
                for talk in [moving, still] { _ = talk.send("set \(layer) \(line)") }
                _ = moving.send("commit")
            }
            if dice(3) == 0 {
                _ = moving.send(
                    "put m animation layer=\(layer) property=\(property) from=\(value(property)) repeatCount=inf")
            }
            go(moving, Double(round) / 20)
            for layer in ["p", "a"] {
                for words in ["frame", "position bounds anchorPoint transform", ""] {
                    #expect(
                        moving.send("get \(layer) \(words)") == still.send("get \(layer) \(words)"), "round \(round)")
                }
            }
            #expect(moving.scene.objects.brokenInvariant() == nil)
        }
        _ = moving.send("remove m")
        go(moving, 1000)
        #expect(moving.dump() == still.dump())
        #expect(moving.send("get a from=presentation") == still.send("get a"))
    }

    /// A dump in flight goes on where it was.
    @Test func dumpsGoOn() {
        let (one, two) = (Talk(), Talk())
        for line in [
            "create a layer opacity=0.25", "create s shape path=\"M0 0L9 9\"", "begin",
            "create k animation layer=s property=position values=\"[[0,0],[9,9],[3,4]]\" keyTimes=0,0.25,1 timings=easeIn,steps(3)",
            "create c animation layer=a property=backgroundColor from=none to=#ff0000 delay=0.5",
            "create g group animations=k,c duration=4 repeatCount=inf", "commit", "animate a opacity=1 spring=1,50,2",
            "create p animation layer=a property=position path=\"M0 0C1 2 3 4 5 6\" rotationMode=auto duration=7",
        ] { #expect(one.send(line).hasPrefix("ok"), "\(line)") }
        go(one, 1.75)
        go(two, 1.75)
        for line in one.dump() { #expect(two.send(line).hasPrefix("ok"), "\(line)") }
        #expect(two.dump() == one.dump())
        for time in [1.8, 2.5, 3.9, 6] {
            go(one, time)
            go(two, time)
            for layer in ["a", "s"] { #expect(shown(one, layer) == shown(two, layer), "\(layer) at \(time)") }
        }
    }

    /// With one layer's subtree to change, its animations are too; those of others are not.
    @Test func accessToASubtree() {
        let talk = Talk()
        for line in ["create a layer", "create b layer", "create c layer parent=a"] { _ = talk.send(line) }
        _ = talk.send("session access=a", on: 2)
        #expect(talk.send("animate c opacity=0 id=n1", on: 2).hasPrefix("ok"))
        #expect(talk.send("create n2 animation layer=a property=opacity to=0", on: 2) == "ok")
        #expect(talk.send("create g group animations=n2", on: 2) == "ok")
        #expect(talk.send("animate b opacity=0", on: 2).hasPrefix("error denied"))
        #expect(talk.send("create n3 animation layer=b property=opacity to=0", on: 2).hasPrefix("error denied"))
        #expect(talk.send("set n2 layer=b", on: 2).hasPrefix("error denied"))
        #expect(talk.send("create flock1 flock", on: 2).hasPrefix("error denied"))
        #expect(talk.send("get n2 layer") == #"ok {"layer":"a"}"#)
        // A transaction that waits may do no more than whoever made it.
        for line in ["begin at=1", "set b opacity=0", "commit"] { _ = talk.send(line, on: 2) }
        go(talk, 1)
        #expect(talk.world.pending.takeOutcomes().first?.error?.code == .aborted)
    }

    @Test(arguments: [
        "create g group animations=g2", "set g0 animations=g2", "set g1 animations=g1", "set g1 animations=a",
        "create n animation layer=a property=frame to=0,0,1,1", "create n animation layer=a property=name to=x",
        "create n animation to=1", "create n animation layer=g1 property=opacity to=1", "set o property=position",
        "set o values=\"[1,\"", "set o values=\"[1,2]]\"", "set o path=\"M0 0\"", "set o keyTimes=1,0",
        "set o repeatCount=-1",
        "set o duration=-1", "animate a opacity=0 id=a", "animate a opacity=0 parent=root", "animate a",
        "set o to=2", "begin at=yesterday", "begin at=2030-02-30T00:00:00Z", "create sp spring settlingDuration=1",
    ]) func refused(_ line: String) {
        let talk = Talk()
        for line in [
            "create a layer", "create g0 group", "create g1 group animations=g0", "create g2 group animations=g1",
            "create o animation layer=a property=opacity from=0 to=1 repeatCount=inf",
        ] { #expect(talk.send(line) == "ok") }
        let dump = talk.dump()
        let reply = talk.send(line)
        // The first one is fine: it shows that the others fail by themselves.
        #expect(reply.hasPrefix(line == "create g group animations=g2" ? "ok" : "error"), "\(reply)")
        if reply.hasPrefix("error") { #expect(talk.dump() == dump) }
    }
}
