import Geometry
import SceneTables
import Schema

/// The order of sublayers, and which of two layers is painted first.
extension DisplayTree {
    /// The sublayers of a parent that sorts them, from back to front; computed on demand.
    func sortedChildren(_ parent: Slot, _ reader: LayerReader) -> [Slot] {
        order.sorted[parent] ?? makeOrder(of: parent, reader)
    }

    private func makeOrder(of parent: Slot, _ reader: LayerReader) -> [Slot] {
        reader.rows[Int(parent)].kind == .transformLayer
            ? reader.leaves(below: parent, below(parent, reader)).map(\.slot) : reader.sortedChildren(parent)
    }

    /// Recomputes the invalid orders of parents that are drawn.
    mutating func settleOrders(_ reader: LayerReader) {
        for parent in order.lost where Int(parent) < nodes.count && nodes.isLive(Int(parent)) {
            guard order.sorted[parent] == nil, sortsSublayers(parent, reader) else { continue }
            order.keep(makeOrder(of: parent, reader), of: parent)
        }
        order.settled()
    }

    func sortsSublayers(_ parent: Slot, _ reader: LayerReader) -> Bool {
        let row = reader.rows[Int(parent)]
        return row.flags.contains(.sortsSublayers) || row.kind == .transformLayer
    }

    /// Invalidates the depth order around the layer at `slot`, which moved, if it is in a space that keeps depth.
    mutating func loseOrder(around slot: Slot, _ reader: LayerReader) {
        if spaces.isEmpty { return }
        let (before, now) = (nodes.parent(Int(slot)), reader.rows[Int(slot)].parent)
        if before >= 0, let space = space(below: before) { order.lose(space) }
        if now >= 0, now != before, let space = space(below: now) { order.lose(space) }
    }

    /// True when the layer at `a` is painted before the one at `b`, or is its ancestor. Also true if unknown: among
    /// layers that keep their depth, the order depends on their position.
    func isPainted(_ a: Slot, before b: Slot, _ reader: LayerReader) -> Bool {
        func depth(_ slot: Slot) -> Int {
            var (at, depth) = (slot, 0)
            while at >= 0 { (at, depth) = (reader.rows[Int(at)].parent, depth + 1) }
            return depth
        }
        var (x, y, deepX, deepY) = (a, b, depth(a), depth(b))
        let isAbove = deepX < deepY
        while deepX > deepY { (x, deepX) = (reader.rows[Int(x)].parent, deepX - 1) }
        while deepY > deepX { (y, deepY) = (reader.rows[Int(y)].parent, deepY - 1) }
        if x == y { return isAbove }
        while reader.rows[Int(x)].parent != reader.rows[Int(y)].parent {
            (x, y) = (reader.rows[Int(x)].parent, reader.rows[Int(y)].parent)
        }
        let parent = reader.rows[Int(x)].parent
        guard parent >= 0, space(below: parent) == nil else { return true }
        if reader.rows[Int(parent)].childCount > PaintOrder.widest {
            let (keyX, keyY) = (nodes.key(Int(x)), nodes.key(Int(y)))
            return keyX == 0 || keyY == 0 || keyX < keyY
        }
        if reader.rows[Int(parent)].flags.contains(.sortsSublayers) {
            for slot in sortedChildren(parent, reader) {
                if slot == x { return true }
                if slot == y { return false }
            }
        }
        while x >= 0, x != y { x = reader.rows[Int(x)].next }
        return x == y
    }
}

/// Background filters: the pixels that they read, and the layers in these.
extension DisplayTree {
    /// The pixels that the background filters of the layer at `slot` change.
    func backdropArea(of slot: Slot) -> PixelRect {
        nodes[Int(slot)].backdropArea(nodes.flags(Int(slot)).contains(.isPlane) ? planes[slot] : nil)
    }

    /// True when pixels of the layer at `slot` may be, unchanged, in the buffer on which `user` is painted, at that
    /// time.
    func isBehind(_ slot: Slot, _ user: Slot, _ reader: LayerReader) -> Bool {
        var group = reader.rows[Int(user)].parent
        func isBuffer(_ flags: NodeFlags) -> Bool { flags.contains(.isGroup) && !flags.contains(.paintsThrough) }
        while group >= 0, !isBuffer(nodes.flags(Int(group))) {
            group = reader.rows[Int(group)].parent
        }
        var at = slot
        while at != group, at >= 0 {
            at = reader.rows[Int(at)].parent
            // Another buffer with effects: the change is recorded there.
            if at >= 0, at != group, isChanger(at) { return false }
        }
        // A group with effects does not paint its change into its own pixels, and its picture changes as a whole.
        if slot == group, isChanger(slot) { return false }
        return at == group && isPainted(slot, before: user, reader)
    }

    /// Maximum number of layers with background filters that are followed individually; above it, a change affects all.
    static let mostBackdrops = 32

    /// `tile` and the pixels that may be revealed when it is planned, in the grid of the plane at `space`, or on the
    /// output for -1; clipped to `room`.
    func grown(_ tile: PixelRect, in room: PixelRect, of space: Slot) -> PixelRect {
        if backdrops.isEmpty || tile.isEmpty { return tile }
        guard backdrops.count <= Self.mostBackdrops else { return room }
        var grown = tile
        var last = PixelRect.empty
        while last != grown {
            last = grown
            for slot in backdrops where plane(around: slot) == space {
                let area = backdropArea(of: slot)
                guard area.intersects(grown) else { continue }
                grown = grown.union(nodes[Int(slot)].group.backdropReach.input(for: area).intersection(room))
            }
        }
        return grown
    }
}
