import Geometry

/// How to take one change back. Undone in reverse order, each finds the scene as it was right after its change.
enum Undo {
    case value(Slot, PropertyID, Value)
    /// A value that is computed or laid out: it is found again when what it follows from is taken back.
    case followed(Slot, PropertyID, Value)
    /// The frame that was said for an autoresizing layer.
    case frame(Slot, SaidFrame)
    case user(Slot, String, String?)
    /// A key of an object with free keys.
    case key(Slot, String, Value?)
    case origin(Slot, PropertyPath, PropertyOrigin?)
    /// Which properties of the row a client has set.
    case marks(Slot, RowMarks)
    /// States in which input, or a list, has put a layer.
    case states(Slot, UInt32)
    case link(Slot, parent: Slot, next: Slot)
    /// As many objects in slots one after another, from this one on.
    case created(Slot, count: Int)
    case owner(Slot, Slot?)
    case slotPart(Slot, Slot?)
    case alterations(Slot, Alterations?)
    case kind(KindID, Kind)
    case definitions([Definition])
    case files([UsedFile])
    case brought([ObjectID: UInt64])
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
    /// The first slot that there was not when the transaction was opened: its objects and all behind them are new.
    private var firstNew = Int.max
    /// Objects made by the first `scanned` entries, as far as they are in slots that there were.
    private var made: Set<Slot> = []
    private var scanned = 0
    /// Entries before this one stay as they are: somebody has counted them.
    private var firstOpen = 0
    /// Marks of other positions in the tree that layers have since it was opened: after a rollback, all are where they were.
    private(set) var moved: [(slot: Slot, marks: Dirty)] = []
    /// True from the beginning to the end of a commit or rollback.
    var notesMarks = false
    /// All layouts were done when it was opened.
    private(set) var beganLaidOut = false

    var count: Int { entries.count }

    /// `firstNew`: the number of slots that there are. `isLaidOut`: all layouts are done.
    mutating func open(firstNew: Int, isLaidOut: Bool) {
        precondition(!isOpen, "one transaction at a time")
        isOpen = true
        self.firstNew = firstNew
        beganLaidOut = isLaidOut
        moved.removeAll(keepingCapacity: moved.count < 1024)
        notesMarks = true
    }

    /// Ends the transaction; its entries, in order, whose memory `reuse` takes back.
    mutating func close() -> [Undo] {
        isOpen = false
        (scanned, firstOpen) = (0, 0)
        if !made.isEmpty { made = [] }
        if !derived.isEmpty { derived = [] }
        let all = entries
        entries = []
        return all
    }

    /// Keeps the memory of a transaction's entries for the next.
    mutating func reuse(_ old: consuming [Undo]) {
        guard entries.isEmpty, old.count < 1024 else { return }
        entries = old
        entries.removeAll(keepingCapacity: true)
    }

    /// The number of entries so far, for those that look at later ones alone.
    mutating func mark() -> Int {
        firstOpen = entries.count
        return entries.count
    }

    mutating func noteDerived(since mark: Int) {
        guard isOpen, mark < entries.count else { return }
        // One within the last ones holds them.
        while let last = derived.last, last.lowerBound >= mark { derived.removeLast() }
        derived.append(mark..<entries.count)
        firstOpen = entries.count
    }

    /// True for an object that the transaction made. Looks at each entry once, however often it is asked.
    mutating func isNew(_ slot: Slot) -> Bool {
        if Int(slot) >= firstNew { return true }
        while scanned < entries.count {
            if case .created(let slot, _) = entries[scanned] { made.insert(slot) }
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

    /// Notes a change of a layer's values. One in a new slot goes as a whole: there is nothing to be taken back.
    mutating func append(of layer: Slot, _ undo: @autoclosure () -> Undo) {
        if isOpen, Int(layer) < firstNew { entries.append(undo()) }
    }

    /// Notes that an object was made. Many in a row are one entry.
    mutating func appendCreated(_ slot: Slot) {
        guard isOpen else { return }
        if Int(slot) > firstNew, entries.count > firstOpen, case .created(let first, let count)? = entries.last,
            Int(first) + count == Int(slot)
        {
            entries[entries.count - 1] = .created(first, count: count + 1)
        } else {
            entries.append(.created(slot, count: 1))
        }
    }

    /// Forgets that the layer that was made last was put into a list: it is taken out of it anyway.
    mutating func dropFirstLink(of slot: Slot) {
        if isOpen, case .link(slot, _, _)? = entries.last { entries.removeLast() }
    }
}
