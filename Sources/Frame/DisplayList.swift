package import Geometry
import Pixels
package import Scene

/// The scene as an output shows it: one node for each layer, kept from frame to frame.
///
///     update(scene)   dirty marks → nodes again, extents, `damage`
///     plan(tile)      nodes → what is to be painted in a rectangle, from the back to the front
///
/// Only what is marked is looked at again, with its descendants where what they inherit changed. A node that comes out
/// equal damages nothing. Masks are no part of the list: they are read when they are painted (`PaintList+Walk`).
package struct DisplayList {
    package private(set) var output = PixelRect.empty
    /// The layer that is shown; -1 for none. Another one is looked at anew by the next `update`.
    package var root = Scene.root {
        didSet { if root != oldValue { reset() } }
    }
    package private(set) var scale = 1.0
    package internal(set) var nodes: [Node] = []
    /// What the last `update` changed on the output.
    package internal(set) var damage = Damage()
    package let drawings: DrawingStore
    /// What of the scene is to be looked at again, when others look at it too.
    package var marks: LayerCursor?
    /// The layers that are drawn.
    package internal(set) var liveCount = 0
    /// Live layers that can make transparent what is opaque behind them.
    var holeMakers: Set<Slot> = []

    var stamp: UInt32 = 0
    /// Damage as found, before what hides it is taken off.
    var records: [Record] = []
    var work: [Work] = []
    var visited: [Visit] = []
    var pending: [Slot] = []
    var pendingNext: [Slot] = []

    /// Paint order of the sublayers of parents that sort by zPosition; made when asked for.
    var sorted: [Slot: [Slot]] = [:]
    /// The indexes of wide parents, and where each parent's is; places of `freeIndexes` are free.
    var indexes: [SpatialIndex] = []
    var indexOf: [Slot: Int] = [:]
    var freeIndexes: [Int] = []

    /// The layers that are planes, and those whose sublayers keep their depth, with the map to where these are flattened.
    var planes: [Slot: RetainedPlane] = [:]
    var solids: [Slot: RetainedSolid] = [:]
    /// Bytes that the planes' bitmaps may have, and have.
    package var keptBudget = 64 << 20 {
        didSet { if keptBytes > keptBudget { releasePlanes() } }
    }
    package internal(set) var keptBytes = 0
    /// Plans that were made, and the one that last looked for planes whose bitmaps are not asked for any more.
    var plans: UInt64 = 0
    var sweptAt: UInt64 = 0
    /// Live layers that filter what lies behind them.
    var backdrops: [Slot] = []
    /// What of each was told already that its backdrop changed.
    var spread: [PixelRect] = []
    /// Changes at whose place nothing is any more.
    var gone: [PixelRect] = []

    /// Detached layers that mask, directly or inside of another mask, and the live layers that show it.
    var maskUsers: [Slot: [Slot]] = [:]
    var masksOfUser: [Slot: [Slot]] = [:]
    var maskTouched: Set<Slot> = []

    /// The live layers that place their sublayers, with the copies as they were when something of them last changed; and those
    /// of which something changed in this update.
    var copies: [Slot: RecordedCopies] = [:]
    var copiesTouched: Set<Slot> = []

    var walker = Walker()
    var uncovered = Uncovered()
    var occlusion = Occlusion()
    /// Around pictures that are going to be changed, and some whose memory is free.
    var outerOcclusions: [Occlusion] = []
    var spareOcclusions: [Occlusion] = []

    /// A rectangle that changed; `.above` the layer may be what hides it.
    struct Record {
        var slot: Slot
        var rect: PixelRect
        var canBeHidden: Bool
    }

    struct Work {
        var slot: Slot
        var flags: Dirty
        var depth: Int32
    }

    struct Visit {
        var slot: Slot
        var old: Node
        /// Its sublayers were visited too.
        var descended: Bool
        /// A plane that is placed otherwise than before.
        var isMoved = false
    }

    package init(drawings: DrawingStore) {
        self.drawings = drawings
    }

    /// The output's pixels and how many of them a point has. Everything is looked at again by the next `update`.
    package mutating func configure(width: Int32, height: Int32, scale: Double) {
        output = PixelRect(0, 0, width, height)
        self.scale = scale
        reset()
    }

    /// Forgets all nodes; the next `update` damages the whole output.
    package mutating func reset() {
        nodes.removeAll(keepingCapacity: true)
        sorted.removeAll()
        indexes.removeAll()
        indexOf.removeAll()
        freeIndexes.removeAll()
        planes.removeAll()
        solids.removeAll()
        keptBytes = 0
        backdrops.removeAll()
        maskUsers.removeAll()
        masksOfUser.removeAll()
        copies.removeAll()
        liveCount = 0
        holeMakers.removeAll()
        isNew = true
    }

    var isNew = true

    /// Parts of layers whose pixels changed since the last `update`, in points.
    var touched: [(slot: Slot, rect: Rect)] = []

    /// True when pixels were touched that no `update` has seen.
    package var isTouched: Bool { !touched.isEmpty }

    /// What the root layer gets from the output.
    var surroundings: Surroundings { Surroundings(map: .scale(scale, scale), clip: output) }

    /// Brings the nodes up to the scene's state and says in `damage` what that changes.
    package mutating func update(_ scene: Scene) {
        stamp &+= 1
        damage.removeAll()
        records.removeAll(keepingCapacity: true)
        gone.removeAll(keepingCapacity: true)
        work.removeAll(keepingCapacity: true)
        let marks = marks ?? LayerCursor(scene)
        self.marks = marks
        marks.take { slot, flags in work.append(Work(slot: slot, flags: flags, depth: 0)) }
        copiesTouched.removeAll(keepingCapacity: true)
        var reader = LayerReader(scene, drawings)
        if nodes.count < reader.rows.count {
            nodes.append(contentsOf: repeatElement(Node(), count: reader.rows.count - nodes.count))
        }
        leave(reader)
        if isNew {
            isNew = false
            if root >= 0 { visit(root, surroundings, isMarked: true, reader) }
            damage.add(output)
            touched.removeAll(keepingCapacity: true)
            recordCopies(&reader)
            settleExtents(reader)
            return
        }
        guard !work.isEmpty || !touched.isEmpty else { return }
        sortWork(reader)
        for one in work {
            guard let around = attachment(of: one.slot, reader) else { continue }
            let isSeen = nodes[Int(one.slot)].isLive && nodes[Int(one.slot)].stamp == stamp
            if isSeen { continue }
            visit(one.slot, around, isMarked: true, reader)
        }
        noteTouched(reader)
        recordCopies(&reader)
        settleExtents(reader)
        settleDamage(reader)
    }

    /// What a layer gets from above when all above it is drawn; nil when it is not to be drawn at all.
    private func attachment(of slot: Slot, _ reader: LayerReader) -> Surroundings? {
        let row = reader.rows[Int(slot)]
        guard row.flags.contains(.isLayer), row.flags.contains(.isAlive), !row.flags.contains(.isRemoved)
        else { return nil }
        if slot == root { return surroundings }
        guard row.parent > Scene.shelf, nodes[Int(row.parent)].isLive,
            !nodes[Int(row.parent)].flags.contains(.placesSublayers)
        else { return nil }
        return below(row.parent, reader)
    }

    /// What the live layer at `slot` gives to its sublayers.
    func below(_ slot: Slot, _ reader: LayerReader) -> Surroundings {
        let node = nodes[Int(slot)]
        let relief = node.flags.contains(.mapsSublayers) ? relief(of: slot) : .none
        return Surroundings(below: node, relief, slot, reader.rows[Int(slot)], reader.scene)
    }

    /// Parents before their sublayers, so that no layer is looked at twice. Only haste depends on the order.
    private mutating func sortWork(_ reader: LayerReader) {
        var isSorted = true
        var last: Int32 = -1
        for at in work.indices {
            let slot = work[at].slot
            let parent = reader.rows[Int(slot)].parent
            work[at].depth = parent >= 0 ? nodes[Int(parent)].depth + 1 : 0
            if work[at].depth < last { isSorted = false }
            last = work[at].depth
        }
        if !isSorted { work.sort { $0.depth < $1.depth } }
    }

    /// First pass over what is marked: takes out what left its place, and notes what masks and orders changed.
    private mutating func leave(_ reader: LayerReader) {
        maskTouched.removeAll(keepingCapacity: true)
        for at in work.indices {
            let (slot, flags) = (work[at].slot, work[at].flags)
            let row = reader.rows[Int(slot)]
            let isLayer =
                row.flags.contains(.isLayer) && row.flags.contains(.isAlive) && !row.flags.contains(.isRemoved)
            if flags.contains(.content) || flags.contains(.tree) {
                if isLayer { drawings.review(slot, row) } else { drawings.forget(slot) }
            }
            if flags.contains(.sublayers) { sorted[slot] = nil }
            if nodes[Int(slot)].isLive, !isLayer || row.parent != nodes[Int(slot)].parent {
                damageWhole(slot)
                drop(slot, reader)
            }
            guard isLayer else { continue }
            if flags.contains(.order) {
                if row.parent >= 0 { sorted[row.parent] = nil }
                loseOrder(slot, reader)
                // Where it goes to, if it moves as well, is told when it is looked at.
                if nodes[Int(slot)].isLive { damageWhole(slot) }
                rekey(slot, reader)
            }
            noteMasks(above: slot, reader)
            noteCopies(above: slot, reader)
        }
        for one in touched {
            noteMasks(above: one.slot, reader)
            noteCopies(above: one.slot, reader)
        }
        for user in maskTouched where nodes[Int(user)].isLive {
            work.append(Work(slot: user, flags: .group, depth: 0))
        }
    }

    private mutating func damageWhole(_ slot: Slot) {
        var rect = nodes[Int(slot)].extent
        if rect.isEmpty { return }
        // Through the tree as it was: an ancestor that went as well has damaged all that it showed.
        if !drawings.effects.isEmpty || !planes.isEmpty {
            var at = nodes[Int(slot)].parent
            while at >= 0, nodes[Int(at)].isLive {
                if isChanger(at), !backdrops.isEmpty { gone.append(rect) }
                if nodes[Int(at)].flags.contains(.isPlane) { spoil(at, nodes[Int(at)].seen(rect)) }
                rect = seen(rect, of: at)
                at = nodes[Int(at)].parent
            }
        }
        if !rect.isEmpty { records.append(Record(slot: slot, rect: rect, canBeHidden: false)) }
    }

    /// A layer and everything below it is drawn no more. Not told to the damage: that is the caller's.
    mutating func drop(_ top: Slot, _ reader: LayerReader) {
        setExtent(top, .empty, reader)
        if nodes[Int(top)].parent >= 0 { postpone(nodes[Int(top)].parent) }
        var at = top
        while true {
            let slot = Int(at)
            // What moved here in this turn leaves its old place by itself.
            if nodes[slot].isLive, at == top || nodes[slot].parent == reader.rows[slot].parent {
                unindex(at)
                if nodes[slot].flags.contains(.hasIndex) { dropIndex(at) }
                if nodes[slot].flags.contains(.hasMask) { unregisterMask(of: at) }
                loseOrder(at, reader)
                forgetRelief(of: at)
                if nodes[slot].flags.contains(.placesSublayers) { dropCopies(at) }
                if nodes[slot].flags.contains(.hasBackdrop) { backdrops.removeAll { $0 == at } }
                if nodes[slot].makesHoles { holeMakers.remove(at) }
                nodes[slot] = Node()
                liveCount -= 1
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
}
