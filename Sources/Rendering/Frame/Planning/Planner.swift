import Geometry
import Scene
import SceneTables
import Schema

/// Creates the paint list of a rectangle.
///
/// Visits layers from front to back: hidden pixels are left out, and the walk ends when nothing is visible any more. A
/// layer that filters its backdrop reveals the input of its filters again.
///
/// A plan only modifies the planner, which is scratch memory, and the cache of planes' bitmaps.
struct Planner {
    private var walk = FrontToBackWalk()
    private var frames: [Frame] = []
    private var occlusion = Occlusion()
    /// The occlusion around pictures with effects, and spare ones for reuse.
    private var outer: [Occlusion] = []
    private var spare: [Occlusion] = []
    /// Kept for its memory.
    private var shown = VisibleRegion()

    /// A layer whose sublayers are being visited.
    private struct Frame {
        var children: FrontToBackWalk.Frame
        /// The layer's index in the nodes of the paint list.
        var node: PaintPosition = -1
        /// Number of commands in the plan before the layer's, and before its sublayers'.
        var mark = 0
        var innerMark = 0
        /// Number of commands before the input of filters and shadow.
        var pictureMark = 0
        /// The node of the plane in whose grid the layer is painted; -1 when it is not a plane.
        var plane: PaintPosition = -1
        /// The plane whose pixels are visited; -1 for the output.
        var space: Slot = -1
        /// The defined area of the buffer on which the layer is painted, and of the one on which its sublayers are
        /// painted.
        var around = PixelRect.empty
        var room = PixelRect.empty
        /// The input of background filters below, in the sublayers' buffer.
        var revealed = PixelRect.empty
        /// The steps left for after the sublayers.
        var behind: LayerSteps?

        init(_ slot: Slot, tile: PixelRect) { children = FrontToBackWalk.Frame(slot, tile: tile) }

        var slot: Slot { children.slot }
        var tile: PixelRect {
            get { children.tile }
            set { children.tile = newValue }
        }
    }

    /// The planned tree and related objects.
    private struct Source {
        let tree: DisplayTree
        let bitmaps: PlaneCache
        let reader: LayerReader
    }

    /// Fills `list` with the commands that paint `tile`, from the back to the front.
    mutating func plan(
        _ tile: PixelRect, _ tree: DisplayTree, _ bitmaps: PlaneCache, _ reader: LayerReader,
        into list: inout PaintList
    ) {
        list.removeAll()
        bitmaps.beginPlan()
        let source = Source(tree: tree, bitmaps: bitmaps, reader: reader)
        let frame = start(tile.intersection(tree.output), in: tree.output, of: -1, tree)
        if tree.root >= 0 { enter(tree.root, frame, source, &list) }
        finish(source, &list)
    }

    /// Fills `list` with the commands that paint `rect` of the grid of the plane at `slot`.
    mutating func plan(
        inside slot: Slot, _ rect: GridRect, _ tree: DisplayTree, _ bitmaps: PlaneCache, _ reader: LayerReader,
        into list: inout PaintList
    ) {
        list.removeAll()
        let source = Source(tree: tree, bitmaps: bitmaps, reader: reader)
        let frame = start(rect.pixels, in: Plane.most, of: slot, tree)
        open(frame, tree.nodes[Int(slot)].inGrid, rect.pixels, source, &list)
        finish(source, &list)
    }

    /// Begins with `tile`, a part of `room`, in the grid of the plane at `space` or on the output.
    private mutating func start(
        _ tile: PixelRect, in room: PixelRect, of space: Slot, _ tree: DisplayTree
    ) -> Frame {
        walk.reset()
        frames.removeAll(keepingCapacity: true)
        var frame = Frame(space, tile: tree.grown(tile, in: room, of: space))
        (frame.space, frame.around, frame.room) = (space, room, room)
        occlusion.reset(to: frame.tile, showing: tile)
        return frame
    }

