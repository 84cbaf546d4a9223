import Geometry

/// What one transaction or line changed, so that it can be taken back later, and done again.
///
/// Objects that it removed keep their slots until the step is dropped, so that they come back as they were: ids, values and
/// references to others included.
package final class UndoStep {
    enum Entry {
        /// `isGone`: of an object that was removed, before or with the step, and may come back before it is taken back.
        case value(ObjectID, PropertyID, old: Value, new: Value, isGone: Bool)
        case user(ObjectID, String, old: String?, new: String?)
        case key(ObjectID, String, old: Value?, new: Value?)
        /// What counts as set by clients.
        case marks(ObjectID, old: RowMarks, new: RowMarks)
        case arranged(ObjectID, Rect, Size?, fits: Bool)
        /// From where a layer came; `parent` is where it is now.
        case link(ObjectID, from: ObjectID, next: ObjectID?, parent: ObjectID)
        case created(ObjectID, Snapshot)
        case unnamed(ObjectID, String)
        case removed(ObjectID)
        case definitions(old: [Definition], new: [Definition])
        case kind(KindID, old: Kind)
        /// Belongs to another entry, and is taken back as a failing transaction takes it back.
        case other(Undo)
    }

    /// An object as a step left it.
    struct Snapshot {
        var row: LayerRow
        var extras: Extras
        var isMoving: Bool
    }

    var entries: [Entry]
    /// Names of objects, for those that are gone; some may be there more than once.
    var names: [(id: ObjectID, name: String)]
    /// Bytes, about.
    let size: Int
    private weak var scene: Scene?

    /// A step that changed nothing.
    package static func empty(in scene: Scene) -> UndoStep { UndoStep([], names: [], in: scene) }

    init(_ entries: [Entry], names: [(id: ObjectID, name: String)], in scene: Scene) {
        self.entries = entries
        self.names = names
        self.scene = scene
        var size = 64
        for entry in entries {
            switch entry {
            case .value(_, _, let old, let new, _): size += 64 + old.weight + new.weight
            case .user(_, let key, let old, let new):
                size += 64 + key.utf8.count + (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0)
            case .created(_, let snapshot): size += 192 + snapshot.extras.values.reduce(0) { $0 + $1.value.weight }
            case .unnamed: size += 256
            case .definitions(let old, let new):
                size += (old + new).reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.count } }
            default: size += 64
            }
        }
        self.size = size
    }

    /// Several steps, each behind the one before, as one.
    package static func joined(_ steps: [UndoStep], in scene: Scene) -> UndoStep? {
        guard steps.count > 1 else { return steps.first }
        let step = UndoStep(steps.flatMap(\.entries), names: steps.flatMap(\.names), in: scene)
        for one in steps { one.entries = [] }
        return step
    }

    /// It was taken back: the objects that it removed are there again, or are kept by another step.
    package func forgetAll() { entries = [] }

    deinit {
        guard let scene else { return }
        for case .removed(let top) in entries where scene.isRetained(top) { scene.freeTree(top.index) }
    }
}

extension Value {
    /// Bytes behind the value, about.
    fileprivate var weight: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .numbers(let list): 8 * list.count
        case .colors(let list): 4 * list.count
        case .path(let path): 16 * path.points.count
        case .list(let list): 32 * list.count
        case .operations(let list): list.count * 64
        default: 0
        }
    }
}

// MARK: - Making steps

