import Geometry
import Scene

/// Extents: what a layer and everything below it paint.
extension DisplayList {
    /// The layer's extent has to be measured before the update ends, because one of its sublayers' changed.
    mutating func postpone(_ place: Int32) {
        guard place >= 0, nodes[Int(place)].isLive, !nodes[Int(place)].flags.contains(.isPending) else { return }
        nodes[Int(place)].flags.insert(.isPending)
        pending.append(place)
    }

    /// Measures what waits, deepest first, and its parents as far as something changes.
    mutating func settleExtents(_ reader: LayerReader) {
        while !pending.isEmpty {
            swap(&pending, &pendingNext)
            if pendingNext.count > 1 {
                pendingNext.sort { nodes[Int($0)].depth > nodes[Int($1)].depth }
            }
            for place in pendingNext {
                guard nodes[Int(place)].isLive else { continue }
                nodes[Int(place)].flags.remove(.isPending)
                let old = nodes[Int(place)].extent
                measure(place, reader)
                if nodes[Int(place)].extent != old { postpone(nodes[Int(place)].parent) }
            }
            pendingNext.removeAll(keepingCapacity: true)
        }
    }

    /// The extent from the own part and the sublayers' extents. Of a wide parent, the box may be larger than need be.
    mutating func measure(_ place: Int32, _ reader: LayerReader) {
        let isPlane = nodes[Int(place)].flags.contains(.isPlane)
        if place == root, !isPlane { return setExtent(place, output, reader) }
        var extent = nodes[Int(place)].own
        if nodes[Int(place)].flags.contains(.placesSublayers) {
            extent = extent.union(copies[place]?.box ?? .empty)
        } else if nodes[Int(place)].flags.contains(.hasIndex) {
            extent = extent.union(indexedExtent(place, reader))
        } else {
            var at = reader.slots[Int(place)].firstChild
            while at >= 0 {
                extent = extent.union(nodes[Int(at)].extent)
                at = reader.slots[Int(at)].next
            }
        }
        if isPlane { return measurePlane(place, extent, reader) }
        setExtent(place, nodes[Int(place)].seen(extent), reader)
    }

    /// A plane that paints `extent` of its grid.
    private mutating func measurePlane(_ place: Int32, _ extent: PixelRect, _ reader: LayerReader) {
        let node = nodes[Int(place)]
        let inside = node.seen(extent)
        let isOther = setPicture(of: place, inside.isEmpty ? .empty : inside.union(node.box.intersection(node.room)))
        setExtent(place, place == root ? output : seen(inside, of: place), reader)
        guard isOther else { return }
        record(place, node.extent)
        record(place, nodes[Int(place)].extent)
    }

    private mutating func indexedExtent(_ place: Int32, _ reader: LayerReader) -> PixelRect {
        guard let at = indexOf[place] else { return .empty }
        // Measured again often enough to stay near the truth, seldom enough to cost each change a constant.
        // On a plane it has to be true: its sides are edges that show.
        let isLoose = indexes[at].slack * 64 <= Int(reader.slots[Int(place)].childCount)
        if isLoose, planes.isEmpty { return indexes[at].extent }
        var extent = PixelRect.empty
        var child = reader.slots[Int(place)].firstChild
        while child >= 0 {
            extent = extent.union(nodes[Int(child)].extent)
            child = reader.slots[Int(child)].next
        }
        indexes[at].extent = extent
        indexes[at].slack = 0
        return extent
    }

    mutating func setExtent(_ place: Int32, _ extent: PixelRect, _ reader: LayerReader) {
        let old = nodes[Int(place)].extent
        if old == extent { return }
        let parent = nodes[Int(place)].parent
        guard parent >= 0, nodes[Int(parent)].flags.contains(.hasIndex) else {
            nodes[Int(place)].extent = extent
            return
        }
        nodes[Int(place)].extent = extent
        if nodes[Int(place)].flags.contains(.isIndexed), !extent.isEmpty {
            reindex(place, parent, from: old)
        } else {
            unindex(place, old)
            index(place, parent, reader)
        }
    }
}
