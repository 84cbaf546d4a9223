import TestSupport
import Testing

@testable import Living

@Suite struct TimerScheduleTests {
    private func fires(_ timer: inout TimerSchedule, _ now: Double) -> Bool { timer.fires(at: now) }

    @Test func aLateOneFiresOnceAndKeepsItsTimes() {
        var timer = TimerSchedule(interval: 1, repeats: true, now: 0)
        #expect(!fires(&timer, 0.99))
        #expect(fires(&timer, 1))
        #expect(!fires(&timer, 1) && timer.next == 2)
        #expect(fires(&timer, 5.5))
        #expect(!fires(&timer, 5.9) && timer.next == 6)
    }

    @Test func theLastTimeIsOneOfThoseThatItKeeps() {
        let timer = TimerSchedule(interval: 0.1, repeats: true, now: 0)
        #expect(timer.last(by: 0.05) == nil && timer.last(by: 0.1) == 0.1)
        for number in 1...10_000 {
            let now = Double(number) * 0.1
            guard let last = timer.last(by: now) else { continue }
            #expect(last <= now && now - last < 0.1 + 1e-9)
        }
        #expect(TimerSchedule(interval: 1, repeats: false, now: 0).last(by: 9.5) == 1)
    }

    @Test func oneThatDoesNotRepeatIsOver() {
        var timer = TimerSchedule(interval: 0.3, repeats: false, now: 10)
        #expect(!fires(&timer, 10.2) && !timer.isOver)
        #expect(fires(&timer, 10.3) && timer.isOver)
        #expect(!fires(&timer, 99))
    }

    @Test func aPauseKeepsTheTimeThatIsLeft() {
        var timer = TimerSchedule(interval: 2, repeats: true, now: 0)
        timer.pause(at: 0.5)
        #expect(timer.isPaused && timer.left == 1.5 && !fires(&timer, 50))
        timer.pause(at: 60)
        timer.resume(at: 100)
        #expect(timer.next == 101.5 && !timer.isPaused)
        timer.resume(at: 200)
        #expect(timer.next == 101.5)
    }

    @Test func alignedOnesFireAtMultiplesOfWallTime() {
        #expect(TimerSchedule.aligned(interval: 60, now: 7, wall: 125) == 62)
        #expect(TimerSchedule.aligned(interval: 1, now: 7, wall: 3) == 8)
    }

    @Test func timesGoForwardWhateverTheInterval() {
        var dice = Dice(5)
        for _ in 0..<2000 {
            let interval = dice.real(0.004, 100)
            var timer = TimerSchedule(interval: interval, repeats: true, now: dice.real(0, 1e6))
            var now = timer.next ?? 0
            for _ in 0..<5 {
                #expect(fires(&timer, now))
                #expect((timer.next ?? 0) > now && (timer.next ?? 0) <= now + interval * 1.000001)
                now += dice.real(0, 3) * interval
                now = max(now, timer.next ?? 0)
            }
        }
    }
}
