import Geometry
import SceneTables
import Schema

/// Extents, the pixels that a layer and everything below it paint, and the lists derived from changed nodes.
extension DisplayTree {
    /// Computes the extent from the layer's own part and the sublayers' extents. For a wide parent the box may be
    /// larger than needed.
    mutating func measure(_ slot: Slot, _ tracker: inout DamageTracker, _ reader: LayerReader) {
        let node = nodes[Int(slot)]
        measure(slot, node, &tracker, reader)
    }

    /// The same for a layer whose node is at hand.
    mutating func measure(_ slot: Slot, _ node: Node, _ tracker: inout DamageTracker, _ reader: LayerReader) {
        let isPlane = node.flags.contains(.isPlane)
        if slot == root, !isPlane { return setExtent(slot, output, reader) }
        var extent = node.own
        if node.flags.contains(.placesSublayers) {
            extent = extent.union(copies.box(of: slot))
        } else if node.flags.contains(.hasIndex) {
            extent = extent.union(indexedExtent(slot, reader))
        } else {
            extent = extent.union(sublayerExtent(slot, reader))
        }
        if isPlane { return measurePlane(slot, extent, &tracker, reader) }
        setExtent(slot, node.seen(extent), reader)
    }

    private func sublayerExtent(_ slot: Slot, _ reader: LayerReader) -> PixelRect {
        var extent = PixelRect.empty
        var at = reader.rows[Int(slot)].firstChild
        while at >= 0 {
            extent = extent.union(nodes.extent(Int(at)))
            at = reader.rows[Int(at)].next
        }
        return extent
    }

    /// Measures a plane that paints `extent` of its grid.
    private mutating func measurePlane(
        _ slot: Slot, _ extent: PixelRect, _ tracker: inout DamageTracker, _ reader: LayerReader
    ) {
        let node = nodes[Int(slot)]
        let inside = node.seen(extent)
        let picture = inside.isEmpty ? .empty : GridRect(inside.union(node.box.intersection(node.room)))
        let isOther = planes[slot].map { $0.picture != picture } ?? false
        if isOther {
            tracker.bitmaps.resize(slot)
            planes[slot]?.picture = picture
        }
        setExtent(slot, slot == root ? output : seen(inside, of: slot), reader)
        // The edges of the picture moved.
        guard isOther else { return }
        tracker.record(slot, node.extent)
        tracker.record(slot, nodes.extent(Int(slot)))
    }

    private func indexedExtent(_ slot: Slot, _ reader: LayerReader) -> PixelRect {
        guard let at = order.number(of: slot) else { return .empty }
        let index = order[at]
        // Measured exactly often enough to stay close, and rarely enough for a constant cost per change. For a plane it
        // must be exact: its sides are visible edges.
        let isLoose = index.slack * 64 <= Int(reader.rows[Int(slot)].childCount)
        if isLoose, planes.isEmpty { return index.extent }
        index.extent = sublayerExtent(slot, reader)
        index.slack = 0
        return index.extent
    }

    mutating func setExtent(_ slot: Slot, _ extent: PixelRect, _ reader: LayerReader) {
        let old = nodes.extent(Int(slot))
        if old == extent { return }
        nodes.setExtent(extent, Int(slot))
        let parent = nodes.parent(Int(slot))
        guard parent >= 0, nodes.flags(Int(parent)).contains(.hasIndex) else { return }
        if nodes.flags(Int(slot)).contains(.isIndexed), !extent.isEmpty {
            order.move(slot, parent, from: old, nodes)
        } else {
            order.remove(slot, old, &nodes)
            order.insert(slot, parent, &nodes, reader)
        }
    }

    /// Stores the layer's flattening; returns true for a plane with a changed placement.
    mutating func setFlattening(
        _ flattening: Flattening, of slot: Slot, below parent: Slot, _ bitmaps: PlaneCache
    ) -> Bool {
        switch flattening {
        case .none:
            if !spaces.isEmpty { spaces[slot] = nil }
            if !planes.isEmpty, planes.removeValue(forKey: slot) != nil { bitmaps.forget(slot) }
            return false
        case .preserve3D(let map):
            if !planes.isEmpty, planes.removeValue(forKey: slot) != nil { bitmaps.forget(slot) }
            spaces[slot] = DepthSpace(map: map, outermost: space(below: parent) ?? slot)
            order.lose(slot)
            return false
        case .plane(var plane):
            if !spaces.isEmpty { spaces[slot] = nil }
            let old = planes[slot]
            if let old { plane.picture = old.picture }
            planes[slot] = plane
            return old.map { !plane.placesLike($0) } ?? true
        }
    }

    /// Updates the counts and lists for a layer whose node was `old`.
    mutating func note(_ slot: Slot, _ old: Node, _ new: Node, _ reader: LayerReader) {
        if !old.isLive {
            liveCount += 1
            if sortsSublayers(slot, reader) { order.lose(slot) }
        }
        through.note(slot, old, new)
        if old.isLive && old.erases { erasing.remove(slot) }
        if new.erases { erasing.insert(slot) }
        if old.flags.contains(.hasMask) { masks.unregister(slot) }
        if new.flags.contains(.hasMask) {
            masks.register(slot, placesSublayers: new.flags.contains(.placesSublayers), reader)
        }
        if old.flags.contains(.hasBackdrop) != new.flags.contains(.hasBackdrop) {
            if new.flags.contains(.hasBackdrop) { backdrops.append(slot) } else { backdrops.removeAll { $0 == slot } }
        }
    }

    /// Removes the node of a live layer.
    mutating func forget(_ slot: Slot, _ reader: LayerReader) {
        let node = nodes[Int(slot)]
        order.remove(slot, node.extent, &nodes)
        if node.flags.contains(.hasIndex) { order.dropIndex(slot) }
        if node.flags.contains(.hasMask) { masks.unregister(slot) }
        loseOrder(around: slot, reader)
        if !spaces.isEmpty { spaces[slot] = nil }
        if !planes.isEmpty { planes[slot] = nil }
        if node.flags.contains(.placesSublayers) {
            copies.forget(slot)
            masks.unregister(slot)
        }
        if node.flags.contains(.hasBackdrop) { backdrops.removeAll { $0 == slot } }
        if node.erases { erasing.remove(slot) }
        budget.set(slot, 0)
        through.note(slot, node, Node())
        nodes[Int(slot)] = Node()
        liveCount -= 1
    }
}
