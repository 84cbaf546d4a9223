import Animation
import Schema
import TestSupport
import Testing

@Suite struct QueueTests {
    @Test func `elements come up by their times, in the order of their numbers`() {
        var queue = WakeQueue()
        for time in [3.0, 1, 2, 1, 5] { queue.append(time) }
        var visited: [Int32] = []
        var due: [Int] = []
        queue.forEachDue(at: 2, &visited) { element in
            due.append(element)
            return 10
        }
        #expect(due == [1, 2, 3])
        #expect(queue.first == 3)
    }

    @Test func `a few due elements among many are found without visiting the others`() {
        var queue = WakeQueue()
        for at in 0..<10_000 { queue.append(at % 1000 == 7 ? 1 : 100) }
        var visited: [Int32] = []
        queue.forEachDue(at: 1, &visited) { _ in 100 }
        #expect(visited.count == 10)
        queue.forEachDue(at: 1, &visited) { _ in 100 }
        #expect(visited.isEmpty)
    }

    @Test(arguments: 0..<8) func `a wake queue agrees with a plain table`(_ seed: UInt64) {
        var chance = Dice(seed)
        var queue = WakeQueue()
        var plain: [Double] = []
        var visited: [Int32] = []
        for _ in 0..<3000 {
            switch Int.random(in: 0..<8, using: &chance) {
            case 0, 1, 2:
                let time = Double(Int.random(in: 0..<50, using: &chance))
                queue.append(time)
                plain.append(time)
            case 3 where !plain.isEmpty:
                let at = Int.random(in: plain.indices, using: &chance)
                queue.remove(at)
                plain[at] = plain[plain.count - 1]
                plain.removeLast()
            case 4 where !plain.isEmpty:
                let at = Int.random(in: plain.indices, using: &chance)
                let time = Double(Int.random(in: 0..<50, using: &chance))
                queue.set(at, time)
                plain[at] = time
            case 5:
                let now = Double(Int.random(in: 0..<20, using: &chance))
                var found: [Int] = []
                queue.forEachDue(at: now, &visited) { at in
                    found.append(at)
                    return now + Double(at % 7)
                }
                #expect(found == plain.indices.filter { plain[$0] <= now })
                for at in found { plain[at] = now + Double(at % 7) }
            default: break
            }
            #expect(queue.first == plain.min() ?? .infinity)
        }
    }

    @Test func `ends come up by time, then by age`() {
        var queue = EndQueue()
        queue.set(1, 10, 5)
        queue.set(2, 20, 3)
        queue.set(3, 30, 5)
        queue.set(4, 40, .infinity)
        #expect(queue.first == 3)
        let due = queue.takeDue(at: 5)
        #expect(due.map(\.slot) == [20, 10, 30])
        #expect(queue.first == .infinity)
    }

    @Test func `an end that moves counts once, and what is taken back does not pile up`() {
        var queue = EndQueue()
        for time in 0..<10_000 { queue.set(1, 10, Double(10_000 - time)) }
        queue.set(1, 10, 7)
        #expect(queue.count == 1)
        #expect(queue.size < 100)
        let due = queue.takeDue(at: 100)
        #expect(due.map(\.at) == [7])
        queue.set(2, 20, 1)
        queue.remove(2)
        let none = queue.takeDue(at: 100)
        #expect(none.isEmpty)
    }
}
