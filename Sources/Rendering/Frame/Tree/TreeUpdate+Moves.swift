import Geometry
import Scene
import SceneTables
import Schema

/// Fast path for layers that only moved, the most frequent change.
extension TreeUpdate {
    /// The state that the sublayers of one parent inherit; neighbours often share it, and it is not copied for each.
    struct Siblings {
        private var parent: Slot = -1
        private var isDrawn = false
        private(set) var state = InheritedState(map: .identity, clip: .empty)

        init() {}

        mutating func forget() { parent = -1 }

        /// Sets `state` to `DisplayTree.inherited(by:)`, computed once per parent; false when that is nil. Must not be
        /// called for a root.
        mutating func find(_ slot: Slot, _ tree: DisplayTree, _ reader: LayerReader) -> Bool {
            let flags = reader.rows[Int(slot)].flags
            guard flags.contains(.isLayer), flags.contains(.isAlive), !flags.contains(.isRemoved) else { return false }
            let above = reader.rows[Int(slot)].parent
            if above == parent { return isDrawn }
            parent = above
            let found = tree.inherited(by: slot, reader)
            isDrawn = found != nil
            if let found { state = found }
            return isDrawn
        }
    }

    /// Moves the node of a plain leaf with only its geometry changed, as `visit` would; false when it has to be read.
    ///
    /// `state` is the one with which the node was read; otherwise the layer would be visited from its parent.
    mutating func move(
        _ slot: Slot, _ state: InheritedState, _ tree: inout DisplayTree, _ tracker: inout DamageTracker,
        _ reader: LayerReader
    ) -> Bool {
        guard tree.spaces.isEmpty, slot != tree.root, let leaf = tree.plainLeaf(slot),
            let placed = reader.placed(slot, state, like: leaf)
        else { return false }
        tree.nodes.move(Int(slot), placed, stamp)
        if leaf.world == placed.world && leaf.bounds == placed.bounds { return true }
        tracker.record(slot, leaf.own)
        tracker.record(slot, placed.items.own)
        guard placed.items.own != leaf.own else { return true }
        tree.setExtent(slot, placed.items.own, reader)
        postpone(leaf.parent, &tree)
        return true
    }
}

extension DisplayTree {
    /// The node of a live layer that draws only a background and a border, directly on the current buffer; nil for
    /// others.
    fileprivate func plainLeaf(_ slot: Slot) -> PlainLeaf? {
        if let leaf = nodes.plainLeaf(Int(slot)) { return leaf }
        guard nodes.isLive(Int(slot)), nodes.flags(Int(slot)).isSubset(of: .plainLeaf) else { return nil }
        let node = nodes[Int(slot)]
        return node.paintsPlainly ? PlainLeaf(node) : nil
    }
}

/// The parts of a plain leaf's node that depend on the layer's position.
struct PlacedNode {
    var world: Affine
    var bounds: Rect
    var items: PlacedItems
}

extension NodeFlags {
    /// Flags that a plain leaf may have.
    static let plainLeaf: NodeFlags = [
        .isLive, .isIndexed, .isFresh, .isPending, .spreadsOpacity, .hasBackground, .hasBorder,
    ]
}

extension Node {
    /// True when neither a drawing, nor effects or a blend mode take part in the layer's picture.
    var paintsPlainly: Bool {
        appearance.drawing < 0 && group.effects < 0 && group.blend == 0 && group.reach == .zero
    }

    mutating func take(_ placed: PlacedNode, _ stamp: UInt32) {
        (outline.world, outline.bounds) = (placed.world, placed.bounds)
        (box, appearance.own, solid) = (placed.items.box, placed.items.own, placed.items.solid)
        source.stamp = stamp
        flags.remove(.isFresh)
    }
}

extension LayerReader {
    private static let beyondPlain: LayerFlags = [
        .isHidden, .masksToBounds, .isGeometryFlipped, .shouldRasterize, .hasTransform, .hasSublayerTransform, .hasMask,
        .hasShadow, .hasFilters, .hasContents, .isRemoved, .isChanging,
    ]

    /// The outline of a plain leaf and its coverage, as `read` computes it; nil when more than that may differ from
    /// `leaf`.
    func placed(_ slot: Slot, _ around: InheritedState, like leaf: PlainLeaf) -> PlacedNode? {
        let flags = rows[Int(slot)].flags
        guard flags.isDisjoint(with: Self.beyondPlain), rows[Int(slot)].kind == .layer, rows[Int(slot)].childCount == 0,
            rows[Int(slot)].parent == leaf.parent, around.lift == nil, !around.isTurned, !around.isOwn,
            around.copies == 0, leaf.items.clip == around.clip
        else { return nil }
        let (bounds, position, anchor) = (
            rows[Int(slot)].bounds, rows[Int(slot)].position, rows[Int(slot)].anchorPoint
        )
        let world = around.map.concat(
            .translation(
                position.x - (bounds.x + anchor.x * bounds.width), position.y - (bounds.y + anchor.y * bounds.height)))
        let determinant = world.determinant
        guard determinant.isFinite, abs(determinant) > 1e-9, world.tx.isFinite, world.ty.isFinite else { return nil }
        // In these cases the bounds may have been empty before, and a background may appear now.
        guard leaf.items.paints, !bounds.isEmpty else { return nil }
        let items = leaf.items.placed(bounds, world)
        return items.box.isEmpty ? nil : PlacedNode(world: world, bounds: bounds, items: items)
    }
}
