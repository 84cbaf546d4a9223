package import Schema

/// Ends of animations, or times of waiting transactions, the earliest first; for equal times, the object created first.
///
/// A binary heap. Removed or changed entries stay in it until they come up, or until they are the majority.
package struct EndQueue {
    private struct Entry {
        var end: Double
        var order: UInt64
        var slot: Slot

        static func < (a: Entry, b: Entry) -> Bool { (a.end, a.order) < (b.end, b.order) }
    }

    private var heap: [Entry] = []
    /// The valid ends, by the animations' creation order.
    private var ends: [UInt64: Double] = [:]

    package init() {}

    package var count: Int { ends.count }
    /// Number of entries in memory.
    package var size: Int { heap.count }
    /// The earliest end; infinity when there is none.
    package var first: Double { heap.first?.end ?? .infinity }

    /// Sets the end of an animation; infinity means never.
    package mutating func set(_ order: UInt64, _ slot: Slot, _ end: Double) {
        guard end < .infinity else { return remove(order) }
        ends[order] = end
        heap.append(Entry(end: end, order: order, slot: slot))
        rise(heap.count - 1)
        tidy()
    }

    package mutating func remove(_ order: UInt64) {
        guard ends.removeValue(forKey: order) != nil else { return }
        tidy()
    }

    /// Removes and returns the animations that end by `time`, in order.
    package mutating func takeDue(at time: Double) -> [(slot: Slot, at: Double)] {
        var due: [(slot: Slot, at: Double)] = []
        while let first = heap.first, first.end <= time {
            due.append((first.slot, first.end))
            ends[first.order] = nil
            tidy()
        }
        return due
    }

    /// Removes obsolete entries from the top, and all of them when they are the majority.
    private mutating func tidy() {
        if heap.count > ends.count * 2 + 64 {
            heap = heap.filter { ends[$0.order] == $0.end }.sorted(by: <)
            return
        }
        while let first = heap.first, ends[first.order] != first.end { removeFirst() }
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        var at = 0
        while true {
            var child = at * 2 + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < last else { break }
            heap[at] = heap[child]
            at = child
        }
        heap[at] = last
    }

    private mutating func rise(_ start: Int) {
        var at = start
        let entry = heap[at]
        while at > 0, case let above = (at - 1) / 2, entry < heap[above] {
            heap[at] = heap[above]
            at = above
        }
        heap[at] = entry
    }
}
