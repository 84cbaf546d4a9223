/// A timer that was set; valid until it has fired or was cancelled.
package struct TimerID: Hashable, Sendable {
    let index: UInt32
    let generation: UInt32
}

/// Receives a timer's firing.
package protocol TimerHandler: AnyObject {
    /// `timer` fired and is no longer set. `now` is the time of the turn.
    func timerFired(_ timer: TimerID, now: Nanoseconds)
}

/// One-shot timers by deadline, in the order of setting for equal deadlines: a binary heap in which every entry knows
/// its index, so that cancelling is as cheap as setting. Does no I/O.
struct Timers {
    private struct Entry {
        var handler: (any TimerHandler)?
        var deadline: Nanoseconds = 0
        var order: UInt64 = 0
        var generation: UInt32 = 0
        /// Index in `heap`; meaningless without a handler.
        var position = 0
    }

    private var entries: [Entry] = []
    private var free: [UInt32] = []
    private var heap: [UInt32] = []
    private var nextOrder: UInt64 = 0

    var count: Int { heap.count }

    /// The earliest deadline; nil when there is none.
    var earliest: Nanoseconds? { heap.first.map { entries[Int($0)].deadline } }

    mutating func set(_ deadline: Nanoseconds, _ handler: any TimerHandler) -> TimerID {
        let index: UInt32
        if let freed = free.popLast() {
            index = freed
        } else {
            index = UInt32(entries.count)
            entries.append(Entry())
        }
        entries[Int(index)].handler = handler
        entries[Int(index)].deadline = deadline
        entries[Int(index)].order = nextOrder
        nextOrder += 1
        heap.append(index)
        entries[Int(index)].position = heap.count - 1
        rise(heap.count - 1)
        return TimerID(index: index, generation: entries[Int(index)].generation)
    }

    mutating func cancelAll() {
        while let first = heap.first { cancel(TimerID(index: first, generation: entries[Int(first)].generation)) }
    }

    /// Removes the timer; returns its handler, if it was still set.
    @discardableResult
    mutating func cancel(_ timer: TimerID) -> (any TimerHandler)? {
        guard Int(timer.index) < entries.count, entries[Int(timer.index)].generation == timer.generation,
            let handler = entries[Int(timer.index)].handler
        else { return nil }
        let position = entries[Int(timer.index)].position
        entries[Int(timer.index)].handler = nil
        entries[Int(timer.index)].generation &+= 1
        free.append(timer.index)
        let last = heap.removeLast()
        if position < heap.count {
            put(last, at: position)
            rise(position)
            sink(entries[Int(last)].position)
        }
        return handler
    }

    /// Appends all timers due at `now` to `due`, in firing order. They stay set until cancelled, because one may cancel
    /// another; timers set meanwhile belong to the next round.
    func collectDue(_ now: Nanoseconds, into due: inout [TimerID]) {
        guard let earliest, earliest <= now else { return }
        let start = due.count
        var open = [0]
        while let position = open.popLast() {
            guard position < heap.count, entries[Int(heap[position])].deadline <= now else { continue }
            due.append(TimerID(index: heap[position], generation: entries[Int(heap[position])].generation))
            open.append(2 * position + 1)
            open.append(2 * position + 2)
        }
        due[start...].sort { isBefore($0.index, $1.index) }
    }

    private func isBefore(_ one: UInt32, _ other: UInt32) -> Bool {
        let (a, b) = (entries[Int(one)], entries[Int(other)])
        return a.deadline != b.deadline ? a.deadline < b.deadline : a.order < b.order
    }

    private mutating func put(_ index: UInt32, at position: Int) {
        heap[position] = index
        entries[Int(index)].position = position
    }

    private mutating func rise(_ start: Int) {
        var position = start
        let index = heap[position]
        while position > 0 {
            let parent = (position - 1) / 2
            guard isBefore(index, heap[parent]) else { break }
            put(heap[parent], at: position)
            position = parent
        }
        put(index, at: position)
    }

    private mutating func sink(_ start: Int) {
        var position = start
        let index = heap[position]
        while true {
            var child = 2 * position + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard isBefore(heap[child], index) else { break }
            put(heap[child], at: position)
            position = child
        }
        put(index, at: position)
    }
}
