import Geometry
import Pixels
import Scene

/// A layer that was read again: its node before and after.
struct NodeChange {
    var slot: Slot
    var old: Node
    var new: Node
    /// Its placement when it is a plane.
    var plane: Plane?
    /// It was not drawn before, or in other pixels.
    var isFresh = false
    /// Its parent is fresh, and damages all of its extent.
    var isParentFresh = false
    /// A plane that is placed otherwise than before.
    var isMoved = false
    /// Its mask paints something else.
    var isMaskTouched = false
    /// Where the kind's drawing differs, in the layer's coordinates, when the next version of it is all that could have changed.
    var redrawn: [Rect]?
}

/// The questions that damage asks of a tree.
protocol DamageScope {
    /// The nearest ancestor that shows a change in its picture elsewhere too: a plane, filters, a shadow; -1 when there is none.
    func changer(above slot: Slot) -> Slot
    /// Pixels, of the space in which the layer at `slot` is, that show `rect` of its picture.
    func seen(_ rect: PixelRect, of slot: Slot) -> PixelRect
    /// `rect` as far as it is in the grid of the layer at `slot`; nil when that is no plane.
    func inGrid(_ rect: PixelRect, of slot: Slot) -> GridRect?
    /// Calls `body` with the part of `rect` that opaque layers in front of the one at `slot`, and below `top`, leave to be seen.
    mutating func visible(_ rect: PixelRect, of slot: Slot, below top: Slot, _ body: (PixelRect) -> Void)
    /// Layers with background filters, in a fixed order.
    var backdropCount: Int { get }
    /// One of them: its slot, the pixels that its filters change, and their reach.
    func backdrop(_ number: Int) -> (slot: Slot, area: PixelRect, reach: FilterReach)
    /// True when pixels of the layer at `slot` may be in the backdrop of `user`.
    func isBehind(_ slot: Slot, _ user: Slot) -> Bool
}

/// Changed nodes in, rectangles of the output out.
///
/// `note` takes changes and keeps records of them: rectangles in the pixels in which the layer is painted. `settle` brings
/// them to the output: hidden parts are left out, and a change in a picture that is filtered, or placed as a plane, is followed
/// to where that is seen.
struct DamageTracker {
    /// A rectangle that changed.
    struct Record {
        var slot: Slot
        var rect: PixelRect
        /// Layers in front may hide it.
        var canBeHidden: Bool
    }

    /// Beyond so many records in a frame, hidden ones are painted for nothing rather than looked for.
    static let mostQueries = 1024

    /// From so many on they are taken from the front on: what is there already by then need not be looked for behind.
    static let many = 64

    /// The pixels of the output that the last update changed.
    private(set) var damage = Damage()
    private var records: [Record] = []
    /// Rectangles vacated by removed layers.
    private var vacated: [PixelRect] = []
    private var backdrops = BackdropTracker()
    /// Notes the stale parts of planes.
    let bitmaps = PlaneCache()

    mutating func begin() {
        damage.removeAll()
        records.removeAll(keepingCapacity: true)
        vacated.removeAll(keepingCapacity: true)
    }

    mutating func addAll(_ output: PixelRect) { damage.add(output) }

    mutating func record(_ slot: Slot, _ rect: PixelRect, canBeHidden: Bool = true) {
        if !rect.isEmpty { records.append(Record(slot: slot, rect: rect, canBeHidden: canBeHidden)) }
    }

    /// A removed layer leaves `rect` of a picture that is changed.
    mutating func vacate(_ rect: PixelRect) { vacated.append(rect) }

    // MARK: One layer

    /// Notes the damage of one layer that was read again.
    mutating func note(_ change: NodeChange) {
        let (old, new, slot) = (change.old, change.new, change.slot)
        var before = old
        if change.redrawn != nil { before.takeDrawing(of: new) }
        if new.flags.contains(.isPlane) {
            if !new.picturesLike(before) || change.isMaskTouched { bitmaps.spoil(slot, nil) }
            // Wherever the plane is seen now, and whatever else about it changed.
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

    /// A part of the layer's own items, in its coordinates and within `room`, looks otherwise.
    mutating func notePart(_ slot: Slot, _ node: Node, _ plane: Plane?, _ part: Rect, in room: PixelRect) {
        if node.flags.contains(.isPlane) { spoilPart(slot, node, part, in: room) }
        record(slot, node.seen(Self.pixels(part, node, in: room), through: plane))
    }

    /// A part of a plane's own items, in the layer's coordinates and within `room`, is stale in its bitmap.
    private func spoilPart(_ slot: Slot, _ node: Node, _ part: Rect, in room: PixelRect) {
        bitmaps.spoil(slot, GridRect(node.seen(Self.pixels(part, node, in: room))))
    }

    private static func pixels(_ part: Rect, _ node: Node, in room: PixelRect) -> PixelRect {
        // Antialiased edges reach into the next pixel.
        PixelRect(covering: node.world.boundingBox(part).outset(1, 1)).intersection(room)
    }

    // MARK: All of them

    /// Records become damage.
    mutating func settle(_ scope: inout some DamageScope, _ output: PixelRect) {
        let asks = records.count <= Self.mostQueries
        let areMany = records.count >= Self.many
        // Layers are read in the order in which most stand: the last ones are in front.
        if areMany { records.reverse() }
        if !records.isEmpty, scope.backdropCount > 0 {
            guard scope.backdropCount <= DisplayTree.mostBackdrops else { return damage.add(output) }
            backdrops.begin(scope.backdropCount)
            for rect in vacated { backdrops.invalidate(rect, of: nil, scope, &records) }
        }
        // More are appended on the way: a change in a picture that is changed is another rectangle beyond.
        var next = 0
        while next < records.count {
            let record = records[next]
            next += 1
            let isHidable = asks && record.canBeHidden
            if scope.backdropCount > 0 {
                backdrops.invalidate(record.rect, of: isHidable ? record.slot : nil, scope, &records)
            }
            let group = record.canBeHidden ? scope.changer(above: record.slot) : -1
            // Whatever hides it, nothing is added.
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

/// Backdrops that changed: a layer with background filters changes when its backdrop does.
struct BackdropTracker {
    /// The invalidated area of each backdrop, so that each is told of a rectangle once.
    private var invalidated: [PixelRect] = []

    mutating func begin(_ count: Int) {
        invalidated.removeAll(keepingCapacity: true)
        invalidated.append(contentsOf: repeatElement(.empty, count: count))
    }

    /// Records the parts of backdrops that a change in `rect` changes: of the layer at `slot`, or of one that is anywhere.
    ///
    /// A layer has an effect on those only that are painted later, so this ends.
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

/// A settled tree as damage asks of it.
struct TreeScope: DamageScope {
    let tree: DisplayTree
    let reader: LayerReader
    /// Of one frame.
    var query: OcclusionQuery

    /// Work of all queries of a frame, some milliseconds; what is asked later counts as seen whole, which is always right.
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
