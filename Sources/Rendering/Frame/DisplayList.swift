package import Geometry
package import Scene
import SceneTables
package import Schema

/// The scene as shown by one output.
///
///     update(scene)   dirty layers → nodes (`TreeUpdate`, `DisplayTree`) → `damage` (`DamageTracker`)
///     plan(tile)      nodes → a paint list for a rectangle, from back to front (`Planner`)
///
/// Only dirty layers are read again, with their sublayers if their inherited state changed. A node that comes out equal
/// causes no damage. Masks have no nodes: they are read when they are painted (`PaintList+Walk`). Not copyable: each call to a copy
/// would count the references of its tables.
package struct DisplayList: ~Copyable {
    var tree: DisplayTree
    var tracker: DamageTracker
    private var changes = TreeUpdate()
    private var planner = Planner()
    var query = OcclusionQuery()
    /// This list's cursor into the scene's change marks, if the scene has several readers.
    package var marks: LayerCursor?
    var touched: [ContentChange] = []
    /// True when the next update has to read everything.
    private var isNew = true
    /// The layers that were lifted in the last update: see `SceneLifting`.
    private var lifted: [LiftedRow] = []
    /// Maximum number of layers created or removed per update that are handled one by one. If there are more, and more
    /// than half of the drawn layers, everything is read anew and the whole output is damaged, which is cheaper.
    var mostComing = 16_384

    package init(drawings: DrawingStore) {
        tree = DisplayTree(drawings: drawings)
        tracker = DamageTracker(drawings.renderer)
    }

    package var drawings: DrawingStore { tree.drawings }

    package var output: PixelRect { tree.output }

    /// The pixels of the output that the last `update` changed.
    package var damage: Damage { tracker.damage }

    /// Number of drawn layers.
    package var liveCount: Int { tree.liveCount }

    /// The bitmaps of planes, which are filled when plans are painted.
    package var bitmaps: PlaneCache { tracker.bitmaps }

    /// True when contents were touched since the last `update`.
    package var isTouched: Bool { !touched.isEmpty }

    /// The layer shown by the output; -1 for none. After a change, the next `update` reads everything.
    package var root: Slot {
        get { tree.root }
        set {
            guard newValue != tree.root else { return }
            tree.root = newValue
            reset()
        }
    }

    /// True when the layer was drawn in the last `update`; other layers may hide it.
    package func isDrawn(_ slot: Slot) -> Bool { Int(slot) < tree.nodes.count && tree.nodes.isLive(Int(slot)) }

    /// Sets the output's size in pixels and its scale, in pixels per point. The next `update` reads everything.
    package mutating func configure(width: Int32, height: Int32, scale: Double) {
        configure(width: width, height: height, .scale(scale, scale))
    }

    /// The same where points of the root layer come to pixels by `map`.
    package mutating func configure(width: Int32, height: Int32, _ map: Affine) {
        tree.configure(PixelRect(0, 0, width, height), map)
        reset()
    }

    /// Maximum size of buffers for one frame, in bytes (`limit.frameBytes`); layers above it are painted without
    /// buffers.
    package var frameBytes: Int {
        get { drawings.frameBytes }
        set {
            guard newValue != drawings.frameBytes else { return }
            drawings.frameBytes = newValue
            reset()
        }
    }

    /// Number of layers that are painted without buffers, with all below them.
    package var reducedCount: Int { drawings.reduced.count }

    /// Removes all nodes; the next `update` damages the whole output.
    package mutating func reset() {
        // Every layer has buffers again, until the cost is known.
        drawings.reduced = []
        clear()
    }

    private mutating func clear() {
        tree.reset()
        bitmaps.forgetAll()
        isNew = true
    }

    /// Updates the nodes to the scene's state, in which `lifted` layers are lifted; `damage` is the difference.
    package mutating func update(_ scene: Scene, lifted now: [LiftedRow] = []) {
        tracker.begin()
        changes.begin(&tree)
        let marks = marks ?? LayerCursor(scene)
        self.marks = marks
        marks.take { slot, flags in changes.add(slot, flags) }
        if !lifted.isEmpty || !now.isEmpty { noteLifted(now, scene) }
        let isChanged = !changes.isEmpty || !touched.isEmpty
        // All layers together decide which go without buffers.
        let isAnother = changes.comingOrGoing > max(mostComing, tree.liveCount / 2)
        if isChanged, isAnother || !drawings.reduced.isEmpty { reset() }
        var reader = LayerReader(scene, drawings)
        makeRoom(reader)
        changes.leave(&tree, &tracker, touched, reader)
        guard isNew || isChanged else { return }
        if isNew { readAll(&reader) } else { readChanged(&reader) }
        if tree.budget.total > frameBytes { reduce(&reader) }
    }

    /// Marks the layers that are lifted, or no longer are, or are seen elsewhere.
    private mutating func noteLifted(_ now: [LiftedRow], _ scene: Scene) {
        let (old, isSame) = (lifted, lifted.map(\.slot) == now.map(\.slot))
        lifted = now
        if isSame {
            for (old, new) in zip(old, now) where !new.isSeen(like: old) { changes.add(new.slot, .geometry) }
            return
        }
        for row in old + now where Int(row.slot) < scene.rows.count {
            changes.add(row.slot, [.tree, .order])
            if row.parent > Scene.objectRoot { changes.add(row.parent, .sublayers) }
        }
        if root > Scene.objectRoot { changes.add(root, .sublayers) }
    }

    private mutating func makeRoom(_ reader: LayerReader) {
        tree.nodes.grow(to: reader.rows.count)
    }

    private mutating func readAll(_ reader: inout LayerReader) {
        isNew = false
        if root >= 0 { changes.visit(root, tree.inherited, &tree, &tracker, reader) }
        tracker.addAll(output)
        touched.removeAll(keepingCapacity: true)
        changes.recordCopies(&tree, &tracker, &reader)
        changes.settleExtents(&tree, &tracker, reader)
        tree.settleThroughPainting(&tracker)
        tree.settleOrders(reader)
    }

    private mutating func readChanged(_ reader: inout LayerReader) {
        changes.read(&tree, &tracker, reader)
        noteTouched()
        changes.recordCopies(&tree, &tracker, &reader)
        changes.settleExtents(&tree, &tracker, reader)
        tree.settleThroughPainting(&tracker)
        tree.settleOrders(reader)
        // Scratch memory is moved in and out, so that nothing is allocated.
        var scope = TreeScope(tree: tree, reader: reader, query: OcclusionQuery())
        swap(&scope.query, &query)
        tracker.settle(&scope, tree.output)
        swap(&scope.query, &query)
    }

    /// Finds the layers that go without buffers, and reads all layers again.
    ///
    /// The choice is made on a complete tree, so it does not depend on the scene's history.
    private mutating func reduce(_ reader: inout LayerReader) {
        readAnew(&reader)
        guard tree.budget.total > frameBytes else { return }
        drawings.reduced = tree.layersBeyond(frameBytes, reader)
        readAnew(&reader)
    }

    private mutating func readAnew(_ reader: inout LayerReader) {
        clear()
        changes.begin(&tree)
        makeRoom(reader)
        readAll(&reader)
    }

    /// Fills `list` with the commands that paint `tile`, from the back to the front.
    package mutating func plan(_ tile: PixelRect, _ reader: LayerReader, into list: inout PaintList) {
        planner.plan(tile, tree, bitmaps, reader, into: &list)
    }

    /// Fills `list` with the commands that paint `rect` of the grid of the plane at `slot`, as `plan` does.
    package mutating func plan(
        inside slot: Slot, _ rect: GridRect, _ reader: LayerReader, into list: inout PaintList
    ) {
        planner.plan(inside: slot, rect, tree, bitmaps, reader, into: &list)
    }
}
