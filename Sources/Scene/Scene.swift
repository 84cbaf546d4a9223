package import Geometry

/// The retained tree of layers, and every other object: their properties are all the state there is.
///
/// Objects live in `rows`, one array of plain structs with links by index (why: ARCHITECTURE.md, "Scene"); ids carry a
/// generation. Every object stands in exactly one list of siblings: below its parent, below `limbo` when it is a detached
/// layer, below `shelf` when it is no layer, so that order and removal need no other bookkeeping.
///
/// All changes go through the functions of `Scene+Set`, `Scene+Tree` and `Scene+Objects`, which mark what the next frame
/// has to look at (`dirty`), write down how to undo (`journal`) while a transaction is open, and note what subscribers
/// are to be told (`changes`). The scene knows no pixels, no plugins, no connections and no clock.
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
    /// Who knows the sizes that layers have by themselves; nil in scratch scenes.
    package weak var measurer: (any LayerMeasurer)?
    package internal(set) var rows: [LayerRow] = []
    package internal(set) var extras: [Extras] = []
    package internal(set) var names = NameTable()
    /// Objects alive, the five fixed places not counted.
    package internal(set) var count = 0

    /// Places whose `Dirty` flags are not empty, and places that were emptied, since `takeDirty`.
    package internal(set) var dirty: [Slot] = []
    /// Those who look at the scene beside each other.
    var readers: [DirtyMarks] = []
    /// An output came, went or changed since the frame last looked.
    package var outputIsDirty = true
    /// Another number after each such change.
    package internal(set) var outputRevision: UInt64 = 0
    /// Where outputs are; some may be removed, and perhaps to come back. And the layers but `root` that they show.
    var outputSlots = [Scene.main]
    var outputRoots: [Slot] = []
    /// Where pictures come from changed, or objects that have or show them came or went, since `takeSources`. Places may
    /// stand in it more than once, and may be empty by now.
    package internal(set) var dirtySources: [Slot] = []
    /// What clients say has changed of the pixels that they share, in pixels, by the place of the buffer.
    package internal(set) var touched: [Slot: [Rect]] = [:]
    /// What was set where something else is shown: see `Scene+Presentation`.
    var models: [Slot: [(id: PropertyID, value: Value)]] = [:]
    /// Animations and waiting transactions that were made, changed or removed since `takeTouched`, in order.
    var touchedTimed: [Slot] = []
    /// Covered properties that were set since `takeTouched`.
    var touchedModels: Set<ObjectProperty> = []
    /// What acts on layers, and layers that it is about: see `Scene+Acting`.
    var touchedActing = TouchedActing()
    /// Some layer's time goes otherwise than before.
    package internal(set) var timingIsDirty = false
    /// Counts the times that it came to be so.
    package internal(set) var timingVersion: UInt64 = 0
    /// Layers whose `beginTime` is to be the time at which they were made; some may be gone.
    var unbegun: [Slot] = []
    /// Some layer has, or had, a time of its own.
    var hasTimedLayers = false

    /// Another number after every change of what is seen, or takes input.
    package internal(set) var seenRevision: UInt64 = 0

    /// A property of `daemon` changed since somebody took the settings over.
    package var settingsAreDirty = true

    /// Who refers to an object through a property: as its mask, its picture and the like.
    struct Referrer: Hashable {
        var slot: Slot
        var property: PropertyID
    }
    var referrers: [Slot: Set<Referrer>] = [:]
    /// Implicit animations by the index of their layer.
    var implicitAnimations: [Slot: [Slot]] = [:]
    /// Layers known to be below the layer that was asked about last.
    package internal(set) var known = KnownSubtree()
    /// Order of wide parents' children.
    package internal(set) var siblings = SiblingOrder()
    /// Where reactions are; some may be removed, and perhaps to come back.
    var reactions: Set<Slot> = []
    /// Slots of pending transactions; some may be removed, and perhaps to come back.
    var pendingTransactions: Set<Slot> = []

    /// Who lays out what stacks hold; nil in scratch scenes, which keep what was given. Held weakly.
    package weak var arranger: (any LayerArranger)?
    /// The sizes that clients gave to layers for which a layout found others.
    var naturalSizes: [Slot: Size] = [:]
    /// The own sizes of layouts within layouts.
    var measuredSizes: [Slot: Size] = [:]
    /// Layouts that have to be done again, marked `needsLayout`; places may be empty by now.
    var staleLayouts: [Slot] = []
    /// The layout that is being done; -1 for none.
    var arranging: Slot = -1
    /// How many layouts have been done.
    package internal(set) var layoutCount = 0

    var freeSlots: [Slot] = []
    var freeExtras: [Int32] = []
    var journal: [Undo] = []
    /// True while changes have to be undoable.
    var isJournaling = false
    package internal(set) var changes = ChangeLog()

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
    package func find(_ name: ByteView) -> Slot? { names.find(name) }
    package func find(_ name: String) -> Slot? { names.find(name) }

    /// The name of the object at `slot`.
    package func name(of slot: Slot) -> String { names.name(slot) }

    /// Writes it, without a `String`.
    package func writeName(of slot: Slot, to out: inout ByteWriter) { names.write(slot, to: &out) }

    package func id(of slot: Slot) -> ObjectID {
        ObjectID(index: slot, generation: rows[Int(slot)].generation)
    }

    /// The place of a living object; nil when it was removed.
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
    package func isInside(_ slot: Slot, _ ancestor: Slot) -> Bool { known.holds(slot, below: ancestor, rows) }

    /// Calls `body` with the places of the children of `parent`, in order.
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

    // MARK: Dirty marks

    /// Notes that the frame has to look at `slot` again.
    func mark(_ slot: Slot, _ flags: Dirty) {
        if rows[Int(slot)].flags.contains(.isTimed) {
            note(slot, flags)
            if !isLayer(slot) { return }
        }
        guard !flags.isEmpty else { return }
        seenRevision &+= 1
        if rows[Int(slot)].dirty.isEmpty { dirty.append(slot) }
        rows[Int(slot)].dirty.formUnion(flags)
    }

    package var hasDirty: Bool { !dirty.isEmpty || outputIsDirty || needsLayout }
}
