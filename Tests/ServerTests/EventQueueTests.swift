import TestSupport
import Testing

@testable import Server

private final class Joining: EventMerger {
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8] { unsafe older + newer }
}

/// A queue and its bounds, spoken to in text.
private final class Waiting {
    var queue = EventQueue()
    var bounds = Bounds()
    var merger: Joining?

    func add(_ text: String, _ coalescing: Coalescing = .none) -> Bool {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBufferPointer {
            unsafe queue.append($0, coalescing, bounds: bounds, merger: merger)
        }
    }

    func popFirst() -> String? { queue.popFirst().map { String(decoding: $0, as: UTF8.self) } }

    func drain() -> [String] {
        var lines: [String] = []
        while let line = popFirst() { lines.append(line) }
        #expect(queue.isEmpty && queue.bytes == 0 && queue.count == 0)
        return lines
    }
}

private func notice(_ count: Int) -> String { "event dropped {\"count\":\(count)}\n" }

@Suite struct EventQueueTests {
    @Test func latestTakesThePlaceOfItsPredecessor() {
        let queue = Waiting()
        for (text, coalescing) in [
            ("a1", .latest(key: 1)), ("b", .none), ("c1", .latest(key: 2)), ("a2", .latest(key: 1)),
        ] as [(String, Coalescing)] { #expect(queue.add(text, coalescing)) }
        #expect(queue.drain() == ["a2", "b", "c1"])
        #expect(queue.add("a3", .latest(key: 1)))
        #expect(queue.drain() == ["a3"])
    }

    @Test func nothingMergesAcrossABarrier() {
        let queue = Waiting()
        for (text, coalescing) in [
            ("moved", .latest(key: 1)), ("ended", .barrier(key: 1)), ("moved again", .latest(key: 1)),
            ("and again", .latest(key: 1)),
        ] as [(String, Coalescing)] { #expect(queue.add(text, coalescing)) }
        #expect(queue.drain() == ["moved", "ended", "and again"])
    }

    @Test func mergerMakesOneOfTwo() {
        let queue = Waiting()
        queue.merger = Joining()
        for text in ["x", "y", "z"] { #expect(queue.add(text, .latest(key: 7))) }
        #expect(queue.queue.bytes == 3)
        #expect(queue.drain() == ["xyz"])
    }

    @Test func countAtTheBoundAndBeyond() {
        let queue = Waiting()
        queue.bounds.events = 3
        #expect(["a", "b", "c"].map { queue.add($0) } == [true, true, true])
        #expect(["d", "e"].map { queue.add($0) } == [false, false])
        #expect(queue.popFirst() == "a")
        #expect(queue.add("f"))
        #expect(queue.drain() == ["b", "c", notice(2), "f"])
        for text in ["a", "b", "c", "d"] { _ = queue.add(text) }
        #expect(queue.drain() == ["a", "b", "c", notice(1)])
    }

    @Test func bytesAtTheBoundAndBeyond() {
        let queue = Waiting()
        queue.bounds.eventBytes = 10
        #expect(queue.add("12345", .latest(key: 1)))
        #expect(queue.add("67890"))
        #expect(!queue.add("x"))
        #expect(!queue.add("123456", .latest(key: 1)))
        #expect(queue.add("abcde", .latest(key: 1)))
        #expect(queue.drain() == ["abcde", "67890", notice(2)])
    }

    @Test func agreesWithAListOverALongTime() {
        let queue = Waiting()
        var model: [(key: UInt64, text: String)] = []
        var random = Dice(1)
        for step in 0..<5000 {
            if Int.random(in: 0..<5, using: &random) < 3 {
                let key = UInt64.random(in: 0..<100, using: &random)
                _ = queue.add("\(step)", .latest(key: key))
                if let place = model.firstIndex(where: { $0.key == key }) {
                    model[place].text = "\(step)"
                } else {
                    model.append((key, "\(step)"))
                }
            } else {
                let line = queue.popFirst()
                #expect(line == (model.isEmpty ? nil : model.removeFirst().text))
            }
        }
        #expect(queue.drain() == model.map(\.text))
    }
}
