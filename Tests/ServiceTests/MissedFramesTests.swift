import Testing

@testable import Service

/// Frames that came late, and the one that took long.
@Suite struct MissedFramesTests {
    static let interval: UInt64 = 100

    @Test(arguments: [(1_000, 0), (1_099, 0), (1_100, 1), (1_199, 1), (1_350, 3), (900, 0)])
    func wholeIntervalsBehindTheDueTimeAreMissed(end: UInt64, missed: Int) {
        var frames = MissedFrames()
        frames.composed(due: 1_000, end: end, interval: Self.interval)
        #expect(frames.count == missed)
    }

    /// One interval to paint, one until the screen's refresh; times of refreshes tremble.
    @Test(arguments: [(1_100, 0), (1_200, 0), (1_240, 0), (1_260, 1), (1_400, 2)])
    func presentationsAfterMoreThanTwoIntervalsAreMissed(time: UInt64, missed: Int) {
        var frames = MissedFrames()
        frames.composed(due: 1_000, end: 1_010, interval: Self.interval)
        frames.presented(at: time, interval: Self.interval)
        #expect(frames.count == missed)
        frames.presented(at: time + 1_000, interval: Self.interval)
        #expect(frames.count == missed, "one presentation for each frame")
    }

    @Test func aFrameIsNotCountedTwice() {
        var frames = MissedFrames()
        frames.composed(due: 1_000, end: 1_210, interval: Self.interval)
        frames.presented(at: 1_400, interval: Self.interval)
        #expect(frames.count == 2)
    }

    /// Frames that take three and a half intervals each, one after the other: no more than there were intervals.
    @Test func overlappingFramesAreCountedOnce() {
        var frames = MissedFrames()
        for number in UInt64(0)..<100 {
            // Due an interval after the last one, which ended later.
            let due = number == 0 ? 1_000 : 1_000 + (number - 1) * 350 / 100 * 100 + 100
            frames.composed(due: due, end: 1_000 + (number + 1) * 350, interval: Self.interval)
        }
        #expect((240...255).contains(frames.count), "\(frames.count)")
    }

    @Test func theLayerOfASlowFrameIsLookedForOnceASecond() {
        var frames = MissedFrames()
        var looks = 0
        func take(_ number: UInt64, _ begin: UInt64, _ end: UInt64) {
            frames.took(number, from: begin, to: end, interval: Self.interval) {
                looks += 1
                return "a\(number)"
            }
        }
        take(1, 0, 100)
        #expect(frames.slow == nil)
        take(2, 1_000, 1_101)
        #expect(frames.slow == MissedFrames.SlowFrame(number: 2, seconds: 101e-9, layer: "a2"))
        take(3, 2_000, 2_500)
        #expect(frames.slow?.number == 2)
        take(4, 2_000_000_000, 2_000_000_500)
        #expect(frames.slow?.layer == "a4")
        #expect(looks == 2)
    }
}
