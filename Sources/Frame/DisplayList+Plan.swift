package import Geometry
import Pixels
import Scene

/// What has to be painted so that a rectangle of the output is right.
extension DisplayList {
    /// Fills `list` with what is to be painted in `tile`, from the back to the front.
    ///
    /// Looks from the front to the back: what opaque layers hide is left out, and when nothing is left to be seen the walk
    /// ends. True when an opaque layer hides what is beneath the root, so that the tile need not be cleared.
    package mutating func plan(_ tile: PixelRect, _ reader: LayerReader, into list: inout PaintList) -> Bool {
        list.removeAll()
        occlusion.reset(to: tile.intersection(output))
        walker.frames.removeAll(keepingCapacity: true)
        walker.cursors.removeAll(keepingCapacity: true)
        enter(Scene.root, tile, reader, &list)
        while var frame = walker.frames.last {
            if !occlusion.isEmpty, let child = nextChild(&frame, reader) {
                walker.frames[walker.frames.count - 1] = frame
                enter(child, frame.tile, reader, &list)
            } else {
                closeChildren(frame)
                walker.frames.removeLast()
                leave(frame, &list)
            }
        }
        list.commands.reverse()
        return occlusion.isEmpty
    }

    private mutating func enter(_ place: Int32, _ tile: PixelRect, _ reader: LayerReader, _ list: inout PaintList) {
        // Most are not seen: a node is large, and copied only when it is.
        let (flags, extent) = (nodes[Int(place)].flags, nodes[Int(place)].extent)
        guard flags.contains(.isLive), extent.intersects(tile) else { return }
        let visible = occlusion.visible(extent)
        guard !visible.isEmpty else { return }
        if reader.slots[Int(place)].firstChild < 0, !flags.contains(.isGroup), !flags.contains(.cutsShape) {
            return appendLeaf(place, visible, &list)
        }
        let node = nodes[Int(place)]
        var frame = Walker.Frame(place: place, tile: tile)
        frame.node = list.add(node)
        frame.mark = list.commands.count
        if node.isGroup {
            occlusion.push(visible)
            list.append(.endGroup, frame.node, visible)
            if node.flags.contains(.hasMask) { appendMask(place, node, frame.node, visible, reader, &list) }
            if node.flags.contains(.hasEffects) {
                list.append(.effects, frame.node, visible)
                frame.tile = node.reach.input(for: visible)
                pushOcclusion(frame.tile)
                frame.pictureMark = list.commands.count
            }
        }
        if node.flags.contains(.hasBorder) {
            list.append(.border, frame.node, occlusion.visible(node.box.intersection(node.pictureClip)))
        }
        if node.flags.contains(.cutsShape) {
            let most = node.flags.contains(.hasEffects) ? frame.tile : node.extent
            let inner = occlusion.visible(most.intersection(node.innerClip))
            occlusion.push(inner)
            list.append(.endClip, frame.node, inner)
        }
        frame.innerMark = list.commands.count
        openChildren(&frame, frame.tile, reader)
        walker.frames.append(frame)
    }

    /// A layer without sublayers and buffers, as most are: its items, and what its background hides.
    private mutating func appendLeaf(_ place: Int32, _ visible: PixelRect, _ list: inout PaintList) {
        let at = list.add(nodes[Int(place)])
        let flags = nodes[Int(place)].flags
        guard nodes[Int(place)].drawing >= 0 || flags.contains(.hasBorder) else {
            guard flags.contains(.hasBackground) else { return appendShadow(at, nodes[Int(place)], &list) }
            // With a shadow, what is seen may be more than the box.
            let inBox = flags.contains(.hasShadow) ? visible.intersection(nodes[Int(place)].box) : visible
            list.append(.background, at, inBox)
            occlusion.subtract(solidOf: nodes[Int(place)])
            return appendShadow(at, nodes[Int(place)], &list)
        }
        let node = nodes[Int(place)]
        // Without a drawing the layer is its bounds, of which `visible` is what is seen.
        let inBox =
            node.drawing < 0 && !node.flags.contains(.hasShadow)
            ? visible : occlusion.visible(node.box.intersection(node.clip))
        if node.flags.contains(.hasBorder) { list.append(.border, at, inBox) }
        if node.drawing >= 0 {
            list.append(.drawing, at, occlusion.visible(node.own.intersection(node.innerClip)))
        }
        if node.flags.contains(.hasBackground) {
            list.append(.background, at, inBox)
            occlusion.subtract(solidOf: node)
        }
        appendShadow(at, node, &list)
    }

    private func appendShadow(_ at: Int32, _ node: Node, _ list: inout PaintList) {
        if node.flags.contains(.hasShadow) { list.append(.shadow, at, occlusion.visible(node.own)) }
    }

    /// Looks at a rectangle of its own until `popOcclusion`: of a picture that is going to be changed, what has an effect.
    private mutating func pushOcclusion(_ tile: PixelRect) {
        var fresh = spareOcclusions.popLast() ?? Occlusion()
        fresh.reset(to: tile)
        swap(&fresh, &occlusion)
        outerOcclusions.append(fresh)
    }

    private mutating func popOcclusion() {
        guard var outer = outerOcclusions.popLast() else { return }
        swap(&outer, &occlusion)
        if spareOcclusions.count < 2 { spareOcclusions.append(outer) }
    }

    /// The mask's picture, from the front to the back as the plan is while it is made.
    private func appendMask(
        _ place: Int32, _ node: Node, _ at: Int32, _ visible: PixelRect, _ reader: LayerReader,
        _ list: inout PaintList
    ) {
        guard let mask = reader.scene.mask(place) else { return }
        let start = list.commands.count
        list.append(.beginMask, at, visible)
        list.walk(mask, Surroundings(masking: node, visible), reader)
        list.append(.endMask, at, visible)
        list.commands[start...].reverse()
    }

    private mutating func leave(_ frame: Walker.Frame, _ list: inout PaintList) {
        let node = list.nodes[Int(frame.node)]
        if node.drawing >= 0 {
            list.append(.drawing, frame.node, occlusion.visible(node.own.intersection(node.innerClip)))
        }
        if node.flags.contains(.cutsShape) {
            occlusion.pop()
            if list.commands.count == frame.innerMark {
                // Nothing inside: no buffer. The end may be missing, when its rectangle was empty.
                if list.commands.last?.kind == .endClip, list.commands.last?.node == frame.node {
                    list.commands.removeLast()
                }
            } else {
                // The matching end stands right before the sublayers' first command.
                list.append(.beginClip, frame.node, list.commands[frame.innerMark - 1].visible)
            }
        }
        if node.flags.contains(.hasBackground) {
            list.append(.background, frame.node, occlusion.visible(node.box.intersection(node.pictureClip)))
            occlusion.subtract(solidOf: node)
        }
        appendShadow(frame.node, node, &list)
        guard node.isGroup else { return }
        let visible = list.commands[frame.mark].visible
        guard node.flags.contains(.hasEffects) else {
            occlusion.pop()
            return list.append(.beginGroup, frame.node, visible)
        }
        popOcclusion()
        occlusion.pop()
        var picture = PixelRect.empty
        for at in frame.pictureMark..<list.commands.count where list.commands[at].kind.paints {
            picture = picture.union(list.commands[at].visible)
        }
        list.append(.beginGroup, frame.node, picture.isEmpty ? visible : picture)
    }
}
