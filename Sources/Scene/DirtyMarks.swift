/// What one of several that look at a scene has still to look at again.
///
/// Alone, one reads the scene's own marks; beside others each has the marks that it has not taken yet, a layer's as one.
package final class DirtyMarks {
    private var slots: [Slot] = []
    /// By place.
    private var flags: [Dirty] = []

    init() {}

    package var isEmpty: Bool { slots.isEmpty }

    func note(_ slot: Slot, _ new: Dirty) {
        if flags.count <= Int(slot) {
            flags.append(contentsOf: repeatElement([], count: Int(slot) + 1 - flags.count))
        }
        if flags[Int(slot)].isEmpty { slots.append(slot) }
        flags[Int(slot)].formUnion(new)
    }

    func take(_ body: (Slot, Dirty) -> Void) {
        for slot in slots {
            body(slot, flags[Int(slot)])
            flags[Int(slot)] = []
        }
        slots.removeAll(keepingCapacity: true)
    }
}

extension Scene {
    /// For somebody who looks at the scene beside others, until `forget`.
    package func makeMarks() -> DirtyMarks {
        let marks = DirtyMarks()
        readers.append(marks)
        return marks
    }

    package func forget(_ marks: DirtyMarks) { readers.removeAll { $0 === marks } }

    /// Hands over the places that changed, with their flags, and forgets them. Emptied places come with `.tree` and no
    /// living object in the slot.
    ///
    /// With `marks`, those that this reader has not taken yet.
    package func takeDirty(_ marks: DirtyMarks? = nil, _ body: (Slot, Dirty) -> Void) {
        fit()
        guard let marks, readers.count > 1 || !marks.isEmpty else {
            takeOwn(body)
            return
        }
        takeOwn { slot, flags in for reader in readers { reader.note(slot, flags) } }
        marks.take(body)
    }

    private func takeOwn(_ body: (Slot, Dirty) -> Void) {
        for slot in dirty {
            let flags = rows[Int(slot)].dirty
            rows[Int(slot)].dirty = []
            body(slot, flags)
        }
        dirty.removeAll(keepingCapacity: true)
    }
}
