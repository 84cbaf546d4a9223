import Geometry
import LineProtocol
import PluginHost
import Scene
import SceneTables
import Schema
import Testing
import World

/// Worlds as part of a scene: rest, touch, removal, bounds, events.
extension DynamicsTests {
    @Test func restCostsNothingAndEndsWithATouch() throws {
        let stage = try Stage(
            """
            create a layer frame=100,0,50,50;create b layer frame=200,50,50,50;create g gravity items=a,b
            create c collision items=a,b bounds=0,0,0,0 boundary.objectRoot="M 150 200 L 300 200"
            """)
        #expect(stage.behaviors.isMoving)
        try stage.go(6)
        #expect(!stage.behaviors.isMoving)
        let state = try stage.state("a", "b")
        try stage.go(1)
        #expect(try stage.state("a", "b") == state)
        // Each of these wakes, and it comes to rest again.
        for line in [
            "set a position=120,40", "set c boundary.objectRoot=", "set g magnitude=2",
            "create p push items=a magnitude=3 angle=-90deg",
            "remove p", "set a bounds=0,0,30,30", "set root user.x=1", "set main size=400x320",
        ] {
            try stage.run(line)
            #expect(stage.behaviors.isMoving == !line.contains("user"), "\(line)")
            try stage.go(8)
            #expect(!stage.behaviors.isMoving, "\(line)")
        }
        #expect((try stage.y("b") - 295).magnitude < 1, "the floor went down with the output")
    }

    /// A world that is made late has not fallen from time 0.
    @Test(arguments: [
        "create b gravity items=a", "create b snap item=a point=100,140",
        "create b attachment item=a anchor=100,140 frequency=1 length=10",
        "create b push items=a magnitude=1 angle=90deg",
        "create b push items=a magnitude=1 angle=90deg mode=instantaneous",
    ]) func timeBeginsWhenItIsMade(behavior: String) throws {
        let layer = "create a layer bounds=0,0,40,40 position=100,100"
        let early = try Stage(layer)
        try early.run(behavior)
        try early.go(0.5)
        let late = try Stage(layer)
        try late.go(10)
        try late.run(behavior)
        #expect(try late.position("a") == Point(100, 100))
        try late.go(0.5)
        // Sums of times differ in their last digits.
        #expect(try (late.y("a") - early.y("a")).magnitude < 0.01)
        #expect(try late.y("a") > 100.1)
        // An engine that is made anew takes the motion up from the present.
        try late.go(10)
        let position = try late.position("a")
        try late.host.reload("Dynamics", in: late.scene)
        late.world.advance(to: late.time)
        #expect(try late.position("a") == position)
    }

    /// A stack lets be what a behavior moves, and takes it back.
    @Test func stacksLetGo() throws {
        let stage = try Stage(
            """
            create s stack frame=10,10,200,100 alignment=leading
            create m layer parent=s bounds=0,0,10,10
            create n layer parent=s bounds=0,0,10,10
            create z layer parent=s bounds=0,0,1,1
            """)
        try stage.go(0.1)
        try stage.run("create g gravity items=n")
        #expect(try stage.position("n") == Point(15, 5))
        try stage.go(1)
        #expect(try stage.y("n") > 400)
        try stage.run("set m bounds=0,0,30,10")
        try stage.go(1)
        #expect(try stage.y("n") > 1000)
        #expect(try stage.x("n") == 15)
        try stage.run("remove g")
        try stage.go(0.1)
        #expect(try stage.position("n") == Point(35, 5))
    }

