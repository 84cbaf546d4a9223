import Geometry
import Scene
import SceneTables
package import Schema

/// Painting of a complete subtree, read from the scene without a display list: no damage, and no culling except by the
/// clip.
///
/// Used for masks and snapshots; tests compare the retained list with it.
extension PaintList {
    /// An open plane: its node, and the command that begins it.
    struct OpenPlane {
        var node: PaintPosition
        var begin: Int
    }

    struct Frame {
        var slot: Slot
        var node: PaintPosition
        /// The commands that begin the group and the clip; -1 when there is none.
        var group = -1
        var clip = -1
        /// The pixels painted inside both, and since `clip`.
        var box = PixelRect.empty
        var innerBox = PixelRect.empty
        /// The pixels of the group's buffer, once the steps inside are done.
        var picture: PixelRect?
        /// True when a blend mode or background filters in the layer see its backdrop, unless it isolates.
        var meetsBackdrop = false
        /// The steps left for after the sublayers.
        var inFront: LayerSteps?
        var below: InheritedState
        var isMaskEnd = false
        /// The next sublayer of the list, or the index in `sorted`.
        var next: Int32
        var sorted: [Slot] = []
        /// For a transform layer, the remaining layers below it in depth order.
        var leaves: [LayerReader.Leaf] = []
        /// The plane in whose grid the layer is painted; nil when it is not a plane.
        var plane: OpenPlane?
        /// The copies of a replicating layer.
        var copies: Copies?
    }

    /// Appends the commands of the layer at `top` and everything below it, with the given inherited state.
    package mutating func walk(_ top: Slot, _ around: InheritedState, _ reader: LayerReader) {
        var frames: [Frame] = []
        var reader = reader
        enter(top, around, &frames, reader)
        finish(&frames, &reader)
    }

    /// Continues until at most `kept` frames are open.
    mutating func finish(_ frames: inout [Frame], _ reader: inout LayerReader, kept: Int = 0) {
        while !frames.isEmpty {
            let last = frames.count - 1
            if let leaf = frames[last].leaves.popLast() {
                enter(leaf.slot, leaf.around, &frames, reader)
            } else if let child = Self.nextChild(&frames[last], reader) {
                enter(child, frames[last].below, &frames, reader)
            } else if frames[last].copies != nil, nextCopy(&frames[last], &reader) {
                continue
            } else if frames.count == kept {
                return
            } else {
                leave(&frames, reader)
            }
        }
    }

    private static func nextChild(_ frame: inout Frame, _ reader: LayerReader) -> Slot? {
        if frame.isMaskEnd { return nil }
        if !frame.sorted.isEmpty {
            guard Int(frame.next) < frame.sorted.count else { return nil }
            let slot = frame.sorted[Int(frame.next)]
            frame.next += 1
            return slot
        }
        guard frame.next >= 0 else { return nil }
        let slot = Slot(frame.next)
        frame.next = reader.row(slot).next.index
        return slot
    }

    private mutating func enter(
        _ slot: Slot, _ around: InheritedState, _ frames: inout [Frame], _ reader: LayerReader
    ) {
        guard mirrors.takesLayer() else { return }
        var flattening = Flattening.none
        guard var node = try? reader.read(slot, around, &flattening) else { return }
        let row = reader.row(slot)
        let below = InheritedState(below: node, flattening, slot, row, reader.view)
        let copies =
            node.flags.contains(.placesSublayers) ? Copies(reader.placed(slot, row, node), node, flattening) : nil
        var plane: OpenPlane?
        if case .plane(let placed) = flattening {
            let open = OpenPlane(node: add(node), begin: commands.count)
            planes[open.node] = placed
            append(.beginGroup, open.node, node.room)
            plane = open
            node = node.inGrid
        }
        let at = add(node)
        var frame = Frame(slot: slot, node: at, below: below, next: row.firstChild.index)
        frame.plane = plane
        if copies != nil {
            frame.copies = copies
            frame.next = -1
        } else if row.kind == .transformLayer {
            frame.leaves = reader.leaves(below: slot, below).reversed()
            frame.next = -1
        } else if row.flags.contains(.sortsSublayers) {
            frame.sort(reader)
        }
        let steps = LayerSteps(of: node)
        var behind = steps.behind
        while let step = behind.popFirst() { paint(step, node, &frame) }
        frame.inFront = steps.inFront
        frames.append(frame)
    }

    private mutating func paint(_ kind: Kind, _ node: PaintPosition, _ rect: PixelRect, _ box: inout PixelRect) {
        append(kind, node, rect)
        box = box.union(rect)
    }

