import Scene

/// Objects that were made in one frame, in an order in which a mirror can make them too.
///
/// Told in the order of their making, but a parent never after its child, and siblings in their order: the k-th time that a
/// child of a layer is due, its k-th new child is told.
struct Births {
    private let scene: Scene
    private var waiting: Set<Slot>
    /// For each parent, how many of its new children are still to be found.
    private var counts: [Slot: Int] = [:]
    /// For each parent, its new children that are still to be told, the next one last.
    private var queues: [Slot: [(slot: Slot, index: Int?)]] = [:]

    init(_ slots: [Slot], _ scene: Scene) {
        self.scene = scene
        waiting = Set(slots)
        for slot in slots { counts[scene.rows[Int(slot)].parent, default: 0] += 1 }
    }

    /// The object was made, and is still to be told.
    func awaits(_ slot: Slot) -> Bool { waiting.contains(slot) }

    /// Calls `body` with the objects to be told when it is the turn of `slot`, and with its index among siblings that are known by
    /// then, nil for the front.
    mutating func take(at slot: Slot, _ body: (Slot, Int?) -> Void) {
        var parents: [Slot] = []
        var parent = scene.rows[Int(slot)].parent
        while waiting.contains(parent) {
            parents.append(parent)
            parent = scene.rows[Int(parent)].parent
        }
        for above in parents.reversed() { tell(above, body) }
        // Its own turn may have come before, as a parent's or in a sibling's place.
        guard let next = next(below: scene.rows[Int(slot)].parent) else { return }
        tell(next.slot, next.index, body)
    }

    /// Tells a parent out of turn, and its siblings below it with it.
    private mutating func tell(_ slot: Slot, _ body: (Slot, Int?) -> Void) {
        while waiting.contains(slot), let next = next(below: scene.rows[Int(slot)].parent) {
            tell(next.slot, next.index, body)
        }
    }

    private mutating func tell(_ slot: Slot, _ index: Int?, _ body: (Slot, Int?) -> Void) {
        waiting.remove(slot)
        body(slot, index)
    }

    private mutating func next(below parent: Slot) -> (slot: Slot, index: Int?)? {
        if let count = counts.removeValue(forKey: parent) { queues[parent] = find(count, below: parent) }
        return queues[parent]?.popLast()
    }

    /// The `count` new children of `parent`, the first one last.
    private func find(_ count: Int, below parent: Slot) -> [(slot: Slot, index: Int?)] {
        var found: [(slot: Slot, index: Int?)] = []
        // Most are made at the front: found without looking at the others.
        var at = scene.rows[Int(parent)].lastChild
        while at >= 0, waiting.contains(at) {
            found.append((at, nil))
            at = scene.rows[Int(at)].previous
        }
        guard found.count < count else { return found }
        var others: [(slot: Slot, index: Int?)] = []
        var index = 0
        at = scene.rows[Int(parent)].firstChild
        while at >= 0, found.count + others.count < count {
            if waiting.contains(at) { others.append((at, index)) }
            index += 1
            at = scene.rows[Int(at)].next
        }
        return found + others.reversed()
    }
}
