import Geometry
import Scene
import SceneTables
import Schema

/// Updates a tree to the state of the scene: dirty layers are read again, with their sublayers if the inherited state
/// changed, and the changed nodes are passed to the damage tracker.
///
/// The steps of an update, in order: `begin` and `add` collect dirty layers, `leave` takes out layers that left their
/// parents, `read` reads, `settleExtents` measures from the leaves up.
struct TreeUpdate {
    private struct Work {
        var slot: Slot
        var flags: Dirty
        var depth: Int32 = 0
    }

    private struct Visit {
        var slot: Slot
        /// The index in `before`; -1 for a layer that was not drawn.
        var before: Int32
        /// True when the sublayers were visited as well.
        var descended: Bool
        /// True for a plane with a changed placement.
        var isMoved = false
    }

    /// The number of the update, stored in the nodes that it reads.
    private(set) var stamp: UInt32 = 0
    private var work: [Work] = []
    private var visited: [Visit] = []
    /// The nodes of visited layers before the update.
    private var before: [Node] = []
    /// Layers whose extents have to be measured because a sublayer's extent changed.
    private var pending: [Slot] = []
    private var pendingNext: [Slot] = []
    /// Layers visited by `touchMirrors` in this update.
    var climbed: Set<Slot> = []

    var isEmpty: Bool { work.isEmpty }
    /// Number of layers created, removed, or moved to another parent.
    private(set) var comingOrGoing = 0

    mutating func begin(_ tree: inout DisplayTree) {
        stamp &+= 1
        // What a new scene of a million layers took is not kept.
        work.removeAll(keepingCapacity: work.capacity <= Self.mostKept)
        forgetVisited()
        comingOrGoing = 0
        tree.copies.begin()
        tree.masks.begin()
        climbed.removeAll(keepingCapacity: true)
    }

    /// Maximum number of elements for which scratch memory is kept between updates.
    private static let mostKept = 1 << 16

    private mutating func forgetVisited() {
        visited.removeAll(keepingCapacity: visited.capacity <= Self.mostKept)
        before.removeAll(keepingCapacity: before.capacity <= Self.mostKept)
    }

    mutating func add(_ slot: Slot, _ flags: Dirty) {
        work.append(Work(slot: slot, flags: flags))
        if flags.contains(.tree) { comingOrGoing += 1 }
    }

    // MARK: Leaving

    /// First pass over dirty layers: takes out those that left their parents, and marks the masks, copies and orders
    /// affected. `touched` are the layers with changed pixels.
    mutating func leave(
        _ tree: inout DisplayTree, _ tracker: inout DamageTracker, _ touched: [ContentChange], _ reader: LayerReader
    ) {
        for at in work.indices {
            let (slot, flags) = (work[at].slot, work[at].flags)
            // Rows and nodes are large, so single fields are read in place.
            let facts = reader.rows[Int(slot)].flags
            let isLayer = facts.contains(.isLayer) && facts.contains(.isAlive) && !facts.contains(.isRemoved)
            if flags.contains(.content) || flags.contains(.tree) {
                if isLayer { tree.drawings.review(slot, reader.rows[Int(slot)]) } else { tree.drawings.forget(slot) }
            }
            if flags.contains(.sublayers) { tree.order.lose(slot) }
            // Another kind means another layer in a reused slot; nothing of the previous one is kept.
            let isOther =
                reader.rows[Int(slot)].parent != tree.nodes.parent(Int(slot))
                || reader.rows[Int(slot)].kind != tree.nodes.kind(Int(slot))
            if tree.nodes.isLive(Int(slot)), !isLayer || isOther {
                damageWhole(slot, tree, &tracker)
                drop(slot, &tree, tracker, reader)
            }
            guard isLayer else { continue }
            if flags.contains(.order) {
                let parent = reader.rows[Int(slot)].parent
                if parent >= 0 { tree.order.lose(parent) }
                tree.loseOrder(around: slot, reader)
                // If it also moves, its new position is recorded when it is read.
                if tree.nodes.isLive(Int(slot)) { damageWhole(slot, tree, &tracker) }
                tree.order.rekey(slot, &tree.nodes, reader)
            }
            tree.masks.touch(above: slot, reader)
            tree.copies.touch(above: slot, tree.nodes, reader)
            touchMirrors(above: slot, &tree, reader)
        }
        for one in touched {
            tree.masks.touch(above: one.slot, reader)
            tree.copies.touch(above: one.slot, tree.nodes, reader)
            touchMirrors(above: one.slot, &tree, reader)
        }
        for user in tree.masks.touched where tree.nodes.isLive(Int(user)) { add(user, .group) }
    }

