import Geometry
import Schema

/// A layer that was read again: its node before and after the change.
struct NodeChange {
    var slot: Slot
    var old: Node
    var new: Node
    /// The placement, if the layer is a plane.
    var plane: Plane?
    /// True when the layer was not drawn before, or in other pixels.
    var isFresh = false
    /// True when the parent is fresh as well; its damage covers all of its extent.
    var isParentFresh = false
    /// True for a plane with a changed placement.
    var isMoved = false
    /// True when the layer's mask changed.
    var isMaskTouched = false
    /// The changed areas of the kind's drawing, in the layer's coordinates, if nothing else can have changed.
    var redrawn: [Rect]?
}

/// The questions that a damage tracker asks about a tree.
protocol DamageScope {
    /// The nearest ancestor that shows a change of its picture in other pixels as well: a plane, filters, a shadow; -1
    /// when there is none.
    func changer(above slot: Slot) -> Slot
    /// The pixels that show `rect` of the layer's picture, in the space that contains the layer.
    func seen(_ rect: PixelRect, of slot: Slot) -> PixelRect
    /// The part of `rect` in the grid of the layer at `slot`; nil when that is not a plane.
    func inGrid(_ rect: PixelRect, of slot: Slot) -> GridRect?
    /// Calls `body` with the parts of `rect` that are not hidden by opaque layers in front of the one at `slot`, and
    /// below `top`.
    mutating func visible(_ rect: PixelRect, of slot: Slot, below top: Slot, _ body: (PixelRect) -> Void)
    /// Number of layers with background filters; their order is fixed.
    var backdropCount: Int { get }
    /// A layer with background filters: its slot, the pixels changed by its filters, and the filters' reach.
    func backdrop(_ number: Int) -> (slot: Slot, area: PixelRect, reach: FilterReach)
    /// True when pixels of the layer at `slot` may be in the backdrop of `user`.
    func isBehind(_ slot: Slot, _ user: Slot) -> Bool
}

/// Converts changed nodes to damaged rectangles of the output.
///
/// `note` receives changes and records rectangles, in the pixels in which the layer is painted. `settle` maps them to
/// the output: it drops hidden parts, and follows changes inside filtered pictures and planes to the pixels that show
/// them.
struct DamageTracker {
    /// A rectangle that changed.
    struct Record {
        var slot: Slot
        var rect: PixelRect
        /// True when layers in front may hide the rectangle.
        var canBeHidden: Bool
    }

    /// Maximum number of records in a frame that are tested for occlusion; above it, hidden rectangles are repainted
    /// instead.
    static let mostQueries = 1024

    /// Number of records from which they are processed front to back: parts already damaged need no occlusion test.
    static let many = 64

    /// The pixels of the output that the last update changed.
    private(set) var damage = Damage()
    private var records: [Record] = []
    /// Rectangles vacated by removed layers.
    private var vacated: [PixelRect] = []
    private var backdrops = BackdropTracker()
    /// The bitmaps of planes, with their stale parts.
    let bitmaps: PlaneCache

    init(_ renderer: any Renderer) { bitmaps = PlaneCache(renderer) }

    mutating func begin() {
        damage.removeAll()
        records.removeAll(keepingCapacity: true)
        vacated.removeAll(keepingCapacity: true)
    }

    mutating func addAll(_ output: PixelRect) { damage.add(output) }

    mutating func record(_ slot: Slot, _ rect: PixelRect, canBeHidden: Bool = true) {
        if !rect.isEmpty { records.append(Record(slot: slot, rect: rect, canBeHidden: canBeHidden)) }
    }

    /// Records a rectangle vacated by a removed layer, in a picture that filters or a plane change.
    mutating func vacate(_ rect: PixelRect) { vacated.append(rect) }

    // MARK: One layer

    /// Records the damage of one layer that was read again.
    mutating func note(_ change: NodeChange) {
        let (old, new, slot) = (change.old, change.new, change.slot)
        var before = old
        if change.redrawn != nil { before.takeDrawing(of: new) }
        if new.flags.contains(.isPlane) {
            if !new.picturesLike(before) || change.isMaskTouched { bitmaps.spoil(slot, nil) }
            // The plane's visible rectangle, in addition to other changes.
            for box in change.redrawn ?? [] { spoilPart(slot, new, box, in: old.own.union(new.own)) }
        }
        if change.isFresh {
            guard !change.isParentFresh else { return }
            record(slot, old.extent)
            record(slot, new.extent)
        } else if !new.groupsLike(old) || change.isMoved || change.isMaskTouched {
            record(slot, old.extent)
            record(slot, new.extent)
        } else if let redrawn = change.redrawn {
            let room = old.own.union(new.own)
            for box in redrawn { record(slot, new.seen(Self.pixels(box, new, in: room), through: change.plane)) }
        } else if !new.looksLike(old) {
            let isChanged = !new.flags.isDisjoint(with: [.hasEffects, .isPlane])
            record(slot, isChanged ? old.extent : old.own)
            record(slot, isChanged ? new.extent : new.own)
        }
    }

    /// Records a change in a part of the layer's own items, in its coordinates and clipped to `room`.
    mutating func notePart(_ slot: Slot, _ node: Node, _ plane: Plane?, _ part: Rect, in room: PixelRect) {
        if node.flags.contains(.isPlane) { spoilPart(slot, node, part, in: room) }
        record(slot, node.seen(Self.pixels(part, node, in: room), through: plane))
    }

