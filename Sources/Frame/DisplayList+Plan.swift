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
        plans &+= 1
        occlusion.reset(to: tile.intersection(output))
        walker.removeAll()
        enter(Scene.root, tile, reader, &list)
        return walk(reader, &list)
    }

    /// Fills `list` with what is to be painted in `rect` of the grid of the plane at `place`, as `plan` does.
    package mutating func plan(
        inside place: Int32, _ rect: PixelRect, _ reader: LayerReader, into list: inout PaintList
    ) {
        list.removeAll()
        occlusion.reset(to: rect)
        walker.removeAll()
        open(Walker.Frame(place: place, tile: rect), nodes[Int(place)].inGrid, rect, reader, &list)
        _ = walk(reader, &list)
    }

    private mutating func walk(_ reader: LayerReader, _ list: inout PaintList) -> Bool {
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
        let frame = Walker.Frame(place: place, tile: tile)
        if node.flags.contains(.isPlane) { return openPlane(frame, node, visible, reader, &list) }
        open(frame, node, visible, reader, &list)
    }

    /// A plane is a buffer in another space, around the layer as it is in that.
    private mutating func openPlane(
        _ frame: Walker.Frame, _ node: Node, _ visible: PixelRect, _ reader: LayerReader, _ list: inout PaintList
    ) {
        let at = list.add(node)
        guard let plane = planes[frame.place]?.plane else { return }
        list.planes[at] = plane
        if let picture = kept(frame.place) {
            list.kept[at] = KeptPlane(place: frame.place, picture: picture)
            return list.append(.keptPlane, at, visible)
        }
        let input = plane.input(for: visible)
        guard !input.isEmpty else { return }
        list.append(.endGroup, at, visible)
        pushOcclusion(input)
        var frame = frame
        frame.tile = input
        frame.plane = at
        open(frame, node.inGrid, input, reader, &list)
    }

    /// `visible`: what is seen of the layer and all below it.
    private mutating func open(
        _ frame: Walker.Frame, _ node: Node, _ visible: PixelRect, _ reader: LayerReader, _ list: inout PaintList
    ) {
        var frame = frame
        frame.node = list.add(node)
        frame.mark = list.commands.count
        if node.isGroup {
            occlusion.push(visible)
            list.append(.endGroup, frame.node, visible)
            if node.flags.contains(.hasMask) { appendMask(frame.place, node, frame.node, visible, reader, &list) }
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
            let most = node.flags.contains(.hasEffects) ? frame.tile : visible
            let inner = occlusion.visible(most.intersection(node.innerClip))
            occlusion.push(inner)
            list.append(.endClip, frame.node, inner)
        }
        frame.innerMark = list.commands.count
        if node.flags.contains(.placesSublayers) {
            appendCopies(frame.place, frame.tile, &list)
        } else {
            openChildren(&frame, frame.tile, reader)
        }
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

    /// The copies of a layer's sublayers, from the front to the back as the plan is while it is made.
    private func appendCopies(_ place: Int32, _ tile: PixelRect, _ list: inout PaintList) {
        guard let recorded = copies[place] else { return }
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
                list.append(.beginClip, frame.node, list.commands[frame.innerMark - 1].visible)
            }
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
    }

    private mutating func endGroup(_ frame: Walker.Frame, _ node: Node, _ list: inout PaintList) {
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
