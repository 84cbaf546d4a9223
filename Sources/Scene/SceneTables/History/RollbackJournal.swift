import Geometry
public import Schema

/// How to revert one change. Entries are reverted in reverse order: each finds the scene as it was right after its
/// change.
public enum Undo {
    case value(Slot, PropertyID, Value)
    /// A computed or laid-out value: it is recomputed when the values that it depends on are reverted.
    case followed(Slot, PropertyID, Value)
    /// The specified frame of an autoresizing layer.
    case frame(Slot, SaidFrame)
    case user(Slot, String, String?)
    /// A key of an object with free keys.
    case key(Slot, String, Value?)
    case origin(Slot, PropertyPath, PropertyOrigin?)
    /// The row's properties that a client has set.
    case marks(Slot, RowMarks)
    /// Input or list states of a layer.
    case states(Slot, UInt32)
    case link(Slot, parent: Slot, next: Slot)
    /// Number of objects created in consecutive slots from this one on.
    case created(Slot, count: Int)
    case owner(Slot, Slot?)
    case slotPart(Slot, Slot?)
    case alterations(Slot, Alterations?)
    case kind(KindID, Kind)
    case definitions([Definition])
    case files([UsedFile])
    case brought([ObjectID: UInt64])
    /// An object removed by an earlier transaction exists again.
    case revived(Slot)
    /// Such a layer is in a sibling list again.
    case relinked(Slot)
    /// A removed object lost its name and its flags.
    case unnamed(Slot, String)
    /// The top of a removed subtree: unlinked, its slots are kept until the end of the transaction.
    case removed(Slot)
}

/// Tells whether a scene still exists, without retaining it.
public final class SceneLife {
    public var isOver = false
}

/// Undo entries of the open transaction.
public struct RollbackJournal {
    public private(set) var entries: [Undo] = []
    /// Steps may outlive the scene.
    public let life = SceneLife()
    /// True while changes are recorded.
    public private(set) var isOpen = false
    /// Entries of dependent changes.
    public private(set) var derived: [Range<Int>] = []
    /// The first slot that did not exist when the transaction was opened: all objects from there on are new.
    @usableFromInline var firstNew = Int.max
    /// Objects created by the first `scanned` entries in older slots.
    private var made: Set<Slot> = []
    private var scanned = 0
    /// Entries before this one are not changed: a mark refers to them.
    private var firstOpen = 0
    /// Tree position marks that layers got since it was opened: after a rollback, all are at their old positions.
    public private(set) var moved: [(slot: Slot, marks: Dirty)] = []
    /// True during a commit or rollback.
    public var notesMarks = false
    /// True when all layouts were up to date when it was opened.
    public private(set) var beganLaidOut = false

    public init() {}

    public var count: Int { entries.count }

    /// `firstNew`: the number of existing slots. `isLaidOut`: all layouts are up to date.
    public mutating func open(firstNew: Int, isLaidOut: Bool) {
        precondition(!isOpen, "one transaction at a time")
        isOpen = true
        self.firstNew = firstNew
        beganLaidOut = isLaidOut
        moved.removeAll(keepingCapacity: moved.count < 1024)
        notesMarks = true
    }

    /// Ends the transaction. Returns its entries in order; `reuse` takes back their memory.
    public mutating func close() -> [Undo] {
        isOpen = false
        (scanned, firstOpen) = (0, 0)
        if !made.isEmpty { made = [] }
        if !derived.isEmpty { derived = [] }
        let all = entries
        entries = []
        return all
    }

    /// Keeps the memory of a transaction's entries for the next.
    public mutating func reuse(_ old: consuming [Undo]) {
        guard entries.isEmpty, old.count < 1024 else { return }
        entries = old
        entries.removeAll(keepingCapacity: true)
    }

    /// The number of entries so far, for later queries.
    public mutating func mark() -> Int {
        firstOpen = entries.count
        return entries.count
    }

    /// Marks the entries since `mark` as consequences of another change.
    public mutating func noteDerived(since mark: Int) {
        guard isOpen, mark < entries.count else { return }
        // A range within the last ones contains them.
        while let last = derived.last, last.lowerBound >= mark { derived.removeLast() }
        derived.append(mark..<entries.count)
        firstOpen = entries.count
    }

    /// True for an object that the transaction created. Visits each entry once in all calls.
    public mutating func isNew(_ slot: Slot) -> Bool {
        if Int(slot) >= firstNew { return true }
        while scanned < entries.count {
            if case .created(let slot, _) = entries[scanned] { made.insert(slot) }
            scanned += 1
        }
        return made.contains(slot)
    }

    /// Records marks that a layer did not have.
    public mutating func note(_ slot: Slot, _ marks: Dirty) {
        let marks = marks.intersection([.order, .tree, .sublayers])
        if !marks.isEmpty { moved.append((slot, marks)) }
    }

    /// Adds an entry, which is made only while a transaction is open.
    @inlinable public mutating func append(_ undo: @autoclosure () -> Undo) { if isOpen { add(undo()) } }

    @usableFromInline mutating func add(_ undo: Undo) { entries.append(undo) }

    /// Records a change of a layer's values. Not needed in a new slot, which is reverted as a whole.
    @inlinable public mutating func append(of layer: Slot, _ undo: @autoclosure () -> Undo) {
        if isOpen, Int(layer) < firstNew { add(undo()) }
    }

    /// Records that an object was created. Consecutive ones share an entry.
    public mutating func appendCreated(_ slot: Slot) {
        guard isOpen else { return }
        if Int(slot) > firstNew, entries.count > firstOpen, case .created(let first, let count)? = entries.last,
            Int(first) + count == Int(slot)
        {
            entries[entries.count - 1] = .created(first, count: count + 1)
        } else {
            entries.append(.created(slot, count: 1))
        }
    }

    /// Drops the link entry of the layer created last: reverting its creation unlinks it anyway.
    public mutating func dropFirstLink(of slot: Slot) {
        if isOpen, case .link(slot, _, _)? = entries.last { entries.removeLast() }
    }
}
