import Geometry
import Scene
import SceneTables
import Schema

/// The paint order of sublayers if it differs from the order of their list, and the spatial indexes of wide parents.
///
/// Keys represent the order in a `SpatialIndex`; they are stored in the nodes.
struct PaintOrder {
    /// Number of sublayers above which a parent has a `SpatialIndex`.
    static let widest: Int32 = 64

    /// Sublayers from back to front, of parents that sort them by zPosition or depth.
    private(set) var sorted: [Slot: [Slot]] = [:]
    /// Parents whose order was invalidated since the last update.
    private(set) var lost: [Slot] = []
    private var indexes: [SpatialIndex] = []
    private var numbers: [Slot: Int] = [:]
    private var free: [Int] = []
    private var output = PixelRect.empty

    /// Removes everything; new indexes cover `output`.
    mutating func reset(_ output: PixelRect) {
        self = PaintOrder()
        self.output = output
    }

    // MARK: Sorted parents

    /// Invalidates the order of the sublayers of `parent`.
    mutating func lose(_ parent: Slot) {
        sorted[parent] = nil
        lost.append(parent)
    }

    mutating func keep(_ children: [Slot], of parent: Slot) { sorted[parent] = children }

    mutating func settled() { lost.removeAll(keepingCapacity: true) }

    private mutating func byZ(_ parent: Slot, _ reader: LayerReader) -> [Slot] {
        if let known = sorted[parent] { return known }
        let made = reader.sortedChildren(parent)
        sorted[parent] = made
        return made
    }

    // MARK: Indexes

    /// The number of a wide parent's index, for `subscript`.
    func number(of parent: Slot) -> Int? { numbers[parent] }

    subscript(number: Int) -> SpatialIndex { indexes[number] }

    /// Creates the index of a parent that became wide, or removes the index of one that became narrow.
    mutating func indexIfWide(_ slot: Slot, _ nodes: inout NodeTable, _ reader: LayerReader) {
        // Depth order has no keys, and copied sublayers have no nodes.
        let row = reader.rows[Int(slot)]
        if row.kind == .transformLayer || nodes.flags(Int(slot)).contains(.placesSublayers) { return }
        let hasIndex = nodes.flags(Int(slot)).contains(.hasIndex)
        if row.childCount > Self.widest, !hasIndex {
            nodes.insert(.hasIndex, Int(slot))
            makeIndex(slot)
            relabel(slot, &nodes, reader)
        } else if hasIndex, row.childCount < Self.widest / 2 {
            nodes.remove(.hasIndex, Int(slot))
            dropIndex(slot)
            var at = row.firstChild
            while at >= 0 {
                nodes.remove(.isIndexed, Int(at))
                at = reader.rows[Int(at)].next
            }
        }
    }

    private mutating func makeIndex(_ parent: Slot) {
        let fresh = SpatialIndex(output: output)
        if let at = free.popLast() {
            indexes[at] = fresh
            numbers[parent] = at
        } else {
            numbers[parent] = indexes.count
            indexes.append(fresh)
        }
    }

    mutating func dropIndex(_ parent: Slot) {
        guard let at = numbers.removeValue(forKey: parent) else { return }
        indexes[at] = SpatialIndex(output: .empty)
        free.append(at)
    }

    private func withIndex(_ parent: Slot, _ body: (SpatialIndex) -> Void) {
        if let at = numbers[parent] { body(indexes[at]) }
    }

    /// Removes a layer from its parent's index, where it is stored with `extent`.
    func remove(_ slot: Slot, _ extent: PixelRect, _ nodes: inout NodeTable) {
        guard nodes.flags(Int(slot)).contains(.isIndexed) else { return }
        nodes.remove(.isIndexed, Int(slot))
        let (key, parent) = (nodes.key(Int(slot)), nodes.parent(Int(slot)))
        withIndex(parent) { $0.remove(SpatialIndex.entry(key, slot), extent) }
    }

    /// Moves an indexed layer whose extent was `old`.
    func move(_ slot: Slot, _ parent: Slot, from old: PixelRect, _ nodes: NodeTable) {
        let (key, extent) = (nodes.key(Int(slot)), nodes.extent(Int(slot)))
        withIndex(parent) { $0.move(SpatialIndex.entry(key, slot), from: old, to: extent) }
    }

