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
                (.deadline, 5_000_000, .render), (.submitted, 5_000_000, .expect(255_000_000)),
                (.changed, 6_000_000, .none), (.presented, 7_000_000, .arm(15_000_000)),
                // Early timers are set again; late ones keep the grid.
                (.deadline, 14_000_000, .arm(15_000_000)), (.deadline, 38_000_000, .render),
                (.submitted, 38_000_000, .expect(288_000_000)), (.presented, 39_000_000, .disarm),
                (.changed, 41_000_000, .arm(45_000_000)), (.settled, 42_000_000, .disarm),
            ])
        #expect(s.state == .idle)
    }

    /// After a rest of more than an interval a change is shown at once, and begins the grid; one that follows keeps it.
    @Test func aChangeAfterARestIsShownAtOnce() {
        var s = FrameScheduler(refresh: 100)
        run(
            &s,
            [
                (.changed, 5_000_000, .arm(5_000_000)), (.deadline, 5_000_000, .render),
                (.changed, 14_999_999, .arm(15_000_000)), (.deadline, 15_000_000, .render),
                (.changed, 25_000_000, .arm(25_000_000)), (.deadline, 25_000_000, .render),
                (.changed, 98_700_000, .arm(98_700_000)), (.deadline, 98_750_000, .render),
                (.changed, 98_800_000, .arm(108_700_000)), (.deadline, 108_700_000, .render),
                // Nothing to see in it, and again.
                (.changed, 200_000_000, .arm(200_000_000)), (.settled, 200_000_000, .disarm),
                (.changed, 200_100_000, .arm(200_100_000)),
            ])
        #expect(s.frameTime == 108_700_000)
    }

    /// Who follows frames asks half an interval before one is due, and gets it on the grid.
    @Test func followersStayOnTheGrid() {
        var s = FrameScheduler(refresh: 100)
        run(
            &s,
            [
                (.changed, 0, .arm(0)), (.deadline, 0, .render), (.followed, 45_000_000, .arm(50_000_000)),
                (.changed, 46_000_000, .none), (.deadline, 50_000_000, .render),
                (.submitted, 50_000_000, .expect(300_000_000)),
                (.followed, 51_000_000, .none), (.presented, 52_000_000, .arm(60_000_000)),
            ])
    }

    /// An output that takes its time is not idle: a frame that waited for it stays on the grid.
    @Test func aFrameThatWaitedForTheOutputStaysOnTheGrid() {
        var s = FrameScheduler(refresh: 100)
        run(
            &s,
            [
                (.changed, 0, .arm(0)), (.deadline, 0, .render), (.submitted, 0, .expect(250_000_000)),
                (.changed, 1_000_000, .none), (.presented, 37_000_000, .arm(40_000_000)),
                (.deadline, 40_000_000, .render), (.submitted, 40_000_000, .expect(290_000_000)),
                (.presented, 77_000_000, .disarm), (.changed, 78_000_000, .arm(78_000_000)),
            ])
    }

    /// A frame that shows nothing is no reason to wait.
    @Test func theFirstThatShowsSomethingBeginsTheGrid() {
        var s = FrameScheduler(refresh: 100)
        run(&s, [(.changed, 5_000_000, .arm(5_000_000)), (.deadline, 5_000_000, .render)])
        s.forgetGrid()
        run(
            &s,
            [
                (.changed, 7_000_000, .arm(7_000_000)), (.deadline, 7_000_000, .render),
                (.changed, 8_000_000, .arm(17_000_000)),
            ])
    }

    /// A screen that shows frames on the grid itself says so a moment later: the next frame is that place's.
    @Test func theNextFrameFollowsTheScreen() {
        var s = FrameScheduler(refresh: 100)
        run(
            &s,
            [
                (.changed, 0, .arm(0)), (.deadline, 0, .render), (.submitted, 0, .expect(250_000_000)),
                (.changed, 1, .none), (.presented, 10_000_200, .arm(10_000_000)), (.deadline, 10_000_300, .render),
                (.submitted, 10_000_400, .expect(260_000_400)), (.changed, 10_000_500, .none),
                // Half an interval late: the place after it.
                (.presented, 24_999_999, .arm(20_000_000)), (.deadline, 25_000_000, .render),
                (.submitted, 25_000_000, .expect(275_000_000)), (.changed, 26_000_000, .none),
                (.presented, 35_000_000, .arm(40_000_000)),
            ])
        #expect(s.frameTime == 20_000_000)
    }

    @Test func theGridMovesToTheScreen() {
        var s = FrameScheduler(refresh: 100)
        s.align(to: 5)
        run(&s, [(.changed, 100_000_000, .arm(100_000_000)), (.deadline, 100_000_000, .render)])
        for _ in 0..<100 { s.align(to: 134_000_000) }
        // The nearest of the screen's times.
        #expect((104_000_000 - 1000...104_000_000).contains(s.frameTime))
        for _ in 0..<100 { s.align(to: 29_000_000) }
        #expect((99_000_000...99_000_000 + 1000).contains(s.frameTime))
    }

    /// Nobody shows frames: they come seldom, until somebody does.
    @Test func unseenFramesAreSeldom() {
        var s = FrameScheduler(refresh: 100)
        run(
            &s,
            [
                (.changed, 0, .arm(0)), (.deadline, 0, .render), (.submitted, 0, .expect(250_000_000)),
                (.changed, 1, .none), (.deadline, 250_000_000, .arm(300_000_000)),
                (.deadline, 300_000_000, .render), (.changed, 301_000_000, .arm(400_000_000)),
            ])
        #expect(!s.isSeen)
        run(&s, [(.presented, 350_000_000, .arm(350_000_000))])
        #expect(s.isSeen)
        run(
            &s,
            [(.hidden, 351_000_000, .none), (.deadline, 352_000_000, .render), (.seen, 400_000_000, .arm(400_000_000))])
        #expect(s.isSeen)
        // Told while a frame is with the output.
        run(
            &s,
            [
                (.deadline, 400_000_000, .render), (.submitted, 400_000_000, .expect(650_000_000)),
                (.hidden, 401_000_000, .disarm), (.seen, 402_000_000, .arm(410_000_000)),
            ])
        // A clock that stops forgets the frame that it waited for.
        run(
            &s,
            [
                (.deadline, 410_000_000, .render), (.submitted, 411_000_000, .expect(661_000_000)),
                (.settled, 412_000_000, .disarm),
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
