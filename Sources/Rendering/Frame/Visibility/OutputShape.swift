package import Geometry
package import Scene
import SceneTables
import Schema

/// The areas of an output that are opaque and that accept input, in pixels. Rectangles may overlap.
package struct OutputShape: Equatable, Sendable {
    /// Areas in which nothing behind the output is visible.
    package var opaque: [PixelRect] = []
    /// Areas in which layers accept input.
    package var input: [PixelRect] = []

    package init() {}
}

extension DisplayList {
    /// The shape as of the last `update`. The cost depends on the number of layers that lead to input. `isOpaque`: the
    /// color behind the root layer is opaque.
    package func shape(_ scene: Scene, isOpaque: Bool) -> OutputShape {
        ShapeReader(tree: tree, scene: scene).shape(isOpaque: isOpaque)
    }
}

/// Computes the shape of an output from a tree.
private struct ShapeReader {
    let tree: DisplayTree
    let scene: Scene

    /// Maximum number of layers tested for opacity. The list affects speed, not the result.
    private static let mostVisits = 256
    /// Minimum width and height of an opaque rectangle, in pixels.
    private static let leastOpaque: Int32 = 32
    /// Maximum number of rows for which a layer's exact shape is used, instead of its box; and maximum number of
    /// rectangles, after which boxes are used.
    private static let mostRows = 1024
    private static let mostRects = 4096
    /// Maximum number of nested clips that are exact; inner ones are boxes.
    private static let mostClips = 32

    private var nodes: NodeTable { tree.nodes }
    private var output: PixelRect { tree.output }
    private var root: Slot { tree.root }

    func shape(isOpaque: Bool) -> OutputShape {
        var shape = OutputShape()
        if isOpaque { shape.opaque = [output] } else if root >= 0 { addOpaque(to: &shape.opaque) }
        if !shape.opaque.isEmpty { eraseOpaque(from: &shape.opaque) }
        guard root >= 0, Int(root) < nodes.count else { return shape }
        // The areas left by the enclosing clips, the innermost last.
        var clips: [(slot: Slot, rows: Rows)] = []
        // No recursion: clients control the nesting depth.
        var at = root
        walk: while true {
            let row = scene.rows[Int(at)]
            let node = nodes[Int(at)]
            if node.isLive, row.flags.contains(.leadsToInput), !row.marks.contains(.isDisabled) {
                if row.takesInput { addInput(at, node, clips.last?.rows, to: &shape.input) }
                if node.flags.contains(.placesSublayers) {
                    // Copies have no nodes, so their whole extent is used.
                    add(tree.onOutput(node.extent, of: at), to: &shape.input)
                } else if row.firstChild >= 0 {
                    if cutsInput(at, node), clips.count < Self.mostClips {
                        var rows = clips.last?.rows ?? Rows(output)
                        rows.narrow(to: node.box.intersection(node.clip))
                        rows.narrow(to: node)
                        clips.append((at, rows))
                    }
                    at = row.firstChild
                    continue
                }
            }
            while at != root, scene.rows[Int(at)].next < 0 {
                at = scene.rows[Int(at)].parent
                if clips.last?.slot == at { clips.removeLast() }
            }
            if at == root { break walk }
            at = scene.rows[Int(at)].next
        }
        return shape
    }

    /// True for a layer that clips to a shape other than whole pixels; clips to whole pixels are already in the
    /// sublayers' `clip`.
    private func cutsInput(_ slot: Slot, _ node: Node) -> Bool {
        guard node.flags.contains(.clips), !tree.isInPlane(slot, scene) else { return false }
        return !(node.world.keepsAxes && node.shape.isSquare && pixels(in: node) == node.box)
    }

    private func add(_ rect: PixelRect, to rects: inout [PixelRect]) {
        let rect = rect.intersection(output)
        if !rect.isEmpty { rects.append(rect) }
    }

    // MARK: Opaque

