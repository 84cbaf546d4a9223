import Compositor
import Testing

@Suite struct FrameSchedulerTests {
    typealias Step = (event: FrameScheduler.Event, now: UInt64, action: FrameScheduler.Action)

    private func run(_ scheduler: inout FrameScheduler, _ steps: [Step]) {
        for (at, step) in steps.enumerated() {
            #expect(scheduler.handle(step.event, now: step.now) == step.action, "step \(at)")
        }
    }

    @Test func framesStandOnAGrid() {
        var s = FrameScheduler(refresh: 100)
        run(
            &s,
            [
                (.changed, 5_000_000, .arm(5_000_000)), (.changed, 5_000_000, .none),
                (.deadline, 5_000_000, .render), (.submitted, 5_000_000, .none),
                (.changed, 6_000_000, .none), (.presented, 7_000_000, .arm(15_000_000)),
                // Early timers are set again; late ones keep the grid.
                (.deadline, 14_000_000, .arm(15_000_000)), (.deadline, 38_000_000, .render),
                (.submitted, 38_000_000, .none), (.presented, 39_000_000, .none),
                (.changed, 41_000_000, .arm(45_000_000)), (.settled, 42_000_000, .disarm),
            ])
        #expect(s.state == .idle)
    }

    @Test func manualClockArmsNothing() {
        var s = FrameScheduler(refresh: 60)
        s.isManual = true
        run(&s, [(.changed, 1, .none), (.deadline, 2, .none)])
        #expect(s.state == .idle)
    }

    @Test func refreshIsHeldToItsRange() {
        #expect(FrameScheduler.interval(0) == 1_000_000_000 && FrameScheduler.interval(.nan) == 1_000_000_000)
        #expect(FrameScheduler.interval(1e9) == 1_000_000 && FrameScheduler.interval(60) == 16_666_666)
    }
}
