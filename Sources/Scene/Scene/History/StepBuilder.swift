import Geometry
import SceneTables
import Schema

/// Builds the step of a transaction from its journal entries, in order.
struct StepBuilder: ~Copyable {
    /// What a client can change in an object that it did not make.
    private enum Changed: Hashable {
        case value(Slot, PropertyID)
        case user(Slot, String)
        case key(Slot, String)
        case marks(Slot)
        case frame(Slot)
    }

    private let scene: Scene
    private var entries: [UndoStep.Entry] = []
    private var names: [(id: ObjectID, name: String)] = []
    /// Objects that the step created: their other changes need no entries.
    private var made = SmallSet<Slot>()
    /// Created parts that are below their instance, and are removed with it.
    private var parts = SmallSet<Slot>()
    /// Changes with an entry: the first entry has the value before the transaction.
    private var changed = SmallSet<Changed>()
    /// Tops of subtrees that were created and removed again.
    private(set) var freed: [Slot] = []

    /// `count`: number of journal entries.
    init(_ scene: Scene, _ count: Int) {
        self.scene = scene
        entries.reserveCapacity(count)
    }

    /// The step; nil when nothing was changed.
    consuming func step() -> UndoStep? {
        entries.contains(where: Self.isChange) ? UndoStep(entries, names: names, in: scene) : nil
    }

    private static func isChange(_ entry: UndoStep.Entry) -> Bool {
        switch entry {
        case .other(.origin): true
        case .marks(_, let old, let new): old.intersection(.given) != new.intersection(.given)
        case .other: false
        case .value(_, _, let old, let new, _): old != new
        case .frame(_, let old, let new): old != new
        default: true
        }
    }

    /// Adds a dependent entry: it is recomputed when the others are reverted.
    mutating func addDerived(_ undo: Undo) {
        switch undo {
        case .created(let first, let count): for at in Int(first)..<Int(first) + count { made.insert(Slot(at)) }
        case .revived(let slot): made.insert(slot)
        case .removed(let top): freed.append(top)
        default: break
        }
    }

    mutating func add(_ undo: Undo) {
        switch undo {
        case .value, .frame, .user, .key, .marks, .origin: addChange(undo)
        case .followed, .states: break
        case .link(let slot, let parent, let next): addLink(slot, parent, next)
        case .created(let first, let count): for at in Int(first)..<Int(first) + count { addMade(Slot(at)) }
        case .revived(let slot): addMade(slot)
        case .relinked: break
        case .unnamed(let slot, let old):
            names.append((scene.id(of: slot), old))
            if !made.contains(slot) { entries.append(.unnamed(scene.id(of: slot), old)) }
        case .removed(let top):
            if made.contains(top) { freed.append(top) } else { entries.append(.removed(scene.id(of: top))) }
        case .definitions(let old): entries.append(.definitions(old: old, new: scene.componentTable.definitions))
        case .kind(let id, let old): entries.append(.kind(id, old: old))
        default: entries.append(.other(undo))
        }
    }

    /// Adds a change of an object that the step did not create.
    private mutating func addChange(_ undo: Undo) {
        switch undo {
        case .value(let slot, let id, let old):
            guard !made.contains(slot), changed.insert(.value(slot, id)) else { return }
            addName(slot)
            let isGone = scene.rows[Int(slot)].flags.contains(.isRemoved)
            entries.append(.value(scene.id(of: slot), id, old: old, new: scene.layout.stored(slot, id), isGone: isGone))
        case .frame(let slot, let old):
            guard !made.contains(slot), changed.insert(.frame(slot)) else { return }
            addName(slot)
            let new = scene.rows[Int(slot)].flags.contains(.isRemoved) ? nil : scene.resizing.frame(of: slot)
            entries.append(.frame(scene.id(of: slot), old: old, new: new))
        case .user(let slot, let key, let old):
            guard !made.contains(slot), changed.insert(.user(slot, key)) else { return }
            addName(slot)
            entries.append(.user(scene.id(of: slot), key, old: old, new: scene.objects.user(slot, key)))
        case .key(let slot, let key, let old):
            guard !made.contains(slot), changed.insert(.key(slot, key)) else { return }
            addName(slot)
            entries.append(.key(scene.id(of: slot), key, old: old, new: scene.variables.key(slot, key)))
        case .marks(let slot, let old):
            guard !made.contains(slot), changed.insert(.marks(slot)) else { return }
            entries.append(.marks(scene.id(of: slot), old: old, new: scene.rows[Int(slot)].marks))
        case .origin(let slot, _, _):
            if !made.contains(slot) { entries.append(.other(undo)) }
        default: break
        }
    }

    private mutating func addLink(_ slot: Slot, _ parent: Slot, _ next: Slot) {
        guard !made.contains(slot), parent >= 0 else { return }
        addName(parent)
        addName(slot)
        entries.append(
            .link(
                scene.id(of: slot), from: scene.id(of: parent), next: next >= 0 ? scene.id(of: next) : nil,
                parent: scene.id(of: max(scene.rows[Int(slot)].parent, 0))))
    }

    private mutating func addMade(_ slot: Slot) {
        made.insert(slot)
        guard !scene.rows[Int(slot)].flags.contains(.isRemoved) else { return }
        if scene.isLayer(slot), let owner = scene.components.owner(of: slot), made.contains(owner),
            case let parent = scene.rows[Int(slot)].parent, parent == owner || parts.contains(parent)
        {
            parts.insert(slot)
            return
        }
        addName(slot)
        entries.append(.created(scene.id(of: slot), UndoStep.Snapshot(slot, in: scene)))
    }

    private mutating func addName(_ slot: Slot) {
        guard slot > Scene.objectRoot, names.last?.id != scene.id(of: slot) else { return }
        names.append((scene.id(of: slot), scene.name(of: slot)))
    }
}

extension UndoStep.Snapshot {
    /// The present state of an object.
    init(_ slot: Slot, in scene: Scene) {
        let row = scene.rows[Int(slot)]
        let moving: LayerFlags = [.isAnimated, .isArranged, .fitsContent]
        // Only layers are compared: other objects go on by themselves.
        let isCompared = row.flags.contains(.isLayer) && row.extras >= 0
        self.init(
            row: row, extras: isCompared ? scene.extras[Int(row.extras)] : Extras(),
            isMoving: !row.flags.isDisjoint(with: moving))
    }
}
