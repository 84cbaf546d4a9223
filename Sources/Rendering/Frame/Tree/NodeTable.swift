import Geometry
import Scene
import SceneTables
import Schema

/// Nodes by index: those of a tree by slot, those of a paint list in order.
///
/// A node in full takes more than 300 bytes, of which a plain layer uses few. The table keeps such a node as a
/// `PackedNode` of 64 bytes, and what neighbours share in a `NodeTraits` of its own; a node that does not fit (it has a
/// drawing, effects, a mask) is kept in full beside it. What is read equals what was stored, either way.
package struct NodeTable: Sendable {
    private var packed: [PackedNode] = []
    private var rest = Rest()

    /// What is beside the packed nodes, in one object, so that a copy of the table counts two references. Modified only
    /// by the table that alone refers to it.
    private final class Rest: @unchecked Sendable {
        var traits = TraitsTable()
        /// The nodes in full, and those of their places that are free.
        var full: [Node] = []
        var free: [Int32] = []

        init() {}

        init(_ other: Rest) { (traits, full, free) = (other.traits, other.full, other.free) }
    }

    package init() {}

    /// Makes the rest this table's own. Call before each change of it.
    private mutating func own() {
        if !isKnownUniquelyReferenced(&rest) { rest = Rest(rest) }
    }

    package var count: Int { packed.count }
    package var isEmpty: Bool { packed.isEmpty }
    package var indices: Range<Int> { packed.indices }
    /// Number of nodes that are kept in full.
    var fullCount: Int { rest.full.count - rest.free.count }

    package subscript(at: Int) -> Node {
        // A copy: a borrowed node would keep the rest from being this table's own while the tree changes.
        get {
            let one = packed[at]
            return one.full >= 0 ? rest.full[Int(one.full)] : rest.traits[one.traits].node(one)
        }
        set { set(at, newValue) }
    }

    private mutating func set(_ at: Int, _ node: Node) {
        own()
        let old = packed[at]
        if let small = pack(node, old.full < 0 ? old.traits : -1) {
            packed[at] = small
            if old.full >= 0 {
                rest.free.append(old.full)
            } else if small.traits != old.traits {
                rest.traits.release(old.traits)
            }
        } else if old.full >= 0 {
            rest.full[Int(old.full)] = node
            packed[at] = PackedNode(header: node, full: old.full)
        } else {
            packed[at] = PackedNode(header: node, full: place(node))
            rest.traits.release(old.traits)
        }
    }

    /// Nil when the node has to be kept in full. Traits other than those at `known` have one more user then.
    private mutating func pack(_ node: Node, _ known: Int32) -> PackedNode? {
        guard var small = PackedNode(node) else { return nil }
        let own = NodeTraits(node)
        if known >= 0, rest.traits[known] == own {
            small.traits = known
        } else if let at = rest.traits.add(own) {
            small.traits = at
        } else {
            return nil
        }
        return small
    }

    private mutating func place(_ node: Node) -> Int32 {
        guard let at = rest.free.popLast() else {
            rest.full.append(node)
            return Int32(rest.full.count - 1)
        }
        rest.full[Int(at)] = node
        return at
    }

    // MARK: Growing

    package mutating func append(_ node: Node) {
        own()
        if let small = pack(node, -1) {
            packed.append(small)
        } else {
            packed.append(PackedNode(header: node, full: place(node)))
        }
    }

    /// Appends the node at `index` of `other`, without unpacking it.
    mutating func append(from other: NodeTable, _ index: Int) {
        own()
        var one = other.packed[index]
        if one.full >= 0 {
            one.full = place(other.rest.full[Int(one.full)])
        } else if let at = rest.traits.add(other.rest.traits[one.traits]) {
            one.traits = at
        } else {
            return append(other[index])
        }
        packed.append(one)
    }

    /// Appends nodes that are not live until there are `count`.
    mutating func grow(to count: Int) {
        guard count > packed.count else { return }
        if count > 2 * packed.count {
            packed.reserveCapacity(count)
            packed.takeLargePages()
        }
        packed.append(contentsOf: repeatElement(PackedNode(), count: count - packed.count))
    }

    /// Removes all nodes, and keeps the memory for as many again.
    package mutating func removeAll() {
        own()
        packed.removeAll(keepingCapacity: true)
        rest.full.removeAll(keepingCapacity: true)
        rest.free.removeAll(keepingCapacity: true)
        rest.traits.removeAll()
    }

    // MARK: Single values, in place

    package func flags(_ at: Int) -> NodeFlags { packed[at].flags }
    package func isLive(_ at: Int) -> Bool { packed[at].flags.contains(.isLive) }
    func parent(_ at: Int) -> Slot { packed[at].parent }
    func depth(_ at: Int) -> Int32 {
        packed[at].full >= 0 ? rest.full[Int(packed[at].full)].depth : rest.traits[packed[at].traits].depth
    }
    func key(_ at: Int) -> UInt32 { packed[at].key }
    func kind(_ at: Int) -> KindID {
        packed[at].full >= 0 ? rest.full[Int(packed[at].full)].source.kind : rest.traits[packed[at].traits].kind
    }
    func stamp(_ at: Int) -> UInt32 { packed[at].stamp }

    func extent(_ at: Int) -> PixelRect {
        let one = packed[at]
        return one.full >= 0 ? rest.full[Int(one.full)].extent : one.extent.rect
    }

    /// The node of a layer that draws only a background and a border, directly on the current buffer; nil for others,
    /// and for one that is kept in full.
    func plainLeaf(_ at: Int) -> PlainLeaf? {
        let one = packed[at]
        guard one.full < 0, one.flags.contains(.isLive), one.flags.isSubset(of: .plainLeaf) else { return nil }
        return PlainLeaf(one, rest.traits[one.traits])
    }

    /// The opaque pixels of a node's background or contents.
    func solid(_ at: Int) -> OpaqueArea {
        let one = packed[at]
        if one.full >= 0 { return rest.full[Int(one.full)].solid }
        return one.isOpaque ? one.solid(rest.traits[one.traits]) : OpaqueArea()
    }

    /// The background of a node, when that is a rectangle with sides along the axes; nil for others, and for one that
    /// is kept in full.
    package func plainBackground(_ at: Int) -> PlainBackground? {
        let one = packed[at]
        guard one.full < 0, one.flags.isDisjoint(with: [.hasBorder, .isPlane]) else { return nil }
        return PlainBackground(one, rest.traits[one.traits])
    }

    /// Stores another place of a plain leaf, which was read in the update `stamp`.
    mutating func move(_ at: Int, _ placed: PlacedNode, _ stamp: UInt32) {
        if packed[at].full < 0, rest.traits[packed[at].traits].linear == NodeTraits.linear(placed.world),
            packed[at].place(placed.world, placed.bounds, placed.items)
        {
            packed[at].stamp = stamp
            packed[at].flags.remove(.isFresh)
            return
        }
        var node = self[at]
        node.take(placed, stamp)
        self[at] = node
    }

    func drawing(_ at: Int) -> DrawingPosition { packed[at].full >= 0 ? rest.full[Int(packed[at].full)].drawing : -1 }

    /// True when the layer's picture has an effect in other pixels than its own.
    func reaches(_ at: Int) -> Bool { packed[at].full >= 0 && rest.full[Int(packed[at].full)].group.reach != .zero }

    mutating func insert(_ flags: NodeFlags, _ at: Int) {
        packed[at].flags.formUnion(flags)
        if packed[at].full < 0 { return }
        own()
        rest.full[Int(packed[at].full)].flags.formUnion(flags)
    }

    mutating func remove(_ flags: NodeFlags, _ at: Int) {
        packed[at].flags.subtract(flags)
        if packed[at].full < 0 { return }
        own()
        rest.full[Int(packed[at].full)].flags.subtract(flags)
    }

    mutating func setKey(_ key: UInt32, _ at: Int) {
        packed[at].key = key
        if packed[at].full < 0 { return }
        own()
        rest.full[Int(packed[at].full)].key = key
    }

    /// Renumbers the store of a node, unless that is the one which all layers share.
    mutating func shiftStore(_ at: Int, by shift: Int32) {
        let place = Int(packed[at].full)
        guard place >= 0, rest.full[place].source.store > 0 else { return }
        own()
        rest.full[place].source.store += shift
    }

    mutating func setExtent(_ extent: PixelRect, _ at: Int) {
        if packed[at].full >= 0 {
            own()
            rest.full[Int(packed[at].full)].extent = extent
        } else if let small = SmallRect(extent) {
            packed[at].extent = small
        } else {
            var node = self[at]
            node.extent = extent
            self[at] = node
        }
    }
}
