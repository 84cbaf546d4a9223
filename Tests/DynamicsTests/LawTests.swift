import Geometry
import Glibc
import PluginHost
import Schema
import Testing
import World

/// What physics says, against what is seen.
extension DynamicsTests {
    private static let crowd = """
        create a layer frame=30,10,40,40;create b layer frame=80,60,30,50 transform=rotate(20deg)
        create c layer frame=150,20,60,30;create g gravity items=a,b,c
        create walls collision items=a,b,c bounds=0,0,0,0;create traits body items=a,b,c elasticity=0.6 friction=0.3
        create hook attachment item=c anchor=200,100 frequency=2 damping=0.1;create s snap item=b point=300,100
        create f field items=a type=noise strength=0.4
        """

    @Test func sameMotionWheneverOneLooks() throws {
        func states(_ rate: Double) throws -> [[UInt64]] {
            let stage = try Stage(Self.crowd)
            var states: [[UInt64]] = []
            try stage.go(3, rate: rate) { time in
                if (time * 6 - (time * 6).rounded()).magnitude < 1e-9 { states.append(try stage.state("a", "b", "c")) }
            }
            return states
        }
        let wanted = try states(60)
        #expect(wanted.count == 18)
        for rate in [60.0, 30, 144, 240, 6] { #expect(try states(rate) == wanted) }
    }

    /// What is changed between two sub-steps is there then, however often one looks, and goes on from there.
    @Test(arguments: [
        "set p active=true velocity=-300,40", "set a anchorPoint=0.2,0.9", "set a position=90,80",
        "set b isAnchored=true",
    ])
    func changesBetweenSubstepsMoveNothing(_ line: String) throws {
        let stage = try Stage(
            "create a layer frame=50,50,40,20;create p push items=a mode=velocity velocity=200,100;create b body items=a"
        )
        // 2.6 sub-steps.
        try stage.go(2.6 / 240, rate: 240 / 2.6)
        try stage.run(line)
        let changed = try stage.state("a")
        for _ in 0..<3 {
            stage.world.advance(to: stage.time)
            #expect(try stage.state("a") == changed)
        }
        guard line.contains("velocity") else { return }
        let before = try stage.x("a")
        try stage.go(0.4 / 240, rate: 240 / 0.4)
        #expect(try abs(stage.x("a") - before + 300 * 0.4 / 240) < 1e-9)
    }

    @Test func freeFall() throws {
        let stage = try Stage(
            "create a layer frame=0,0,50,50;create b layer frame=200,0,80,20;create g gravity items=a,b direction=0.6,0.8"
        )
        try stage.go(2) { t in
            // Half a sub-step late, and no more.
            let fallen = 500 * t * t
            let offX = try (stage.x("a") - 25 - 0.6 * fallen).magnitude
            #expect(offX < 1000 * t / 240)
            let offY = try (stage.y("a") - 25 - 0.8 * fallen).magnitude
            #expect(offY < 1000 * t / 240)
            let apart = try (stage.x("b") - stage.x("a") - 215).magnitude
            #expect(apart < 1e-9)
            let turn = try stage.angle("a")
            #expect(turn == 0)
        }
    }

    @Test(arguments: [0.3, 0.5, 0.8, 1]) func bounce(_ elasticity: Double) throws {
        let stage = try Stage(
            """
            create a layer frame=0,0,50,50;create g gravity items=a
            create c collision items=a boundary.floor="M -100 250 L 500 250"
            create b body items=a elasticity=\(elasticity) allowsRotation=false
            """)
        // Peaks between the bounces: 200, e²·200, e⁴·200 above the floor.
        var (before, last, peaks): (Double, Double, [Double]) = (0, 0, [])
        try stage.go(3.5, rate: 240) { _ in
            let y = try stage.y("a")
            let height = 225 - y
            #expect(height < 201)
            if last > before, last >= height, last > 2, before > 0 { peaks.append(last) }
            // Counted from the first touch on.
            (before, last) = peaks.isEmpty && last == 0 && height > 1 ? (0, 0) : (last, height)
        }
        var wanted = 200.0
        for peak in peaks.prefix(4) {
            wanted *= elasticity * elasticity
            #expect((peak - wanted).magnitude < wanted * 0.01, "\(peak) for \(wanted)")
        }
        #expect(!peaks.isEmpty)
    }

    @Test(arguments: [(0.5, 0.0), (2, 0), (2, 0.1), (5, 0.05), (12, 0)])
    func spring(_ frequency: Double, _ damping: Double) throws {
        let stage = try Stage(
            """
            create a layer frame=330,130,40,40;create b body items=a allowsRotation=false
            create s attachment item=a anchor=200,150 length=100 frequency=\(frequency) damping=\(damping)
            """)
        var crossings: [Double] = []
        var last = 50.0
        let omega = 2 * Double.pi * frequency
        try stage.go(10 / frequency, rate: 240) { t in
            let x = try stage.x("a") - 300
            if last > 0, x <= 0 { crossings.append(t - x / (x - last) / 240) }
            last = x
            #expect(x.magnitude <= 50 * exp(-damping * omega * (t - 1 / 120)) + 0.5, "the envelope, at \(t)")
        }
        let period = (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1)
        let wanted = 1 / (frequency * (1 - damping * damping).squareRoot())
        #expect((period / wanted - 1).magnitude < 0.02, "\(period) for \(wanted)")
        // It is not damped by more than was said: in its last period it still comes as far.
        var most = 0.0
        try stage.go(1 / frequency, rate: 240) { _ in most = max(most, try stage.x("a") - 300) }
        #expect(most > 50 * exp(-damping * omega * 11 / frequency) * (frequency < 10 ? 0.9 : 0.2) - 0.5)
    }

    @Test(arguments: [1.0, 2, 10]) func criticalDampingDoesNotSwing(_ damping: Double) throws {
        let stage = try Stage(
            """
            create a layer frame=330,130,40,40;create b body items=a allowsRotation=false
            create s attachment item=a anchor=200,150 length=100 frequency=2 damping=\(damping)
            """)
        var last = 350.0
        try stage.go(6) { _ in
            let x = try stage.x("a")
            #expect(x >= 300 - 1e-9 && x <= last)
            last = x
        }
        #expect(last < (damping > 5 ? 340 : 300.6))
    }

    /// Springs far too stiff for the sub-steps, many on one body and in a net, stay together.
    @Test(arguments: [30.0, 100, 1000]) func stiffSpringsAreStable(_ frequency: Double) throws {
        var lines = "create hub layer frame=190,140,20,20\n"
        for at in 0..<24 {
            let angle = Double(at) / 12 * Double.pi
            lines += "create r\(at) layer bounds=0,0,5,5 position=\(200 + 90 * cos(angle)),\(150 + 90 * sin(angle))\n"
            lines += "create h\(at) attachment item=r\(at) to=hub frequency=\(frequency)\n"
            lines += "create n\(at) attachment item=r\(at) to=r\((at + 1) % 24) frequency=\(frequency)\n"
        }
        let made = lines.split(separator: "\n").sorted {
            ($0.contains(" layer ") ? 0 : 1) < ($1.contains(" layer ") ? 0 : 1)
        }
        let stage = try Stage(made.joined(separator: "\n"))
        try stage.run("set r0 position=330,150")
        var most = 0.0
        try stage.go(4) { _ in
            for at in 0..<24 { most = max(most, (try stage.position("r\(at)") - Point(200, 150)).length) }
        }
        #expect(most < 300)
    }

    @Test func aPushMovesMass() throws {
        let stage = try Stage(
            """
            create a layer frame=0,0,100,100;create b layer frame=0,100,50,50;create c layer frame=0,200,100,100
            create d layer frame=200,0,100,100
            create heavy body items=c density=2;create p push items=a,b,c magnitude=1
            create once push items=d mode=instantaneous magnitude=1 angle=90deg
            """)
        #expect(try stage.value("once", "active") == .boolean(false), "it is over")
        try stage.go(2)
        for (name, acceleration) in [("a", 100.0), ("b", 400), ("c", 50)] {
            let start = name == "b" ? 25.0 : 50
            let off = try (stage.x(name) - start - acceleration * 2).magnitude
            #expect(off < acceleration * 2 / 240 + 0.01)
        }
        let off = try (stage.y("d") - 50 - 200).magnitude
        #expect(off < 0.5, "magnitude 1 is 100 points/s")
        try stage.run("set once active=true")
        try stage.go(1)
        let more = try (stage.y("d") - 450).magnitude
        #expect(more < 1.5, "again, on top of what it has")
    }

    /// Too slow to be seen at first, but no rest.
    @Test func aFaintPushMoves() throws {
        let stage = try Stage("create a layer frame=0,0,100,100;create p push items=a magnitude=0.01")
        try stage.go(20)
        let off = try (stage.x("a") - 50 - 200).magnitude
        #expect(off < 2)
    }

    @Test func energyNeverGrows() throws {
        // A pendulum, released level: it never comes higher.
        let stage = try Stage(
            """
            create a layer frame=280,130,40,40;create g gravity items=a;create s attachment item=a anchor=200,150
            create b layer frame=20,20,40,40;create c layer frame=30,100,40,40;create gb gravity items=b,c
            create walls collision items=b,c bounds=0,0,0,0;create e body items=b,c elasticity=1 allowsRotation=false
            """)
        try stage.go(20) { _ in
            let height = try stage.y("a")
            #expect(height > 149.5)
            let stretch = try (stage.position("a") - Point(200, 150)).length.distance(to: 100).magnitude
            #expect(stretch < 1)
            #expect(try stage.y("b") > 18 && stage.y("c") > 18, "the two together have no more than what they had")
        }
    }

    @Test func snapSettlesUpright() throws {
        let stage = try Stage(
            "create a layer frame=80,80,60,60 transform=rotate(100deg);create s snap item=a point=300,200")
        try stage.go(3)
        let off = try (stage.position("a") - Point(300, 200)).length
        #expect(off < 0.2)
        let turn = try stage.angle("a").magnitude
        #expect(turn < 0.01)
        try stage.go(2)
        #expect(!stage.behaviors.isMoving)
    }

    @Test func whatIsSymmetricStaysSo() throws {
        let stage = try Stage(
            """
            create a layer bounds=0,0,40,40 position=130,40 transform=rotate(10deg)
            create b layer bounds=0,0,40,40 position=270,40 transform=rotate(-10deg)
            create g gravity items=a,b;create e body items=a,b elasticity=0.4 friction=0.2
            create c collision items=a,b mode=boundaries boundary.l="M 200 280 L 0 180" boundary.r="M 200 280 L 400 180"
            """)
        // The two points of a contact are solved one after the other, which no mirror image is: until they touch it is exact.
        try stage.go(4) { time in
            let most = time < 0.4 ? 1e-9 : 1.0
            let offX = try (stage.x("a") + stage.x("b") - 400).magnitude
            #expect(offX < most)
            let offY = try (stage.y("a") - stage.y("b")).magnitude
            #expect(offY < most)
        }
    }

    @Test func fields() throws {
        func end(_ field: String, _ seconds: Double = 1, push: Double = 0) throws -> Point {
            let stage = try Stage(
                """
                create a layer bounds=0,0,100,100 position=100,100
                create p push items=a mode=instantaneous magnitude=\(push);create f field items=a \(field)
                create b body items=a charge=2
                """)
            try stage.go(seconds)
            return try stage.position("a") - Point(100, 100)
        }
        func near(_ a: Point, _ b: Point, _ tolerance: Double) -> Bool { (a - b).length < tolerance }
        #expect(try near(end("type=linear strength=0.2 direction=1,0"), Point(100, 0), 1))
        #expect(try near(end("type=linear region=50,50 position=300,300"), .zero, 1e-9), "outside")
        #expect(try near(end("type=radial position=100,600 strength=0.1"), Point(0, 50), 1))
        #expect(try near(end("type=radial position=100,110 strength=0.1 falloff=2", 0.05), Point(0, 0.125), 0.02))
        #expect(try near(end("type=vortex position=100,1e6 strength=0.1", 0.5), Point(12.5, 0), 0.2))
        #expect(try near(end("type=drag strength=2", 3, push: 1), Point(100 / 2 * (1 - exp(-6)), 0), 0.5))
        #expect(try near(end("type=velocity direction=1,0", 3), Point(100 * (3 - 0.1), 0), 1))
        // A tenth of the radius of a circle: 100 points/s, turned by 20 a second.
        #expect(try end("type=magnetic", 10, push: 1).length < 11)
        #expect(try near(end("type=electric position=0,100 strength=0.1", 0.5), Point(25, 0), 0.5))
        #expect(try end("type=spring position=150,100", 5).length < 101)
        let noise = try end("type=noise")
        #expect(try noise.length > 1 && noise == end("type=noise"))
        #expect(try end("type=turbulence").length == 0 && end("type=turbulence", push: 1).length > 1)
    }
}
