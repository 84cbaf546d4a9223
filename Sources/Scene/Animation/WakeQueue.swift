/// Elements with times, the earliest first: a binary heap that knows the position of each element, so that times can
/// change. Elements are numbered from 0 without gaps, like the rows of the table to which they belong.
package struct WakeQueue {
    private var times: [Double] = []
    /// Elements in heap order.
    private var heap: [Int32] = []
    /// Indexed by element.
    private var positions: [Int32] = []

    package init() {}

    package var count: Int { heap.count }
    /// The earliest time; infinity when there is none.
    package var first: Double { heap.isEmpty ? .infinity : times[Int(heap[0])] }

    package subscript(_ element: Int) -> Double { times[element] }

    /// Adds an element, the next number.
    package mutating func append(_ time: Double) {
        times.append(time)
        positions.append(Int32(heap.count))
        heap.append(Int32(times.count - 1))
        rise(heap.count - 1)
    }

    /// Removes an element; the last one takes its number, as when a table row is removed by swapping.
    package mutating func remove(_ element: Int) {
        let last = times.count - 1
        let at = Int(positions[element])
        let end = heap.removeLast()
        if at < heap.count {
            heap[at] = end
            positions[Int(end)] = Int32(at)
            rise(at)
            sink(Int(positions[Int(end)]))
        }
        if element != last {
            times[element] = times[last]
            positions[element] = positions[last]
            heap[Int(positions[element])] = Int32(element)
        }
        times.removeLast()
        positions.removeLast()
    }

    package mutating func set(_ element: Int, _ time: Double) {
        let old = times[element]
        guard old != time else { return }
        times[element] = time
        if time < old { rise(Int(positions[element])) } else { sink(Int(positions[element])) }
    }

    /// Calls `body` for every element due at `time`, in the order of their numbers, and sets the time that it returns.
    ///
    /// The cost is proportional to the number of due elements.
    package mutating func forEachDue(at time: Double, _ visited: inout [Int32], _ body: (Int) -> Double) {
        visited.removeAll(keepingCapacity: true)
        guard first <= time else { return }
        // Due elements are at the top of the heap, which is visited level by level.
        visited.append(0)
        var at = 0
        while at < visited.count {
            let child = Int(visited[at]) * 2 + 1
            for next in child..<child + 2 where next < heap.count && times[Int(heap[next])] <= time {
                visited.append(Int32(next))
            }
            at += 1
        }
        if visited.count * 2 >= heap.count {
            for element in times.indices where times[element] <= time { times[element] = body(element) }
        } else {
            for element in visited.map({ heap[Int($0)] }).sorted() { times[Int(element)] = body(Int(element)) }
        }
        for position in visited.reversed() { sink(Int(position)) }
    }

    private mutating func rise(_ start: Int) {
        var at = start
        let element = heap[at]
        let time = times[Int(element)]
        while at > 0 {
            let above = (at - 1) / 2
            guard time < times[Int(heap[above])] else { break }
            put(heap[above], at)
            at = above
        }
        put(element, at)
    }

    private mutating func sink(_ start: Int) {
        var at = start
        let element = heap[at]
        let time = times[Int(element)]
        while true {
            var child = at * 2 + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, times[Int(heap[child + 1])] < times[Int(heap[child])] { child += 1 }
            guard times[Int(heap[child])] < time else { break }
            put(heap[child], at)
            at = child
        }
        put(element, at)
    }

    private mutating func put(_ element: Int32, _ at: Int) {
        heap[at] = element
        positions[Int(element)] = Int32(at)
    }
}
