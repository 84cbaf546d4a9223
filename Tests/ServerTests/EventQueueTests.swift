import Testing

@testable import Server

private final class Joining: EventMerger {
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8] { unsafe older + newer }
}

extension EventQueue {
    fileprivate mutating func add(
        _ text: String, _ coalescing: Coalescing = .none, _ bounds: Bounds = Bounds(), _ merger: (any EventMerger)? = nil
    ) -> Bool {
        let bytes = Array(text.utf8)
        return unsafe bytes.withUnsafeBufferPointer {
            unsafe append($0, coalescing, bounds: bounds, merger: merger)
        }
    }

    fileprivate mutating func drain() -> [String] {
        var lines: [String] = []
        while let line = popFirst() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(isEmpty && bytes == 0 && count == 0)
        return lines
    }
}

private let notice = { (count: Int) in "event dropped {\"count\":\(count)}\n" }

@Suite struct EventQueueTests {
    @Test func latestTakesThePlaceOfItsPredecessor() {
        var queue = EventQueue()
        for (text, coalescing) in [
            ("a1", .latest(key: 1)), ("b", .none), ("c1", .latest(key: 2)), ("a2", .latest(key: 1)),
        ] as [(String, Coalescing)] { #expect(queue.add(text, coalescing)) }
        #expect(queue.drain() == ["a2", "b", "c1"])
        #expect(queue.add("a3", .latest(key: 1)))
        #expect(queue.drain() == ["a3"])
    }

    @Test func nothingMergesAcrossABarrier() {
        var queue = EventQueue()
        for (text, coalescing) in [
            ("moved", .latest(key: 1)), ("ended", .barrier(key: 1)), ("moved again", .latest(key: 1)),
            ("and again", .latest(key: 1)),
        ] as [(String, Coalescing)] { #expect(queue.add(text, coalescing)) }
        #expect(queue.drain() == ["moved", "ended", "and again"])
    }

    @Test func mergerMakesOneOfTwo() {
        var queue = EventQueue()
        let merger = Joining()
        for text in ["x", "y", "z"] { #expect(queue.add(text, .latest(key: 7), Bounds(), merger)) }
        #expect(queue.bytes == 3)
        #expect(queue.drain() == ["xyz"])
    }

    @Test func countAtTheBoundAndBeyond() {
        var bounds = Bounds()
        bounds.events = 3
        var queue = EventQueue()
        #expect(["a", "b", "c"].map { queue.add($0, .none, bounds) } == [true, true, true])
        #expect(["d", "e"].map { queue.add($0, .none, bounds) } == [false, false])
        #expect(queue.popFirst() == Array("a".utf8))
        #expect(queue.add("f", .none, bounds))
        #expect(queue.drain() == ["b", "c", notice(2), "f"])
        for text in ["a", "b", "c", "d"] { _ = queue.add(text, .none, bounds) }
        #expect(queue.drain() == ["a", "b", "c", notice(1)])
    }

    @Test func bytesAtTheBoundAndBeyond() {
        var bounds = Bounds()
        bounds.eventBytes = 10
        var queue = EventQueue()
        #expect(queue.add("12345", .latest(key: 1), bounds))
        #expect(queue.add("67890", .none, bounds))
        #expect(!queue.add("x", .none, bounds))
        #expect(!queue.add("123456", .latest(key: 1), bounds))
        #expect(queue.add("abcde", .latest(key: 1), bounds))
        #expect(queue.drain() == ["abcde", "67890", notice(2)])
    }

    @Test func agreesWithAListOverALongTime() {
        var queue = EventQueue()
        var model: [(key: UInt64, text: String)] = []
        var random = SystemRandomNumberGenerator()
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
                let line = queue.popFirst().map { String(decoding: $0, as: UTF8.self) }
                #expect(line == (model.isEmpty ? nil : model.removeFirst().text))
            }
        }
        #expect(queue.drain() == model.map(\.text))
    }
}
