import Reactor
import Testing

@testable import Service

@Suite struct LogBudgetTests {
    private let second: Nanoseconds = 1_000_000_000

    @Test func tenLinesOfAKindAreWrittenThenCounted() {
        var budget = LogBudget()
        var written = 0
        for at in 0..<4_223 {
            if budget.takes("timer", .notice, "timer t\(at) failed", at: Nanoseconds(at) * 1000) { written += 1 }
        }
        #expect(written == LogBudget.most)
        #expect(budget.nextCount == 10_000 + 60 * second)
        #expect(budget.takeCounts(at: 59 * second) == [])
        #expect(
            budget.takeCounts(at: 61 * second) == [
                LogBudget.Rest(level: .notice, message: "timer t4222 failed", count: 4_213)
            ])
        // Then it is heard again.
        #expect(budget.nextCount == nil)
        let isTaken = budget.takes("timer", .notice, "timer t0 failed", at: 61 * second)
        #expect(isTaken)
    }

    @Test func otherKindsAreNotHeldBack() {
        var budget = LogBudget()
        for _ in 0..<20 { _ = budget.takes("timer", .notice, "a", at: 0) }
        let isTaken = budget.takes("state", .warning, "b", at: 0)
        #expect(isTaken)
    }

    @Test func tenASecondAreNotTooMany() {
        var budget = LogBudget()
        for at in 0..<600 {
            let isTaken = budget.takes("timer", .notice, "a", at: Nanoseconds(at) * (second / 10))
            #expect(isTaken)
        }
        #expect(budget.nextCount == nil)
    }

    @Test func aCountHasTheGravestLevel() {
        var budget = LogBudget()
        for _ in 0..<11 { _ = budget.takes("x", .notice, "a", at: 0) }
        _ = budget.takes("x", .error, "b", at: 1)
        _ = budget.takes("x", .info, "c", at: 2)
        #expect(budget.takeCounts(at: 5, all: true) == [LogBudget.Rest(level: .error, message: "c", count: 3)])
    }

    @Test func kindsAreBounded() {
        var budget = LogBudget()
        var written = 0
        for at in 0..<10_000 { if budget.takes("kind \(at)", .notice, "a", at: 0) { written += 1 } }
        #expect(written == LogBudget.mostKinds + LogBudget.most)
        // Those that are quiet make room.
        let isTaken = budget.takes("another", .notice, "a", at: 2 * second)
        #expect(isTaken)
    }

    @Test func aMessageIsOneLineOfBoundedLength() {
        #expect(Log.oneLine("a\nscrimd: error: b\u{1B}[2J") == "a scrimd: error: b [2J")
        #expect(Log.oneLine(String(repeating: "x", count: 5000)).utf8.count == 2048 + 3)
        #expect(Log.grouped(4213) == "4,213")
        #expect(Log.grouped(999) == "999")
        #expect(Log.grouped(1_234_567) == "1,234,567")
    }
}