    private mutating func finish(_ source: Source, _ list: inout PaintList) {
        while !frames.isEmpty {
            let last = frames.count - 1
            if !occlusion.isEmpty, let child = walk.next(&frames[last].children, source.tree, source.reader) {
                enter(child, frames[last], source, &list)
            } else {
                let frame = frames.removeLast()
                walk.close(frame.children)
                leave(frame, source, &list)
            }
        }
        list.commands.reverse()
        list.isCovered = occlusion.isEmpty
    }

    // MARK: Entering

    private mutating func enter(_ slot: Slot, _ parent: Frame, _ source: Source, _ list: inout PaintList) {
        // Most layers are not visible. Nodes are large and copied only for those that are.
        let (flags, extent) = (source.tree.nodes.flags(Int(slot)), source.tree.nodes.extent(Int(slot)))
        guard flags.contains(.isLive), extent.intersects(parent.tile) else { return }
        let visible = occlusion.visible(extent)
        guard !visible.isEmpty else { return }
        if source.reader.rows[Int(slot)].firstChild < 0,
            flags.isDisjoint(with: [.isGroup, .cutsShape, .placesSublayers])
        {
            return appendLeaf(slot, source.tree, visible, &list)
        }
        let node = source.tree.nodes[Int(slot)]
        var frame = Frame(slot, tile: parent.tile)
        (frame.space, frame.around) = (parent.space, parent.room)
        if flags.contains(.isPlane) { return openPlane(frame, node, visible, source, &list) }
        open(frame, node, visible, source, &list)
    }

    /// Opens a plane: a buffer in another space, around the layer in its grid.
    private mutating func openPlane(
        _ frame: Frame, _ node: Node, _ visible: PixelRect, _ source: Source, _ list: inout PaintList
    ) {
        let tree = source.tree
        let at = list.add(node)
        guard let plane = tree.planes[frame.slot] else { return }
        list.planes[at] = plane
        // A bitmap much larger than the output is not worth its memory.
        let most = max(4 * tree.output.area, 1 << 20)
        if let picture = source.bitmaps.bitmap(
            of: frame.slot, plane, most: most, reserved: tree.drawings.snapshots.bytes)
        {
            list.kept[at] = KeptPlane(slot: frame.slot, picture: picture)
            list.append(.keptPlane, at, visible)
            return revealBackdrop(frame, tree)
        }
        let input = plane.input(for: visible)
        guard !input.isEmpty || plane.change != nil else { return }
        list.append(.endGroup, at, visible)
        // The transition shows only the old picture.
        if input.isEmpty {
            list.append(.beginGroup, at, visible)
            return revealBackdrop(frame, tree)
        }
        var frame = frame
        frame.plane = at
        frame.space = frame.slot
        frame.tile = tree.grown(input.pixels, in: Plane.most, of: frame.space)
        pushOcclusion(frame.tile, showing: input.pixels)
        open(frame, node.inGrid, input.pixels, source, &list)
    }

    /// Appends the steps in front of the sublayers. `visible` are the visible pixels of the layer and all below it.
    private mutating func open(
        _ frame: Frame, _ node: Node, _ visible: PixelRect, _ source: Source, _ list: inout PaintList
    ) {
        var frame = frame
        frame.room = node.isGroup || frame.plane >= 0 ? node.pictureClip : frame.around
        // Sublayers read the shadow as their backdrop, as far as their filters reach.
        let visible =
            node.paintsThrough ? source.tree.grown(visible, in: frame.around, of: frame.space) : visible
        frame.node = list.add(node)
        frame.mark = list.commands.count
        let steps = LayerSteps(of: node)
        var inFront = steps.inFront
        while let step = inFront.popLast() {
            switch step {
            case .endGroup:
                occlusion.push(visible)
                list.append(.endGroup, frame.node, visible)
            case .mask: appendMask(frame.slot, node, frame.node, visible, source.reader, &list)
            case .effects:
                list.append(.effects, frame.node, visible)
                let picture = node.group.reach.input(for: visible)
                frame.tile = source.tree.grown(picture, in: frame.room, of: frame.space)
                pushOcclusion(frame.tile, showing: picture)
                frame.pictureMark = list.commands.count
            case .foreground:
                list.appendForeground(
                    frame.node, node, occlusion.visible(node.own.intersection(node.innerClip)), .reversed)
            case .border: list.append(.border, frame.node, occlusion.visible(node.box.intersection(node.pictureClip)))
            case .endClip:
                let most = node.flags.contains(.hasEffects) ? frame.tile : visible
                let inner = occlusion.visible(most.intersection(node.innerClip))
                occlusion.push(inner)
                list.append(.endClip, frame.node, inner)
            case .beginGroup, .shadow, .background, .beginClip, .drawing: break
            }
        }
        frame.innerMark = list.commands.count
        frame.behind = steps.behind
        if node.flags.contains(.placesSublayers) {
            appendCopies(frame.slot, frame.tile, source.tree, &list)
        } else {
            walk.open(&frame.children, frame.tile, source.tree, source.reader)
        }
        frames.append(frame)
    }

