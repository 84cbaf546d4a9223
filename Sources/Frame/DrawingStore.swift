package import Geometry
package import Pixels
package import Scene

/// Who knows what the layers of plugin kinds draw.
package protocol DrawingSource: AnyObject {
    /// What the layer at `place` draws, in its own coordinates; nil when nothing. `time`: the layer's own, for kinds that use it.
    ///
    /// Called once for a layer that is new, whose content changed, whose bounds changed their size, or whose drawing does not
    /// hold any more.
    func drawing(of place: Int32, at time: Double, in scene: Scene) -> Drawing?

    /// The filter for a function that is no CSS one, under a map from points to pixels; nil when nobody has it.
    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)?
}

extension DrawingSource {
    package func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { nil }
}

/// What layers draw beside colours, each asked for once and kept until it is stale: the drawings of their kinds, and pictures
/// that are their contents.
package final class DrawingStore {
    package struct Entry {
        /// Beneath the drawing.
        package var contents: PlacedPicture?
        package var drawing: Drawing
        /// What the drawing's sprites show, batch by batch; nil where that is no picture, or none that is there.
        package var pictures: [LayerPicture?] = []
        /// What both touch at most, in the layer's coordinates.
        package var extent: Rect
        /// More than one operation paints, or contents too: what lies on top of each other must not show through when it is translucent.
        package var isCompound = false
        /// Never the same for two different drawings.
        package var version: UInt32
        var bounds: Rect
        var generation: UInt32
        var isStale = false
    }

    /// Goes on to a scene time: layers whose drawings do not hold any more are marked.
    package func advance(to time: Double, _ scene: Scene) { clock.advance(to: time, scene) }

    /// The scene time at which a drawing has to be asked for again; infinity for never.
    package func nextEnd(_ scene: Scene) -> Double { clock.nextEnd(scene) }

    /// What else is kept for layers that have it.
    package let effects: EffectStore
    package weak var source: (any DrawingSource)?
    package weak var contents: (any ContentsSource)?
    package weak var motion: (any MotionSource)?
    package private(set) var entries: [Entry] = []
    private var byPlace: [Int32: Int32] = [:]
    private var free: [Int32] = []
    private let versions: Versions
    let clock: DrawingClock
    /// The layers below which everything is seen later than now.
    private let delays: [Delay]

    package init() {
        versions = Versions()
        clock = DrawingClock()
        delays = []
        effects = EffectStore(versions)
    }

    /// For layers that are seen at another time than the rest; it asks the same ones.
    init(besides other: DrawingStore, late delays: [Delay]) {
        versions = other.versions
        clock = other.clock
        self.delays = delays
        effects = EffectStore(versions)
        source = other.source
        contents = other.contents
        motion = other.motion
    }

    /// True when a layer may have an entry.
    static func concerns(_ slot: LayerSlot) -> Bool { slot.kind != .layer || slot.flags.contains(.hasContents) }

    /// What the layer draws, asked for again when it is stale; nil when it draws nothing.
    func drawing(of place: Int32, _ slot: LayerSlot, _ scene: Scene) -> (at: Int32, entry: Entry)? {
        let known = byPlace[place]
        if let at = known, !entries[Int(at)].isStale, entries[Int(at)].generation == slot.generation,
            entries[Int(at)].bounds == slot.bounds
        {
            return entries[Int(at)].isEmpty ? nil : (at, entries[Int(at)])
        }
        let shown = slot.flags.contains(.hasContents) ? contents?.contents(of: place, in: scene) : nil
        guard let at = known ?? (source == nil && shown == nil ? nil : makePlace(for: place)) else { return nil }
        let drawing = slot.kind == .layer ? nil : ask(place, slot, scene)
        let old = entries[Int(at)]
        var new = Entry(
            contents: shown.flatMap { PlacedPicture($0, on: place, slot, scene) }, drawing: drawing ?? Drawing(),
            extent: .zero, version: old.version, bounds: slot.bounds, generation: slot.generation)
        for batch in new.drawing.sprites {
            if case .picture(let place) = batch.look {
                new.pictures.append(contents?.contents(of: place, in: scene))
            } else {
                new.pictures.append(nil)
            }
        }
        new.measure()
        if old.generation != slot.generation || !new.isSame(as: old) {
            new.version = versions.next()
        }
        entries[Int(at)] = new
        return new.isEmpty ? nil : (at, new)
    }

    private func ask(_ place: Int32, _ slot: LayerSlot, _ scene: Scene) -> Drawing? {
        guard scene.kinds[slot.kind].usesTime else { return source?.drawing(of: place, at: 0, in: scene) }
        let time = clock.localTime(of: place, delays, scene)
        var drawing = source?.drawing(of: place, at: time, in: scene)
        clock.note(place, until: drawing?.holdsUntil ?? .infinity, delays, scene)
        // Two drawings are not different for being so at different times.
        drawing?.holdsUntil = .infinity
        return drawing
    }

    private func makePlace(for place: Int32) -> Int32 {
        let entry = Entry(drawing: Drawing(), extent: .zero, version: 0, bounds: .zero, generation: 0)
        if let at = free.popLast() {
            entries[Int(at)] = entry
            byPlace[place] = at
            return at
        }
        entries.append(entry)
        byPlace[place] = Int32(entries.count - 1)
        return Int32(entries.count - 1)
    }

    /// The kind has to draw the layer again.
    func invalidate(_ place: Int32) {
        guard let at = byPlace[place] else { return }
        entries[Int(at)].isStale = true
    }

    /// The layer is gone.
    func forget(_ place: Int32) {
        clock.forget(place)
        effects.forget(place)
        guard let at = byPlace.removeValue(forKey: place) else { return }
        entries[Int(at)] = Entry(drawing: Drawing(), extent: .zero, version: 0, bounds: .zero, generation: 0)
        free.append(at)
    }

    /// The filters of a list under a map from points to pixels.
    package func chain(_ functions: [FilterFunction], _ map: Affine) -> FilterChain {
        FilterChain(functions, map: map) { source?.filter($0, map: map) }
    }

    /// A layer that is there may draw something else now, or nothing any more.
    func review(_ place: Int32, _ slot: LayerSlot) {
        if Self.concerns(slot) { invalidate(place) } else { forget(place) }
    }

    /// Every drawing is asked for again: another plugin draws from now on.
    package func invalidateAll() {
        effects.invalidateAll()
        for at in entries.indices { entries[at].isStale = true }
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
    /// There is something to be painted.
    var paints: Bool { contents != nil || !drawing.isEmpty }

    fileprivate var isEmpty: Bool { !paints && drawing.copies.isEmpty }

    fileprivate mutating func measure() {
        extent = drawing.extent(bounds: bounds)
        isCompound = drawing.isCompound
        guard let contents else { return }
        extent = extent.union(contents.layout.destination)
        isCompound = isCompound || !drawing.isEmpty
    }

    fileprivate func isSame(as old: DrawingStore.Entry) -> Bool {
        guard drawing == old.drawing, (contents == nil) == (old.contents == nil) else { return false }
        for (new, old) in zip(pictures, old.pictures) {
            guard new?.picture === old?.picture, new?.isShared != true else { return false }
        }
        guard let contents, let before = old.contents else { return true }
        return contents.isSame(as: before)
    }
}

extension Drawing {
    /// More than one operation paints something.
    fileprivate var isCompound: Bool {
        var paints = 0
        for operation in operations {
            if case .fill(_, _, let color) = operation, color.alpha == 0 { continue }
            if case .stroke(_, _, let color) = operation, color.alpha == 0 { continue }
            switch operation {
            case .save, .restore, .concat, .clip: continue
            case .sprites(let batch): paints += sprites[batch].sprites.count
            default: paints += 1
            }
        }
        return paints > 1
    }

    /// A box that holds whatever the drawing paints: of control points, not of curves, so quick rather than tight.
    ///
    /// `bounds` are the layer's.
    package func extent(bounds: Rect) -> Rect {
        var map = Affine.identity
        var saved: [Affine] = []
        var box = Rect.zero
        for operation in operations {
            switch operation {
            case .save: saved.append(map)
            case .restore: map = saved.popLast() ?? .identity
            case .concat(let inner): map = map.concat(inner)
            case .clip: break
            case .fill(let path, _, let color):
                if color.alpha > 0 { box = box.union(paths[path].hull.mapped(map)) }
            case .stroke(let path, let style, let color):
                if color.alpha > 0 {
                    let reach = styles[style].reach
                    box = box.union(paths[path].hull.outset(reach, reach).mapped(map))
                }
            // The layer's own shape is where it is, whatever map is in force.
            case .gradient(nil, _, _): box = box.union(bounds)
            case .gradient(let path?, _, _): box = box.union(paths[path].hull.mapped(map))
            case .sprites(let batch):
                for sprite in sprites[batch].sprites {
                    box = box.union(map.concat(sprite.map).boundingBox(Rect(0, 0, 1, 1)))
                }
            }
        }
        return box
    }
}

extension Rect {
    fileprivate func mapped(_ map: Affine) -> Rect { map.boundingBox(self) }
}

extension Path {
    /// The box of all points; at least a speck, so that a line along an axis has an inside to be found by.
    fileprivate var hull: Rect {
        guard let first = points.first else { return .zero }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for p in points {
            left = min(left, p.x)
            top = min(top, p.y)
            right = max(right, p.x)
            bottom = max(bottom, p.y)
        }
        let speck = 1e-6
        return Rect(left, top, max(right - left, speck), max(bottom - top, speck))
    }
}

extension StrokeStyle {
    /// How far from the path the stroke reaches.
    fileprivate var reach: Double {
        let half = width / 2
        var factor = cap == .square ? 2.0.squareRoot() : 1
        if join == .miter { factor = max(factor, miterLimit) }
        return half * factor
    }
}