    @Test func whoeverMovesAnItemMovesItsBody() throws {
        let stage = try Stage("create a layer frame=100,0,50,50;create g gravity items=a")
        try stage.go(0.5)
        let y = try stage.y("a")
        try stage.run("set a position=300,10")
        #expect(try stage.position("a") == Point(300, 10))
        try stage.go(0.5)
        // 500 · (1² − 0.5²): the velocity was kept.
        #expect((try stage.y("a") - 10 - 375).magnitude < 5 && y > 100)
        #expect(try stage.x("a") == 300)
        // What is animated shows the animation; the body falls on beneath it.
        try stage.run("animate a position=0,0 duration=2")
        let model = try stage.position("a")
        try stage.go(0.5)
        #expect(try stage.y("a") > model.y + 100)
        let shown = stage.scene.rows[Int(try #require(stage.scene.find("a")))].position
        #expect(try shown.y < stage.y("a") && shown.x > 100)
    }

    @Test func anchorPointAndParents() throws {
        // The middle falls, wherever the anchor point is; and a parent's coordinates are the parent's.
        let stage = try Stage(
            """
            create a layer anchorPoint=0,0 bounds=0,0,40,40 position=100,10 transform=rotate(90deg)
            create box layer frame=200,50,100,100 bounds=0,0,100,100 transform=scale(2)
            create b layer parent=box bounds=0,0,10,10 position=20,20
            create g gravity items=a,b;create c collision items=a,b bounds=0,0,0,0
            """)
        try stage.go(0.25)
        let a = try stage.position("a")
        #expect((a.y - 10 - 31.25).magnitude < 1.2 && (a.x - 100).magnitude < 1e-9)
        #expect((try stage.y("b") - 20 - 31.25 / 2).magnitude < 0.6, "twice as large there")
        try stage.go(5)
        #expect((try stage.y("a") - 260).magnitude < 1)
        let bottom = stage.scene.geometry.toRoot(try #require(stage.scene.find("box"))).apply(try stage.position("b")).y
        #expect((bottom - 290).magnitude < 1)
    }

    @Test func nothingTunnelsAndNothingIsLost() throws {
        var lines = ""
        var names: [String] = []
        for at in 0..<120 {
            names.append("i\(at)")
            lines += "create i\(at) layer frame=\(20 + at % 20 * 18),\(20 + at / 20 * 18),\(4 + at % 9),\(3 + at % 7)\n"
        }
        let items = names.joined(separator: ",")
        lines += """
            create g gravity items=\(items)
            create c collision items=\(items) bounds=0,0,0,0
            create e body items=\(items) elasticity=0.9 friction=0.1

            """
        for at in 0..<120 {
            lines += "create p\(at) push items=i\(at) mode=instantaneous angle=\(at * 7) magnitude=\(at)\n"
        }
        let stage = try Stage(lines)
        try stage.go(4) { _ in
            for name in names {
                let p = try stage.position(name)
                #expect(p.x > 0 && p.x < 400 && p.y > 0 && p.y < 300, "\(name) at \(p)")
            }
        }
    }

    @Test func whatGoesBeyondAllBoundsIsParked() throws {
        let stage = try Stage(
            """
            create a layer frame=0,0,10,10;create b layer frame=50,0,10,10;create g gravity items=a,b
            create p push items=a magnitude=1e300;create q push items=a magnitude=-1e308
            """)
        try stage.go(30)
        try stage.run("set b position=50,999999999")
        try stage.go(30)
        for name in ["a", "b"] {
            let p = try stage.position(name)
            #expect(p.x.isFinite && p.y.isFinite && p.y <= 1e9)
        }
        #expect(stage.events.contains { $0.what == .log && $0.message.contains("beyond") })
        // Put back, it falls on.
        try stage.run("remove p q;set b position=50,10;set a position=10,10")
        try stage.go(1)
        #expect(try stage.y("b") > 400)
    }

    @Test func removalOfEverything() throws {
        let lines = """
            create box layer frame=0,0,300,300;create w world reference=box
            create a layer parent=box frame=20,20,30,30;create b layer parent=box frame=80,20,30,30
            create g gravity world=w items=a,b;create c collision world=w items=a,b bounds=5,5,5,5 boundary.x="M 0 200 L 300 100"
            create t attachment world=w item=a to=b frequency=3;create s snap world=w item=b point=200,100
            create p push world=w items=a magnitude=1;create e body world=w items=a,b elasticity=0.5
            create f field world=w items=a type=noise;create r attachment world=w item=a anchor=50,50 type=limit length=60
            create f2 follow layer=a position="{b+5,5}"
            """
        for name in ["w", "box", "a", "b", "g", "c", "t", "s", "p", "e", "f", "r", "f2", "a b", "t a", "root"] {
            let stage = try Stage(lines)
            try stage.go(0.3)
            if name == "root" { try stage.run("clear") } else { try stage.run("remove \(name)") }
            try stage.go(0.3)
            for left in ["a", "b"] where stage.scene.find(left) != nil { #expect(try stage.x(left).isFinite) }
            try stage.run("clear")
            try stage.go(0.1)
            #expect(!stage.behaviors.isMoving)
        }
        // A world takes its behaviors along, an item is cleared from them.
        let stage = try Stage(lines)
        try stage.run("remove a")
        #expect(try stage.value("g", "items") == .objects([stage.scene.id(of: #require(stage.scene.find("b")))]))
        #expect(try stage.value("t", "item") == .none)
        try stage.run("remove w")
        #expect(stage.scene.find("g") == nil && stage.scene.find("b") != nil)
    }

    @Test func contactsAreTold() throws {
        let stage = try Stage(
            """
            create a layer frame=100,100,50,50;create b layer frame=100,150.5,50,50;create g gravity items=a
            create still body items=b isAnchored=true;create c collision items=a,b boundary.wall="M 190 0 L 190 300"
            """)
        try stage.go(1)
        #expect(stage.contacts == ["c a b began"])
        try stage.run("set a position=165,60")
        try stage.go(0.1)
        #expect(stage.contacts == ["c a b began", "c a b ended", "c a wall began"])
        // Without a rule between them they do not touch.
        try stage.run("set c items=a;set a position=125,100")
        try stage.go(0.5)
        #expect(try stage.y("a") > 160)
    }

    @Test func attachments() throws {
        let stage = try Stage(
            """
            create a layer frame=190,40,20,20;create b layer frame=250,40,20,20;create c layer frame=310,40,20,20
            create d layer frame=20,40,20,20;create e layer frame=60,40,20,20;create g gravity items=a,b,c,d,e
            create rope attachment item=a anchor=200,0 type=limit length=120
            create pin attachment item=b anchor=230,50 type=pin;create rail attachment item=c type=sliding anchor=320,50 axis=1,1
            create weld attachment item=d to=e type=fixed
            """)
        try stage.go(2)
        #expect((try stage.y("a") - 120).magnitude < 1.5, "falls into the rope")
        #expect((try (stage.position("b") - Point(230, 50)).length - 30).magnitude < 1)
        #expect((try stage.y("c") - stage.x("c") + 270).magnitude < 1, "down the rail")
        let between = try stage.position("e") - stage.position("d")
        #expect(try (between - Point(40, 0)).length < 0.5 && stage.y("d") > 1500)
        // An anchor that moves takes its item along.
        try stage.run("set pin anchor=100,200")
        try stage.go(1)
        #expect((try (stage.position("b") - Point(100, 200)).length - 30).magnitude < 1)
    }

    @Test func forms() throws {
        // A disc rolls where a box stays; a ring of an own path lands on its foot.
        let stage = try Stage(
            """
            create disc layer bounds=0,0,40,40 position=60,20;create box layer bounds=0,0,40,40 position=60,-40
            create star layer bounds=0,0,60,60 position=300,200
            create g gravity items=disc,box,star
            create c collision items=disc,star boundary.slope="M 0 60 L 250 160" boundary.floor="M 200 280 L 400 280"
            create c2 collision items=box boundary.slope="M 0 60 L 250 160"
            create f body items=disc,box friction=1;create r body items=disc friction=1 collisionBoundsType=ellipse
            create s body items=star collisionBoundsType=path path="M 0 -30 L 30 30 L 0 10 L -30 30 Z"
            """)
        try stage.go(0.9)
        #expect(try stage.x("disc") > 90 && stage.angle("disc") != 0)
        #expect(try stage.x("box") < stage.x("disc"))
        try stage.go(2)
        #expect((try stage.y("star") - 250).magnitude < 1, "on two feet")
    }

    @Test func dumpAndReloadKeepTheWorld() throws {
        let lines = """
            create a layer frame=100,0,50,50;create g gravity items=a;create w world paused=true
            create c collision items=a bounds=1,2,3,4 boundary.floor="M 0 200 L 400 200"
            create s attachment item=a anchor=200,25 frequency=2
            """
        let stage = try Stage(lines)
        let wanted = stage.dump()
        #expect(wanted.contains { $0.contains("length=75") } && wanted.contains { $0.contains("boundary.floor=") })
        let again = try Stage(wanted.filter { !$0.hasPrefix("set main") }.joined(separator: "\n"))
        #expect(again.dump() == wanted)
        try stage.go(1)
        try again.go(1)
        #expect(try again.state("a") == stage.state("a"))
        // Another library takes over from the properties: velocities begin anew.
        try stage.host.reload("Dynamics", in: stage.scene)
        stage.scene.objects.markAllContent()
        try stage.run("")
        #expect(stage.behaviors.isMoving)
        let before = try stage.position("a")
        try stage.go(0.5)
        #expect(try stage.position("a") != before && stage.events.allSatisfy { $0.what != .strike })
    }

    /// A world at another speed goes the same way, later: to the bit, whatever times are looked at, and through changes of the speed.
    @Test(arguments: [30.0, 60, 144]) func speed(_ rate: Double) throws {
        let lines = """
            create a layer frame=100,0,50,50;create b layer frame=110,60,50,50;create w world;create g gravity items=a,b world=w
            create c collision items=a,b bounds=0,0,0,0 world=w;create e body items=a,b elasticity=0.7 world=w
            """
        let (whole, slow) = (try Stage(lines), try Stage(lines))
        try whole.go(1.5)
        try slow.run("set w speed=0.5")
        try slow.go(1, rate: rate)
        let before = try slow.position("a")
        try slow.run("set w speed=2")
        #expect(try slow.position("a") == before)
        try slow.go(0.25, rate: 240)
        try slow.run("set w speed=0")
        let held = try slow.state("a", "b")
        try slow.go(1, rate: rate)
        #expect(try slow.state("a", "b") == held)
        #expect(!slow.behaviors.isMoving, "what stands still asks for no frames")
        try slow.run("set w speed=0.25")
        try slow.go(2, rate: rate)
        #expect(try slow.state("a", "b") == whole.state("a", "b"))
    }

    @Test func badValuesAndBounds() throws {
        let stage = try Stage("create a layer frame=0,0,10,10")
        for (line, code) in [
            ("create g gravity items=nobody", ErrorCode.unknownObject), ("create b body items=a elasticity=2", .value),
            ("create b body items=a density=0", .value), ("create t attachment item=a length=-1", .value),
            ("create c collision items=a bounds=1,2,3", .value), ("create c collision boundary.=none", .denied),
            ("create c collision boundary.x=nonsense", .value), ("create c collision border.x=", .unknownProperty),
            ("create f field type=wind", .value), ("create s snap point=1", .value),
        ] { #expect(stage.error(line) == code, "\(line)") }
        // A thousand names of boundaries are known, and no more.
        try stage.run("create c collision items=a")
        for at in 0..<999 { try stage.run("set c boundary.n\(at)=\"M 0 0 L 1 1\"") }
        #expect(stage.error("set c boundary.more=\"M 0 0 L 1 1\"") == .limit)
        try stage.run("set c boundary.n7=none")
        #expect(try stage.value("c", "boundary.n7") == .none)
    }

    /// Work beyond the budget is left out, the same on every run; little work never is.
    @Test func workIsBounded() throws {
        func stage(_ count: Int) throws -> Stage {
            let stage = try Stage(
                (0..<count).map { "create b\($0) layer bounds=0,0,2,2 position=\($0 % 100 * 10),\($0 / 100 * 10)" }
                    .joined(separator: "\n"))
            try stage.run("create g gravity items=\((0..<count).map { "b\($0)" }.joined(separator: ","))")
            return stage
        }
        let few = try stage(10)
        try few.go(60, rate: 1 / 60.0)
        #expect(few.behaviors.skippedTime == 0)
        let (many, again) = (try stage(3000), try stage(3000))
        for stage in [many, again] { try stage.go(60, rate: 1 / 60.0) }
        #expect((58..<60).contains(many.behaviors.skippedTime), "\(many.behaviors.skippedTime)")
        #expect(many.behaviors.isMoving)
        #expect(try many.state("b0", "b2999") == again.state("b0", "b2999"))
        // What one frame may do is a share of what a long one may.
        let before = many.behaviors.skippedTime
        try many.go(1)
        #expect(many.behaviors.skippedTime - before < 0.01)
    }

    /// Pairs in one place do not grow with the square of the bodies, and all come apart.
    @Test func crowdsAreThinned() throws {
        let names = (0..<200).map { "b\($0)" }
        let stage = try Stage(names.map { "create \($0) layer frame=100,100,20,20" }.joined(separator: "\n"))
        try stage.run("create c collision items=\(names.joined(separator: ",")) mode=items")
        try stage.go(0.1)
        // Of 19,900 pairs; those that are pushed apart make room for others.
        #expect((100..<5000).contains(stage.contacts.count), "\(stage.contacts.count)")
        // Never through the floor, crowded or not.
        try stage.run(
            """
            create f collision items=\(names.joined(separator: ",")) mode=boundaries boundary.floor="M -5000 250 L 5000 250"
            create g gravity items=\(names.joined(separator: ","))
            """)
        try stage.go(3)
        for name in names { #expect(try stage.y(name) < 251, "\(name)") }
    }

    @Test func pathsAreBounded() throws {
        let stage = try Stage("create a layer frame=100,0,50,50; create c collision items=a")
        func line(_ commands: Int) -> String {
            "M 0 200 L 400 200" + (2..<commands).map { " L \($0 % 400) -900" }.joined()
        }
        #expect(stage.error("set c boundary.floor=\"\(line(10_001))\"") == .limit)
        #expect(stage.error("create p body items=a path=\"\(line(10_001))\"") == .limit)
        try stage.run("create g gravity items=a; set c boundary.floor=\"\(line(10_000))\"")
        try stage.go(2)
        #expect((try stage.y("a") - 175).magnitude < 1)
    }

    /// Velocities are set and added, also off the middle.
    @Test func pushesAndVelocities() throws {
        let stage = try Stage("create a layer frame=100,100,100,100;create b body items=a")
        try stage.run("create t push items=a mode=velocity velocity=120,-60 angularVelocity=1.5")
        #expect(try stage.value("t", "active") == .boolean(false))
        try stage.go(1)
        #expect(try (stage.x("a") - 270).magnitude < 0.6 && (stage.y("a") - 90).magnitude < 0.3)
        #expect(try (stage.angle("a") - 1.5).magnitude < 0.01)
        // The same again: set, not added.
        try stage.run("set t velocity=0,60 angularVelocity=0 active=true")
        let (x, y, angle) = (try stage.x("a"), try stage.y("a"), try stage.angle("a"))
        try stage.go(1)
        #expect(try (stage.x("a") - x).magnitude < 0.6 && (stage.y("a") - y - 60).magnitude < 0.3)
        #expect(try (stage.angle("a") - angle).magnitude < 0.01)
        // An impulse off the middle turns: the arm times the impulse, through the moment of 100 × 100 points of mass 1.
        let other = try Stage("create a layer frame=100,100,100,100;create b body items=a")
        try other.run("create p push items=a mode=instantaneous direction=0,1 magnitude=1 offset=25,0")
        try other.go(0.1)
        #expect(try (other.y("a") - 160).magnitude < 0.5)
        #expect(try (other.angle("a") - 0.1 * 25 * 100 / (20_000 / 12)).magnitude < 0.01)
        // And a force the same, by half of the time.
        let third = try Stage("create a layer frame=100,100,100,100;create b body items=a")
        try third.run("create p push items=a direction=0,1 magnitude=1 offset=25,0")
        try third.go(0.1)
        #expect(try (third.angle("a") - 0.005 * 25 * 100 / (20_000 / 12)).magnitude < 0.002)
        // Gravity at an angle.
        let fourth = try Stage("create a layer frame=100,100,100,100;create g gravity items=a angle=180deg")
        try fourth.go(0.5)
        #expect(try fourth.x("a") < 30 && (fourth.y("a") - 150).magnitude < 0.01)
    }

    /// Between two sub-steps what is fast is shown no farther than it gets.
    @Test(arguments: [60, 1 / 0.00713, 1 / 0.0151, 1000]) func wallsHoldBetweenSubsteps(_ rate: Double) throws {
        let stage = try Stage(
            """
            create a layer frame=100,50,20,20;create c collision items=a bounds=0,0,0,0;create b body items=a elasticity=1
            create p push items=a mode=instantaneous magnitude=2.5 angle=60deg
            """)
        try stage.go(1, rate: rate) { _ in
            let p = try stage.position("a")
            #expect((0...400).contains(p.x) && (0...300).contains(p.y), "\(p)")
        }
    }
}
