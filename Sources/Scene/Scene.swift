package import Geometry

/// The retained tree of layers, and every other object: their properties are all the state there is.
///
/// Objects live in `rows`, one array of plain structs with links by index (why: ARCHITECTURE.md, "Scene"); ids carry a
/// generation. Every object stands in exactly one list of siblings: below its parent, below `limbo` when it is a detached
/// layer, below `shelf` when it is no layer, so that order and removal need no other bookkeeping.
///
/// All changes go through the functions of `Scene+Set`, `Scene+Tree` and `Scene+Objects`, which write down how to undo
/// (`journal`) while a transaction is open, and note the change for its readers (`changes`). The scene knows no pixels, no plugins, no connections and no clock.
package final class Scene {
    /// The parent of detached layers; itself no object.
    package static let limbo: Slot = 0
    /// The parent of objects that are no layers.
    package static let shelf: Slot = 1
    /// The root layer of the output `main`.
    package static let root: Slot = 2
    /// The output that always exists.
    package static let main: Slot = 3
    /// The object whose properties are the settings.
    package static let daemon: Slot = 4

    package let kinds: KindRegistry
    /// Measures layers that have a size by themselves; nil in scratch scenes.
    package weak var measurer: (any LayerMeasurer)?
    /// Lays out the sublayers of stacks; nil in scratch scenes, which keep the geometry that was given.
    package weak var arranger: (any LayerArranger)?
    package internal(set) var rows: [LayerRow] = []
    /// Slots without an object, to be used again.
    var freeSlots: [Slot] = []
    package internal(set) var extras = ExtrasTable()
    package internal(set) var names = NameTable()
    /// Positions among siblings, and members of a subtree, as far as somebody asked.
    package internal(set) var order = TreeOrder()
    var references = References()
    var layouts = LayoutQueue()
    var outputTable = OutputTable()
    var models = ModelValues()
    /// Keys of objects whose keys are free, and origins of values, as far as there are any.
    var keys = KeyTable()
    var origins = OriginTable()
    var stylings: [Slot: Styling] = [:]
    /// What has to be styled again.
    var restyling = RestyleQueue()
    /// Some layer takes input, or took some, because a style says so: it is of interest where pointers are.
    package internal(set) var hasInputStyles = false
    /// Some layer has, or had, a time of its own.
    var hasTimedLayers = false
    package internal(set) var components = ComponentTable()
    /// The instance whose component's lines are run: `self` and `.part` name it and its parts.
    package var lineOwner: ObjectID?
    /// The scene that this one is to replace.
    weak var kindJournal: Scene?
    var journal = Journal()
    /// Changes that readers have not taken yet.
    package var changes = ChangeSet()

    /// Objects alive, apart from `root`, `main` and `daemon`.
    package var count: Int { names.count - 3 }

    /// A scene with `root`, an output `main` of the kind `output` and `daemon`.
    package init(kinds: KindRegistry, output: KindID) {
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
            if slot != Scene.root { link(slot, under: parent, before: -1) }
        }
        // The root stands in no list: no verb can reach it as a sibling.
        rows[Int(Scene.root)].parent = -1
        store(Scene.main, OutputProperty.root.id, .object(id(of: Scene.root)))
        outputChanged()
        mark(Scene.root, .tree)
    }

    // MARK: Looking up

    /// The object with this name.
    package func find(_ name: ByteView) -> Slot? {
        if let slot = names.find(name) { return slot }
        return lineOwner == nil ? nil : findInLines(name)
    }
    package func find(_ name: String) -> Slot? { ByteView.with(name) { find($0) } }

    /// The name of the object at `slot`.
    package func name(of slot: Slot) -> String { names.name(slot) }

    /// Writes it, without a `String`.
    package func writeName(of slot: Slot, to out: inout ByteWriter) { names.write(slot, to: &out) }

    package func id(of slot: Slot) -> ObjectID {
        ObjectID(index: slot, generation: rows[Int(slot)].generation)
    }

    /// The slot of a living object; nil when it was removed.
    package func slot(of id: ObjectID) -> Slot? {
        guard id.index > Scene.shelf, Int(id.index) < rows.count else { return nil }
        let row = rows[Int(id.index)]
        guard row.generation == id.generation, row.flags.contains(.isAlive), !row.flags.contains(.isRemoved)
        else { return nil }
        return id.index
    }

    package func kind(of slot: Slot) -> Kind { kinds[rows[Int(slot)].kind] }

    package func isLayer(_ slot: Slot) -> Bool { rows[Int(slot)].flags.contains(.isLayer) }

    /// True for `root`, `main` and `daemon`, which can be changed but not removed.
    package static func isFixed(_ slot: Slot) -> Bool { slot <= Scene.daemon }

    /// True when `slot` is `ancestor` or below it.
    package func isInside(_ slot: Slot, _ ancestor: Slot) -> Bool { order.known.holds(slot, below: ancestor, rows) }

    /// Calls `body` with the slots of the children of `parent`, in order.
    package func forEachChild(_ parent: Slot, _ body: (Slot) -> Void) {
        var at = rows[Int(parent)].firstChild
        while at >= 0 {
            body(at)
            at = rows[Int(at)].next
        }
    }

    /// Calls `body` with `top` and everything below it, parents first, siblings in order. No recursion: depth is the client's.
    package func forEachBelow(_ top: Slot, _ body: (Slot) -> Void) {
        var at = top
        while true {
            body(at)
            if rows[Int(at)].firstChild >= 0 {
                at = rows[Int(at)].firstChild
                continue
            }
            while at != top, rows[Int(at)].next < 0 { at = rows[Int(at)].parent }
            if at == top { return }
            at = rows[Int(at)].next
        }
    }

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
        if rows[Int(slot)].marks.contains(.isPart) { partChanged(slot, flags) }
    }

    /// Measures, then hands the marks over: see `LayerCursor.take`.
    func takeLayers(_ cursor: ChangeCursor, _ body: (Slot, Dirty) -> Void) {
        fit()
        changes.layers.take(cursor, &rows, body)
    }

    /// True when there is something that no reader of layer marks has taken.
    package var hasUnreadLayers: Bool { !changes.layers.unread.isEmpty || needsLayout }
}
