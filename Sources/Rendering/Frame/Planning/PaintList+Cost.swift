import Geometry

extension PaintList {
    /// Estimated time to paint the list on one thread, in nanoseconds, from pixels, operations and points; correct
    /// within a small factor. Stops when it exceeds `most`.
    package func cost(_ main: DrawingStore, atMost most: Int) -> Int {
        var cost = 0
        for command in commands {
            let area = command.visible.area
            switch command.kind {
            case .background, .faded, .border, .keptPlane: cost += 100 + area / 4
            case .shadow: cost += 5_000 + area
            case .beginGroup, .endGroup, .beginMask, .endMask, .beginClip, .endClip, .tint: cost += 1_000 + area
            case .effects: cost += 20_000 + area * 8
            case .drawing, .foreground:
                let node = nodes[Int(command.node)]
                cost += 500 + store(of: node, main).entries[Int(node.drawing)].cost(node, command.visible)
            }
            if cost > most { break }
        }
        return cost
    }
}

extension DrawingStore.Entry {
    /// Estimated time to paint the visible part of the drawing on `node`, in nanoseconds.
    fileprivate func cost(_ node: Node, _ visible: PixelRect) -> Int {
        var cost = contents == nil && tiles.isEmpty ? 0 : visible.area
        guard !drawing.operations.isEmpty else { return cost }
        // Shadows and clips are composed in buffers.
        let perPixel = isCostly ? 8 : 1
        for at in boxes.indices where !boxes[at].isEmpty {
            let area = PixelRect(covering: node.world.boundingBox(boxes[at])).intersection(visible).area
            if area > 0 { cost += 300 + area * perPixel }
        }
        for at in drawing.paths.indices { cost += drawing.paths[at].points.count * 200 }
        return cost
    }
}
