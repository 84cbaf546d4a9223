import Geometry
import Scene

/// Extents: what a layer and everything below it paint.
extension DisplayList {
    /// The layer's extent has to be measured before the update ends, because one of its sublayers' changed.
    mutating func postpone(_ slot: Slot) {
        guard slot >= 0, nodes[Int(slot)].isLive, !nodes[Int(slot)].flags.contains(.isPending) else { return }
        nodes[Int(slot)].flags.insert(.isPending)
        pending.append(slot)
    }

    /// Measures what waits, deepest first, and its parents as far as something changes.
    mutating func settleExtents(_ reader: LayerReader) {
        while !pending.isEmpty {
            swap(&pending, &pendingNext)
            if pendingNext.count > 1 {
                pendingNext.sort { nodes[Int($0)].depth > nodes[Int($1)].depth }
            }
            for slot in pendingNext {
                guard nodes[Int(slot)].isLive else { continue }
                nodes[Int(slot)].flags.remove(.isPending)
                let old = nodes[Int(slot)].extent
                measure(slot, reader)
                if nodes[Int(slot)].extent != old { postpone(nodes[Int(slot)].parent) }
            }
            pendingNext.removeAll(keepingCapacity: true)
        }
    }

    /// The extent from the own part and the sublayers' extents. Of a wide parent, the box may be larger than need be.
    mutating func measure(_ slot: Slot, _ reader: LayerReader) {
        let isPlane = nodes[Int(slot)].flags.contains(.isPlane)
        if slot == root, !isPlane { return setExtent(slot, output, reader) }
        var extent = nodes[Int(slot)].own
        if nodes[Int(slot)].flags.contains(.placesSublayers) {
            extent = extent.union(copies[slot]?.box ?? .empty)
        } else if nodes[Int(slot)].flags.contains(.hasIndex) {
            extent = extent.union(indexedExtent(slot, reader))
        } else {
            var at = reader.rows[Int(slot)].firstChild
            while at >= 0 {
                extent = extent.union(nodes[Int(at)].extent)
                at = reader.rows[Int(at)].next
            }
        }
        if isPlane { return measurePlane(slot, extent, reader) }
        setExtent(slot, nodes[Int(slot)].seen(extent), reader)
    }

    /// A plane that paints `extent` of its grid.
    private mutating func measurePlane(_ slot: Slot, _ extent: PixelRect, _ reader: LayerReader) {
        let node = nodes[Int(slot)]
        let inside = node.seen(extent)
        let isOther = setPicture(of: slot, inside.isEmpty ? .empty : inside.union(node.box.intersection(node.room)))
        setExtent(slot, slot == root ? output : seen(inside, of: slot), reader)
        guard isOther else { return }
        record(slot, node.extent)
        record(slot, nodes[Int(slot)].extent)
    }

    private mutating func indexedExtent(_ slot: Slot, _ reader: LayerReader) -> PixelRect {
        guard let at = indexOf[slot] else { return .empty }
        // Measured again often enough to stay near the truth, seldom enough to cost each change a constant.
        // On a plane it has to be true: its sides are edges that show.
        let isLoose = indexes[at].slack * 64 <= Int(reader.rows[Int(slot)].childCount)
        if isLoose, planes.isEmpty { return indexes[at].extent }
        var extent = PixelRect.empty
        var child = reader.rows[Int(slot)].firstChild
        while child >= 0 {
            extent = extent.union(nodes[Int(child)].extent)
            child = reader.rows[Int(child)].next
        }
        indexes[at].extent = extent
        indexes[at].slack = 0
        return extent
    }

    mutating func setExtent(_ slot: Slot, _ extent: PixelRect, _ reader: LayerReader) {
        let old = nodes[Int(slot)].extent
        if old == extent { return }
        let parent = nodes[Int(slot)].parent
        guard parent >= 0, nodes[Int(parent)].flags.contains(.hasIndex) else {
            nodes[Int(slot)].extent = extent
            return
        }
        nodes[Int(slot)].extent = extent
        if nodes[Int(slot)].flags.contains(.isIndexed), !extent.isEmpty {
            reindex(slot, parent, from: old)
        } else {
            unindex(slot, old)
            index(slot, parent, reader)
        }
    }
}