extension Scene {
    /// Keeps the open transaction, and gives what takes it back; nil when nothing was changed.
    package func commitRecording() -> UndoStep? {
        let undos = journal.close()
        defer { changes.events.commit() }
        var made: Set<Slot> = []
        var seen: Set<ObjectProperty> = []
        var users: Set<String> = []
        var marked: Set<Slot> = []
        var names: [(id: ObjectID, name: String)] = []
        var freed: [Slot] = []
        var entries: [UndoStep.Entry] = []
        entries.reserveCapacity(undos.count)
        func name(_ slot: Slot) {
            guard slot > Scene.shelf, names.last?.id != id(of: slot) else { return }
            names.append((id(of: slot), self.name(of: slot)))
        }
        if undos.count == 1, case .created(let slot) = undos[0] {
            // What most lines do.
            name(slot)
            return UndoStep([.created(id(of: slot), snapshot(of: slot))], names: names, in: self)
        }
        for undo in undos {
            switch undo {
            case .value(let slot, let id, let old):
                guard !made.contains(slot), seen.insert(ObjectProperty(slot: slot, id: id)).inserted else { continue }
                name(slot)
                let isGone = rows[Int(slot)].flags.contains(.isRemoved)
                entries.append(.value(self.id(of: slot), id, old: old, new: given(slot, id), isGone: isGone))
            case .arranged(let slot, let bounds, let size, let fits):
                guard !made.contains(slot) else { continue }
                entries.append(.arranged(id(of: slot), bounds, size, fits: fits))
            case .user(let slot, let key, let old):
                guard !made.contains(slot), users.insert("\(slot) \(key)").inserted else { continue }
                name(slot)
                entries.append(.user(id(of: slot), key, old: old, new: user(slot, key)))
            case .key(let slot, let key, let old):
                guard !made.contains(slot), users.insert("\(slot)=\(key)").inserted else { continue }
                name(slot)
                entries.append(.key(id(of: slot), key, old: old, new: self.key(slot, key)))
            case .marks(let slot, let old):
                guard !made.contains(slot), marked.insert(slot).inserted else { continue }
                entries.append(.marks(id(of: slot), old: old, new: rows[Int(slot)].marks))
            case .origin(let slot, _, _), .styling(let slot, _):
                if !made.contains(slot) { entries.append(.other(undo)) }
            case .link(let slot, let parent, let next):
                guard !made.contains(slot), parent >= 0 else { continue }
                name(parent)
                name(slot)
                let now = rows[Int(slot)].parent
                entries.append(
                    .link(
                        id(of: slot), from: id(of: parent), next: next >= 0 ? id(of: next) : nil,
                        parent: id(of: max(now, 0))))
            case .created(let slot), .revived(let slot):
                made.insert(slot)
                guard !rows[Int(slot)].flags.contains(.isRemoved) else { continue }
                name(slot)
                entries.append(.created(id(of: slot), snapshot(of: slot)))
            case .relinked: continue
            case .unnamed(let slot, let old):
                names.append((id(of: slot), old))
                if !made.contains(slot) { entries.append(.unnamed(id(of: slot), old)) }
            case .removed(let top):
                if made.contains(top) { freed.append(top) } else { entries.append(.removed(id(of: top))) }
            case .definitions(let old):
                entries.append(.definitions(old: old, new: components.definitions))
            case .kind(let id, let old): entries.append(.kind(id, old: old))
            default: entries.append(.other(undo))
            }
        }
        for top in freed { freeTree(top) }
        let isChange = entries.contains {
            switch $0 {
            case .other(.origin): true
            case .marks(_, let old, let new): old.intersection(.given) != new.intersection(.given)
            case .arranged, .other: false
            case .value(_, _, let old, let new, _): old != new
            default: true
            }
        }
        guard isChange else { return nil }
        return UndoStep(entries, names: names, in: self)
    }

    private func snapshot(of slot: Slot) -> UndoStep.Snapshot {
        let row = rows[Int(slot)]
        let moving: LayerFlags = [.isAnimated, .isArranged, .fitsContent]
        return UndoStep.Snapshot(
            row: row, extras: row.extras < 0 ? Extras() : extras[Int(row.extras)],
            isMoving: !row.flags.isDisjoint(with: moving))
    }

    /// Empties the slots of an object that was removed, and of all below it.
    func freeTree(_ top: Slot) {
        var below: [Slot] = []
        forEachBelow(top) { below.append($0) }
        free(below)
    }

    /// True for an object that was removed and may come back.
    func isRetained(_ id: ObjectID) -> Bool {
        guard id.index > Scene.shelf, Int(id.index) < rows.count else { return false }
        let row = rows[Int(id.index)]
        return row.generation == id.generation && row.flags.contains(.isAlive) && row.flags.contains(.isRemoved)
    }
}

// MARK: - Taking back

extension Scene {
    /// Takes a step back, within a transaction. Throws `busy`, naming the object, when what others have changed since makes that
    /// impossible; then nothing has happened.
    package func takeBack(_ step: UndoStep) throws(SceneError) {
        try check(step)
        for entry in step.entries.reversed() { takeBack(entry) }
    }

