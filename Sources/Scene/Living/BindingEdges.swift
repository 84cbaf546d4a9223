/// Which nodes read or set which cells: linked lists in one array, by cell and by node, so that adding or removing an
/// edge takes constant time.
struct BindingEdges {
    private struct Edge {
        var node: Int32
        var cell: BindingCell
        /// Neighbours in the list of the cell's key, and the next edge of the same node; −1 for none.
        var next: Int32
        var previous: Int32
        var nextOfNode: Int32
    }

    private var edges: [Edge] = []
    private var free: Int32 = -1
    /// The first edge for each key.
    private var heads: [BindingCell.Key: Int32] = [:]
    /// Number of edges per object, for objects with small numbers.
    private var counts: [Int32] = []

    private static let mostCounted = UInt64(1 << 24)

    /// Adds an edge in front of the node's list, which begins at `chain`; returns the new beginning.
    mutating func insert(_ node: Int32, _ cell: BindingCell, chain: Int32) -> Int32 {
        let head = heads[cell.key] ?? -1
        let edge = Edge(node: node, cell: cell, next: head, previous: -1, nextOfNode: chain)
        let at: Int32
        if free >= 0 {
            at = free
            free = edges[Int(at)].next
            edges[Int(at)] = edge
        } else {
            at = Int32(edges.count)
            edges.append(edge)
        }
        if head >= 0 { edges[Int(head)].previous = at }
        heads[cell.key] = at
        note(cell, 1)
        return at
    }

    private mutating func note(_ cell: BindingCell, _ change: Int32) {
        guard cell.key.object < Self.mostCounted else { return }
        let object = Int(cell.key.object)
        if object >= counts.count { counts += repeatElement(0, count: max(object + 1 - counts.count, counts.count)) }
        counts[object] += change
    }

    /// False when no edge refers to the object.
    func mentions(_ object: Int) -> Bool {
        object >= Self.mostCounted || object < counts.count && counts[object] > 0
    }

    /// Removes the edges of the node's list that begins at `chain`.
    mutating func remove(chain: Int32) {
        var at = chain
        while at >= 0 {
            let edge = edges[Int(at)]
            note(edge.cell, -1)
            if edge.next >= 0 { edges[Int(edge.next)].previous = edge.previous }
            if edge.previous >= 0 {
                edges[Int(edge.previous)].next = edge.next
            } else if edge.next >= 0 {
                heads[edge.cell.key] = edge.next
            } else {
                heads[edge.cell.key] = nil
            }
            edges[Int(at)].next = free
            free = at
            at = edge.nextOfNode
        }
    }

    /// The first edge of the cell's key; −1 for none. `next` leads to the others.
    func head(of cell: BindingCell) -> Int32 { heads[cell.key] ?? -1 }

    func next(_ edge: Int32) -> Int32 { edges[Int(edge)].next }

    func node(_ edge: Int32) -> Int32 { edges[Int(edge)].node }

    /// True when an edge of the same key overlaps `cell`.
    func overlaps(_ edge: Int32, _ cell: BindingCell) -> Bool { edges[Int(edge)].cell.parts & cell.parts != 0 }

    /// Calls `body` with each node whose edge overlaps `cell`.
    func forEach(_ cell: BindingCell, _ body: (Int32) -> Void) {
        var at = head(of: cell)
        while at >= 0 {
            if overlaps(at, cell) { body(node(at)) }
            at = next(at)
        }
    }

    /// A node whose edge overlaps `cell`; nil when there is none.
    func first(_ cell: BindingCell) -> Int32? {
        var at = head(of: cell)
        while at >= 0 {
            if overlaps(at, cell) { return node(at) }
            at = next(at)
        }
        return nil
    }

    /// The cells in the node's list that begins at `chain`, the most recent first.
    func cells(chain: Int32) -> [BindingCell] {
        var cells: [BindingCell] = []
        var at = chain
        while at >= 0 {
            cells.append(edges[Int(at)].cell)
            at = edges[Int(at)].nextOfNode
        }
        return cells
    }
}
