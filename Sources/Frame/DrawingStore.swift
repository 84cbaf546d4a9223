package import Geometry
package import Pixels
package import Scene

/// The source of drawings of layers of plugin kinds.
package protocol DrawingSource: AnyObject {
    /// The drawing of the layer at `slot`, in its own coordinates; nil when it draws nothing. `time`: the layer's own, for kinds that use it.
    ///
    /// Called once for a layer that is new, whose content changed, whose bounds changed their size, or whose drawing does not
    /// hold any more.
    func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing?

    /// The filter for a function that is no CSS one, under a map from points to pixels; nil when nobody has it.
    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)?
}

extension DrawingSource {
    package func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { nil }
}

/// Drawings of layers beside colours, each asked for once and kept until it is stale: the drawings of their kinds, and pictures
/// that are their contents.
package final class DrawingStore {
    /// One object for all that read it: as a value, each of its arrays would be counted for each reading. Only the store
    /// changes it, and never while painters read.
    package final class Entry {
        /// Beneath the drawing.
        package var contents: PlacedPicture?
        /// Above the contents, beneath the drawing: of tiled layers.
        package var tiles: [TileSheet] = []
        package var drawing: Drawing
        /// The pictures of the drawing's sprites, batch by batch; nil for plain shapes and missing pictures.
        package var pictures: [LayerPicture?] = []
        /// The box of both, in the layer's coordinates.
        package var extent: Rect
        /// Where each operation of the drawing paints: `Drawing.boxes`.
        package var boxes: [Rect] = []
        /// More than one operation paints, or contents too: where they overlap, the lower one must not show through when they are translucent.
        package var isCompound = false
        /// The drawing is composed in a buffer of its own, for its blend modes.
        package var blends = false
        /// It has blend modes, shadows or clips, which cost buffers.
        package var isCostly = false
        /// Of an earlier drawing with which this one begins, or its own: outlines of strokes are kept by it.
        package var root: UInt32 = 0
        /// Where this drawing differs from the one of the version `before`, in the layer's coordinates; nil: anywhere.
        var change: Change?
        /// Never the same for two different drawings.
        package var version: UInt32
        /// The layer for which it was asked.
        var question: Question
        /// There is something to be painted.
        fileprivate(set) var paints = false

        init(
            contents: PlacedPicture? = nil, tiles: [TileSheet] = [], drawing: Drawing = Drawing(), version: UInt32 = 0,
            question: Question = Question()
        ) {
            (self.contents, self.tiles, self.drawing) = (contents, tiles, drawing)
            (extent, self.version, self.question) = (.zero, version, question)
        }
    }

    /// The layer for which a drawing was asked: it is asked for again when the layer is another one, or of another size.
    struct Question {
        var bounds = Rect.zero
        var generation: UInt32 = 0
        /// The content has changed since.
        var isStale = false
    }

    /// Goes on to a scene time: layers whose drawings do not hold any more are marked.
    package func advance(to time: Double, _ scene: Scene) { clock.advance(to: time, scene) }

    /// The scene time at which a drawing has to be asked for again; infinity for never.
    package func nextEnd(_ scene: Scene) -> Double { clock.nextEnd(scene) }

    /// The difference of a drawing from the version before.
    struct Change {
        var before: UInt32
        /// In the layer's coordinates.
        var boxes: [Rect]
        /// When it is translucent, all of it is composed in another way.
        var isComposedAnew: Bool
    }

    /// Filters and shadows of the layers that have some.
    package let effects: EffectStore
    package let snapshots: TransitionSnapshots
    package weak var source: (any DrawingSource)?
    package weak var contents: (any ContentsSource)?
    package weak var motion: (any MotionSource)?
    /// This output decides the size of vector pictures and the tiles that are wanted. False: another output shows the same, and
    /// says so.
    package var saysWhatIsSeen = true
    /// Bytes of buffers that a frame's picture may cost.
    var frameBytes = FrameBudget.defaultBytes
    /// Layers that are painted without buffers, with all below them: those for which there are no bytes left.
    var reduced: Set<Slot> = []
    package private(set) var entries: [Entry] = []
    private var bySlot: [Slot: DrawingPosition] = [:]
    private var free: [DrawingPosition] = []
    private let versions: Versions
    let clock: DrawingClock
    /// The layers below which everything is seen later than now.
    private let delays: [Delay]

    package init() {
        versions = Versions()
        clock = DrawingClock()
        delays = []
        effects = EffectStore(versions)
        snapshots = TransitionSnapshots()
    }

    /// For layers that are seen at another time than the rest; it asks the same ones.
    init(besides other: DrawingStore, late delays: [Delay]) {
        versions = other.versions
        clock = other.clock
        self.delays = delays
        effects = EffectStore(versions)
        snapshots = other.snapshots
        source = other.source
        contents = other.contents
        motion = other.motion
    }

    /// True when the layer has to do without buffers.
    func isReduced(_ slot: Slot) -> Bool { !reduced.isEmpty && reduced.contains(slot) }

    /// True when a layer may have an entry.
    static func concerns(_ row: LayerRow) -> Bool { row.kind != .layer || row.flags.contains(.hasContents) }

    /// The layer's drawing, asked for again when it is stale; nil when it draws nothing.
    func drawing(of slot: Slot, _ row: LayerRow, _ view: SceneView) -> (at: DrawingPosition, entry: Entry)? {
        let known = bySlot[slot]
        if let at = known {
            let entry = entries[Int(at)]
            if !entry.question.isStale, entry.question.generation == row.generation, entry.question.bounds == row.bounds
            {
                return entry.isEmpty ? nil : (at, entry)
            }
        }
        let shown = row.flags.contains(.hasContents) ? contents?.contents(of: slot, in: view) : nil
        let tiles = row.kind == .tiled ? contents?.tiles(of: slot, in: view) ?? [] : []
        guard let at = known ?? (source == nil && shown == nil && tiles.isEmpty ? nil : makeEntry(for: slot)) else {
            return nil
        }
        let drawing = row.kind == .layer ? nil : ask(slot, row, view)
        let old = entries[Int(at)]
        let new = Entry(
            contents: shown.flatMap { PlacedPicture($0, on: slot, row, view) }, tiles: tiles,
            drawing: drawing ?? Drawing(), version: old.version,
            question: Question(bounds: row.bounds, generation: row.generation))
        for batch in new.drawing.sprites {
            if case .picture(let slot) = batch.look {
                new.pictures.append(contents?.contents(of: Slot(slot), in: view))
            } else {
                new.pictures.append(nil)
            }
        }
        new.measure()
        new.follow(old, versions)
        entries[Int(at)] = new
        return new.isEmpty ? nil : (at, new)
    }

    private func ask(_ slot: Slot, _ row: LayerRow, _ view: SceneView) -> Drawing? {
        let scene = view.scene
        guard scene.kinds[row.kind].usesTime else { return source?.drawing(of: slot, at: 0, in: view) }
        let time = clock.localTime(of: slot, delays, scene)
        var drawing = source?.drawing(of: slot, at: time, in: view)
        clock.note(slot, until: drawing?.holdsUntil ?? .infinity, delays, scene)
        // Two drawings are not different for being so at different times.
        drawing?.holdsUntil = .infinity
        return drawing
    }

    /// Measures an entry that nothing else knows, and gives it a version.
    func measure(_ entry: Entry) {
        entry.measure()
        entry.version = versions.next()
        entry.root = entry.version
    }

    private func makeEntry(for slot: Slot) -> DrawingPosition {
        let entry = Entry()
        if let at = free.popLast() {
            entries[Int(at)] = entry
            bySlot[slot] = at
            return at
        }
        entries.append(entry)
        bySlot[slot] = DrawingPosition(entries.count - 1)
        return DrawingPosition(entries.count - 1)
    }

    /// The kind has to draw the layer again.
    func invalidate(_ slot: Slot) {
        guard let at = bySlot[slot] else { return }
        entries[Int(at)].question.isStale = true
    }

    /// The layer is gone.
    func forget(_ slot: Slot) {
        clock.forget(slot)
        effects.forget(slot)
        // Most layers have none, and many come at once: nothing is looked up then.
        guard !bySlot.isEmpty, let at = bySlot.removeValue(forKey: slot) else { return }
        entries[Int(at)] = Entry()
        free.append(at)
    }

    /// The filters of a list under a map from points to pixels.
    package func chain(_ functions: [FilterFunction], _ map: Affine) -> FilterChain {
        FilterChain(functions, map: map) { source?.filter($0, map: map) }
    }

    /// A layer that is there may draw something else now, or nothing any more.
    func review(_ slot: Slot, _ row: LayerRow) {
        if Self.concerns(row) { invalidate(slot) } else { forget(slot) }
    }

    /// Every drawing is asked for again: another plugin draws from now on.
    package func invalidateAll() {
        effects.invalidateAll()
        for at in entries.indices { entries[at].question.isStale = true }
    }
}

