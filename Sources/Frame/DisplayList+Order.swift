import Geometry
import Scene

/// Paint order: zPosition, then the order of the list; and the keys that stand for it in a `SpatialIndex`.
extension DisplayList {
    /// Parents with more sublayers keep them in a `SpatialIndex`.
    static let widest: Int32 = 64

    /// The sublayers of a parent that sorts by zPosition, from the back to the front.
    mutating func sortedChildren(_ parent: Int32, _ reader: LayerReader) -> [Int32] {
        if let known = sorted[parent] { return known }
        let made =
            reader.slots[Int(parent)].kind == .transformLayer
            ? reader.leaves(below: parent, below(parent, reader)).map(\.place) : reader.sortedChildren(parent)
        sorted[parent] = made
        return made
    }

    /// The order of a space in which layers keep their depth is another one when the layer at `place`, one of them, is
    /// elsewhere.
    mutating func loseOrder(_ place: Int32, _ reader: LayerReader) {
        if sorted.isEmpty { return }
        for parent in [nodes[Int(place)].parent, reader.slots[Int(place)].parent] where parent >= 0 {
            if let space = space(below: parent) { sorted[space] = nil }
        }
    }

    /// Makes the index of a parent that became wide; lets go of one that became narrow.
    mutating func indexIfWide(_ place: Int32, _ reader: LayerReader) {
        // The order of depth has no keys, and what is copied no nodes.
        if reader.slots[Int(place)].kind == .transformLayer { return }
        if nodes[Int(place)].flags.contains(.placesSublayers) { return }
        let count = reader.slots[Int(place)].childCount
        let hasIndex = nodes[Int(place)].flags.contains(.hasIndex)
        if count > Self.widest, !hasIndex {
            nodes[Int(place)].flags.insert(.hasIndex)
            makeIndex(place)
            relabel(place, reader)
        } else if hasIndex, count < Self.widest / 2 {
            nodes[Int(place)].flags.remove(.hasIndex)
            dropIndex(place)
            var at = reader.slots[Int(place)].firstChild
            while at >= 0 {
                nodes[Int(at)].flags.remove(.isIndexed)
                at = reader.slots[Int(at)].next
            }
        }
    }

    private mutating func makeIndex(_ parent: Int32) {
        let fresh = SpatialIndex(output: output)
        if let at = freeIndexes.popLast() {
            indexes[at] = fresh
            indexOf[parent] = at
        } else {
            indexOf[parent] = indexes.count
            indexes.append(fresh)
        }
    }

    mutating func dropIndex(_ parent: Int32) {
        guard let at = indexOf.removeValue(forKey: parent) else { return }
        indexes[at] = SpatialIndex(output: .empty)
        freeIndexes.append(at)
    }

    private func withIndex(_ parent: Int32, _ body: (SpatialIndex) -> Void) {
        if let at = indexOf[parent] { body(indexes[at]) }
    }

    /// Takes a layer out of its parent's index, where it is by the extent that it had.
    mutating func unindex(_ place: Int32, _ extent: PixelRect) {
        guard nodes[Int(place)].flags.contains(.isIndexed) else { return }
        nodes[Int(place)].flags.remove(.isIndexed)
        let (key, parent) = (nodes[Int(place)].key, nodes[Int(place)].parent)
        withIndex(parent) { $0.remove(SpatialIndex.entry(key, place), extent) }
    }

    mutating func unindex(_ place: Int32) { unindex(place, nodes[Int(place)].extent) }

    /// An indexed layer has another extent than it had.
    mutating func reindex(_ place: Int32, _ parent: Int32, from old: PixelRect) {
        let (key, extent) = (nodes[Int(place)].key, nodes[Int(place)].extent)
        withIndex(parent) { $0.move(SpatialIndex.entry(key, place), from: old, to: extent) }
    }

    /// Puts a layer into its parent's index.
    mutating func index(_ place: Int32, _ parent: Int32, _ reader: LayerReader) {
        guard !nodes[Int(place)].extent.isEmpty else { return }
        if nodes[Int(place)].key == 0, !giveKey(place, parent, reader) { return relabel(parent, reader) }
        nodes[Int(place)].flags.insert(.isIndexed)
        let node = nodes[Int(place)]
        withIndex(parent) { $0.insert(SpatialIndex.entry(node.key, place), node.extent) }
    }

    /// The layer has another place among its siblings.
    mutating func rekey(_ place: Int32, _ reader: LayerReader) {
        let wasIndexed = nodes[Int(place)].flags.contains(.isIndexed)
        unindex(place)
        nodes[Int(place)].key = 0
        let parent = nodes[Int(place)].parent
        if wasIndexed { index(place, parent, reader) }
    }

    /// A key between the neighbours'; false when there is none, or when order does not follow from the list alone.
    private mutating func giveKey(_ place: Int32, _ parent: Int32, _ reader: LayerReader) -> Bool {
        guard !reader.slots[Int(parent)].flags.contains(.sortsSublayers) else { return false }
        let slot = reader.slots[Int(place)]
        let low = slot.previous >= 0 ? nodes[Int(slot.previous)].key : 0
        if slot.previous >= 0, low == 0 { return false }
        if slot.next < 0 {
            guard low < UInt32.max - 2048 else { return false }
            nodes[Int(place)].key = low + 1024
            return true
        }
        let high = nodes[Int(slot.next)].key
        guard high > low, high - low > 1 else { return false }
        nodes[Int(place)].key = low + (high - low) / 2
        return true
    }

    /// New keys for all sublayers, and the index filled anew.
    private mutating func relabel(_ parent: Int32, _ reader: LayerReader) {
        let count = UInt32(reader.slots[Int(parent)].childCount)
        let gap = max(1, min(1024, UInt32.max / (count + 2)))
        withIndex(parent) { $0.removeAll() }
        var key = gap
        if reader.slots[Int(parent)].flags.contains(.sortsSublayers) {
            for place in sortedChildren(parent, reader) { relabel(place, parent, &key, gap) }
        } else {
            var at = reader.slots[Int(parent)].firstChild
            while at >= 0 {
                relabel(at, parent, &key, gap)
                at = reader.slots[Int(at)].next
            }
        }
    }

    private mutating func relabel(_ place: Int32, _ parent: Int32, _ key: inout UInt32, _ gap: UInt32) {
        nodes[Int(place)].key = key
        key += gap
        guard nodes[Int(place)].isLive, nodes[Int(place)].parent == parent, !nodes[Int(place)].extent.isEmpty
        else { return nodes[Int(place)].flags.subtract(.isIndexed) }
        nodes[Int(place)].flags.insert(.isIndexed)
        let node = nodes[Int(place)]
        withIndex(parent) { $0.insert(SpatialIndex.entry(node.key, place), node.extent) }
    }
}

extension LayerReader {
    /// The sublayers by zPosition, then in their order, from the back to the front.
    func sortedChildren(_ parent: Int32, where isWanted: (LayerSlot) -> Bool = { _ in true }) -> [Int32] {
        var keyed: [(z: Double, place: Int32)] = []
        var at = slots[Int(parent)].firstChild
        while at >= 0 {
            if isWanted(slots[Int(at)]) { keyed.append((scene.zPosition(at), at)) }
            at = slots[Int(at)].next
        }
        // Stable by the place in the list.
        let order = keyed.indices.sorted { keyed[$0].z != keyed[$1].z ? keyed[$0].z < keyed[$1].z : $0 < $1 }
        return order.map { keyed[$0].place }
    }
}