    private func damageWhole(_ slot: Slot, _ tree: DisplayTree, _ tracker: inout DamageTracker) {
        var rect = tree.nodes.extent(Int(slot))
        if rect.isEmpty { return }
        // Uses the previous tree: an ancestor that also left has damaged everything it showed.
        if !tree.drawings.effects.isEmpty || !tree.planes.isEmpty {
            var at = tree.nodes.parent(Int(slot))
            while at >= 0, tree.nodes.isLive(Int(at)) {
                if tree.isChanger(at), !tree.backdrops.isEmpty { tracker.vacate(rect) }
                if tree.nodes.flags(Int(at)).contains(.isPlane) {
                    tracker.bitmaps.spoil(at, GridRect(tree.nodes[Int(at)].seen(rect)))
                }
                rect = tree.seen(rect, of: at)
                at = tree.nodes.parent(Int(at))
            }
        }
        tracker.record(slot, rect, canBeHidden: false)
    }

    /// Removes the nodes of a layer and everything below it. The caller records the damage.
    private mutating func drop(
        _ top: Slot, _ tree: inout DisplayTree, _ tracker: DamageTracker, _ reader: LayerReader
    ) {
        tree.setExtent(top, .empty, reader)
        postpone(tree.nodes.parent(Int(top)), &tree)
        var at = top
        while true {
            let slot = Int(at)
            // A layer that moved here in this update is taken out of its old parent separately.
            if tree.nodes.isLive(slot), at == top || tree.nodes.parent(slot) == reader.rows[slot].parent {
                tree.forget(at, reader)
                tracker.bitmaps.forget(at)
                let first = reader.rows[slot].firstChild
                if first >= 0 {
                    at = first
                    continue
                }
            }
            while at != top, reader.rows[Int(at)].next < 0 { at = reader.rows[Int(at)].parent }
            if at == top { return }
            at = reader.rows[Int(at)].next
        }
    }

    // MARK: Reading

    /// Reads the dirty layers that are drawn.
    mutating func read(_ tree: inout DisplayTree, _ tracker: inout DamageTracker, _ reader: LayerReader) {
        sortWork(tree, reader)
        var siblings = Siblings()
        for one in work {
            let isSeen = tree.nodes.isLive(Int(one.slot)) && tree.nodes.stamp(Int(one.slot)) == stamp
            if isSeen { continue }
            if one.slot == tree.root {
                guard let state = tree.inherited(by: one.slot, reader) else { continue }
                visit(one.slot, state, &tree, &tracker, reader)
            } else {
                guard siblings.find(one.slot, tree, reader) else { continue }
                if one.flags == .geometry, move(one.slot, siblings.state, &tree, &tracker, reader) { continue }
                visit(one.slot, siblings.state, &tree, &tracker, reader)
            }
            // It may be the parent of the following layers.
            if reader.rows[Int(one.slot)].firstChild >= 0 { siblings.forget() }
        }
    }

    /// Sorts parents before their sublayers, so that no layer is read twice. The order affects speed, not the result.
    private mutating func sortWork(_ tree: DisplayTree, _ reader: LayerReader) {
        var isSorted = true
        var last: Int32 = -1
        for at in work.indices {
            let parent = reader.rows[Int(work[at].slot)].parent
            work[at].depth = parent >= 0 ? tree.nodes.depth(Int(parent)) + 1 : 0
            if work[at].depth < last { isSorted = false }
            last = work[at].depth
        }
        if !isSorted { work.sort { $0.depth < $1.depth } }
    }

    /// Reads `top` again, and the layers below it as far as their inherited state changed; records damage and measures
    /// extents.
    ///
    /// No recursion: clients control the nesting depth.
    mutating func visit(
        _ top: Slot, _ state: InheritedState, _ tree: inout DisplayTree, _ tracker: inout DamageTracker,
        _ reader: LayerReader
    ) {
        forgetVisited()
        var at = top
        var state = state
        while true {
            let descends = visit(at, state, isTop: at == top, &tree, &tracker, reader)
            if descends, reader.rows[Int(at)].firstChild >= 0 {
                state = tree.below(at, reader)
                at = reader.rows[Int(at)].firstChild
                continue
            }
            var climbed = false
            while at != top, reader.rows[Int(at)].next < 0 {
                at = reader.rows[Int(at)].parent
                climbed = true
            }
            if at == top { break }
            at = reader.rows[Int(at)].next
            if climbed { state = tree.below(reader.rows[Int(at)].parent, reader) }
        }
        measureVisited(&tree, &tracker, reader)
    }

