import Testing

@testable import Service

/// How long a frame waits for one client's answer about layouts.
@Suite struct LayoutListenerTests {
    private func listener(_ timeout: Int64 = 10) -> LayoutListener {
        var listener = LayoutListener()
        listener.timeout = timeout
        return listener
    }

    @Test func aFrameWaitsFromTheFirstEventOn() {
        var one = listener()
        #expect(one.end(at: 100) == nil)
        one.tell(1, now: 100)
        one.tell(2, now: 108)
        #expect(one.end(at: 105) == 110)
        // An answer to the older one is none to the newer.
        one.answer(1)
        #expect(one.end(at: 109) == 110)
        one.answer(2)
        #expect(one.end(at: 109) == nil && one.told == nil)
        // Within the same frame there is no other deadline.
        one.tell(3, now: 109)
        #expect(one.end(at: 109) == 110)
        one.answer(3)
        one.frameComposed()
        one.tell(4, now: 200)
        #expect(one.end(at: 205) == 210)
    }

    @Test func threeMissingAnswersAreTheLast() {
        var one = listener()
        func miss(_ serial: UInt64, _ now: Int64) {
            one.tell(serial, now: now)
            #expect(one.end(at: now + 10) == nil)
            one.frameComposed()
        }
        miss(1, 100)
        miss(2, 200)
        // One in time in between: it is counted from the beginning.
        one.tell(3, now: 300)
        one.answer(3)
        one.frameComposed()
        miss(4, 400)
        miss(5, 500)
        #expect(!one.isDropped)
        miss(6, 600)
        #expect(one.isDropped)
        one.tell(7, now: 700)
        #expect(one.told == nil && one.end(at: 700) == nil, "nobody waits for it")
        one.begin()
        one.tell(8, now: 800)
        #expect(one.end(at: 800) == 810)
    }

    /// What is late is no answer, and no reason to begin anew.
    @Test func aLateAnswerDoesNotCount() {
        var one = listener()
        for round in 1...3 as ClosedRange<UInt64> {
            let now = Int64(round) * 100
            one.tell(round, now: now)
            #expect(one.end(at: now + 11) == nil)
            one.answer(round)
            one.frameComposed()
        }
        #expect(one.isDropped)
    }
}
