import Geometry
import Scene
import SceneTables
import Schema

/// Computes the part of a rectangle that is not hidden by opaque layers in front of a layer.
struct OcclusionQuery {
    private(set) var region = VisibleRegion()
    private var walk = FrontToBackWalk()
    private var frames: [FrontToBackWalk.Frame] = []
    /// Number of rectangles compared and layers visited.
    private(set) var work = 0

    /// Sets `region` to all of `rect`.
    mutating func reset(to rect: PixelRect) { region.reset(to: rect) }

    /// Sets `region` to the pixels of the output that show `rect`, which is in the pixels in which the layer at `slot`
    /// is painted. Appends to `by`, unless nil, the layers that hide something.
    mutating func reveal(
        _ slot: Slot, _ rect: PixelRect, _ by: inout [Slot]?, _ tree: DisplayTree, _ reader: LayerReader
    ) {
        walk.reset()
        var at = slot
        var rect = tree.nodes.flags(Int(slot)).contains(.isPlane) ? tree.seen(rect, of: slot) : rect
        while true {
            region.reset(to: rect)
            let group = tree.changer(above: at, reader)
            cover(at, rect, below: group, &by, tree, reader)
            if group < 0 || region.isEmpty { return }
            rect = tree.seen(region.box, of: group)
            at = group
        }
    }

    /// Subtracts from `region`, which begins as `rect`, the opaque layers in front of `slot`: later siblings of it and
    /// of each ancestor, with their sublayers. Stops at the sublayers of `top`, unless that is -1.
    mutating func cover(
        _ slot: Slot, _ rect: PixelRect, below top: Slot = -1, _ by: inout [Slot]?, _ tree: DisplayTree,
        _ reader: LayerReader
    ) {
        var at = slot
        while at != tree.root, at != top {
            var parent = reader.rows[Int(at)].parent
            guard parent > Scene.objectRoot else { return }
            if let space = tree.space(below: parent) {
                // Layers that keep their depth are all siblings; a layer that is not drawn has no position among them.
                parent = space
                guard tree.sortedChildren(space, reader).contains(at) else {
                    at = space
                    continue
                }
            }
            var frame = FrontToBackWalk.Frame(parent)
            walk.open(&frame, rect, tree, reader)
            while !region.isEmpty, let sibling = walk.next(&frame, tree, reader), sibling != at {
                // A layer that was removed from the index never comes up, so the keys are compared.
                if frame.source == .merged, isBehind(sibling, at, tree) { break }
                hide(sibling, rect, &by, tree, reader)
            }
            walk.close(frame)
            if region.isEmpty { return }
            at = parent
        }
    }

    /// True when `sibling`, which is in the index, is painted before `slot`, which need not be in it.
    private func isBehind(_ sibling: Slot, _ slot: Slot, _ tree: DisplayTree) -> Bool {
        let key = tree.nodes.key(Int(slot))
        // Without a key the order is unknown, and the sibling must not hide anything.
        return key == 0 || tree.nodes.key(Int(sibling)) < key
    }

    /// Subtracts the opaque parts in the subtree of `top`, except groups, which may be translucent.
    private mutating func hide(
        _ top: Slot, _ rect: PixelRect, _ by: inout [Slot]?, _ tree: DisplayTree, _ reader: LayerReader
    ) {
        let base = frames.count
        enter(top, rect, &by, tree, reader)
        while frames.count > base {
            let last = frames.count - 1
            if !region.isEmpty, let child = walk.next(&frames[last], tree, reader) {
                enter(child, rect, &by, tree, reader)
            } else {
                walk.close(frames[last])
                frames.removeLast()
            }
        }
    }

    private mutating func enter(
        _ slot: Slot, _ rect: PixelRect, _ by: inout [Slot]?, _ tree: DisplayTree, _ reader: LayerReader
    ) {
        work &+= 1 &+ region.count
        // Nodes are large and most are rejected here, so they are not copied.
        guard tree.nodes.extent(Int(slot)).intersects(rect) else { return }
        let flags = tree.nodes.flags(Int(slot))
        guard flags.contains(.isLive), !flags.contains(.isGroup) else { return }
        let solid = tree.nodes.solid(Int(slot))
        if solid.rect.intersects(rect) {
            if by == nil {
                solid.forEach { region.subtract($0) }
            } else {
                let before = region.area
                solid.forEach { region.subtract($0) }
                if region.area < before { by?.append(slot) }
            }
        }
        guard !flags.contains(.cutsShape), reader.rows[Int(slot)].firstChild >= 0 else { return }
        var frame = FrontToBackWalk.Frame(slot)
        walk.open(&frame, rect, tree, reader)
        frames.append(frame)
    }
}
