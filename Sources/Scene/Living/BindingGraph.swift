/// The dependency graph of bindings: determines which ones to compute after a change, and in which order.
///
/// Each binding is a node that sets one cell and reads several. A node comes after those that set the cells it reads
/// (topological order). A changed cell marks the nodes that read it; `next()` returns them in order, so that each is
/// computed once, with up-to-date inputs. The cost depends on the number of marked nodes; nothing is allocated once the
/// queue has grown.
package final class BindingGraph {
    /// The cycle of a binding that would depend on itself: nodes, each of which reads the cell set by the previous one.
    /// The cycle is closed by the new binding, which is not in the list.
    package struct Cycle: Error, Equatable, Sendable {
        package var nodes: [Int32]
    }

    private struct Node {
        /// Greater than the order of every node that sets one of its inputs; −1 for a free node.
        var order = -1
        var firstInput: Int32 = -1
        var output: Int32 = -1
        var cell: BindingCell
        var isMarked = false
        /// The index in `timed`; −1 for a node that is not computed in every frame.
        var timedAt: Int32 = -1
    }

    private var nodes: [Node] = []
    private var free: [Int32] = []
    private var inputs = BindingEdges()
    private var outputs = BindingEdges()
    /// Nodes that are computed in each frame.
    private var timed: [Int32] = []
    /// Marked nodes: a heap with the smallest order first.
    private var queue: [Int32] = []
    /// Further marked nodes, sorted, from `runStart` on: usually the readers of one cell, for which a heap would be
    /// slower.
    private var run: [Int32] = []
    private var runStart = 0
    /// Changes whenever nodes change: while it is the same, each cell has the same readers.
    package private(set) var revision = 0
    private var lastOrder = 0
    package private(set) var count = 0

    package init() {}

    // MARK: - Nodes

    /// Adds a binding that sets `output` and reads `reads`; with `isTimed`, it is computed in each frame. It is marked.
    ///
    /// Throws the cycle when it would depend on itself; nothing is changed then. The caller ensures that no other
    /// binding sets the cell.
    package func insert(
        _ output: BindingCell, reads: [BindingCell], isTimed: Bool = false
    ) throws(Cycle) -> Int32 {
        let later = try reachable(from: output, reads: reads)
        let node = free.popLast() ?? Int32(nodes.count)
        if node == nodes.count { nodes.append(Node(cell: output)) } else { nodes[Int(node)] = Node(cell: output) }
        lastOrder += 1
        nodes[Int(node)].order = lastOrder
        // Dependents of the new node move behind it and keep their relative order: nothing else depends on them.
        for moved in later.sorted(by: { nodes[Int($0)].order < nodes[Int($1)].order }) {
            lastOrder += 1
            nodes[Int(moved)].order = lastOrder
        }
        if !later.isEmpty {
            queue += run[runStart...]
            (run, runStart) = ([], 0)
            rebuildQueue()
        }
        for cell in reads {
            nodes[Int(node)].firstInput = inputs.insert(node, cell, chain: nodes[Int(node)].firstInput)
        }
        nodes[Int(node)].output = outputs.insert(node, output, chain: -1)
        if isTimed {
            nodes[Int(node)].timedAt = Int32(timed.count)
            timed.append(node)
        }
        count += 1
        revision += 1
        mark(node)
        return node
    }

    /// Removes a binding. Its number may be reused.
    package func remove(_ node: Int32) {
        let entry = nodes[Int(node)]
        precondition(entry.order >= 0, "the node is in the graph")
        inputs.remove(chain: entry.firstInput)
        outputs.remove(chain: entry.output)
        if entry.timedAt >= 0 {
            let last = timed.removeLast()
            if last != node {
                timed[Int(entry.timedAt)] = last
                nodes[Int(last)].timedAt = entry.timedAt
            }
        }
        if entry.isMarked {
            if let at = run[runStart...].firstIndex(of: node) {
                run.remove(at: at)
            } else {
                queue.removeAll { $0 == node }
                rebuildQueue()
            }
        }
        nodes[Int(node)] = Node(cell: entry.cell)
        free.append(node)
        count -= 1
        revision += 1
    }

    /// The binding that sets `cell` or a part of it.
    package func node(setting cell: BindingCell) -> Int32? { outputs.first(cell) }

    /// The cell that a binding sets.
    package func cell(of node: Int32) -> BindingCell { nodes[Int(node)].cell }

    // MARK: - Changes

    /// Marks the bindings that read `cell`.
    package func changed(_ cell: BindingCell) {
        var at = inputs.head(of: cell)
        guard at >= 0 else { return }
        let isRun = runStart == run.count
        let start = queue.count
        if isRun {
            run.removeAll(keepingCapacity: true)
            runStart = 0
        }
        while at >= 0 {
            let node = inputs.node(at)
            if inputs.overlaps(at, cell), !nodes[Int(node)].isMarked {
                nodes[Int(node)].isMarked = true
                if isRun { run.append(node) } else { queue.append(node) }
            }
            at = inputs.next(at)
        }
        if isRun { sortRun() }
        at = Int32(start)
        while at < queue.count {
            rise(Int(at))
            at += 1
        }
    }

    /// Sorts the run. Edges are usually in the order of their nodes, the newest first.
    private func sortRun() {
        var isFalling = true
        var at = 1
        while at < run.count, isFalling {
            isFalling = !isBefore(run[at - 1], run[at])
            at += 1
        }
        if isFalling { run.reverse() } else { run.sort(by: isBefore) }
    }

    /// True when a binding reads `cell`.
    package func isRead(_ cell: BindingCell) -> Bool { inputs.head(of: cell) >= 0 }

    /// False when no binding reads any property of the object.
    package func mentions(_ object: Int) -> Bool { inputs.mentions(object) }

    /// Marks a binding.
    package func invalidate(_ node: Int32) { mark(node) }

    /// Marks the bindings that are computed in each frame.
    package func frameBegan() {
        for node in timed { mark(node) }
    }

    /// True when a binding is computed in each frame.
    package var isTimed: Bool { !timed.isEmpty }

    /// The next binding to compute, which is then unmarked; nil when none is left. Call `changed` with its target if
    /// that changed.
    package func next() -> Int32? {
        if runStart < run.count, queue.isEmpty || isBefore(run[runStart], queue[0]) {
            let node = run[runStart]
            runStart += 1
            nodes[Int(node)].isMarked = false
            return node
        }
        guard let node = queue.first else { return nil }
        let last = queue.removeLast()
        if !queue.isEmpty {
            queue[0] = last
            sink(0)
        }
        nodes[Int(node)].isMarked = false
        return node
    }

    /// True when a binding is marked.
    package var hasMarked: Bool { !queue.isEmpty || runStart < run.count }

    // MARK: - Order

    /// The nodes that depend on `output`, directly or not.
    private func reachable(from output: BindingCell, reads: [BindingCell]) throws(Cycle) -> [Int32] {
        if reads.contains(where: output.overlaps) { throw Cycle(nodes: []) }
        var sources: Set<Int32> = []
        for cell in reads { outputs.forEach(cell) { sources.insert($0) } }
        var cameFrom: [Int32: Int32] = [:]
        var found: [Int32] = []
        var waiting: [Int32] = []
        func visit(_ cell: BindingCell, from node: Int32) {
            inputs.forEach(cell) { reader in
                if cameFrom[reader] == nil {
                    cameFrom[reader] = node
                    waiting.append(reader)
                }
            }
        }
        visit(output, from: -1)
        while let node = waiting.popLast() {
            if sources.contains(node) {
                var way = [node]
                while let before = cameFrom[way[way.count - 1]], before >= 0 { way.append(before) }
                throw Cycle(nodes: way.reversed())
            }
            found.append(node)
            visit(nodes[Int(node)].cell, from: node)
        }
        return found
    }

    private func mark(_ node: Int32) {
        guard !nodes[Int(node)].isMarked else { return }
        nodes[Int(node)].isMarked = true
        queue.append(node)
        rise(queue.count - 1)
    }

    private func isBefore(_ a: Int32, _ b: Int32) -> Bool { nodes[Int(a)].order < nodes[Int(b)].order }

    /// Moves the node at `start` up in the heap.
    private func rise(_ start: Int) {
        let node = queue[start]
        var at = start
        while at > 0, isBefore(node, queue[(at - 1) / 2]) {
            queue[at] = queue[(at - 1) / 2]
            at = (at - 1) / 2
        }
        queue[at] = node
    }

    /// Moves the node at `start` down in the heap.
    private func sink(_ start: Int) {
        let node = queue[start]
        var at = start
        while 2 * at + 1 < queue.count {
            var child = 2 * at + 1
            if child + 1 < queue.count, isBefore(queue[child + 1], queue[child]) { child += 1 }
            guard isBefore(queue[child], node) else { break }
            queue[at] = queue[child]
            at = child
        }
        queue[at] = node
    }

    private func rebuildQueue() {
        for at in stride(from: queue.count / 2 - 1, through: 0, by: -1) { sink(at) }
    }
}

// MARK: - Invariants

extension BindingGraph {
    /// An error in the graph, for tests; nil when there is none.
    package func firstFlaw() -> String? {
        for (at, node) in nodes.enumerated() where node.order >= 0 {
            for cell in inputs.cells(chain: node.firstInput) {
                var flaw: String?
                outputs.forEach(cell) { source in
                    if nodes[Int(source)].order >= node.order { flaw = "\(at) comes before \(source), which it reads" }
                }
                if let flaw { return flaw }
            }
        }
        for at in queue.indices.dropFirst() where isBefore(queue[at], queue[(at - 1) / 2]) {
            return "the queue's order"
        }
        for at in run.indices.dropFirst(runStart + 1) where isBefore(run[at], run[at - 1]) { return "the run's order" }
        for node in queue + run[runStart...] where !nodes[Int(node)].isMarked || nodes[Int(node)].order < 0 {
            return "the queue's marks"
        }
        return nil
    }
}
