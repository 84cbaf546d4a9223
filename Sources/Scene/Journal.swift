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

/// Undo entries of the open transaction.
struct Journal {
    private(set) var entries: [Undo] = []
    /// True while changes have to be undoable.
    private(set) var isOpen = false
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
        (made, scanned) = ([], 0)
        defer { entries.removeAll(keepingCapacity: entries.count < 1024) }
        return entries
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

/// All or nothing.
///
/// `begin` opens a stretch of changes; `commit` keeps them, `rollback` takes them back: properties, positions, creations and
/// removals, so that ids, order and names are as before. There is one level: a line inside a transaction that fails
/// fails the transaction.
extension Scene {
    package func begin() {
        journal.open()
        changes.events.begin()
    }

    package func commit() {
        journal.notesMarks = false
        for undo in journal.close() {
            if case .removed(let top) = undo {
                freeTree(top)
            }
        }
        changes.events.commit()
    }

    /// True for an object that the open transaction made.
    package func isNew(_ slot: Slot) -> Bool { journal.isNew(slot) }

    /// How far the open transaction has come.
    package var journalMark: Int { journal.count }

    /// Properties set by the open transaction, of layers that it did not make and made no animation for: each once, with the
    /// value that it had before.
    ///
    /// Only those set behind `mark`, when one is given.
    package func valuesBefore(since mark: Int = 0) -> [(slot: Slot, id: PropertyID, value: Value)] {
        var made: Set<Slot> = []
        var seen: Set<ObjectProperty> = []
        for case .created(let slot) in journal.entries {
            made.insert(slot)
            if rows[Int(slot)].kind == .transition {
                for end in [TransitionProperty.from, .to] {
                    guard let layer = value(slot, end.id).object.flatMap(self.slot) else { continue }
                    seen.insert(ObjectProperty(slot: layer, id: LayerProperty.isHidden.id))
                }
                continue
            }
            guard kind(of: slot).family == .animation, let layer = value(slot, AnimationProperty.layer.id).object,
                let layer = self.slot(of: layer),
                let path = propertyPath(value(slot, AnimationProperty.property.id).string, of: layer)
            else { continue }
            seen.insert(ObjectProperty(slot: layer, id: path.id))
        }
        var values: [(slot: Slot, id: PropertyID, value: Value)] = []
        for undo in journal.entries[min(mark, journal.count)...] {
            let (slot, id, old): (Slot, PropertyID, Value)
            switch undo {
            case .value(let p, let i, let v): (slot, id, old) = (p, i, v)
            case .arranged(let p, let bounds, _, _): (slot, id, old) = (p, LayerProperty.bounds.id, .rect(bounds))
            default: continue
            }
            guard isLayer(slot), !made.contains(slot) else { continue }
            if seen.insert(ObjectProperty(slot: slot, id: id)).inserted { values.append((slot, id, old)) }
        }
        return values.filter { rows[Int($0.slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive }
    }

    package func rollback() {
        // Not told: for subscribers nothing happened.
        changes.events.rollback()
        changes.events.isMuted = true
        defer { changes.events.isMuted = false }
        defer { takeBackMarks() }
        for undo in journal.close().reversed() {
            switch undo {
            case .value(let slot, let id, let old):
                assign(slot, id, old, kinds[rows[Int(slot)].kind].properties[Int(id.raw)].effect)
            case .arranged(let slot, let bounds, let size, let fits):
                layouts.naturalSizes[slot] = size
                rows[Int(slot)].flags.set(.fitsContent, fits)
                storeArranged(slot, bounds)
                layoutFollows(slot, LayerProperty.bounds.id)
            case .user(let slot, let key, let old): setUser(slot, key, old)
            case .key(let slot, let key, let old): setKey(slot, key, old)
            case .origin(let slot, let path, let old): setOrigin(slot, path, old)
            case .marks(let slot, let old): rows[Int(slot)].marks = old
            case .styling(let slot, let old): setStyling(slot, old)
            case .link(let slot, let parent, let next):
                if rows[Int(slot)].parent >= 0 {
                    relink(slot, under: parent, before: next)
                } else {
                    link(slot, under: parent, before: next)
                    if parent > Scene.shelf { mark(parent, .sublayers) }
                    mark(slot, [.tree, .order])
                }
            case .created(let slot): destroy(slot)
            case .owner(let slot, let old): setOwner(of: slot, to: old)
            case .slotPart(let slot, let old): setSlotPart(of: slot, to: old)
            case .kind(let id, let old): kinds.replace(id, by: old)
            case .definitions(let old): setDefinitions(old)
            case .files(let old): setUsedFiles(old)
            case .brought(let old): setBrought(old)
            case .unnamed(let slot, let name):
                ByteView.with(name) { names.insert($0, slot) }
                rows[Int(slot)].flags.remove(.isRemoved)
                mark(slot, .tree)
                if kind(of: slot).family == .output { outputChanged() }
            case .revived(let slot): unrevive(slot)
            case .relinked(let slot): unlink(slot)
            case .removed: break
            }
        }
        // All is as it was, and so is what follows from it.
        restyling.removeAll()
    }

    /// After a rollback nothing has moved: layers are read again, and not painted where they come out equal.
    private func takeBackMarks() {
        journal.notesMarks = false
        for (slot, marks) in journal.moved {
            rows[Int(slot)].dirty.subtract(marks)
            // In the list of marks it stays.
            if rows[Int(slot)].dirty.isEmpty { rows[Int(slot)].dirty = .look }
        }
    }
}
