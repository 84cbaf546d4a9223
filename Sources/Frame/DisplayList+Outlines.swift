package import Geometry
package import Scene

/// Where a layer is on the output, and what becomes of it.
package struct LayerOutline: Equatable, Sendable {
    package enum State: Sendable { case painted, group, culled }

    package var rect: PixelRect
    package var state: State
}

extension DisplayList {
    /// The boxes of the layers that are drawn, in tree order, at most `most`, as of the last `update`. Slow: for overlays.
    package mutating func outlines(_ scene: Scene, atMost most: Int) -> [LayerOutline] {
        let reader = LayerReader(scene, drawings)
        var found: [LayerOutline] = []
        scene.forEachBelow(Scene.root) { place in
            guard found.count < most, place != Scene.root, Int(place) < nodes.count, nodes[Int(place)].isLive
            else { return }
            let node = nodes[Int(place)]
            let rect = node.box.intersection(node.clip)
            guard !rect.isEmpty else { return }
            uncovered.reset(to: rect)
            walker.frames.removeAll(keepingCapacity: true)
            walker.cursors.removeAll(keepingCapacity: true)
            var nobody: [Int32]?
            cover(place, rect, below: changer(above: place, reader), &nobody, reader)
            let state: LayerOutline.State = uncovered.isEmpty ? .culled : node.isGroup ? .group : .painted
            found.append(LayerOutline(rect: rect, state: state))
        }
        return found
    }
}
