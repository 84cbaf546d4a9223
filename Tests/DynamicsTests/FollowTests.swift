import Geometry
import Scene
import Schema
import Testing

/// Follows, which need no plugin but the shape's.
extension DynamicsTests {
    @Test func pathsAndPositionsFollow() throws {
        let stage = try Stage(
            """
            create a layer position=10,20;create b layer position=30,40;create s shape position=5,5
            create f follow layer=s path="M {a} Q {b} {a+10,-5} Z";create t layer;create p follow layer=t position={a+1,2}
            """)
        try stage.go(0.1)
        func path() throws -> [Point] { try stage.value("s", "path").path?.points ?? [] }
        #expect(try path() == [Point(5, 15), Point(25, 35), Point(15, 10)])
        #expect(try stage.position("t") == Point(11, 22))
        try stage.run("set a position=0,0")
        try stage.go(0.1)
        #expect(try path()[0] == Point(-5, -5) && stage.position("t") == Point(1, 2))
        // The shape's own place counts, and what an animation shows.
        try stage.run("set s position=0,0;animate b position=130,40 duration=1 timing=linear")
        try stage.go(0.5)
        #expect(try (path()[1] - Point(80, 40)).length < 2)
        // What is gone leaves all as it was.
        try stage.run("remove b")
        let last = try path()
        try stage.run("set a position=50,50")
        try stage.go(0.1)
        #expect(try path() == last && stage.position("t") == Point(51, 52))
        try stage.run("remove t")
        #expect(stage.scene.find("p") == nil, "a follow goes with its layer")
    }

    @Test func spacesAndChains() throws {
        let stage = try Stage(
            """
            create box layer bounds=0,0,100,100 position=200,100 transform=scale(2)
            create a layer parent=box position=60,50;create t layer
            create s shape parent=box;create f1 follow layer=t position={a};create f2 follow layer=s path="M {t} L {a}"
            create u layer;create f3 follow layer=u position={t+1,1}
            """)
        try stage.go(0.1)
        #expect(try stage.position("t") == Point(220, 100) && stage.position("u") == Point(221, 101))
        #expect(try stage.value("s", "path").path?.points == [Point(60, 50), Point(60, 50)])
        try stage.run("set box position=0,0")
        try stage.go(0.1)
        #expect(try stage.position("u") == Point(21, 1))
        // Another parent is another space.
        try stage.run("set a parent=root")
        try stage.go(0.1)
        #expect(try stage.position("t") == Point(60, 50))
    }

    @Test func circlesAndMistakesAreRefused() throws {
        let stage = try Stage(
            "create a layer;create b layer;create c layer parent=b;create f follow layer=a position={b}")
        for (line, code) in [
            ("create g follow layer=b position={a}", ErrorCode.cycle), ("create g follow layer=b position={c}", .cycle),
            ("create g follow layer=b position={b}", .cycle),
            ("create g follow layer=c position={nobody}", .unknownObject),
            ("create g follow layer=c position={a", .value), ("create g follow layer=c path=\"M {a}\"", .value),
            ("create g follow layer=c position=\"{a} {b}\"", .value),
            ("create g follow layer=root position={a}", .denied),
            ("set f position={a}", .cycle), ("create g follow layer=f position={a}", .value),
        ] { #expect(stage.error(line) == code, "\(line)") }
        // One that comes of moving layers is cut off, not followed for ever.
        try stage.run("create g follow layer=c position={a};set b parent=root")
        #expect(stage.error("create h follow layer=b position={c}") == .cycle)
        try stage.go(0.2)
    }
}