    /// Reads one layer; returns true when its sublayers have to be read as well.
    private mutating func visit(
        _ slot: Slot, _ state: InheritedState, isTop: Bool, _ tree: inout DisplayTree,
        _ tracker: inout DamageTracker, _ reader: LayerReader
    ) -> Bool {
        let old = tree.nodes.isLive(Int(slot)) ? tree.nodes[Int(slot)] : Node()
        var new: Node
        var flattening = Flattening.none
        do throws(LayerReader.Absence) {
            new = try reader.read(slot, state, &flattening)
        } catch {
            if old.isLive {
                // A layer that hides it in the new state hid it before, or is damaged itself.
                tracker.record(slot, old.extent)
                drop(slot, &tree, tracker, reader)
            }
            return false
        }
        let isMoved = tree.setFlattening(flattening, of: slot, below: reader.rows[Int(slot)].parent, tracker.bitmaps)
        new.source.stamp = stamp
        store(slot, old, &new, &tree, reader)
        if new.drawing >= 0 { tree.drawings.askForSize(slot, new) }
        if reader.rows[Int(slot)].kind == .tiled { tree.drawings.askForTiles(slot, new) }
        tree.loseOrder(around: slot, reader)
        if new.flags.contains(.placesSublayers) {
            tree.copies.touch(slot)
            note(slot, old, descended: true, isMoved: isMoved)
            return false
        }
        let descends =
            !old.isLive || !new.surroundsLike(old) || (isTop && new.flags.union(old.flags).contains(.mapsSublayers))
        note(slot, old, descended: descends, isMoved: isMoved)
        return descends
    }

    private mutating func note(_ slot: Slot, _ old: Node, descended: Bool, isMoved: Bool) {
        var one = Visit(slot: slot, before: -1, descended: descended, isMoved: isMoved)
        if old.isLive {
            one.before = Int32(before.count)
            before.append(old)
        }
        visited.append(one)
    }
}

/// Storing and measuring nodes.
extension TreeUpdate {
    private func store(
        _ slot: Slot, _ old: Node, _ new: inout Node, _ tree: inout DisplayTree, _ reader: LayerReader
    ) {
        new.parent = reader.rows[Int(slot)].parent
        new.depth = new.parent >= 0 ? tree.nodes.depth(Int(new.parent)) + 1 : 0
        new.key = tree.nodes.key(Int(slot))
        new.flags.formUnion(tree.nodes.flags(Int(slot)).intersection(.kept))
        new.extent = old.extent
        // Below a plane with another grid, or a former plane, everything was in other pixels.
        let isElsewhere =
            old.flags.contains(.isPlane) != new.flags.contains(.isPlane)
            || new.flags.contains(.isPlane) && old.world != new.world
        if !old.isLive || isElsewhere || (new.parent >= 0 && isFresh(new.parent, tree)) { new.flags.insert(.isFresh) }
        tree.nodes[Int(slot)] = new
        tree.note(slot, old, new, reader)
    }

    private func isFresh(_ slot: Slot, _ tree: DisplayTree) -> Bool {
        tree.nodes.stamp(Int(slot)) == stamp && tree.nodes.flags(Int(slot)).contains(.isFresh)
    }

    /// Computes the extents of the visited layers, from the leaves up, and the resulting damage.
    private mutating func measureVisited(
        _ tree: inout DisplayTree, _ tracker: inout DamageTracker, _ reader: LayerReader
    ) {
        for at in visited.indices.reversed() {
            let one = visited[at]
            let slot = Int(one.slot)
            guard tree.nodes.isLive(slot) else { continue }
            tree.order.indexIfWide(one.slot, &tree.nodes, reader)
            // Nodes are large: they are copied once, into the change.
            var change = NodeChange(
                slot: one.slot, old: one.before < 0 ? Node() : before[Int(one.before)], new: tree.nodes[slot])
            // Sublayers that were not visited keep their extents, so only changes of the own part or of effects on the
            // whole matter.
            let isChanged = !change.new.flags.union(change.old.flags).isDisjoint(with: [.hasEffects, .isPlane])
            if one.descended || change.new.own != change.old.own || isChanged {
                tree.measure(one.slot, change.new, &tracker, reader)
                change.new.extent = tree.nodes.extent(slot)
            }
            tree.account(one.slot, reader)
            complete(&change, one, tree)
            tracker.note(change)
            // Visited parents have been measured; the parent of the first layer has not.
            if at == 0, change.new.extent != change.old.extent { postpone(change.new.parent, &tree) }
        }
    }

