import Geometry

/// How to take one change back. Undone in reverse order, each finds the scene as it was right after its change.
enum Undo {
    case value(Slot, PropertyID, Value)
    /// Bounds, and the size that was given, of a layer in a layout.
    case arranged(Slot, Rect, Size?, fits: Bool)
    case user(Slot, String, String?)
    /// A key of an object with free keys.
    case key(Slot, String, Value?)
    case origin(Slot, PropertyPath, PropertyOrigin?)
    case marks(Slot, RowMarks)
    case styling(Slot, Styling)
    case link(Slot, parent: Slot, next: Slot)
    case created(Slot)
    case owner(Slot, Slot?)
    case slotPart(Slot, Slot?)
    case kind(KindID, Kind)
    case definitions([Definition])
    case files([UsedFile])
    case brought(Set<ObjectID>)
    /// An object that was removed by a former transaction is there again.
    case revived(Slot)
    /// Such a layer stands in a list again.
    case relinked(Slot)
    /// A removed object gave up its name and its marks of life.
    case unnamed(Slot, String)
    /// The top of a removed subtree: out of its list, waiting in its slots for the end of the transaction.
    case removed(Slot)
}

/// Whether a scene is there still, for those that cannot keep it.
final class SceneLife {
    var isOver = false
}

/// Undo entries of the open transaction.
struct Journal {
    private(set) var entries: [Undo] = []
    /// Steps may outlive the scene.
    let life = SceneLife()
    /// True while changes have to be undoable.
    private(set) var isOpen = false
    /// Entries of changes that follow from others.
    private(set) var derived: [Range<Int>] = []
    /// Objects made by the first `scanned` entries.
    private var made: Set<Slot> = []
    private var scanned = 0
    /// Marks of other positions in the tree that layers have since it was opened: after a rollback, all are where they were.
    private(set) var moved: [(slot: Slot, marks: Dirty)] = []
    /// True from the beginning to the end of a commit or rollback.
    var notesMarks = false

    var count: Int { entries.count }

    mutating func open() {
        precondition(!isOpen, "one transaction at a time")
        isOpen = true
        moved.removeAll(keepingCapacity: moved.count < 1024)
        notesMarks = true
    }

    /// Ends the transaction; its entries, in order.
    mutating func close() -> [Undo] {
        isOpen = false
        (made, scanned, derived) = ([], 0, [])
        defer { entries.removeAll(keepingCapacity: entries.count < 1024) }
        return entries
    }

    mutating func noteDerived(since mark: Int) {
        guard isOpen, mark < entries.count else { return }
        // One within the last ones holds them.
        while let last = derived.last, last.lowerBound >= mark { derived.removeLast() }
        derived.append(mark..<entries.count)
    }

    /// True for an object that the transaction made. Looks at each entry once, however often it is asked.
    mutating func isNew(_ slot: Slot) -> Bool {
        while scanned < entries.count {
            if case .created(let slot) = entries[scanned] { made.insert(slot) }
            scanned += 1
        }
        return made.contains(slot)
    }

    /// Notes marks that a layer did not have.
    mutating func note(_ slot: Slot, _ marks: Dirty) {
        let marks = marks.intersection([.order, .tree, .sublayers])
        if !marks.isEmpty { moved.append((slot, marks)) }
    }

    mutating func append(_ undo: @autoclosure () -> Undo) { if isOpen { entries.append(undo()) } }
}
