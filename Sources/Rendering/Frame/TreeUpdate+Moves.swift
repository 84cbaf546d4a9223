import Geometry
import Scene

/// Fast path for layers that only moved, the most frequent change.
extension TreeUpdate {
    /// Caches the state that the sublayers of the last parent inherit; neighbours often share it.
    struct Siblings {
        private var parent: Slot = -1
        private var state: InheritedState?

        init() {}

        mutating func forget() { (parent, state) = (-1, nil) }

        /// `DisplayTree.inherited(by:)`, computed once per parent. Must not be called for a root.
        mutating func inherited(by slot: Slot, _ tree: DisplayTree, _ reader: LayerReader) -> InheritedState? {
            let flags = reader.rows[Int(slot)].flags
            guard flags.contains(.isLayer), flags.contains(.isAlive), !flags.contains(.isRemoved) else { return nil }
            let above = reader.rows[Int(slot)].parent
            if above != parent { (parent, state) = (above, tree.inherited(by: slot, reader)) }
            return state
        }
    }

    /// Moves the node of a plain leaf with only its geometry changed, as `visit` would; false when it has to be read.
    ///
    /// `state` is the one with which the node was read; otherwise the layer would be visited from its parent.
    mutating func move(
        _ slot: Slot, _ state: InheritedState, _ tree: inout DisplayTree, _ tracker: inout DamageTracker,
        _ reader: LayerReader
    ) -> Bool {
        let at = Int(slot)
        guard tree.nodes[at].isPlainLeaf, tree.spaces.isEmpty, slot != tree.root,
            let placed = reader.placed(slot, state, like: tree.nodes[at])
        else { return false }
        let old = tree.nodes[at].own
        let isSame = tree.nodes[at].outline.world == placed.world && tree.nodes[at].outline.bounds == placed.bounds
        tree.nodes[at].take(placed, stamp)
        if isSame { return true }
        tracker.record(slot, old)
        tracker.record(slot, placed.own)
        guard placed.own != old else { return true }
        tree.setExtent(slot, placed.own, reader)
        postpone(tree.nodes[at].parent, &tree)
        return true
    }
}

/// The parts of a node that depend on the layer's position.
struct PlacedNode {
    var world: Affine
    var bounds: Rect
    var box: PixelRect
    var own: PixelRect
    var solid = OpaqueArea()
}

extension Node {
    private static let plain: NodeFlags = [
        .isLive, .isIndexed, .isFresh, .isPending, .spreadsOpacity, .hasBackground, .hasBorder,
    ]

    /// True when the layer draws only a background and a border, directly on the current buffer.
    var isPlainLeaf: Bool {
        isLive && flags.isSubset(of: Self.plain) && appearance.drawing < 0 && group.effects < 0 && group.blend == 0
            && group.reach == .zero
    }

    mutating func take(_ placed: PlacedNode, _ stamp: UInt32) {
        (outline.world, outline.bounds) = (placed.world, placed.bounds)
        (box, appearance.own, solid) = (placed.box, placed.own, placed.solid)
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
    /// `node`.
    func placed(_ slot: Slot, _ around: InheritedState, like node: Node) -> PlacedNode? {
        let flags = rows[Int(slot)].flags
        guard flags.isDisjoint(with: Self.beyondPlain), rows[Int(slot)].kind == .layer, rows[Int(slot)].childCount == 0,
            rows[Int(slot)].parent == node.parent, around.lift == nil, !around.isTurned, !around.isOwn,
            around.copies == 0, node.clip == around.clip
        else { return nil }
        let (bounds, position, anchor) = (
            rows[Int(slot)].bounds, rows[Int(slot)].position, rows[Int(slot)].anchorPoint
        )
        let world = around.map.concat(
            .translation(
                position.x - (bounds.x + anchor.x * bounds.width), position.y - (bounds.y + anchor.y * bounds.height)))
        let determinant = world.determinant
        guard determinant.isFinite, abs(determinant) > 1e-9, world.tx.isFinite, world.ty.isFinite else { return nil }
        let sharp = world.boundingBox(bounds)
        let paints = node.flags.contains(.hasBackground) || node.flags.contains(.hasBorder)
        // In these cases the bounds may have been empty before, and a background may appear now.
        guard paints, !bounds.isEmpty, sharp.width.isFinite, sharp.height.isFinite else { return nil }
        let box = PixelRect(covering: sharp.outset(-Self.noise, -Self.noise))
        var placed = PlacedNode(world: world, bounds: bounds, box: box, own: box.intersection(node.clip))
        guard node.flags.contains(.hasBackground), node.appearance.background.alpha == 255, node.itemOpacity >= 1,
            world.keepsAxes
        else { return placed }
        let solid = PixelRect(inside: sharp.outset(Self.noise, Self.noise)).intersection(node.clip)
        placed.solid = OpaqueArea(rect: solid, inset: node.cornerReach(of: bounds, world))
        return placed
    }
}