    /// Adds large opaque rectangles of the first layers that are neither in groups nor clipped by a shape.
    private func addOpaque(to rects: inout [PixelRect]) {
        var visits = 0
        var open = [root]
        var next = 0
        while next < open.count, visits < Self.mostVisits {
            let slot = open[next]
            next += 1
            visits += 1
            guard Int(slot) < nodes.count, nodes.isLive(Int(slot)) else { continue }
            let node = nodes[Int(slot)]
            guard !node.isGroup, !node.flags.contains(.isPlane) else { continue }
            node.forEachSolid { solid in
                let solid = solid.intersection(node.clip)
                if solid.width >= Self.leastOpaque, solid.height >= Self.leastOpaque { add(solid, to: &rects) }
            }
            guard !node.flags.contains(.cutsShape), !node.flags.contains(.placesSublayers) else { continue }
            var child = scene.rows[Int(slot)].firstChild
            while child >= 0, open.count < Self.mostVisits {
                open.append(child)
                child = scene.rows[Int(child)].next
            }
        }
    }

    /// Subtracts pixels that layers may make transparent again: with background filters, erasing blend modes, and
    /// copies.
    private func eraseOpaque(from rects: inout [PixelRect]) {
        guard !tree.erasing.isEmpty || !tree.backdrops.isEmpty || !tree.copies.isEmpty else { return }
        guard tree.erasing.count + tree.backdrops.count + tree.copies.count <= Self.mostVisits else {
            return rects.removeAll()
        }
        func take(_ slot: Slot, _ area: PixelRect) {
            let hole = tree.isInPlane(slot, scene) ? output : area
            var left: [PixelRect] = []
            for rect in rects {
                let cut = rect.intersection(hole)
                if cut.isEmpty {
                    left.append(rect)
                    continue
                }
                left.append(PixelRect(rect.x0, rect.y0, rect.x1, cut.y0))
                left.append(PixelRect(rect.x0, cut.y0, cut.x0, cut.y1))
                left.append(PixelRect(cut.x1, cut.y0, rect.x1, cut.y1))
                left.append(PixelRect(rect.x0, cut.y1, rect.x1, rect.y1))
            }
            rects = left.filter { $0.width >= Self.leastOpaque && $0.height >= Self.leastOpaque }
        }
        for slot in tree.erasing.sorted() { take(slot, nodes.extent(Int(slot))) }
        for slot in tree.backdrops { take(slot, nodes[Int(slot)].box) }
        for slot in tree.copies.slots { take(slot, nodes.extent(Int(slot))) }
    }

    // MARK: Input

    /// Adds the rounded bounds, clipped by the enclosing clips; for a layer rotated in space, or one that is hit by its
    /// drawing, the box.
    private func addInput(_ slot: Slot, _ node: Node, _ clip: Rows?, to rects: inout [PixelRect]) {
        let isDrawn = scene.kind(of: slot).isHitByDrawing
        var box = isDrawn ? node.own : node.box
        // Contents are hit within the bounds.
        if isDrawn, scene.rows[Int(slot)].flags.contains(.hasContents) { box = box.union(node.box) }
        guard !tree.isInPlane(slot, scene), rects.count < Self.mostRects else {
            return add(tree.onOutput(box.intersection(node.room), of: slot), to: &rects)
        }
        let seen = box.intersection(node.clip).intersection(output)
        guard !seen.isEmpty else { return }
        let isBox = isDrawn || node.world.keepsAxes && node.shape.isSquare
        if isBox, clip == nil { return add(isDrawn ? seen : pixels(in: node).intersection(seen), to: &rects) }
        var rows = clip ?? Rows(seen)
        rows.narrow(to: seen)
        if !isDrawn { rows.narrow(to: node) }
        let before = rects.count
        guard !rows.append(to: &rects, atMost: Self.mostRows) else { return }
        rects.removeSubrange(before...)
        rects.append(seen)
    }

    /// The pixels whose centers are inside the bounds, which must be parallel to the axes.
    private func pixels(in node: Node) -> PixelRect {
        /// The first pixel whose center is not before `edge`.
        func pixel(_ edge: Double) -> Int32 { Int32(max(-32_000, min(32_000, (edge - 0.5).rounded(.up)))) }
        let rect = node.world.boundingBox(node.bounds)
        return PixelRect(pixel(rect.x), pixel(rect.y), pixel(rect.x + rect.width), pixel(rect.y + rect.height))
    }
}

extension Node {
    /// True when the blend mode can make opaque pixels behind the layer transparent.
    var erases: Bool {
        switch BlendMode(rawValue: group.blend) {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationOut, .destinationAtop, .xor: true
        default: false
        }
    }
}
