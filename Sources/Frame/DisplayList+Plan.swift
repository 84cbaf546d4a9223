package import Geometry
import Pixels
package import Scene

/// What has to be painted so that a rectangle of the output is right.
extension DisplayList {
    /// Fills `list` with what is to be painted in `tile`, from the back to the front.
    ///
    /// Looks from the front to the back: what opaque layers hide is left out, and when nothing is left to be seen the walk
    /// ends. A layer that filters what lies behind shows more of that again: what the filters are made from.
    package mutating func plan(_ tile: PixelRect, _ reader: LayerReader, into list: inout PaintList) {
        list.removeAll()
        plans &+= 1
        let tile = tile.intersection(output)
        let frame = start(tile, in: output, below: -1)
        if root >= 0 { enter(root, frame, reader, &list) }
        walk(reader, &list)
    }

    /// Fills `list` with what is to be painted in `rect` of the grid of the plane at `slot`, as `plan` does.
    package mutating func plan(
        inside slot: Slot, _ rect: PixelRect, _ reader: LayerReader, into list: inout PaintList
    ) {
        list.removeAll()
        let frame = start(rect, in: Plane.most, below: slot)
        open(frame, nodes[Int(slot)].inGrid, rect, reader, &list)
        walk(reader, &list)
    }

    /// Begins to look at `tile` of the grid of the plane at `space`, or of the output, which is a part of `room`.
    private mutating func start(_ tile: PixelRect, in room: PixelRect, below space: Slot) -> Walker.Frame {
        walker.removeAll()
        var frame = Walker.Frame(slot: space, tile: grown(tile, in: room, of: space))
        (frame.space, frame.around, frame.room) = (space, room, room)
        occlusion.reset(to: frame.tile, showing: tile)
        return frame
    }

    private mutating func walk(_ reader: LayerReader, _ list: inout PaintList) {
        while var frame = walker.frames.last {
            if !occlusion.isEmpty, let child = nextChild(&frame, reader) {
                walker.frames[walker.frames.count - 1] = frame
                enter(child, frame, reader, &list)
            } else {
                closeChildren(frame)
                walker.frames.removeLast()
                leave(frame, &list)
            }
        }
        list.commands.reverse()
        list.isCovered = occlusion.isEmpty
    }

    private mutating func enter(
        _ slot: Slot, _ parent: Walker.Frame, _ reader: LayerReader, _ list: inout PaintList
    ) {
        // Most are not seen: a node is large, and copied only when it is.
        let (flags, extent) = (nodes[Int(slot)].flags, nodes[Int(slot)].extent)
        guard flags.contains(.isLive), extent.intersects(parent.tile) else { return }
        let visible = occlusion.visible(extent)
        guard !visible.isEmpty else { return }
        if reader.rows[Int(slot)].firstChild < 0, !flags.contains(.isGroup), !flags.contains(.cutsShape) {
            return appendLeaf(slot, visible, &list)
        }
        let node = nodes[Int(slot)]
        var frame = Walker.Frame(slot: slot, tile: parent.tile)
        (frame.space, frame.around) = (parent.space, parent.room)
        if node.flags.contains(.isPlane) { return openPlane(frame, node, visible, reader, &list) }
        open(frame, node, visible, reader, &list)
    }

    /// A plane is a buffer in another space, around the layer as it is in that.
    private mutating func openPlane(
        _ frame: Walker.Frame, _ node: Node, _ visible: PixelRect, _ reader: LayerReader, _ list: inout PaintList
    ) {
        let at = list.add(node)
        guard let plane = planes[frame.slot]?.plane else { return }
        list.planes[at] = plane
        if let picture = kept(frame.slot) {
            list.kept[at] = KeptPlane(slot: frame.slot, picture: picture)
            list.append(.keptPlane, at, visible)
            return revealBackdrop(frame)
        }
        let input = plane.input(for: visible)
        guard !input.isEmpty || plane.change != nil else { return }
        list.append(.endGroup, at, visible)
        // Nothing of the new look is seen, but the old one.
        if input.isEmpty {
            list.append(.beginGroup, at, visible)
            return revealBackdrop(frame)
        }
        var frame = frame
        frame.plane = at
        frame.space = frame.slot
        frame.tile = grown(input, in: Plane.most, of: frame.space)
        pushOcclusion(frame.tile, showing: input)
        open(frame, node.inGrid, input, reader, &list)
    }

    /// `visible`: what is seen of the layer and all below it.
    private mutating func open(
        _ frame: Walker.Frame, _ node: Node, _ visible: PixelRect, _ reader: LayerReader, _ list: inout PaintList
    ) {
        var frame = frame
        frame.room = node.isGroup || frame.plane >= 0 ? node.pictureClip : frame.around
        frame.node = list.add(node)
        frame.mark = list.commands.count
        if node.isGroup {
            occlusion.push(visible)
            list.append(.endGroup, frame.node, visible)
            if node.flags.contains(.hasMask) { appendMask(frame.slot, node, frame.node, visible, reader, &list) }
            if node.flags.contains(.hasEffects) {
                list.append(.effects, frame.node, visible)
                let picture = node.reach.input(for: visible)
                frame.tile = grown(picture, in: frame.room, of: frame.space)
                pushOcclusion(frame.tile, showing: picture)
                frame.pictureMark = list.commands.count
            }
        }
        appendForeground(node, frame.node, &list)
        if node.flags.contains(.hasBorder) {
            list.append(.border, frame.node, occlusion.visible(node.box.intersection(node.pictureClip)))
        }
        if node.flags.contains(.cutsShape) {
            let most = node.flags.contains(.hasEffects) ? frame.tile : visible
            let inner = occlusion.visible(most.intersection(node.innerClip))
            occlusion.push(inner)
            list.append(.endClip, frame.node, inner)
        }
        frame.innerMark = list.commands.count
        if node.flags.contains(.placesSublayers) {
            appendCopies(frame.slot, frame.tile, &list)
        } else {
            openChildren(&frame, frame.tile, reader)
        }
        walker.frames.append(frame)
    }

