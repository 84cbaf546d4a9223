import Animation
import Geometry
import Testing

/// Where an animation stands, against going there in small steps.
@Suite struct MediaTimingTests {
    /// The same by adding up: a clock that runs through the cycles, one small step after another.
    private func stepped(_ t: MediaTiming, to time: Double) -> Double? {
        let active =
            t.repeatDuration > 0 ? t.repeatDuration : t.repeatCount * t.duration * (t.autoreverses ? 2 : 1)
        let elapsed = (time - t.begin) * t.speed
        if elapsed < 0 || elapsed >= active { return nil }
        var (slot, isBack, left) = (0.0, false, elapsed + t.timeOffset)
        while left > 0 {
            let room = t.duration - slot
            if left < room { slot += left; break }
            left -= room
            slot = 0
            if t.autoreverses { isBack.toggle() }
        }
        return isBack ? t.duration - slot : slot
    }

    @Test(arguments: [1, 0.5, 3], [0, 0.3, 1.7]) func cyclesAddUp(_ speed: Double, _ offset: Double) {
        for autoreverses in [false, true] { cyclesAddUp(autoreverses, speed, offset) }
    }

    private func cyclesAddUp(_ autoreverses: Bool, _ speed: Double, _ offset: Double) {
        var timing = MediaTiming()
        timing.begin = 2
        timing.duration = 0.75
        timing.repeatCount = 2.6
        timing.autoreverses = autoreverses
        timing.speed = speed
        timing.timeOffset = offset
        for k in 0..<400 {
            // Off the borders, where rounding decides.
            let time = 1.5 + Double(k) * 0.0371
            let moment = timing.moment(at: time)
            let wanted = stepped(timing, to: time)
            #expect((moment == nil) == (wanted == nil), "at \(time)")
            if let moment, let wanted { #expect(abs(moment.time - wanted) < 1e-9, "at \(time)") }
        }
    }

    @Test func bordersAreExactInSpiteOfRounding() {
        var timing = MediaTiming()
        timing.duration = 0.3
        timing.begin = 0.1 + 0.2
        // 0.1 + 0.2 is a little more than 0.3.
        #expect(timing.moment(at: 0.3)?.time == 0)
        #expect(timing.moment(at: 0.1 + 0.2 + 0.1 + 0.1 + 0.1) == nil)
        timing.repeatCount = 3
        #expect(timing.moment(at: 0.6) == MediaTiming.Moment(time: 0, runs: 1))
    }

    @Test func fillsHoldTheFirstAndTheLast() {
        var timing = MediaTiming()
        (timing.begin, timing.duration, timing.repeatCount) = (1, 2, 1.25)
        #expect(timing.moment(at: 0) == nil && timing.moment(at: 9) == nil)
        (timing.fillsBackwards, timing.fillsForwards) = (true, true)
        #expect(timing.moment(at: 0)?.time == 0)
        #expect(timing.moment(at: 9) == MediaTiming.Moment(time: 0.5, runs: 1))
        timing.repeatCount = 2
        #expect(timing.moment(at: 9) == MediaTiming.Moment(time: 2, runs: 1))
        timing.autoreverses = true
        #expect(timing.moment(at: 9)?.time == 0)
    }

    @Test func backwardAndStill() {
        var timing = MediaTiming()
        (timing.duration, timing.speed) = (1, -1)
        #expect(timing.moment(at: 0.25)?.time == 0.75)
        #expect(timing.moment(at: 1) == nil)
        (timing.speed, timing.timeOffset) = (0, 0.4)
        #expect(timing.moment(at: 1e9)?.time == 0.4)
        #expect(timing.end == .infinity)
    }

    /// Numbers from clients at their worst: an answer, and no trap.
    @Test(arguments: [0, .leastNonzeroMagnitude, 1e-300, 1, 1e300], [0, 1e-300, 1, .infinity]) func extremes(
        _ duration: Double, _ count: Double
    ) {
        for speed in [-1e300, -1, 0, 1e-300, 1, 1e300] {
            for offset in [-1e300, 0, 1e300] {
                var timing = MediaTiming()
                (timing.duration, timing.repeatCount, timing.speed, timing.timeOffset) = (
                    duration, count, speed, offset
                )
                (timing.fillsBackwards, timing.fillsForwards, timing.autoreverses) = (true, true, offset > 0)
                timing.curve = .easeIn
                for time in [-1e300, 0, 1e-300, 1, 1e300] {
                    let moment = timing.moment(at: time)
                    #expect((moment?.runs ?? 0) >= 0 && (moment?.time ?? 0).isFinite)
                }
            }
        }
    }

    @Test func curvesEndAtTheirEnds() {
        for curve in [TimingFunction.linear, .standard, .easeIn, .cubicBezier(x1: 0, y1: 9, x2: 1, y2: -9)] {
            #expect(curve.value(at: -1) == 0 && curve.value(at: 0) == 0)
            #expect(curve.value(at: 1) == 1 && curve.value(at: 2) == 1)
        }
        // A vertical middle: found, though the slope says nothing.
        #expect(abs(TimingFunction.cubicBezier(x1: 1, y1: 0, x2: 0, y2: 1).value(at: 0.5) - 0.5) < 1e-6)
        #expect(TimingFunction.steps(count: 3, atStart: true).value(at: 0.99) == 1)
        #expect(TimingFunction.steps(count: 3, atStart: false).value(at: 2.0 / 3) == 2.0 / 3)
    }
}
