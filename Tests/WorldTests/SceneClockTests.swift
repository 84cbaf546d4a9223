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
}