    /// Appends the items of a layer without sublayers and buffers, the most frequent case, and hides the pixels behind
    /// its background.
    private mutating func appendLeaf(
        _ slot: Slot, _ tree: DisplayTree, _ visible: PixelRect, _ list: inout PaintList
    ) {
        let at = list.add(slot, of: tree)
        if let leaf = tree.nodes.plainLeaf(Int(slot)) {
            if leaf.flags.contains(.hasBorder) { list.append(.border, at, visible) }
            guard leaf.flags.contains(.hasBackground) else { return }
            list.append(.background, at, visible)
            return leaf.solid.forEach { occlusion.subtract($0) }
        }
        let node = tree.nodes[Int(slot)]
        // Without a drawing and a shadow the layer is its bounds, of which `visible` is seen.
        let isBounds = node.drawing < 0 && !node.flags.contains(.hasShadow)
        let inBox = isBounds ? visible : occlusion.visible(node.box.intersection(node.clip))
        var steps = LayerSteps(of: node)
        while let step = steps.popLast() {
            switch step {
            case .foreground:
                list.appendForeground(at, node, occlusion.visible(node.own.intersection(node.innerClip)), .reversed)
            case .border: list.append(.border, at, inBox)
            case .drawing:
                list.append(.drawing, at, occlusion.visible(node.own.intersection(node.innerClip)))
                if node.hidesByDrawing { occlusion.subtract(solidOf: node) }
            case .background:
                list.append(.background, at, inBox)
                occlusion.subtract(solidOf: node)
            case .shadow: list.append(.shadow, at, occlusion.visible(node.own))
            case .beginGroup, .beginClip, .endClip, .effects, .mask, .endGroup: break
            }
        }
    }

    // MARK: Leaving

    /// Appends the steps behind the sublayers.
    private mutating func leave(_ frame: Frame, _ source: Source, _ list: inout PaintList) {
        let node = list.nodes[Int(frame.node)]
        var behind = frame.behind
        while let step = behind?.popLast() {
            switch step {
            case .drawing:
                list.append(.drawing, frame.node, occlusion.visible(node.own.intersection(node.innerClip)))
                if node.hidesByDrawing { occlusion.subtract(solidOf: node) }
            case .beginClip: endClip(frame, node, &list)
            case .background:
                list.append(.background, frame.node, occlusion.visible(node.box.intersection(node.pictureClip)))
                occlusion.subtract(solidOf: node)
            case .shadow: list.append(.shadow, frame.node, occlusion.visible(node.own))
            case .beginGroup: endGroup(frame, node, &list)
            case .endClip, .border, .foreground, .effects, .mask, .endGroup: break
            }
        }
        if frame.plane >= 0 {
            popOcclusion()
            list.append(.beginGroup, frame.plane, frame.tile)
        }
        if frame.plane >= 0 || node.isGroup {
            revealBackdrop(frame, source.tree)
            guard node.paintsThrough else { return }
            // As seen from inside, like for a layer that is not a group.
            let revealed = frame.revealed.intersection(frame.around)
            occlusion.reveal(revealed)
            passOn(revealed)
        } else {
            passOn(frame.revealed)
        }
    }