    private func takeBack(_ entry: UndoStep.Entry) {
        switch entry {
        case .value(let id, let property, let old, _, _):
            guard isAtHand(id) else { return }
            assign(id.index, property, old, kinds[rows[Int(id.index)].kind].properties[Int(property.raw)].effect)
        case .user(let id, let key, let old, _): setUser(id.index, key, old)
        case .key(let id, let key, let old, _): setKey(id.index, key, old)
        case .marks(let id, let old, let new):
            guard isAtHand(id) else { return }
            // The others follow from what is taken back besides.
            let others = RowMarks.ofComponents.union([.hasOrigins, .isDependent])
            let changed = old.symmetricDifference(new).subtracting(others)
            let now = rows[Int(id.index)].marks
            setMarks(id.index, now.subtracting(changed).union(old.intersection(changed)))
        case .arranged(let id, let bounds, let size, let fits):
            guard slot(of: id) != nil else { return }
            noteArranged(id.index)
            layouts.naturalSizes[id.index] = rows[Int(id.index)].flags.contains(.isArranged) ? size : nil
            rows[Int(id.index)].flags.set(.fitsContent, fits)
            storeArranged(id.index, bounds)
            layoutFollows(id.index, LayerProperty.bounds.id)
        case .link(let id, let parent, let next, _): takeBackLink(id, parent.index, next)
        case .created(let id, _): if let slot = slot(of: id) { try? remove(slot) }
        case .unnamed(let id, let name): revive(id.index, name)
        case .removed: return
        case .definitions(let old, _): setDefinitions(old)
        case .kind(let id, let old): setKind(id, old)
        case .other(let undo): takeBack(undo)
        }
    }

    private func takeBack(_ undo: Undo) {
        switch undo {
        case .owner(let slot, let old): if rows[Int(slot)].flags.contains(.isAlive) { setOwner(of: slot, to: old) }
        case .slotPart(let slot, let old): setSlotPart(of: slot, to: old)
        case .origin(let slot, let path, let old):
            if rows[Int(slot)].flags.contains(.isAlive) { setOrigin(slot, path, old) }
        case .styling(let slot, let old): if rows[Int(slot)].flags.contains(.isAlive) { setStyling(slot, old) }
        case .files(let old): setUsedFiles(old)
        case .brought(let old):
            journal.append(.brought(components.brought))
            setBrought(old)
        default: return
        }
    }

    /// Puts a layer back to where it was, as far as its neighbour is there still.
    private func takeBackLink(_ id: ObjectID, _ parent: Slot, _ next: ObjectID?) {
        let slot = id.index
        var before: Slot = -1
        if let next, isAtHand(next), rows[Int(next.index)].parent == parent { before = next.index }
        if rows[Int(slot)].parent >= 0 {
            let old = rows[Int(slot)]
            journal.append(.link(slot, parent: old.parent, next: old.next))
            relink(slot, under: parent, before: before)
            changes.events.note(old.parent == parent ? .reordered(slot) : .moved(slot))
        } else {
            journal.append(.relinked(slot))
            link(slot, under: parent, before: before)
            if parent > Scene.shelf { mark(parent, .sublayers) }
            mark(slot, [.tree, .order])
        }
    }

    private func isAtHand(_ id: ObjectID) -> Bool { slot(of: id) != nil || isRetained(id) }

    private func revive(_ slot: Slot, _ name: String) {
        journal.append(.revived(slot))
        ByteView.with(name) { names.insert($0, slot) }
        rows[Int(slot)].flags.remove(.isRemoved)
        mark(slot, .tree)
        if rows[Int(slot)].flags.contains(.isInteractive) { leadToInput(slot) }
        if kind(of: slot).family == .output { outputChanged() }
        changes.events.note(.created(slot))
    }

    /// Takes back that an object came back.
    func unrevive(_ slot: Slot) {
        names.remove(slot)
        rows[Int(slot)].flags.insert(.isRemoved)
        mark(slot, .tree)
        if kind(of: slot).family == .output { outputChanged() }
    }

    // MARK: Conflicts