    private func complete(_ change: inout NodeChange, _ one: Visit, _ tree: DisplayTree) {
        if change.new.flags.contains(.isPlane) { change.plane = tree.planes[one.slot] }
        change.isFresh = isFresh(one.slot, tree)
        change.isParentFresh = change.isFresh && change.new.parent >= 0 && isFresh(change.new.parent, tree)
        change.isMoved = one.isMoved
        change.isMaskTouched = !tree.masks.touched.isEmpty && tree.masks.touched.contains(one.slot)
        change.redrawn = redrawn(change.old, change.new, tree.drawings)
    }

    /// The changed areas, in the layer's coordinates, when only a part of the kind's drawing changed.
    private func redrawn(_ old: Node, _ new: Node, _ drawings: DrawingStore) -> [Rect]? {
        guard new.drawing >= 0, old.drawing == new.drawing, old.appearance.version != new.appearance.version,
            let change = drawings.entries[Int(new.drawing)].change, change.before == old.appearance.version,
            !change.isComposedAnew || new.itemOpacity >= 1,
            old.flags.intersection([.hasEffects, .isPlane]) == new.flags.intersection([.hasEffects, .isPlane])
        else { return nil }
        var before = old
        before.takeDrawing(of: new)
        return before.looksLike(new) ? change.boxes : nil
    }

    // MARK: Copies

    /// Records the copies of layers below which something changed, and their damage.
    mutating func recordCopies(
        _ tree: inout DisplayTree, _ tracker: inout DamageTracker, _ reader: inout LayerReader
    ) {
        for slot in tree.copies.touched.sorted() {
            let node = tree.nodes[Int(slot)]
            guard node.isLive, node.flags.contains(.placesSublayers) else { continue }
            let old = tree.copies.record(slot, node, tree.flattening(of: slot), &reader)
            tree.through.noteCopies()
            tree.masks.unregister(slot)
            tree.masks.register(slot, placesSublayers: true, reader)
            tree.measure(slot, &tracker, reader)
            tree.account(slot, reader)
            let extent = tree.nodes.extent(Int(slot))
            if extent != node.extent { postpone(node.parent, &tree) }
            guard node.flags.isDisjoint(with: [.hasEffects, .isPlane]) else {
                tracker.bitmaps.spoil(slot, nil)
                tracker.record(slot, node.extent)
                tracker.record(slot, extent)
                continue
            }
            tracker.record(slot, old)
            tracker.record(slot, tree.copies.box(of: slot))
        }
    }

    // MARK: Extents

    /// Schedules the measurement of the layer's extent within this update, because a sublayer's extent changed.
    mutating func postpone(_ slot: Slot, _ tree: inout DisplayTree) {
        guard slot >= 0, tree.nodes.isLive(Int(slot)), !tree.nodes.flags(Int(slot)).contains(.isPending) else { return }
        tree.nodes.insert(.isPending, Int(slot))
        pending.append(slot)
    }

    /// Measures pending layers, the deepest first, and their parents as long as something changes.
    mutating func settleExtents(
        _ tree: inout DisplayTree, _ tracker: inout DamageTracker, _ reader: LayerReader
    ) {
        while !pending.isEmpty {
            swap(&pending, &pendingNext)
            if pendingNext.count > 1 {
                pendingNext.sort { tree.nodes.depth(Int($0)) > tree.nodes.depth(Int($1)) }
            }
            for at in pendingNext.indices {
                let slot = pendingNext[at]
                guard tree.nodes.isLive(Int(slot)) else { continue }
                tree.nodes.remove(.isPending, Int(slot))
                let old = tree.nodes.extent(Int(slot))
                tree.measure(slot, &tracker, reader)
                tree.account(slot, reader)
                if tree.nodes.extent(Int(slot)) != old { postpone(tree.nodes.parent(Int(slot)), &tree) }
            }
            pendingNext.removeAll(keepingCapacity: true)
        }
    }
}
