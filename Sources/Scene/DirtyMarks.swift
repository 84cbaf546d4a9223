/// What one of several that look at a scene has still to look at again.
///
/// Alone, one reads the scene's own marks; beside others each has the marks that it has not taken yet, a layer's as one.
package final class DirtyMarks {
    private var places: [Int32] = []
    /// By place.
    private var flags: [Dirty] = []

    init() {}

    package var isEmpty: Bool { places.isEmpty }

    func note(_ place: Int32, _ new: Dirty) {
        if flags.count <= Int(place) {
            flags.append(contentsOf: repeatElement([], count: Int(place) + 1 - flags.count))
        }
        if flags[Int(place)].isEmpty { places.append(place) }
        flags[Int(place)].formUnion(new)
    }

    func take(_ body: (Int32, Dirty) -> Void) {
        for place in places {
            body(place, flags[Int(place)])
            flags[Int(place)] = []
        }
        places.removeAll(keepingCapacity: true)
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
    package func takeDirty(_ marks: DirtyMarks? = nil, _ body: (Int32, Dirty) -> Void) {
        fit()
        guard let marks, readers.count > 1 || !marks.isEmpty else {
            takeOwn(body)
            return
        }
        takeOwn { place, flags in for reader in readers { reader.note(place, flags) } }
        marks.take(body)
    }

    private func takeOwn(_ body: (Int32, Dirty) -> Void) {
        for place in dirty {
            let flags = slots[Int(place)].dirty
            slots[Int(place)].dirty = []
            body(place, flags)
        }
        dirty.removeAll(keepingCapacity: true)
    }
}
