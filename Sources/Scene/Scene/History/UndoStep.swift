import Geometry
import SceneTables
import Schema

/// The changes of one transaction or line, for undo and redo.
///
/// Removed objects keep their slots until the step is dropped, so that they can come back unchanged, with ids, values
/// and references to others.
public final class UndoStep {
    enum Entry {
        /// `isGone`: the object was removed before or with the step, and may come back before the step is reverted.
        case value(ObjectID, PropertyID, old: Value, new: Value, isGone: Bool)
        case user(ObjectID, String, old: String?, new: String?)
        case key(ObjectID, String, old: Value?, new: Value?)
        /// Marks of values set by clients.
        case marks(ObjectID, old: RowMarks, new: RowMarks)
        /// The specified frame of an autoresizing layer.
        case frame(ObjectID, old: SaidFrame, new: SaidFrame?)
        /// Move of a layer; `parent`: its parent now.
        case link(ObjectID, from: ObjectID, next: ObjectID?, parent: ObjectID)
        /// Indirect, because other entries are much more frequent and smaller than a whole row.
        indirect case created(ObjectID, Snapshot)
        case unnamed(ObjectID, String)
        case removed(ObjectID)
        case definitions(old: [Definition], new: [Definition])
        case kind(KindID, old: Kind)
        /// Belongs to another entry, and is reverted like in a rollback.
        case other(Undo)
    }

    /// State of an object after a step.
    struct Snapshot {
        var row: LayerRow
        /// Of a layer; none for other objects.
        var extras: Extras
        var isMoving: Bool
    }

    /// The content of a step. Lines with a single change, the usual case, need no arrays.
    private enum Body {
        case value(ObjectID, String, PropertyID, old: Value, new: Value)
        /// An object without children was removed; `next`: the sibling behind which it stood in `parent`.
        case removal(ObjectID, String, parent: ObjectID, String, next: ObjectID?)
        case entries([Entry], names: [(id: ObjectID, name: String)])
    }

    private var body: Body

    /// The changes in order.
    var entries: [Entry] {
        switch body {
        case .value(let id, _, let property, let old, let new):
            [.value(id, property, old: old, new: new, isGone: false)]
        case .removal(let id, let name, let parent, _, let next):
            [
                .unnamed(id, name), .link(id, from: parent, next: next, parent: scene.id(of: Scene.root)),
                .removed(id),
            ]
        case .entries(let entries, _): entries
        }
    }

    /// Names of objects, for removed ones; may have duplicates.
    var names: [(id: ObjectID, name: String)] {
        switch body {
        case .value(let id, let name, _, _, _): [(id, name)]
        case .removal(let id, let name, let parent, let parentName, _): [(id, name), (parent, parentName)]
        case .entries(_, let names): names
        }
    }

    /// Approximate size in bytes.
    let size: Int
    /// Unowned, not weak: weakly referenced objects have slower reference counting.
    private unowned let scene: Scene
    private let life: SceneLife

    /// Minimum bytes of a created object.
    static let createdSize = 192
    /// Minimum bytes of a removed object.
    static let removedSize = 256
    /// Minimum bytes of any other entry.
    static let leastSize = 64

    /// A step that no history keeps.
    static func tooLarge(in scene: Scene) -> UndoStep { UndoStep(scene, size: UndoHistory.mostBytes + 1) }

    private init(_ scene: Scene, size: Int) {
        body = .entries([], names: [])
        self.scene = scene
        life = scene.journal.life
        self.size = size
    }

    /// A step without changes.
    public static func empty(in scene: Scene) -> UndoStep { UndoStep([], names: [], in: scene) }

    init(_ entries: [Entry], names: [(id: ObjectID, name: String)], in scene: Scene) {
        body = .entries(entries, names: names)
        self.scene = scene
        life = scene.journal.life
        var size = 64
        for entry in entries {
            switch entry {
            case .value(_, _, let old, let new, _): size += Self.leastSize + old.weight + new.weight
            case .user(_, let key, let old, let new):
                size += Self.leastSize + key.utf8.count + (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0)
            case .created(_, let snapshot):
                size += Self.createdSize + snapshot.extras.values.reduce(0) { $0 + $1.value.weight }
            case .unnamed: size += Self.removedSize
            case .definitions(let old, let new):
                size += (old + new).reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.count } }
            default: size += Self.leastSize
            }
        }
        self.size = size
    }

    /// One value of an object was set.
    init(setting id: PropertyID, of slot: Slot, from old: Value, to new: Value, in scene: Scene) {
        body = .value(scene.id(of: slot), slot > Scene.objectRoot ? scene.name(of: slot) : "", id, old: old, new: new)
        self.scene = scene
        life = scene.journal.life
        size = 64 + Self.leastSize + old.weight + new.weight
    }

    /// An object without children was removed from `parent`, where it stood after `next`.
    init(removing slot: Slot, named name: String, from parent: Slot, before next: Slot, in scene: Scene) {
        body = .removal(
            scene.id(of: slot), name, parent: scene.id(of: parent), scene.name(of: parent),
            next: next >= 0 ? scene.id(of: next) : nil)
        self.scene = scene
        life = scene.journal.life
        size = 64 + Self.removedSize + 2 * Self.leastSize
    }

    /// An object was created, perhaps with its parts.
    convenience init(making slot: Slot, in scene: Scene) {
        let names = slot > Scene.objectRoot ? [(id: scene.id(of: slot), name: scene.name(of: slot))] : []
        let entry = Entry.created(scene.id(of: slot), Snapshot(slot, in: scene))
        self.init([entry], names: names, in: scene)
    }

    /// Joins consecutive steps.
    public static func joined(_ steps: [UndoStep], in scene: Scene) -> UndoStep? {
        guard steps.count > 1 else { return steps.first }
        if let large = steps.first(where: { $0.size > UndoHistory.mostBytes }) { return large }
        let step = UndoStep(steps.flatMap(\.entries), names: steps.flatMap(\.names), in: scene)
        for one in steps { one.forgetAll() }
        return step
    }

    /// Call after the step was reverted: its removed objects exist again or are kept by another step.
    public func forgetAll() { body = .entries([], names: names) }

    deinit {
        if life.isOver { return }
        switch body {
        case .value: break
        case .removal(let id, _, _, _, _): if scene.undo.isRetained(id) { scene.objects.free(id.index) }
        case .entries(let entries, _):
            for case .removed(let top) in entries where scene.undo.isRetained(top) { scene.undo.freeTree(top.index) }
        }
    }
}

extension Value {
    /// Approximate additional bytes of the value.
    fileprivate var weight: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .numbers(let list): 8 * list.count
        case .colors(let list): 4 * list.count
        case .path(let path): 16 * path.points.count
        case .boundsPath(let path): path.weight
        case .list(let list): 32 * list.count
        case .operations(let list): list.count * 64
        default: 0
        }
    }
}
