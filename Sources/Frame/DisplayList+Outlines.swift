package import Geometry
package import Scene

/// Where a layer is on the output, and what becomes of it.
package struct LayerOutline: Equatable, Sendable {
    package enum State: Sendable { case painted, group, rasterized, culled }

    package var rect: PixelRect
    package var state: State
}

extension DisplayList {
    /// The boxes of the layers that are drawn, in tree order, at most `most`, as of the last `update`. Slow: for overlays.
    package mutating func outlines(_ scene: Scene, atMost most: Int) -> [LayerOutline] {
        let reader = LayerReader(scene, drawings)
        var found: [LayerOutline] = []
        guard root >= 0 else { return found }
        scene.forEachBelow(root) { slot in
            guard found.count < most, slot != root, Int(slot) < nodes.count, nodes[Int(slot)].isLive
            else { return }
            let node = nodes[Int(slot)]
            let box = node.box.intersection(node.room)
            let rect = onOutput(box, of: slot)
            guard !rect.isEmpty else { return }
            var nobody: [Slot]?
            reveal(slot, box, &nobody, reader)
            let isPlane = node.flags.contains(.isPlane)
            let seen: LayerOutline.State = isPlane ? .rasterized : node.isGroup ? .group : .painted
            found.append(LayerOutline(rect: rect, state: uncovered.isEmpty ? .culled : seen))
        }
        return found
    }
}
