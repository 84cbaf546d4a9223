package import Geometry
package import Scene
import SceneTables
package import Schema

/// Provides the drawings of layers of plugin kinds.
package protocol DrawingSource: AnyObject {
    /// The drawing of the layer at `slot`, in its own coordinates; nil when it draws nothing. `time` is the layer's
    /// local time, for kinds that use it.
    ///
    /// Called once for a layer that is new, has changed content or a changed size, or has an expired drawing.
    func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing?
}

/// Cache of everything a layer draws besides colours: the drawing of its kind, and the picture that is its contents.
/// Each is requested once and kept until it is stale.
package final class DrawingStore {
    /// A class, because as a struct each of its arrays would be retained at every read. Only the store modifies it, and
    /// never while painters read.
    package final class Entry {
        /// Painted below the drawing.
        package let contents: PlacedPicture?
        /// The tiles of a tiled layer, painted above the contents and below the drawing.
        package let tiles: [TileSheet]
        /// Constant: each read of a variable would count the references of all of its arrays.
        package let drawing: Drawing
        /// The picture of each sprite batch; nil for plain shapes and missing pictures.
        package var pictures: [LayerPicture?] = []
        /// Bounding box of contents and drawing, in the layer's coordinates.
        package var extent: Rect
        /// The area painted by each operation: `Drawing.boxes`.
        package var boxes: [Rect] = []
        /// True when several operations paint, or an operation and contents: with opacity, the lower one must not show
        /// through where they overlap.
        package var isCompound = false
        /// True when the drawing is composed in a buffer of its own, because of blend modes.
        package var blends = false
        /// True when the drawing has blend modes, shadows or clips, which need buffers.
        package var isCostly = false
        /// Version of the earliest drawing that is a prefix of this one, or its own version: the key for cached stroke
        /// outlines.
        package var root: UInt32 = 0
        /// The difference from the drawing of version `before`, in the layer's coordinates; nil when unknown.
        var change: Change?
        /// Unique for each drawing.
        package var version: UInt32
        /// The layer's state for which the drawing was requested.
        var question: Question
        /// True when there is something to paint.
        fileprivate(set) var paints = false

        init(
            contents: PlacedPicture? = nil, tiles: [TileSheet] = [], drawing: Drawing = Drawing(), version: UInt32 = 0,
            question: Question = Question()
        ) {
            (self.contents, self.tiles, self.drawing) = (contents, tiles, drawing)
            (extent, self.version, self.question) = (.zero, version, question)
        }
    }

    /// The state of the layer for which a drawing was requested; a drawing is requested again when it differs.
    struct Question {
        var bounds = Rect.zero
        var generation: UInt32 = 0
        /// True when the content has changed since.
        var isStale = false
    }

    /// Advances to a scene time: marks the layers whose drawings expired.
    package func advance(to time: Double, _ scene: Scene) { clock.advance(to: time, scene) }

    /// The scene time of the next required drawing; infinity for never.
    package func nextEnd(_ scene: Scene) -> Double { clock.nextEnd(scene) }

    /// The difference between a drawing and its previous version.
    struct Change {
        var before: UInt32
        /// Changed areas, in the layer's coordinates.
        var boxes: [Rect]
        /// True when the change affects how the whole drawing is composed if it is translucent.
        var isComposedAnew: Bool
    }

    /// The filters and shadows of layers.
    package let effects: EffectStore
    package let snapshots: TransitionSnapshots
    package weak var source: (any DrawingSource)?
    package weak var contents: (any ContentsSource)?
    package weak var motion: (any MotionSource)?
    /// True when this output decides the size of vector pictures and the wanted tiles; false when another output shows
    /// the same scene and does so.
    package var saysWhatIsSeen = true
    /// Maximum size of a frame's buffers, in bytes.
    var frameBytes = FrameBudget.defaultBytes
    /// Layers painted without buffers, with all below them, because the budget is used up.
    var reduced: Set<Slot> = []
    package private(set) var entries: [Entry] = []
    private var bySlot: [Slot: DrawingPosition] = [:]
    private var free: [DrawingPosition] = []
    package let renderer: any Renderer
    private let versions: Versions
    let clock: DrawingClock
    /// The delays of the layers in this store.
    private let delays: [Delay]

    package init(_ renderer: any Renderer) {
        self.renderer = renderer
        versions = Versions()
        clock = DrawingClock()
        delays = []
        effects = EffectStore(versions)
        snapshots = TransitionSnapshots(renderer)
    }

    /// Creates a store for layers with delayed values; it has the same sources.
    init(besides other: DrawingStore, late delays: [Delay]) {
        renderer = other.renderer
        versions = other.versions
        clock = other.clock
        self.delays = delays
        effects = EffectStore(versions)
        snapshots = other.snapshots
        source = other.source
        contents = other.contents
        motion = other.motion
    }

    /// True when the layer has to be painted without buffers.
    func isReduced(_ slot: Slot) -> Bool { !reduced.isEmpty && reduced.contains(slot) }

    /// True when a layer of this row can have an entry.
    static func concerns(_ row: LayerRow) -> Bool { row.kind != .layer || row.flags.contains(.hasContents) }

    /// The layer's drawing, requested again when it is stale; nil when the layer draws nothing.
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
        // The expiry time does not count for equality.
        drawing?.holdsUntil = .infinity
        return drawing
    }

    /// Measures a new entry and assigns a version.
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

    /// Marks the layer's drawing as stale.
    func invalidate(_ slot: Slot) {
        guard let at = bySlot[slot] else { return }
        entries[Int(at)].question.isStale = true
    }

    /// Removes the layer.
    func forget(_ slot: Slot) {
        clock.forget(slot)
        effects.forget(slot)
        // Most layers have no entry, so an empty table is skipped.
        guard !bySlot.isEmpty, let at = bySlot.removeValue(forKey: slot) else { return }
        entries[Int(at)] = Entry()
        free.append(at)
    }

    /// Invalidates or removes the entry of a layer that may draw differently, or nothing.
    func review(_ slot: Slot, _ row: LayerRow) {
        if Self.concerns(row) { invalidate(slot) } else { forget(slot) }
    }

    /// Invalidates every drawing, because the plugins changed.
    package func invalidateAll() {
        effects.invalidateAll()
        for at in entries.indices { entries[at].question.isStale = true }
    }
}

/// Generates version numbers for drawings and effects, unique in all stores of one display list.
final class Versions {
    private var last: UInt32 = 0

    /// Returns the next number; never 0.
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

    /// Maximum number of boxes in a change; the last one covers the rest.
    private static let mostChanged = 32

    /// Computes the difference from `old`.
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
        // Operations drawn before keep their numbers.
        root = common > 0 && common == old.drawing.operations.count ? old.root : version
        guard hasSameContents, question.bounds == old.question.bounds, blends == old.blends,
            drawing.copies == old.drawing.copies
        else { return }
        var changed: [Rect] = []
        changed.reserveCapacity(min(drawing.operations.count + old.drawing.operations.count, Self.mostChanged))
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
