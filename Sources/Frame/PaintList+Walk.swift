import Geometry
import Pixels
package import Scene

/// A subtree painted whole, read from the scene without a display list: no damage, no culling but by the clip.
///
/// Masks and snapshots are painted so; and tests hold the retained list to it.
extension PaintList {
    struct Frame {
        var slot: Slot
        var node: Int32
        /// The command that begins the group, and the clip's; -1 when there is none.
        var group = -1
        var clip = -1
        /// What was painted inside of both, and since `clip`.
        var box = PixelRect.empty
        var innerBox = PixelRect.empty
        var below: Surroundings
        var isMaskEnd = false
        /// The next sublayer of the list, or the place in `sorted`.
        var next: Slot
        var sorted: [Slot] = []
        /// Of a transform layer: what is below it in the order of depth, and the next of that.
        var leaves: [LayerReader.Leaf] = []
        /// The node of the plane in whose grid the layer is painted, and the command that begins it; -1 when it is no plane.
        var plane: Int32 = -1
        var planeBegin = -1
        /// Of a layer that places its sublayers.
        var copies: Copies?
    }

    /// Appends what the layer at `top` and everything below it paint, given what is above it.
    package mutating func walk(_ top: Slot, _ around: Surroundings, _ reader: LayerReader) {
        var frames: [Frame] = []
        var reader = reader
        enter(top, around, &frames, reader)
        finish(&frames, &reader)
    }

    /// Walks on until no more than `kept` are open.
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
            frame.next = Slot(frame.next.index + 1)
            return frame.sorted[Int(frame.next) - 1]
        }
        guard frame.next >= 0 else { return nil }
        let slot = frame.next
        frame.next = reader.rows[Int(slot)].next
        return slot
    }

    private mutating func enter(
        _ slot: Slot, _ around: Surroundings, _ frames: inout [Frame], _ reader: LayerReader
    ) {
        var relief = Relief.none
        guard var node = try? reader.read(slot, around, &relief) else { return }
        let row = reader.rows[Int(slot)]
        let below = Surroundings(below: node, relief, slot, row, reader.scene)
        let copies =
            node.flags.contains(.placesSublayers) ? Copies(reader.copies(of: slot, row, node), node, relief) : nil
        var plane: Int32 = -1
        let planeBegin = commands.count
        if case .plane(let placed) = relief {
            plane = add(node)
            planes[plane] = placed
            append(.beginGroup, plane, node.room)
            node = node.inGrid
        }
        let at = add(node)
        var frame = Frame(slot: slot, node: at, below: below, next: row.firstChild)
        frame.plane = plane
        frame.planeBegin = planeBegin
        if copies != nil {
            frame.copies = copies
            frame.next = -1
        } else if row.kind == .transformLayer {
            frame.leaves = reader.leaves(below: slot, below).reversed()
            frame.next = -1
        } else if row.flags.contains(.sortsSublayers) {
            frame.sort(reader)
        }
        if node.isGroup {
            frame.group = commands.count
            append(.beginGroup, at, node.pictureClip)
        }
        if node.flags.contains(.hasShadow) { paint(.shadow, at, node.own, &frame.box) }
        if node.flags.contains(.hasBackground) {
            paint(.background, at, node.box.intersection(node.pictureClip), &frame.box)
        }
        if node.flags.contains(.cutsShape), !node.innerClip.isEmpty {
            frame.clip = commands.count
            append(.beginClip, at, node.innerClip)
        }
        if node.drawing >= 0 { paint(.drawing, at, node.own.intersection(node.innerClip), &frame.innerBox) }
        frames.append(frame)
    }

    private mutating func paint(_ kind: Kind, _ node: Int32, _ rect: PixelRect, _ box: inout PixelRect) {
        append(kind, node, rect)
        box = box.union(rect)
    }

    private mutating func leave(_ frames: inout [Frame], _ reader: LayerReader) {
        var frame = frames.removeLast()
        let node = nodes[Int(frame.node)]
        if frame.isMaskEnd {
            append(.endMask, frame.node, frame.box)
            append(.endGroup, frame.node, frame.box)
            return give(frame.box, frame, &frames)
        }
        if frame.clip >= 0 { close(.endClip, frame.clip, frame.innerBox, frame.node) }
        frame.box = frame.box.union(frame.innerBox)
        if node.flags.contains(.hasBorder) {
            paint(.border, frame.node, node.box.intersection(node.pictureClip), &frame.box)
        }
        if node.flags.contains(.drawsAbove), node.drawing >= 0 {
            let rect = node.own.intersection(node.innerClip)
            if node.flags.contains(.cutsShape) { append(.beginClip, frame.node, rect) }
            paint(.foreground, frame.node, rect, &frame.box)
            if node.flags.contains(.cutsShape) { append(.endClip, frame.node, rect) }
        }
        guard frame.group >= 0 else { return give(frame.box, frame, &frames) }
        if node.isUnbounded { frame.box = frame.box.union(node.box.intersection(node.pictureClip)) }
        let picture = frame.box
        if node.flags.contains(.hasEffects) {
            frame.box = node.seen(picture.union(node.own))
            append(.effects, frame.node, frame.box)
        }
        guard node.flags.contains(.hasMask), !frame.box.isEmpty, let mask = reader.scene.mask(frame.slot) else {
            close(.endGroup, frame.group, frame.box, frame.node)
            if !frame.box.isEmpty, !picture.isEmpty { commands[frame.group].visible = picture }
            return give(frame.box, frame, &frames)
        }
        commands[frame.group].visible = picture.isEmpty ? frame.box : picture
        frame.isMaskEnd = true
        frame.clip = commands.count
        append(.beginMask, frame.node, frame.box)
        frames.append(frame)
        enter(mask, Surroundings(masking: node), &frames, reader)
    }

    /// Ends a buffer, or takes it back when nothing was painted into it.
    mutating func close(_ kind: Kind, _ begin: Int, _ box: PixelRect, _ node: Int32) {
        if box.isEmpty { return commands.removeLast(commands.count - begin) }
        commands[begin].visible = box
        append(kind, node, box)
    }

    /// The layer of `frame`, which is closed, has painted `box`: so has the one around it, where that is seen there.
    private mutating func give(_ box: PixelRect, _ frame: Frame, _ frames: inout [Frame]) {
        var box = box
        if frame.plane >= 0 {
            let node = nodes[Int(frame.plane)]
            let whole = box.isEmpty ? box : box.union(node.box.intersection(node.room))
            planes[frame.plane]?.picture = whole
            commands[frame.planeBegin].visible = whole
            box = planes[frame.plane]?.seen(box).intersection(node.clip) ?? .empty
            if box.isEmpty {
                commands.removeLast(commands.count - frame.planeBegin)
            } else {
                append(.endGroup, frame.plane, box)
            }
        }
        guard let last = frames.indices.last, !frames[last].isMaskEnd else { return }
        frames[last].innerBox = frames[last].innerBox.union(box)
    }
}

extension PaintList.Frame {
    /// The sublayers come by zPosition.
    mutating func sort(_ reader: LayerReader) {
        sorted = reader.sortedChildren(slot)
        next = sorted.isEmpty ? -1 : 0
    }
}

extension Surroundings {
    /// What a mask gets: the coordinates of the layer that it masks, and nothing of its looks.
    init(masking node: Node) {
        self.init(map: node.world, clip: node.room)
        nesting = node.nesting + 2
        copies = node.copies
    }
}