/// Numbers for drawings and effects: in all stores of one display list, none is given twice.
final class Versions {
    private var last: UInt32 = 0

    /// Never 0.
    func next() -> UInt32 {
        last = last == .max ? 1 : last + 1
        return last
    }
}

extension DrawingStore.Entry {
    fileprivate var isEmpty: Bool { !paints && drawing.copies.isEmpty }

    fileprivate func measure() {
        paints = contents != nil || !tiles.isEmpty || !drawing.isEmpty
        boxes = drawing.boxes(bounds: question.bounds)
        extent = drawing.paintedBox(boxes)
        isCompound = drawing.isCompound
        blends = drawing.blends
        isCostly = drawing.isCostly
        for sheet in tiles { extent = extent.union(sheet.layout.destination) }
        if let first = tiles.first {
            isCompound = isCompound || !drawing.isEmpty || tiles.count > 1 || !first.isWhole
        }
        guard let contents else { return }
        extent = extent.union(contents.layout.destination)
        isCompound = isCompound || !drawing.isEmpty
    }

    /// Boxes that are kept of one change; the last one takes in the rest.
    private static let mostChanged = 32

    /// Finds the difference from `old`.
    fileprivate func follow(_ old: DrawingStore.Entry, _ versions: Versions) {
        let hasSameContents =
            question.generation == old.question.generation && (contents == nil) == (old.contents == nil)
            && (contents.flatMap { new in old.contents.map { new.isSame(as: $0) } } ?? true)
            && tiles.elementsEqual(old.tiles, by: { $0.isSame(as: $1) })
            && zip(pictures, old.pictures).allSatisfy { $0?.picture === $1?.picture && $0?.isShared != true }
        let common = hasSameContents ? drawing.commonStart(with: old.drawing) : 0
        if hasSameContents, common == drawing.operations.count, common == old.drawing.operations.count,
            drawing.copies == old.drawing.copies
        {
            (version, root) = (old.version, old.root)
            return
        }
        version = versions.next()
        // What was drawn before is there under the same numbers.
        root = common > 0 && common == old.drawing.operations.count ? old.root : version
        guard hasSameContents, question.bounds == old.question.bounds, blends == old.blends,
            drawing.copies == old.drawing.copies
        else { return }
        var changed: [Rect] = []
        func note(_ box: Rect) {
            if changed.count < Self.mostChanged {
                changed.append(box)
            } else {
                changed[changed.count - 1] = changed[changed.count - 1].union(box)
            }
        }
        drawing.forEachPainted(boxes, from: common, note)
        old.drawing.forEachPainted(old.boxes, from: common, note)
        change = DrawingStore.Change(
            before: old.version, boxes: changed, isComposedAnew: isCompound != old.isCompound)
    }
}