    /// A layer without sublayers and buffers, as most are: its items, and what its background hides.
    private mutating func appendLeaf(_ slot: Slot, _ visible: PixelRect, _ list: inout PaintList) {
        let at = list.add(nodes[Int(slot)])
        let flags = nodes[Int(slot)].flags
        guard nodes[Int(slot)].drawing >= 0 || flags.contains(.hasBorder) else {
            guard flags.contains(.hasBackground) else { return appendShadow(at, nodes[Int(slot)], &list) }
            // With a shadow, what is seen may be more than the box.
            let inBox = flags.contains(.hasShadow) ? visible.intersection(nodes[Int(slot)].box) : visible
            list.append(.background, at, inBox)
            occlusion.subtract(solidOf: nodes[Int(slot)])
            return appendShadow(at, nodes[Int(slot)], &list)
        }
        let node = nodes[Int(slot)]
        // Without a drawing the layer is its bounds, of which `visible` is what is seen.
        let inBox =
            node.drawing < 0 && !node.flags.contains(.hasShadow)
            ? visible : occlusion.visible(node.box.intersection(node.clip))
        appendForeground(node, at, &list)
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

    /// What lies above sublayers and border, from the front to the back as the plan is while it is made.
    private func appendForeground(_ node: Node, _ at: Int32, _ list: inout PaintList) {
        guard node.flags.contains(.drawsAbove), node.drawing >= 0 else { return }
        let rect = occlusion.visible(node.own.intersection(node.innerClip))
        if node.flags.contains(.cutsShape) { list.append(.endClip, at, rect) }
        list.append(.foreground, at, rect)
        if node.flags.contains(.cutsShape) { list.append(.beginClip, at, rect) }
    }

    private func appendShadow(_ at: Int32, _ node: Node, _ list: inout PaintList) {
        if node.flags.contains(.hasShadow) { list.append(.shadow, at, occlusion.visible(node.own)) }
    }

    /// Looks at a rectangle of its own until `popOcclusion`: of a picture that is going to be changed, what has an effect.
    private mutating func pushOcclusion(_ tile: PixelRect, showing shown: PixelRect) {
        var fresh = spareOcclusions.popLast() ?? Occlusion()
        fresh.reset(to: tile, showing: shown)
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
        _ slot: Slot, _ node: Node, _ at: Int32, _ visible: PixelRect, _ reader: LayerReader,
        _ list: inout PaintList
    ) {
        guard let mask = reader.scene.mask(slot) else { return }
        let start = list.commands.count
        list.append(.beginMask, at, visible)
        list.walk(mask, Surroundings(masking: node), reader)
        list.append(.endMask, at, visible)
        list.commands[start...].reverse()
    }

    /// The copies of a layer's sublayers, from the front to the back as the plan is while it is made.
    private func appendCopies(_ slot: Slot, _ tile: PixelRect, _ list: inout PaintList) {
        guard let recorded = copies[slot] else { return }
        let start = list.commands.count
        list.splice(recorded.list, occlusion.visible(recorded.box.intersection(tile)))
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
                let seen = list.commands[frame.innerMark - 1].visible
                list.append(.beginClip, frame.node, seen.union(frame.revealed.intersection(node.innerClip)))
            }
            occlusion.reveal(frame.revealed)
        }
        if node.flags.contains(.hasBackground) {
            list.append(.background, frame.node, occlusion.visible(node.box.intersection(node.pictureClip)))
            occlusion.subtract(solidOf: node)
        }
        appendShadow(frame.node, node, &list)
        if node.isGroup { endGroup(frame, node, &list) }
        if frame.plane >= 0 {
            popOcclusion()
            list.append(.beginGroup, frame.plane, frame.tile)
        }
        if frame.plane >= 0 || node.isGroup {
            revealBackdrop(frame)
        } else {
            passOn(frame.revealed)
        }
    }

    private mutating func endGroup(_ frame: Walker.Frame, _ node: Node, _ list: inout PaintList) {
        let visible = list.commands[frame.mark].visible
        if node.flags.contains(.hasEffects) {
            popOcclusion()
            var picture = PixelRect.empty
            for at in frame.pictureMark..<list.commands.count where list.commands[at].kind.paints {
                picture = picture.union(list.commands[at].visible)
            }
            // For one, what lies behind is filtered wherever it is.
            let isWhole = picture.isEmpty || node.flags.contains(.hasBackdrop)
            list.append(.beginGroup, frame.node, isWhole ? picture.union(visible) : picture)
        } else {
            list.append(.beginGroup, frame.node, visible.union(frame.revealed))
        }
        occlusion.pop()
    }
}
