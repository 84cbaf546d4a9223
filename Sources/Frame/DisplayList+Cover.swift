import Geometry
import Pixels
import Scene

/// What opaque layers in front of a layer hide of it.
extension DisplayList {
    /// Beyond so many changes in a frame, hidden ones are painted for nothing rather than looked for.
    private static let mostQueries = 1024
    /// Beyond so many layers that filter what lies behind, a change is one of everything.
    static let mostBackdrops = 32

    /// Records become damage, without what is hidden by layers in front.
    mutating func settleDamage(_ reader: LayerReader) {
        let asks = records.count <= Self.mostQueries
        if !records.isEmpty, !backdrops.isEmpty {
            guard backdrops.count <= Self.mostBackdrops else { return damage.add(output) }
            spread.removeAll(keepingCapacity: true)
            spread.append(contentsOf: repeatElement(.empty, count: backdrops.count))
            for rect in gone { changeBackdrops(rect, of: nil, reader) }
        }
        // More are appended on the way: what changed in a picture that is changed is another rectangle beyond.
        var next = 0
        while next < records.count {
            let record = records[next]
            next += 1
            if !backdrops.isEmpty {
                changeBackdrops(record.rect, of: asks && record.canBeHidden ? record.slot : nil, reader)
            }
            let group = record.canBeHidden ? changer(above: record.slot, reader) : -1
            if asks, record.canBeHidden {
                var hidden: [Slot]?
                uncovered.reset(to: record.rect)
                cover(record.slot, record.rect, below: group, &hidden, reader)
            } else {
                uncovered.reset(to: record.rect)
            }
            if group < 0 {
                uncovered.forEach { damage.add($0) }
            } else {
                let rect = seen(uncovered.box, of: group)
                if nodes[Int(group)].flags.contains(.isPlane) { spoil(group, nodes[Int(group)].seen(uncovered.box)) }
                if !rect.isEmpty { records.append(Record(slot: group, rect: rect, canBeHidden: true)) }
            }
        }
    }

    /// Leaves in `uncovered` what of `rect`, in the pixels in which the layer at `slot` is painted, is seen on the output.
    mutating func reveal(_ slot: Slot, _ rect: PixelRect, _ by: inout [Slot]?, _ reader: LayerReader) {
        walker.removeAll()
        var at = slot
        var rect = nodes[Int(slot)].flags.contains(.isPlane) ? seen(rect, of: slot) : rect
        while true {
            uncovered.reset(to: rect)
            let group = changer(above: at, reader)
            cover(at, rect, below: group, &by, reader)
            if group < 0 || uncovered.isEmpty { return }
            rect = seen(uncovered.box, of: group)
            at = group
        }
    }

    /// What changes in the layer's picture changes another rectangle around it.
    func isChanger(_ slot: Slot) -> Bool {
        nodes[Int(slot)].reach != .zero || nodes[Int(slot)].flags.contains(.isPlane)
    }

    /// The nearest ancestor that is a plane, or whose filters or shadow reach beyond a pixel; -1 when there is none.
    func changer(above slot: Slot, _ reader: LayerReader) -> Slot {
        if drawings.effects.isEmpty, planes.isEmpty { return -1 }
        var at = reader.rows[Int(slot)].parent
        while at >= 0, nodes[Int(at)].isLive {
            if isChanger(at) { return at }
            at = reader.rows[Int(at)].parent
        }
        return -1
    }

    /// Takes off `uncovered`, which begins as `rect`, what is in front of `slot`: later siblings, of it and of each
    /// ancestor, with what is below them. Lists in `by`, unless nil, who hid something.
    /// Looks no higher than at the sublayers of `top`, when that is a place.
    mutating func cover(
        _ slot: Slot, _ rect: PixelRect, below top: Slot = -1, _ by: inout [Slot]?, _ reader: LayerReader
    ) {
        var at = slot
        while at != root, at != top {
            var parent = reader.rows[Int(at)].parent
            guard parent > Scene.shelf else { return }
            if let space = space(below: parent) {
                // Among layers that keep their depth all are siblings; what is not drawn has no place there.
                parent = space
                guard sortedChildren(space, reader).contains(at) else {
                    at = space
                    continue
                }
            }
            var frame = Walker.Frame(slot: parent)
            openChildren(&frame, rect, reader)
            while !uncovered.isEmpty, let sibling = nextChild(&frame, reader), sibling != at {
                // A layer that is not in the index (it went) has no place there to stop at: its key tells.
                if frame.source == .merged, isBehind(sibling, at, parent, reader) { break }
                hide(sibling, rect, &by, reader)
            }
            closeChildren(frame)
            if uncovered.isEmpty { return }
            at = parent
        }
    }

    /// True when `sibling`, which is in the index, is painted before `slot`, which may not be.
    private func isBehind(_ sibling: Slot, _ slot: Slot, _ parent: Slot, _ reader: LayerReader) -> Bool {
        let key = nodes[Int(slot)].key
        // No key: not known, and what is not known hides nothing.
        return key == 0 || nodes[Int(sibling)].key < key
    }

    /// Takes off what is opaque in the subtree of `top`, but for groups: their opacity is not one.
    private mutating func hide(_ top: Slot, _ rect: PixelRect, _ by: inout [Slot]?, _ reader: LayerReader) {
        let base = walker.frames.count
        enterHider(top, rect, &by, reader)
        while walker.frames.count > base {
            var frame = walker.frames[walker.frames.count - 1]
            let child = uncovered.isEmpty ? nil : nextChild(&frame, reader)
            if let child {
                walker.frames[walker.frames.count - 1] = frame
                enterHider(child, rect, &by, reader)
            } else {
                closeChildren(frame)
                walker.frames.removeLast()
            }
        }
    }

    private mutating func enterHider(
        _ slot: Slot, _ rect: PixelRect, _ by: inout [Slot]?, _ reader: LayerReader
    ) {
        let node = nodes[Int(slot)]
        guard node.isLive, !node.isGroup, node.extent.intersects(rect) else { return }
        if node.solid.intersects(rect) {
            if by == nil {
                uncovered.subtract(solidOf: node)
            } else {
                let before = uncovered.area
                uncovered.subtract(solidOf: node)
                if uncovered.area < before { by?.append(slot) }
            }
        }
        guard !node.flags.contains(.cutsShape), reader.rows[Int(slot)].firstChild >= 0 else { return }
        var frame = Walker.Frame(slot: slot)
        openChildren(&frame, rect, reader)
        walker.frames.append(frame)
    }
}
