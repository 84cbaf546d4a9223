package import Geometry
package import Scene
import SceneTables
import Schema

/// The box of a layer on the output, and how the layer is painted.
package struct LayerOutline: Equatable, Sendable {
    package enum State: Sendable { case painted, group, rasterized, culled }

    package var rect: PixelRect
    package var state: State
}

extension DisplayList {
    /// The boxes of the drawn layers, in tree order, at most `most`, as of the last `update`. Slow; intended for
    /// overlays.
    package mutating func outlines(_ scene: Scene, atMost most: Int) -> [LayerOutline] {
        let reader = LayerReader(scene, drawings)
        var found: [LayerOutline] = []
        guard root >= 0 else { return found }
        scene.tree.forEachBelow(root) { slot in
            guard found.count < most, slot != root, isDrawn(slot) else { return }
            let node = tree.nodes[Int(slot)]
            let box = node.box.intersection(node.room)
            let rect = tree.onOutput(box, of: slot)
            guard !rect.isEmpty else { return }
            var nobody: [Slot]?
            query.reveal(slot, box, &nobody, tree, reader)
            let isPlane = node.flags.contains(.isPlane)
            let seen: LayerOutline.State = isPlane ? .rasterized : node.isGroup ? .group : .painted
            found.append(LayerOutline(rect: rect, state: query.region.isEmpty ? .culled : seen))
        }
        return found
    }
}