    /// Inserts a layer into its parent's index.
    mutating func insert(_ slot: Slot, _ parent: Slot, _ nodes: inout NodeTable, _ reader: LayerReader) {
        guard !nodes.extent(Int(slot)).isEmpty else { return }
        if nodes.key(Int(slot)) == 0, !giveKey(slot, parent, &nodes, reader) {
            return relabel(parent, &nodes, reader)
        }
        put(slot, parent, &nodes)
    }

    private func put(_ slot: Slot, _ parent: Slot, _ nodes: inout NodeTable) {
        nodes.insert(.isIndexed, Int(slot))
        let (key, extent) = (nodes.key(Int(slot)), nodes.extent(Int(slot)))
        withIndex(parent) { $0.insert(SpatialIndex.entry(key, slot), extent) }
    }

    /// Assigns a new key after the layer's index among its siblings changed.
    mutating func rekey(_ slot: Slot, _ nodes: inout NodeTable, _ reader: LayerReader) {
        let wasIndexed = nodes.flags(Int(slot)).contains(.isIndexed)
        remove(slot, nodes.extent(Int(slot)), &nodes)
        nodes.setKey(0, Int(slot))
        if wasIndexed { insert(slot, nodes.parent(Int(slot)), &nodes, reader) }
    }

    /// Assigns a key between those of the neighbours; false when there is none left, or the order does not follow from
    /// the list alone.
    private func giveKey(_ slot: Slot, _ parent: Slot, _ nodes: inout NodeTable, _ reader: LayerReader) -> Bool {
        guard !reader.rows[Int(parent)].flags.contains(.sortsSublayers) else { return false }
        let row = reader.rows[Int(slot)]
        let low = row.previous >= 0 ? nodes.key(Int(row.previous)) : 0
        if row.previous >= 0, low == 0 { return false }
        if row.next < 0 {
            guard low < UInt32.max - 2048 else { return false }
            nodes.setKey(low + 1024, Int(slot))
            return true
        }
        let high = nodes.key(Int(row.next))
        guard high > low, high - low > 1 else { return false }
        nodes.setKey(low + (high - low) / 2, Int(slot))
        return true
    }

    /// Assigns new keys to all sublayers and fills the index anew.
    private mutating func relabel(_ parent: Slot, _ nodes: inout NodeTable, _ reader: LayerReader) {
        let count = UInt32(reader.rows[Int(parent)].childCount)
        let gap = max(1, min(1024, UInt32.max / (count + 2)))
        withIndex(parent) { $0.removeAll() }
        var key = gap
        if reader.rows[Int(parent)].flags.contains(.sortsSublayers) {
            for slot in byZ(parent, reader) { relabel(slot, parent, &key, gap, &nodes) }
        } else {
            var at = reader.rows[Int(parent)].firstChild
            while at >= 0 {
                relabel(at, parent, &key, gap, &nodes)
                at = reader.rows[Int(at)].next
            }
        }
    }

    private func relabel(_ slot: Slot, _ parent: Slot, _ key: inout UInt32, _ gap: UInt32, _ nodes: inout NodeTable) {
        nodes.setKey(key, Int(slot))
        key += gap
        guard nodes.isLive(Int(slot)), nodes.parent(Int(slot)) == parent, !nodes.extent(Int(slot)).isEmpty
        else { return nodes.remove(.isIndexed, Int(slot)) }
        put(slot, parent, &nodes)
    }
}

extension LayerReader {
    /// The sublayers from back to front, sorted by zPosition, then by list order.
    func sortedChildren(_ parent: Slot, where isWanted: (LayerRow) -> Bool = { _ in true }) -> [Slot] {
        var keyed: [(z: Double, slot: Slot)] = []
        var at = row(parent).firstChild
        while at >= 0 {
            if isWanted(row(at)) { keyed.append((view.zPosition(at), at)) }
            at = row(at).next
        }
        // The index makes the sort stable.
        let order = keyed.indices.sorted { keyed[$0].z != keyed[$1].z ? keyed[$0].z < keyed[$1].z : $0 < $1 }
        return order.map { keyed[$0].slot }
    }
}
