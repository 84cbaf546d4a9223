public import Geometry
public import SceneTables
public import Schema

/// The retained tree of layers, and all other objects. Their properties are the complete state.
///
/// Objects are stored in `rows`, one array of plain structs with links by index (why: ARCHITECTURE.md, "Scene"); ids include
/// a generation. Every object is in exactly one sibling list: below its parent, below `detachedRoot` for a detached layer, or below
/// `objectRoot` for an object that is no layer. So order and removal need no other bookkeeping.
///
/// While a transaction is open, all changes record how to revert them (`journal`). They are also recorded for readers
/// (`changes`). The scene knows no pixels, no plugins, no connections and no clock.
///
/// Functions other than properties are in views of the scene, each in its own file:
///
///     objects      create, remove             tree           parents, order, walks
///     transaction  begin, commit, roll back   undo           steps for undo and redo
///     geometry     coordinates, frames        layout         stacks, sizes of texts
///     styles       origins of values, styles  variables      themes, data
///     components   definitions, instances     relations      references by name
///     presentation animated values            times          begin times, clocks of layers
///     outputs      root layers, sizes         contents       pictures, buffers
///     plain        the fast path of `set`     news           revisions and changes for readers
public final class Scene {
    /// The root of all detached layers; no object itself.
    public static let detachedRoot: Slot = 0
    /// The root of all objects that are no layers; no object itself.
    public static let objectRoot: Slot = 1
    /// The root layer of the output `main`.
    public static let root: Slot = 2
    /// The output that always exists.
    public static let main: Slot = 3
    /// The object whose properties are the settings.
    public static let daemon: Slot = 4

    public let kinds: KindRegistry
    /// Services of plugins for layers; nil in scratch scenes.
    public var services = LayerServices()
    public internal(set) var rows: [LayerRow] = []
    /// Slots without an object, for reuse.
    var freeSlots: [Slot] = []
    public internal(set) var extras = ExtrasTable()
    public internal(set) var names = NameTable()
    /// Cached results of long tree walks.
    public internal(set) var order = TreeOrder()
    var references = References()
    var layouts = LayoutQueue()
    var lifted = LiftedLayers()
    var outputTable = OutputTable(main: Scene.main)
    var models = ModelValues()
    var styleTable = StyleTable()
    var componentTable = ComponentTable()
    /// Source lines of created objects.
    public var lineSources = LineSources()
    /// Why values were said.
    public var causes = SaidCauses()
    var journal = RollbackJournal()
    /// Secrets that the lines of a file omitted.
    public var leftOutSecrets = OmittedSecrets()
    /// In a copy: continuation states of objects.
    var continuations: [Slot: Value] = [:]
    /// The scene that this one will replace.
    var replaced: Scene?
    /// The primary's name while lines of a replica's own are run: what they make is this machine's.
    public var onlyLocal: String?
    /// The size of the primary's root layer, of which outputs with a viewport show a part; nil: this daemon's own outputs say it.
    public var wholeSize: Size? { didSet { if wholeSize != oldValue { outputs.outputChanged() } } }
    /// The layer that receives keys.
    public var focus: ObjectID?
    /// False when that layer is not `focusVisible`: a pointer or finger was pressed after the last key.
    public var hasFocusRing = true
    /// Changes that readers have not taken yet.
    public var changes = ChangeSet()

    /// Number of existing objects, without `root`, `main` and `daemon`.
    public var count: Int { names.count - 3 }

    /// A scene with `root`, an output `main` of the kind `output` and `daemon`.
    public init(kinds: KindRegistry, output: KindID) {
        self.kinds = kinds
        for _ in 0...Int(Scene.daemon) { rows.append(LayerRow()) }
        let fixed: [(Slot, String, KindID, Slot)] = [
            (Scene.root, "root", .layer, Scene.detachedRoot), (Scene.main, "main", output, Scene.objectRoot),
            (Scene.daemon, "daemon", .settings, Scene.objectRoot),
        ]
        for (slot, name, kind, parent) in fixed {
            ByteView.with(name) { names.insert($0, slot) }
            rows[Int(slot)].kind = kind
            rows[Int(slot)].flags = .initial
            if kinds[kind].family == .layer { rows[Int(slot)].flags.insert(.isLayer) }
            if slot != Scene.root { tree.link(slot, under: parent, before: -1) }
        }
        // The root is in no list: no verb can use it as a sibling.
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

    /// Writes the name without creating a `String`.
    public func writeName(of slot: Slot, to out: inout ByteWriter) { names.write(slot, to: &out) }

    public func id(of slot: Slot) -> ObjectID {
        ObjectID(index: slot, generation: rows[Int(slot)].generation)
    }

    /// The slot of an existing object; nil when it was removed.
    public func slot(of id: ObjectID) -> Slot? {
        guard id.index > Scene.objectRoot, Int(id.index) < rows.count else { return nil }
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

    /// Records a change of a row, for display lists and for the animator, behaviors and follows.
    func mark(_ slot: Slot, _ flags: Dirty) {
        if rows[Int(slot)].flags.contains(.isTimed) {
            note(slot, flags)
            if !isLayer(slot) { return }
        }
        guard !flags.isEmpty else { return }
        changes.noteVisible()
        if rows[Int(slot)].dirty.isEmpty { changes.layers.append(slot) }
        if journal.notesMarks { journal.note(slot, flags.subtracting(rows[Int(slot)].dirty)) }
        rows[Int(slot)].dirty.formUnion(flags)
        if rows[Int(slot)].marks.contains(.isPart) { components.partChanged(slot, flags) }
        if !layouts.sized.isEmpty { layout.sizeFollows(slot, flags) }
    }
}