    /// Appends a step behind the sublayers.
    private mutating func paint(_ step: LayerStep, _ node: Node, _ frame: inout Frame) {
        let at = frame.node
        switch step {
        case .beginGroup:
            frame.group = commands.count
            append(.beginGroup, at, node.pictureClip)
        case .shadow: paint(.shadow, at, node.own, &frame.box)
        case .background: paint(.background, at, node.box.intersection(node.pictureClip), &frame.box)
        case .beginClip where !node.innerClip.isEmpty:
            frame.clip = commands.count
            append(.beginClip, at, node.innerClip)
        case .drawing: paint(.drawing, at, node.own.intersection(node.innerClip), &frame.innerBox)
        case .beginClip, .endClip, .border, .foreground, .effects, .mask, .endGroup: break
        }
    }

    /// Appends the steps in front of the sublayers; a mask is walked in between.
    private mutating func leave(_ frames: inout [Frame], _ reader: LayerReader) {
        var frame = frames.removeLast()
        if frame.meetsBackdrop, nodes.flags(Int(frame.node)).isCaster { nodes.insert(.paintsThrough, Int(frame.node)) }
        let node = nodes[Int(frame.node)]
        let wasMasked = frame.isMaskEnd
        frame.isMaskEnd = false
        if wasMasked {
            append(.endMask, frame.node, frame.box)
        } else {
            if frame.clip >= 0 { close(.endClip, frame.clip, frame.innerBox, frame.node) }
            frame.box = frame.box.union(frame.innerBox)
        }
        while let step = frame.inFront?.popFirst() {
            switch step {
            case .border: paint(.border, frame.node, node.box.intersection(node.pictureClip), &frame.box)
            case .foreground:
                let rect = node.own.intersection(node.innerClip)
                appendForeground(frame.node, node, rect, .forward)
                frame.box = frame.box.union(rect)
            case .effects:
                closePicture(&frame, node)
                frame.box = node.seen(frame.box.union(node.own))
                append(.effects, frame.node, frame.box)
            case .mask:
                closePicture(&frame, node)
                guard !frame.box.isEmpty, let mask = reader.view.mask(frame.slot) else { continue }
                commands[frame.group].visible = picture(of: frame)
                frame.isMaskEnd = true
                append(.beginMask, frame.node, frame.box)
                frames.append(frame)
                return enter(mask, InheritedState(masking: node), &frames, reader)
            case .endGroup where wasMasked: append(.endGroup, frame.node, frame.box)
            case .endGroup:
                closePicture(&frame, node)
                close(.endGroup, frame.group, frame.box, frame.node)
                if !frame.box.isEmpty { commands[frame.group].visible = picture(of: frame) }
            case .endClip, .beginGroup, .shadow, .background, .beginClip, .drawing: break
            }
        }
        give(frame.box, frame, &frames)
    }

    /// Ends the items and sublayers of a group.
    private func closePicture(_ frame: inout Frame, _ node: Node) {
        guard frame.picture == nil else { return }
        if node.isUnbounded { frame.box = frame.box.union(node.box.intersection(node.pictureClip)) }
        frame.picture = frame.box
    }

    /// The rectangle of the group's buffer.
    private func picture(of frame: Frame) -> PixelRect {
        if let picture = frame.picture, !picture.isEmpty { return picture }
        return frame.box
    }

    /// Ends a buffer, or removes it when nothing was painted into it.
    mutating func close(_ kind: Kind, _ begin: Int, _ box: PixelRect, _ node: PaintPosition) {
        if box.isEmpty { return commands.removeLast(commands.count - begin) }
        commands[begin].visible = box
        append(kind, node, box)
    }

    /// Adds `box`, painted by the closed layer of `frame`, to the enclosing frame, as far as it is visible there.
    private mutating func give(_ box: PixelRect, _ frame: Frame, _ frames: inout [Frame]) {
        var box = box
        if let plane = frame.plane {
            let node = nodes[Int(plane.node)]
            let whole = GridRect(box.isEmpty ? box : box.union(node.box.intersection(node.room)))
            planes[plane.node]?.picture = whole
            commands[plane.begin].visible = whole.pixels
            box = planes[plane.node]?.seen(GridRect(box)).intersection(node.clip) ?? .empty
            if box.isEmpty {
                commands.removeLast(commands.count - plane.begin)
            } else {
                append(.endGroup, plane.node, box)
            }
        }
        guard let last = frames.indices.last, !frames[last].isMaskEnd else { return }
        frames[last].innerBox = frames[last].innerBox.union(box)
        // The opacity and blend mode of a plane are applied by its placement.
        let placed = nodes[Int(frame.plane?.node ?? frame.node)]
        let isOpen = !placed.flags.contains(.isIsolated) && frame.meetsBackdrop
        if isOpen || placed.meetsBackdrop { frames[last].meetsBackdrop = true }
    }
}

extension PaintList.Frame {
    /// Sorts the sublayers by zPosition.
    mutating func sort(_ reader: LayerReader) {
        sorted = reader.sortedChildren(slot)
        next = sorted.isEmpty ? -1 : 0
    }
}

extension InheritedState {
    /// The inherited state of a mask: the coordinates of the masked layer, without its appearance.
    init(masking node: Node) {
        self.init(map: node.world, clip: node.room)
        nesting = node.nesting + 2
        copies = node.copies
    }
}
