package import Geometry
import Pixels
import Scene

/// What a layer has of the third dimension, beside its node: most have nothing.
package enum Relief: Equatable, Sendable {
    case none
    /// It is painted in a grid of its own and then placed.
    case plane(Plane)
    /// Its sublayers keep their depth: from its own coordinates to the plane in which they are flattened.
    case solid(Transform3D)
}

extension LayerReader {
    /// Where the layer is: sets what of `node` says so. Throws when nothing of it can be seen, wherever that is.
    func stand(_ slot: Slot, _ row: LayerRow, _ around: Surroundings, _ node: inout Node) throws(Absence) -> Relief {
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
            let space = around.isOwn ? .identity : scene.inParent(slot)
            let standing = around.lift?.concat(space) ?? space
            // The sides of what keeps its depth are its sublayers'.
            if around.isTurned != (!isSolid && standing.isBackFacing) { node.flags.insert(.isTurned) }
            if isSolid {
                node.world = around.map
                return .solid(standing)
            }
            let map = Projective(standing)
            // Seen along z without perspective; a turn about z alone keeps all its digits.
            let flat = isFlat ? scene.toParent(slot) : map.m33 > 0 ? map.affine : nil
            guard let flat else { return try perspective(slot, row, Projective(around.map).concat(map), &node) }
            node.world = around.map.concat(flat)
        }
        try checkSide(row, node)
        let det = node.world.determinant
        guard det.isFinite, abs(det) > 1e-9, node.world.tx.isFinite, node.world.ty.isFinite else { throw .flat }
        guard row.flags.contains(.shouldRasterize), hasRoom(node) else { return .none }
        let filters = ImageFilters(
            magnification: filter(slot, .magnificationFilter), minification: filter(slot, .minificationFilter),
            bias: scene.number(slot, .minificationFilterBias))
        return try plane(row, Projective(node.world), scene.number(slot, .rasterizationScale), filters, &node)
    }

    private func perspective(
        _ slot: Slot, _ row: LayerRow, _ map: Projective, _ node: inout Node
    ) throws(Absence) -> Relief {
        try checkSide(row, node)
        // Without a buffer there is no perspective.
        guard hasRoom(node) else { throw .flat }
        let isKept = row.flags.contains(.shouldRasterize)
        return try plane(
            row, map, isKept ? scene.number(slot, .rasterizationScale) : nil, ImageFilters(), &node)
    }

    private func plane(
        _ row: LayerRow, _ map: Projective, _ scale: Double?, _ filters: ImageFilters, _ node: inout Node
    ) throws(Absence) -> Relief {
        guard let (world, plane) = Plane.make(map, row.bounds, clip: node.clip, scale: scale, filters: filters)
        else { throw .flat }
        node.world = world
        node.flags.formUnion([.isPlane, .isGroup])
        return .plane(plane)
    }

    private func checkSide(_ row: LayerRow, _ node: Node) throws(Absence) {
        if !row.flags.contains(.isDoubleSided), node.flags.contains(.isTurned) { throw .turnedAway }
    }

    /// A plane takes a buffer, and its picture another one.
    private func hasRoom(_ node: Node) -> Bool { node.nesting < Self.maxNesting - 2 }

    private func filter(_ slot: Slot, _ property: LayerProperty) -> ImageFilter {
        ImageFilter(rawValue: scene.rare(slot, property)?.choice ?? 0) ?? .linear
    }
}

extension LayerReader {
    /// A layer of a space in which layers keep their depth: flattened itself, and painted in the order of depth.
    struct Leaf {
        var slot: Slot
        var around: Surroundings
        /// Of its middle; greater is nearer.
        var depth: Double
    }

    /// The layers below the transform layer at `top` that are no such layers themselves, from the back to the front; of the
    /// same depth, in the order of the tree. `around`: what `top` gives to its sublayers.
    func leaves(below top: Slot, _ around: Surroundings) -> [Leaf] {
        var leaves: [Leaf] = []
        var open: [(at: Slot, around: Surroundings)] = [(rows[Int(top)].firstChild, around)]
        // No recursion: depth is the client's.
        while let (at, around) = open.popLast() {
            guard at >= 0 else { continue }
            let row = rows[Int(at)]
            open.append((row.next, around))
            guard row.kind == .transformLayer else {
                let standing = (around.lift ?? .identity).concat(scene.inParent(at))
                let middle = Point(row.bounds.x + row.bounds.width / 2, row.bounds.y + row.bounds.height / 2)
                let depth = standing.depth(of: middle)
                leaves.append(Leaf(slot: at, around: around, depth: depth.isFinite ? depth : -.infinity))
                continue
            }
            var relief = Relief.none
            if let node = try? read(at, around, &relief) {
                open.append((row.firstChild, Surroundings(below: node, relief, at, row, scene)))
            }
        }
        let order = leaves.indices.sorted { (leaves[$0].depth, $0) < (leaves[$1].depth, $1) }
        return order.map { leaves[$0] }
    }
}