    private mutating func endClip(_ frame: Frame, _ node: Node, _ list: inout PaintList) {
        occlusion.pop()
        if list.commands.count == frame.innerMark {
            // Nothing inside, so no buffer. The end may be missing, if its rectangle was empty.
            if list.commands.last?.kind == .endClip, list.commands.last?.node == frame.node {
                list.commands.removeLast()
            }
        } else {
            // The matching end comes directly before the sublayers' first command.
            let seen = list.commands[frame.innerMark - 1].visible
            list.append(.beginClip, frame.node, seen.union(frame.revealed.intersection(node.innerClip)))
        }
        occlusion.reveal(frame.revealed)
    }

    private mutating func endGroup(_ frame: Frame, _ node: Node, _ list: inout PaintList) {
        if frame.revealed.isEmpty, list.fade(from: frame.mark, node, &shown) { return occlusion.pop() }
        let visible = list.commands[frame.mark].visible
        if node.flags.contains(.hasEffects) {
            popOcclusion()
            var picture = PixelRect.empty
            for at in frame.pictureMark..<list.commands.count where list.commands[at].kind.paints {
                picture = picture.union(list.commands[at].visible)
            }
            // With background filters, the backdrop is filtered under the whole picture.
            let isWhole = picture.isEmpty || node.flags.contains(.hasBackdrop)
            list.append(.beginGroup, frame.node, isWhole ? picture.union(visible) : picture)
        } else {
            list.append(.beginGroup, frame.node, visible.union(frame.revealed))
        }
        occlusion.pop()
    }

    // MARK: Occlusion

    /// Starts a separate occlusion until `popOcclusion`, with the part of a filtered picture that has an effect.
    private mutating func pushOcclusion(_ tile: PixelRect, showing shown: PixelRect) {
        var fresh = spare.popLast() ?? Occlusion()
        fresh.reset(to: tile, showing: shown)
        swap(&fresh, &occlusion)
        outer.append(fresh)
    }

    private mutating func popOcclusion() {
        guard var last = outer.popLast() else { return }
        swap(&last, &occlusion)
        if spare.count < 2 { spare.append(last) }
    }

    /// Reveals the backdrop of the layer of `frame`, which is done, as far as its filters need it.
    private mutating func revealBackdrop(_ frame: Frame, _ tree: DisplayTree) {
        guard tree.nodes.flags(Int(frame.slot)).contains(.hasBackdrop) else { return }
        let area = occlusion.visible(tree.backdropArea(of: frame.slot))
        let needed = tree.nodes[Int(frame.slot)].group.backdropReach.input(for: area).intersection(frame.around)
        occlusion.reveal(needed)
        passOn(needed)
    }

    /// Passes revealed pixels on to the parent, if it is painted on the same buffer.
    private mutating func passOn(_ rect: PixelRect) {
        guard !rect.isEmpty, let last = frames.indices.last else { return }
        frames[last].revealed = frames[last].revealed.union(rect)
    }

    // MARK: Lists made elsewhere

    /// Appends the mask's picture, from front to back like the rest of the plan.
    private func appendMask(
        _ slot: Slot, _ node: Node, _ at: PaintPosition, _ visible: PixelRect, _ reader: LayerReader,
        _ list: inout PaintList
    ) {
        guard let mask = reader.scene.geometry.mask(slot) else { return }
        let start = list.commands.count
        list.append(.beginMask, at, visible)
        list.walk(mask, InheritedState(masking: node), reader)
        list.append(.endMask, at, visible)
        list.commands[start...].reverse()
    }

    /// Appends the copies of a layer's sublayers, from front to back like the rest of the plan.
    private func appendCopies(_ slot: Slot, _ tile: PixelRect, _ tree: DisplayTree, _ list: inout PaintList) {
        guard let record = tree.copies[slot] else { return }
        let start = list.commands.count
        list.splice(record.list, occlusion.visible(record.box.intersection(tile)))
        list.commands[start...].reverse()
    }
}
