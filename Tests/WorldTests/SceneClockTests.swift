import Testing

@testable import World

/// Scene time beside the clock on the wall, by itself.
@Suite struct SceneClockTests {
    @Test func theNextMultipleIsThatOfTheWall() {
        var clock = SceneClock()
        clock.time = 5
        clock.wall.clock = { 1000.25 }
        #expect(clock.wallTime == 1000.25)
        #expect(clock.aligned(10, from: 5) == 14.75)
        #expect(clock.aligned(10, from: 14.75) == 24.75)
        // Just before a multiple it counts as reached when the clock is being adjusted.
        #expect(clock.aligned(10, from: 14.5) == 14.75)
        #expect(clock.aligned(10, from: 14.5, slack: 0.5) == 24.75)
    }

    @Test func aManualClockIsTheWalls() {
        var clock = SceneClock()
        clock.time = 5
        clock.wall.clock = { 1000.25 }
        clock.wall.isManual = { true }
        #expect(clock.wallTime == 5)
        #expect(clock.aligned(10, from: 5) == 10)
    }

    private final class Mover: LayerMover {
        var times: [Double] = []
        let skippedTime = 0.0
        func sync(at time: Double) { times.append(time) }
        func advance(to time: Double) {}
    }

    /// A restored scene is there before what moves its layers.
    @Test func aMoverTakesUpWhatIsThere() {
        let (talk, mover) = (Talk(), Mover())
        #expect(talk.send("create a layer") == "ok")
        talk.world.settle()
        talk.world.mover = mover
        for _ in 0..<2 { talk.world.settle() }
        #expect(mover.times == [0])
    }
}
