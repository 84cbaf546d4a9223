package import Geometry
import Pixels
package import Scene

/// What of an output's picture is what, in its pixels. Rectangles may overlap.
package struct OutputShape: Equatable, Sendable {
    /// Where nothing behind the output can be seen.
    package var opaque: [PixelRect] = []
    /// Where layers take input.
    package var input: [PixelRect] = []

    package init() {}
}

extension DisplayList {
    /// Beyond so many layers nothing more is known to be opaque: it is for haste alone.
    private static let mostLooks = 256
    /// Beyond so many rows a layer's shape is its box; beyond so many rectangles all are boxes.
    private static let mostRows = 256
    private static let mostRects = 4096

    /// The shape of the picture as of the last `update`. Costs what leads to layers that take input, not all there are.
    /// `isOpaque`: what lies beneath the root layer is.
    package func shape(_ scene: Scene, isOpaque: Bool) -> OutputShape {
        var shape = OutputShape()
        // What filters or erases what is behind it may leave it transparent, in copies too.
        if holeMakers == 0, backdrops.isEmpty, copies.isEmpty {
            if isOpaque { shape.opaque = [output] } else if root >= 0 { addOpaque(scene, to: &shape.opaque) }
        }
        guard root >= 0, Int(root) < nodes.count else { return shape }
        // No recursion: depth is the client's.
        var at = root
        walk: while true {
            let slot = scene.slots[Int(at)]
            let node = nodes[Int(at)]
            if node.isLive, slot.flags.contains(.leadsToInput) {
                if slot.flags.contains(.isInteractive) { addInput(at, node, scene, to: &shape.input) }
                if node.flags.contains(.placesSublayers) {
                    // Copies have no nodes: wherever any is.
                    add(onOutput(node.extent, of: at), to: &shape.input)
                } else if slot.firstChild >= 0 {
                    at = slot.firstChild
                    continue
                }
            }
            while at != root, scene.slots[Int(at)].next < 0 { at = scene.slots[Int(at)].parent }
            if at == root { break walk }
            at = scene.slots[Int(at)].next
        }
        return shape
    }

    private func add(_ rect: PixelRect, to rects: inout [PixelRect]) {
        let rect = rect.intersection(output)
        if !rect.isEmpty { rects.append(rect) }
    }

    // MARK: Opaque

    /// Large opaque rectangles of the first layers that are neither in groups nor cut.
    private func addOpaque(_ scene: Scene, to rects: inout [PixelRect]) {
        var looks = 0
        var open = [root]
        var next = 0
        while next < open.count, looks < Self.mostLooks {
            let place = open[next]
            next += 1
            looks += 1
            guard Int(place) < nodes.count, nodes[Int(place)].isLive else { continue }
            let node = nodes[Int(place)]
            guard !node.isGroup, !node.flags.contains(.isPlane) else { continue }
            node.forEachSolid { solid in
                let solid = solid.intersection(node.clip)
                if solid.width >= 32, solid.height >= 32 { add(solid, to: &rects) }
            }
            guard !node.flags.contains(.cutsShape), !node.flags.contains(.placesSublayers) else { continue }
            var child = scene.slots[Int(place)].firstChild
            while child >= 0, open.count < Self.mostLooks {
                open.append(child)
                child = scene.slots[Int(child)].next
            }
        }
    }

    // MARK: Input

    /// The rounded bounds; the box of what is turned in space, or drawn by its kind where that is what is hit.
    private func addInput(_ place: Int32, _ node: Node, _ scene: Scene, to rects: inout [PixelRect]) {
        if scene.kind(of: place).isHitByDrawing {
            return add(onOutput(node.own.intersection(node.room), of: place), to: &rects)
        }
        guard !isInPlane(place, scene), rects.count < Self.mostRects else {
            return add(onOutput(node.box.intersection(node.room), of: place), to: &rects)
        }
        let seen = node.box.intersection(node.clip).intersection(output)
        guard !seen.isEmpty else { return }
        let before = rects.count
        if node.world.keepsAxes, node.corners == 0 || node.radius <= 0 {
            addRow(node.world.boundingBox(node.bounds), seen, to: &rects)
        } else {
            addRows(of: node, seen, to: &rects)
        }
        if rects.count - before > Self.mostRows {
            rects.removeSubrange(before...)
            rects.append(seen)
        }
    }

    private func isInPlane(_ place: Int32, _ scene: Scene) -> Bool {
        guard !planes.isEmpty || !solids.isEmpty else { return false }
        var at = place
        while at >= 0 {
            if nodes[Int(at)].flags.contains(.isPlane) { return true }
            at = scene.slots[Int(at)].parent
        }
        return false
    }

    /// The pixels whose middles are in a rectangle.
    private func addRow(_ rect: Rect, _ seen: PixelRect, to rects: inout [PixelRect]) {
        let row = PixelRect(
            Self.pixel(rect.x), Self.pixel(rect.y), Self.pixel(rect.x + rect.width), Self.pixel(rect.y + rect.height)
        ).intersection(seen)
        if !row.isEmpty { rects.append(row) }
    }

    /// The first pixel whose middle is not before `edge`.
    private static func pixel(_ edge: Double) -> Int32 { Int32(max(-32_000, min(32_000, (edge - 0.5).rounded(.up)))) }

    /// The pixels whose middles are in the rounded bounds: convex, so that each row is one piece. Rows that are alike are one
    /// rectangle.
    private func addRows(of node: Node, _ seen: PixelRect, to rects: inout [PixelRect]) {
        var outline = Polyline()
        Path.roundedRect(node.bounds, node.shape).flatten(by: node.world, tolerance: 0.02, into: &outline)
        let points = outline.points
        guard points.count >= 3 else { return }
        let first = rects.count
        for y in seen.y0..<seen.y1 {
            let middle = Double(y) + 0.5
            var low = Double.infinity
            var high = -Double.infinity
            for at in points.indices {
                let a = points[at]
                let b = points[at + 1 == points.count ? 0 : at + 1]
                guard (a.y <= middle) != (b.y <= middle) else { continue }
                let x = a.x + (b.x - a.x) * (middle - a.y) / (b.y - a.y)
                low = min(low, x)
                high = max(high, x)
            }
            guard low < high else { continue }
            let row = PixelRect(Self.pixel(low), y, Self.pixel(high), y + 1).intersection(seen)
            if row.isEmpty { continue }
            if rects.count > first, let last = rects.last, last.x0 == row.x0, last.x1 == row.x1, last.y1 == row.y0 {
                rects[rects.count - 1].y1 = row.y1
            } else {
                rects.append(row)
            }
        }
    }
}

extension Node {
    /// Blends so that what is opaque behind the layer may come out transparent.
    var makesHoles: Bool {
        switch BlendMode(rawValue: blend) {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationOut, .destinationAtop, .xor: true
        default: false
        }
    }
}
