import Scene
import SceneTables
import Schema

/// The objects created in one frame, in an order in which a client can create them as well.
///
/// Objects are reported in the order of creation, except that a parent precedes its children, and siblings are in
/// order: the k-th time that a child of a layer is due, its k-th new child is reported.
struct CreationOrder {
    private let scene: Scene
    private var waiting: Set<Slot>
    /// For each parent, the number of its new children that have not been located yet.
    private var counts: [Slot: Int] = [:]
    /// For each parent, its new children that have not been reported, the next one last.
    private var queues: [Slot: [(slot: Slot, index: Int?)]] = [:]

    init(_ slots: [Slot], _ scene: Scene) {
        self.scene = scene
        waiting = Set(slots)
        for slot in slots { counts[scene.rows[Int(slot)].parent, default: 0] += 1 }
    }

    /// True when the object was created and has not been reported.
    func awaits(_ slot: Slot) -> Bool { waiting.contains(slot) }

    /// Calls `body` with the objects to report at the position of `slot`, and with their index among the siblings
    /// reported so far; nil for the front.
    mutating func take(at slot: Slot, _ body: (Slot, Int?) -> Void) {
        var parents: [Slot] = []
        var parent = scene.rows[Int(slot)].parent
        while waiting.contains(parent) {
            parents.append(parent)
            parent = scene.rows[Int(parent)].parent
        }
        for above in parents.reversed() { tell(above, body) }
        // It may have been reported before, as a parent or in place of a sibling.
        guard let next = next(below: scene.rows[Int(slot)].parent) else { return }
        tell(next.slot, next.index, body)
    }

    /// Reports a parent out of order, and its siblings below it.
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
        // Most are created at the front, and found without visiting the others.
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
