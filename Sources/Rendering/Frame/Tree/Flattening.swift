package import Geometry
import Scene
import SceneTables
import Schema

/// How a layer keeps depth. Stored separately from its node, because most layers use `none`.
package enum Flattening: Equatable, Sendable {
    case none
    /// Painted in a grid of its own and then placed.
    case plane(Plane)
    /// The sublayers keep their depth (preserve-3d). The transform maps the layer's coordinates to the plane in which
    /// they are flattened.
    case preserve3D(Transform3D)
}

extension LayerReader {
    /// Reads the layer's map into `node`. Throws when no part of the layer can be visible under any clip.
    func stand(_ slot: Slot, _ row: LayerRow, _ around: InheritedState, _ node: inout Node) throws(Absence)
        -> Flattening
    {
        let isSolid = row.kind == .transformLayer
        let isFlat = around.lift == nil && !isSolid
        if isFlat, around.isOwn || !row.flags.contains(.hasTransform) {
            node.world = around.map
            if !around.isOwn {
                node.world = node.world.concat(
                    .translation(
                        row.position.x - (row.bounds.x + row.anchorPoint.x * row.bounds.width),
                        row.position.y - (row.bounds.y + row.anchorPoint.y * row.bounds.height)))
            }
            if around.isTurned { node.flags.insert(.isTurned) }
        } else {
            let space = around.isOwn ? .identity : view.inParent(slot)
            let standing = around.lift?.concat(space) ?? space
            // In a preserve-3d layer, the sides belong to its sublayers.
            if around.isTurned != (!isSolid && standing.isBackFacing) { node.flags.insert(.isTurned) }
            if isSolid {
                node.world = around.map
                return .preserve3D(standing)
            }
            let map = Projective(standing)
            // Seen along z without perspective; a rotation about z alone keeps full precision.
            let flat = isFlat ? view.toParent(slot) : map.m33 > 0 ? map.affine : nil
            guard let flat else { return try perspective(slot, row, Projective(around.map).concat(map), &node) }
            node.world = around.map.concat(flat)
        }
        try checkSide(row, node)
        let det = node.world.determinant
        guard det.isFinite, abs(det) > 1e-9, node.world.tx.isFinite, node.world.ty.isFinite else { throw .flat }
        guard row.flags.contains(.shouldRasterize), hasRoom(node) else { return .none }
        let filters = ImageFilters(
            magnification: filter(slot, .magnificationFilter), minification: filter(slot, .minificationFilter),
            bias: view.number(slot, .minificationFilterBias))
        return try plane(row, Projective(node.world), view.number(slot, .rasterizationScale), filters, &node)
    }

    private func perspective(
        _ slot: Slot, _ row: LayerRow, _ map: Projective, _ node: inout Node
    ) throws(Absence) -> Flattening {
        try checkSide(row, node)
        // Without a buffer there is no perspective.
        guard hasRoom(node) else { throw .flat }
        let isKept = row.flags.contains(.shouldRasterize)
        return try plane(
            row, map, isKept ? view.number(slot, .rasterizationScale) : nil, ImageFilters(), &node)
    }

    private func plane(
        _ row: LayerRow, _ map: Projective, _ scale: Double?, _ filters: ImageFilters, _ node: inout Node
    ) throws(Absence) -> Flattening {
        guard let (world, plane) = Plane.make(map, row.bounds, clip: node.clip, scale: scale, filters: filters)
        else { throw .flat }
        node.world = world
        node.flags.formUnion([.isPlane, .isGroup])
        return .plane(plane)
    }

    private func checkSide(_ row: LayerRow, _ node: Node) throws(Absence) {
        if !row.flags.contains(.isDoubleSided), node.flags.contains(.isTurned) { throw .turnedAway }
    }

    /// True when there is room for two more buffers: one for the plane, another for its picture.
    private func hasRoom(_ node: Node) -> Bool { node.nesting < Self.maxNesting - 2 }

    private func filter(_ slot: Slot, _ property: LayerProperty) -> ImageFilter {
        ImageFilter(rawValue: view.rare(slot, property)?.choice ?? 0) ?? .linear
    }
}

extension LayerReader {
    /// A layer in a preserve-3d space that is itself flattened; painted in depth order.
    struct Leaf {
        var slot: Slot
        var around: InheritedState
        /// Depth of its center; greater is nearer.
        var depth: Double
    }

    /// The flattened layers below the transform layer at `top`, from back to front; equal depths keep tree order.
    /// `around` is the state that `top` gives to its sublayers.
    func leaves(below top: Slot, _ around: InheritedState) -> [Leaf] {
        var leaves: [Leaf] = []
        var open: [(at: Slot, around: InheritedState)] = [(row(top).firstChild, around)]
        // No recursion: clients control the nesting depth.
        while let (at, around) = open.popLast() {
            guard at >= 0 else { continue }
            let row = row(at)
            open.append((row.next, around))
            guard row.kind == .transformLayer else {
                let standing = (around.lift ?? .identity).concat(view.inParent(at))
                let middle = Point(row.bounds.x + row.bounds.width / 2, row.bounds.y + row.bounds.height / 2)
                let depth = standing.depth(of: middle)
                leaves.append(Leaf(slot: at, around: around, depth: depth.isFinite ? depth : -.infinity))
                continue
            }
            var flattening = Flattening.none
            if let node = try? read(at, around, &flattening) {
                open.append((row.firstChild, InheritedState(below: node, flattening, at, row, view)))
            }
        }
        let order = leaves.indices.sorted { (leaves[$0].depth, $0) < (leaves[$1].depth, $1) }
        return order.map { leaves[$0] }
    }
}