    private func check(_ step: UndoStep) throws(SceneError) {
        var revived: Set<ObjectID> = []
        var kindsBack: Set<KindID> = []
        for case .kind(let id, let old) in step.entries where !old.properties.isEmpty { kindsBack.insert(id) }
        var made: Set<ObjectID> = []
        for case .created(let id, _) in step.entries { made.insert(id) }
        for case .unnamed(let id, let name) in step.entries {
            guard isRetained(id) else { throw conflict(id, step, "is gone") }
            if let other = names.find(name), !made.contains(self.id(of: other)) {
                throw SceneError(.busy, "\"\(name)\" is the id of another object now")
            }
            let kind = rows[Int(id.index)].kind
            guard !kinds[kind].properties.isEmpty || kindsBack.contains(kind) else {
                throw conflict(id, step, "has no kind now")
            }
            revived.insert(id)
        }
        for entry in step.entries { try check(entry, revived, step) }
    }

    private func check(_ entry: UndoStep.Entry, _ revived: Set<ObjectID>, _ step: UndoStep) throws(SceneError) {
        switch entry {
        case .value(let id, let property, _, let new, let isGone):
            if isGone || revived.contains(id) { return }
            guard slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            // What follows by itself, as when a timer is due, is nobody's change.
            if kind(of: id.index)[property].isReadOnly { return }
            guard given(id.index, property) == new else {
                throw conflict(id, step, "has another \(kind(of: id.index)[property].name) now")
            }
        case .user(let id, let key, _, let new):
            if revived.contains(id) { return }
            guard slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            guard user(id.index, key) == new else { throw conflict(id, step, "has another user.\(key) now") }
        case .key(let id, let key, _, let new):
            if revived.contains(id) { return }
            guard slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            guard self.key(id.index, key) == new else { throw conflict(id, step, "has another \(key) now") }
        case .link(let id, let from, _, let parent):
            guard
                from.index <= Scene.shelf || from.index == Scene.root || slot(of: from) != nil || revived.contains(from)
            else { throw conflict(from, step, "was removed") }
            if revived.contains(id) { return }
            guard slot(of: id) != nil else { throw conflict(id, step, "was removed") }
            guard rows[Int(id.index)].parent == parent.index else { throw conflict(id, step, "has another parent now") }
            if from.index > Scene.shelf, isInside(from.index, id.index) {
                throw conflict(from, step, "is below it now")
            }
        case .created(let id, let snapshot):
            guard let slot = slot(of: id) else {
                // An animation goes when it has ended, and a timer when it has fired.
                if snapshot.row.flags.contains(.isLayer) { throw conflict(id, step, "was removed") }
                return
            }
            // Parts follow their instance.
            if isPart(slot) { return }
            guard isUnchanged(slot, since: snapshot) else { throw conflict(id, step, "was changed") }
        case .definitions(_, let new):
            guard components.definitions == new else { throw SceneError(.busy, "components were defined since") }
        case .arranged, .kind, .marks, .other, .removed, .unnamed: return
        }
    }

    private func conflict(_ id: ObjectID, _ step: UndoStep, _ reason: String) -> SceneError {
        let name = slot(of: id).map { self.name(of: $0) } ?? step.names.last { $0.id == id }?.name ?? ""
        return SceneError(.busy, name.isEmpty ? "an object \(reason)" : "\"\(name)\" \(reason)")
    }

    /// True when a layer is as a step left it. What runs by itself, an animation, counts as unchanged.
    private func isUnchanged(_ slot: Slot, since snapshot: UndoStep.Snapshot) -> Bool {
        let (row, old) = (rows[Int(slot)], snapshot.row)
        guard row.flags.contains(.isLayer) else { return true }
        guard row.parent == old.parent, row.childCount == old.childCount else { return false }
        let now = row.extras < 0 ? Extras() : extras[Int(row.extras)]
        let moving: LayerFlags = [.isAnimated, .isArranged, .fitsContent]
        if snapshot.isMoving || !row.flags.isDisjoint(with: moving) { return true }
        return row.hasEqualProperties(to: old) && now.values.elementsEqual(snapshot.extras.values, by: ==)
            && now.user.elementsEqual(snapshot.extras.user, by: ==)
    }
}
