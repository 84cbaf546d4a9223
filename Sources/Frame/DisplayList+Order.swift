import Geometry
import Scene

/// Paint order: zPosition, then the order of the list; and the keys that stand for it in a `SpatialIndex`.
extension DisplayList {
    /// Parents with more sublayers keep them in a `SpatialIndex`.
    static let widest: Int32 = 64

    /// The sublayers of a parent that sorts by zPosition, from the back to the front.
    mutating func sortedChildren(_ parent: Slot, _ reader: LayerReader) -> [Slot] {
        if let known = sorted[parent] { return known }
        let made =
            reader.rows[Int(parent)].kind == .transformLayer
            ? reader.leaves(below: parent, below(parent, reader)).map(\.slot) : reader.sortedChildren(parent)
        sorted[parent] = made
        return made
    }

    /// The order of a space in which layers keep their depth is another one when the layer at `slot`, one of them, is
    /// elsewhere.
    mutating func loseOrder(_ slot: Slot, _ reader: LayerReader) {
        if sorted.isEmpty { return }
        for parent in [nodes[Int(slot)].parent, reader.rows[Int(slot)].parent] where parent >= 0 {
            if let space = space(below: parent) { sorted[space] = nil }
        }
    }

    /// Makes the index of a parent that became wide; lets go of one that became narrow.
    mutating func indexIfWide(_ slot: Slot, _ reader: LayerReader) {
        // The order of depth has no keys, and what is copied no nodes.
        if reader.rows[Int(slot)].kind == .transformLayer { return }
        if nodes[Int(slot)].flags.contains(.placesSublayers) { return }
        let count = reader.rows[Int(slot)].childCount
        let hasIndex = nodes[Int(slot)].flags.contains(.hasIndex)
        if count > Self.widest, !hasIndex {
            nodes[Int(slot)].flags.insert(.hasIndex)
            makeIndex(slot)
            relabel(slot, reader)
        } else if hasIndex, count < Self.widest / 2 {
            nodes[Int(slot)].flags.remove(.hasIndex)
            dropIndex(slot)
            var at = reader.rows[Int(slot)].firstChild
            while at >= 0 {
                nodes[Int(at)].flags.remove(.isIndexed)
                at = reader.rows[Int(at)].next
            }
        }
    }

    private mutating func makeIndex(_ parent: Slot) {
        let fresh = SpatialIndex(output: output)
        if let at = freeIndexes.popLast() {
            indexes[at] = fresh
            indexOf[parent] = at
        } else {
            indexOf[parent] = indexes.count
            indexes.append(fresh)
        }
    }

    mutating func dropIndex(_ parent: Slot) {
        guard let at = indexOf.removeValue(forKey: parent) else { return }
        indexes[at] = SpatialIndex(output: .empty)
        freeIndexes.append(at)
    }

    private func withIndex(_ parent: Slot, _ body: (SpatialIndex) -> Void) {
        if let at = indexOf[parent] { body(indexes[at]) }
    }

    /// Takes a layer out of its parent's index, where it is by the extent that it had.
    mutating func unindex(_ slot: Slot, _ extent: PixelRect) {
        guard nodes[Int(slot)].flags.contains(.isIndexed) else { return }
        nodes[Int(slot)].flags.remove(.isIndexed)
        let (key, parent) = (nodes[Int(slot)].key, nodes[Int(slot)].parent)
        withIndex(parent) { $0.remove(SpatialIndex.entry(key, slot), extent) }
    }

    mutating func unindex(_ slot: Slot) { unindex(slot, nodes[Int(slot)].extent) }

    /// An indexed layer has another extent than it had.
    mutating func reindex(_ slot: Slot, _ parent: Slot, from old: PixelRect) {
        let (key, extent) = (nodes[Int(slot)].key, nodes[Int(slot)].extent)
        withIndex(parent) { $0.move(SpatialIndex.entry(key, slot), from: old, to: extent) }
    }

    /// Puts a layer into its parent's index.
    mutating func index(_ slot: Slot, _ parent: Slot, _ reader: LayerReader) {
        guard !nodes[Int(slot)].extent.isEmpty else { return }
        if nodes[Int(slot)].key == 0, !giveKey(slot, parent, reader) { return relabel(parent, reader) }
        nodes[Int(slot)].flags.insert(.isIndexed)
        let node = nodes[Int(slot)]
        withIndex(parent) { $0.insert(SpatialIndex.entry(node.key, slot), node.extent) }
    }

    /// The layer has another place among its siblings.
    mutating func rekey(_ slot: Slot, _ reader: LayerReader) {
        let wasIndexed = nodes[Int(slot)].flags.contains(.isIndexed)
        unindex(slot)
        nodes[Int(slot)].key = 0
        let parent = nodes[Int(slot)].parent
        if wasIndexed { index(slot, parent, reader) }
    }

    /// A key between the neighbours'; false when there is none, or when order does not follow from the list alone.
    private mutating func giveKey(_ slot: Slot, _ parent: Slot, _ reader: LayerReader) -> Bool {
        guard !reader.rows[Int(parent)].flags.contains(.sortsSublayers) else { return false }
        let row = reader.rows[Int(slot)]
        let low = row.previous >= 0 ? nodes[Int(row.previous)].key : 0
        if row.previous >= 0, low == 0 { return false }
        if row.next < 0 {
            guard low < UInt32.max - 2048 else { return false }
            nodes[Int(slot)].key = low + 1024
            return true
        }
        let high = nodes[Int(row.next)].key
        guard high > low, high - low > 1 else { return false }
        nodes[Int(slot)].key = low + (high - low) / 2
        return true
    }

    /// New keys for all sublayers, and the index filled anew.
    private mutating func relabel(_ parent: Slot, _ reader: LayerReader) {
        let count = UInt32(reader.rows[Int(parent)].childCount)
        let gap = max(1, min(1024, UInt32.max / (count + 2)))
        withIndex(parent) { $0.removeAll() }
        var key = gap
        if reader.rows[Int(parent)].flags.contains(.sortsSublayers) {
            for slot in sortedChildren(parent, reader) { relabel(slot, parent, &key, gap) }
        } else {
            var at = reader.rows[Int(parent)].firstChild
            while at >= 0 {
                relabel(at, parent, &key, gap)
                at = reader.rows[Int(at)].next
            }
        }
    }

    private mutating func relabel(_ slot: Slot, _ parent: Slot, _ key: inout UInt32, _ gap: UInt32) {
        nodes[Int(slot)].key = key
        key += gap
        guard nodes[Int(slot)].isLive, nodes[Int(slot)].parent == parent, !nodes[Int(slot)].extent.isEmpty
        else { return nodes[Int(slot)].flags.subtract(.isIndexed) }
        nodes[Int(slot)].flags.insert(.isIndexed)
        let node = nodes[Int(slot)]
        withIndex(parent) { $0.insert(SpatialIndex.entry(node.key, slot), node.extent) }
    }
}

extension LayerReader {
    /// The sublayers by zPosition, then in their order, from the back to the front.
    func sortedChildren(_ parent: Slot, where isWanted: (LayerRow) -> Bool = { _ in true }) -> [Slot] {
        var keyed: [(z: Double, slot: Slot)] = []
        var at = rows[Int(parent)].firstChild
        while at >= 0 {
            if isWanted(rows[Int(at)]) { keyed.append((scene.zPosition(at), at)) }
            at = rows[Int(at)].next
        }
        // Stable by the place in the list.
        let order = keyed.indices.sorted { keyed[$0].z != keyed[$1].z ? keyed[$0].z < keyed[$1].z : $0 < $1 }
        return order.map { keyed[$0].slot }
    }
}
