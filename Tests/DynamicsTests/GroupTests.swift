import Geometry
import Glibc
import PluginHost
import Scene
import Testing

/// Item groups: several items as one rigid body.
extension DynamicsTests {
    private static let raft = """
        create a layer frame=30,10,40,40;create b layer frame=70,20,30,50 transform=rotate(20deg)
        create c layer frame=60,80,60,30;create g gravity items=a;create group itemGroup items=a,b,c
        create walls collision items=b bounds=0,0,0,0;create traits body items=a,b,c elasticity=0.5 friction=0.3
        create round body items=c collisionBoundsType=ellipse density=3
        """

    /// Distances and angles between the items never change, whatever the group meets.
    @Test func rigid() throws {
        let stage = try Stage(Self.raft)
        func shape() throws -> [Double] {
            let points = try ["a", "b", "c"].map { try stage.position($0) }
            let turns = try ["a", "b", "c"].map { try stage.angle($0) }
            func apart(_ i: Int, _ j: Int) -> Double { (points[i] - points[j]).length }
            return [
                apart(0, 1), apart(1, 2), apart(0, 2), cos(turns[1] - turns[0]), sin(turns[1] - turns[0]),
                cos(turns[2] - turns[0]), sin(turns[2] - turns[0]),
            ]
        }
        let first = try shape()
        var most = 0.0
        try stage.go(4) { _ in
            for (was, now) in zip(first, try shape()) { most = max(most, (was - now).magnitude) }
        }
        #expect(most < 1e-6)
        #expect(try stage.y("a") > 150, "it fell")
        #expect(try stage.angle("a").magnitude > 0.01, "and turned")
        try stage.go(10)
        #expect(!stage.behaviors.isMoving, "and comes to rest")
    }

    @Test func groupsMoveTheSameWheneverOneLooks() throws {
        func states(_ rate: Double) throws -> [[Double]] {
            let stage = try Stage(Self.raft)
            var states: [[Double]] = []
            try stage.go(2, rate: rate) { time in
                if (time * 6 - (time * 6).rounded()).magnitude < 1e-9 {
                    states.append(try ["a", "b", "c"].flatMap { [try stage.x($0), try stage.y($0)] })
                }
            }
            return states
        }
        let wanted = try states(60).joined()
        for rate in [60.0, 30, 240, 144, 6] {
            let got = try states(rate).joined()
            #expect(zip(got, wanted).allSatisfy { ($0 - $1).magnitude < 1e-6 }, "\(rate)")
        }
    }

    /// Mass and moment of two squares side by side, about their common middle.
    @Test func turnsAboutTheMiddleOfItsMass() throws {
        let stage = try Stage(
            """
            create a layer frame=100,100,100,100;create b layer frame=200,100,100,100
            create group itemGroup items=a,b;create p push items=a mode=instantaneous magnitude=1 angle=90deg
            """)
        try stage.go(1)
        // Twice the mass; through the common middle.
        #expect(try (stage.y("a") - 200).magnitude < 1 && (stage.y("b") - 200).magnitude < 1)
        #expect(try stage.angle("a") == 0)
        try stage.run("create q push items=a mode=instantaneous magnitude=1 angle=90deg offset=0,0.0001")
        try stage.go(0.1)
        let b = try #require(stage.scene.find("b"))
        let velocity = try #require(stage.behaviors.velocity(of: b))
        #expect((velocity.linear.y - 50 - velocity.angular * 50).magnitude < 60)
    }

    @Test func joiningAndPartingOften() throws {
        let stage = try Stage(
            Self.raft + ";create pin attachment item=b to=a type=fixed;create h snap item=c point=200,200")
        for round in 0..<12 {
            try stage.go(0.1)
            try stage.run(
                [
                    "set group items=b,c", "set group items=c", "set group items=", "set group items=c,b,a",
                    "remove group;create group itemGroup items=a,c",
                    "set walls items=a,b,c;create late itemGroup items=b,a",
                ][round % 6])
            if round % 6 == 5 { try stage.run("remove late") }
            try stage.go(0.1)
            for name in ["a", "b", "c"] {
                let p = try stage.position(name)
                #expect(p.x.isFinite && p.y.isFinite && p.x.magnitude < 1e4 && p.y.magnitude < 1e4, "\(round) \(name)")
            }
        }
        try stage.host.reload("Dynamics", in: stage.scene)
        try stage.go(1)
        try stage.run("remove a;remove b;remove c")
        try stage.go(1)
        #expect(!stage.behaviors.isMoving)
        #expect(stage.events.filter { $0.what == .strike }.isEmpty)
    }

    /// Largest and smallest items, nested layers with scales, a group of one, of nobody, of root.
    @Test(arguments: [
        "create s layer frame=0,0,9,9 transform=scale(1e6);create i layer parent=s frame=0,0,1,1;create j layer frame=5,5,0,0",
        "create i layer frame=0,0,1e-9,1e-9;create j layer frame=1e8,0,1e9,1e9",
        "create i layer frame=0,0,10,10 transform=scale(0);create j layer frame=0,0,10,10 transform=rotateX(90deg)",
    ])
    func hardItems(_ lines: String) throws {
        let stage = try Stage(
            lines
                + ";create group itemGroup items=i,j;create g gravity items=i,j;create c collision items=i,j bounds=0,0,0,0"
        )
        try stage.go(1)
        try stage.run("set j position=0,0;set group items=j,i")
        try stage.go(1)
        try stage.run("create n body items=i isAnchored=true")
        try stage.go(0.5)
        try stage.run("set j position=40,40;remove group")
        try stage.go(0.5)
        let p = try stage.position("i")
        #expect(p.x.isFinite && p.y.isFinite)
        #expect(stage.events.filter { $0.what == .strike }.isEmpty)
    }
}