    /// Marks a part of a plane's own items, in the layer's coordinates and clipped to `room`, as stale in its bitmap.
    private func spoilPart(_ slot: Slot, _ node: Node, _ part: Rect, in room: PixelRect) {
        bitmaps.spoil(slot, GridRect(node.seen(Self.pixels(part, node, in: room))))
    }

    private static func pixels(_ part: Rect, _ node: Node, in room: PixelRect) -> PixelRect {
        // Antialiased edges extend into the next pixel.
        PixelRect(covering: node.world.boundingBox(part).outset(1, 1)).intersection(room)
    }

    // MARK: All of them

    /// Converts the records to damage.
    mutating func settle(_ scope: inout some DamageScope, _ output: PixelRect) {
        let asks = records.count <= Self.mostQueries
        let areMany = records.count >= Self.many
        // Layers are usually read in list order, so the last records are in front.
        if areMany { records.reverse() }
        if !records.isEmpty, scope.backdropCount > 0 {
            guard scope.backdropCount <= DisplayTree.mostBackdrops else { return damage.add(output) }
            backdrops.begin(scope.backdropCount)
            for rect in vacated { backdrops.invalidate(rect, of: nil, scope, &records) }
        }
        // The loop appends records: a change in a filtered picture becomes another rectangle outside of it.
        var next = 0
        while next < records.count {
            let record = records[next]
            next += 1
            let isHidable = asks && record.canBeHidden
            if scope.backdropCount > 0 {
                backdrops.invalidate(record.rect, of: isHidable ? record.slot : nil, scope, &records)
            }
            let group = record.canBeHidden ? scope.changer(above: record.slot) : -1
            // Already damaged, so occlusion does not matter.
            if group < 0, damage.contains(record.rect) || areMany && damage.covers(record.rect) { continue }
            var box = PixelRect.empty
            if isHidable {
                scope.visible(record.rect, of: record.slot, below: group) { rect in
                    if group < 0 { damage.add(rect) } else { box = box.union(rect) }
                }
            } else if group < 0 {
                damage.add(record.rect)
            } else {
                box = record.rect
            }
            guard group >= 0 else { continue }
            if let stale = scope.inGrid(box, of: group) { bitmaps.spoil(group, stale) }
            self.record(group, scope.seen(box, of: group))
        }
    }
}

/// Propagates damage through background filters: a layer with background filters changes when its backdrop does.
struct BackdropTracker {
    /// The invalidated area of each backdrop, so that each rectangle is handled once.
    private var invalidated: [PixelRect] = []

    mutating func begin(_ count: Int) {
        invalidated.removeAll(keepingCapacity: true)
        invalidated.append(contentsOf: repeatElement(.empty, count: count))
    }

    /// Records the parts of backdrops that a change in `rect` affects; `slot` is the changed layer, nil for an unknown
    /// one.
    ///
    /// Terminates, because a layer affects only layers painted later.
    mutating func invalidate(
        _ rect: PixelRect, of slot: Slot?, _ scope: some DamageScope, _ records: inout [DamageTracker.Record]
    ) {
        for at in 0..<scope.backdropCount {
            let user = scope.backdrop(at)
            let changed = user.reach.output(of: rect).intersection(user.area)
            guard !changed.isEmpty, !invalidated[at].contains(changed) else { continue }
            if let slot, !scope.isBehind(slot, user.slot) { continue }
            invalidated[at] = invalidated[at].union(changed)
            records.append(DamageTracker.Record(slot: user.slot, rect: changed, canBeHidden: true))
        }
    }
}

/// An up-to-date tree as the damage tracker sees it.
struct TreeScope: DamageScope {
    let tree: DisplayTree
    let reader: LayerReader
    /// Used for one frame.
    var query: OcclusionQuery

    /// Limit for the work of all occlusion queries of a frame, some milliseconds; after that, rectangles count as
    /// visible, which is always correct.
    static let mostWork = 1_000_000

    func changer(above slot: Slot) -> Slot { tree.changer(above: slot, reader) }

    func seen(_ rect: PixelRect, of slot: Slot) -> PixelRect { tree.seen(rect, of: slot) }

    func inGrid(_ rect: PixelRect, of slot: Slot) -> GridRect? {
        let node = tree.nodes[Int(slot)]
        return node.flags.contains(.isPlane) ? GridRect(node.seen(rect)) : nil
    }

    mutating func visible(_ rect: PixelRect, of slot: Slot, below top: Slot, _ body: (PixelRect) -> Void) {
        guard query.work < Self.mostWork else { return body(rect) }
        var nobody: [Slot]?
        query.reset(to: rect)
        query.cover(slot, rect, below: top, &nobody, tree, reader)
        query.region.forEach(body)
    }

    var backdropCount: Int { tree.backdrops.count }

    func backdrop(_ number: Int) -> (slot: Slot, area: PixelRect, reach: FilterReach) {
        let slot = tree.backdrops[number]
        return (slot, tree.backdropArea(of: slot), tree.nodes[Int(slot)].group.backdropReach)
    }

    func isBehind(_ slot: Slot, _ user: Slot) -> Bool { tree.isBehind(slot, user, reader) }
}
