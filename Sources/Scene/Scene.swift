public import Geometry

/// The retained tree of layers, and every other object: their properties are all the state there is.
///
/// Objects live in `rows`, one array of plain structs with links by index (why: ARCHITECTURE.md, "Scene"); ids carry a
/// generation. Every object stands in exactly one list of siblings: below its parent, below `limbo` when it is a detached
/// layer, below `shelf` when it is no layer, so that order and removal need no other bookkeeping.
///
/// All changes write down how to undo them (`journal`) while a transaction is open, and note themselves for readers (`changes`).
/// The scene knows no pixels, no plugins, no connections and no clock.
///
/// Its abilities beside properties stand in values that look at one side of it, each in a file of its own:
///
///     objects      make, remove               tree           parents, order, walks
///     transaction  begin, commit, roll back   undo           steps that are taken back later
///     geometry     coordinates, frames        layout         stacks, sizes of texts
///     styles       origins of values, styles  variables      themes, data
///     components   definitions, instances     relations      references by name
///     presentation animated values            times          beginnings, clocks of layers
///     outputs      root layers, sizes         contents       pictures, buffers
///     plain        the short way of `set`     news           news for readers
public final class Scene {
    /// The parent of detached layers; itself no object.
    public static let limbo: Slot = 0
    /// The parent of objects that are no layers.
    public static let shelf: Slot = 1
    /// The root layer of the output `main`.
    public static let root: Slot = 2
    /// The output that always exists.
    public static let main: Slot = 3
    /// The object whose properties are the settings.
    public static let daemon: Slot = 4

    public let kinds: KindRegistry
    /// The answers of plugins about layers; nobody in scratch scenes.
    public var services = LayerServices()
    public internal(set) var rows: [LayerRow] = []
    /// Slots without an object, to be used again.
    var freeSlots: [Slot] = []
    public internal(set) var extras = ExtrasTable()
    public internal(set) var names = NameTable()
    /// Answers about the tree that would take long walks, as far as somebody asked.
    public internal(set) var order = TreeOrder()
    var references = References()
    var layouts = LayoutQueue()
    var outputTable = OutputTable()
    var models = ModelValues()
    var styleTable = StyleTable()
    var componentTable = ComponentTable()
    /// Where the lines stand that made objects.
    public var lineSources = LineSources()
    var journal = Journal()
    /// Secrets that the lines of a file left out.
    public var leftOutSecrets = LeftOutSecrets()
    /// In a copy: how objects go on, as those said that carried them out.
    var continuations: [Slot: Value] = [:]
    /// The layer that keys go to.
    public var focus: ObjectID?
    /// Changes that readers have not taken yet.
    public var changes = ChangeSet()

    /// Objects alive, apart from `root`, `main` and `daemon`.
    public var count: Int { names.count - 3 }

    /// A scene with `root`, an output `main` of the kind `output` and `daemon`.
    public init(kinds: KindRegistry, output: KindID) {
        self.kinds = kinds
        for _ in 0...Int(Scene.daemon) { rows.append(LayerRow()) }
        let fixed: [(Slot, String, KindID, Slot)] = [
            (Scene.root, "root", .layer, Scene.limbo), (Scene.main, "main", output, Scene.shelf),
            (Scene.daemon, "daemon", .settings, Scene.shelf),
        ]
        for (slot, name, kind, parent) in fixed {
            ByteView.with(name) { names.insert($0, slot) }
            rows[Int(slot)].kind = kind
            rows[Int(slot)].flags = .initial
            if kinds[kind].family == .layer { rows[Int(slot)].flags.insert(.isLayer) }
            if slot != Scene.root { tree.link(slot, under: parent, before: -1) }
        }
        // The root stands in no list: no verb can reach it as a sibling.
        rows[Int(Scene.root)].parent = -1
        storage.store(Scene.main, OutputProperty.root.id, .object(id(of: Scene.root)))
        outputs.outputChanged()
        mark(Scene.root, .tree)
    }

    deinit { journal.life.isOver = true }

    // MARK: Looking up

    /// The object with this name, unless it is dormant.
    public func find(_ name: ByteView) -> Slot? {
        if let slot = names.find(name) {
            return references.dormant.isEmpty || !rows[Int(slot)].kind.isDormant ? slot : nil
        }
        return componentTable.lineOwner == nil ? nil : components.findInLines(name)
    }
    public func find(_ name: String) -> Slot? { ByteView.with(name) { find($0) } }

    /// The name of the object at `slot`.
    public func name(of slot: Slot) -> String { names.name(slot) }

    /// Writes it, without a `String`.
    public func writeName(of slot: Slot, to out: inout ByteWriter) { names.write(slot, to: &out) }

    public func id(of slot: Slot) -> ObjectID {
        ObjectID(index: slot, generation: rows[Int(slot)].generation)
    }

    /// The slot of a living object; nil when it was removed.
    public func slot(of id: ObjectID) -> Slot? {
        guard id.index > Scene.shelf, Int(id.index) < rows.count else { return nil }
        let row = rows[Int(id.index)]
        guard row.generation == id.generation, row.flags.contains(.isAlive), !row.flags.contains(.isRemoved)
        else { return nil }
        return id.index
    }

    public func kind(of slot: Slot) -> Kind { kinds[rows[Int(slot)].kind] }

    public func isLayer(_ slot: Slot) -> Bool { rows[Int(slot)].flags.contains(.isLayer) }

    /// True for `root`, `main` and `daemon`, which can be changed but not removed.
    public static func isFixed(_ slot: Slot) -> Bool { slot <= Scene.daemon }

    // MARK: Marks

    /// Notes a change of a row, for display lists and for the animator, behaviors and follows.
    func mark(_ slot: Slot, _ flags: Dirty) {
        if rows[Int(slot)].flags.contains(.isTimed) {
            note(slot, flags)
            if !isLayer(slot) { return }
        }
        guard !flags.isEmpty else { return }
        changes.visible &+= 1
        if rows[Int(slot)].dirty.isEmpty { changes.layers.unread.append(slot) }
        if journal.notesMarks { journal.note(slot, flags.subtracting(rows[Int(slot)].dirty)) }
        rows[Int(slot)].dirty.formUnion(flags)
        if rows[Int(slot)].marks.contains(.isPart) { components.partChanged(slot, flags) }
        if !layouts.sized.isEmpty { layout.sizeFollows(slot, flags) }
    }
}
