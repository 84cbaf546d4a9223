import Geometry
import Pixels
import Scene

/// Layers that filter what lies behind them: they change when that does.
extension DisplayList {
    /// Notes for the layers with background filters what a change in `rect` changes of theirs: of the layer at `slot`, or of
    /// one that is anywhere.
    ///
    /// A layer has an effect on those only that are painted later, so this ends; and each is told of a rectangle once.
    mutating func changeBackdrops(_ rect: PixelRect, of slot: Slot?, _ reader: LayerReader) {
        for at in backdrops.indices {
            let user = backdrops[at]
            let area = backdropArea(of: user)
            let changed = nodes[Int(user)].backdropReach.output(of: rect).intersection(area)
            guard !changed.isEmpty, !spread[at].contains(changed) else { continue }
            if let slot, !isBehind(slot, user, reader) { continue }
            spread[at] = spread[at].union(changed)
            records.append(Record(slot: user, rect: changed, canBeHidden: true))
        }
    }

    /// True when what the layer at `slot` shows may be in the buffer that `user` is painted on, by then, as it is there.
    private mutating func isBehind(_ slot: Slot, _ user: Slot, _ reader: LayerReader) -> Bool {
        var group = reader.rows[Int(user)].parent
        while group >= 0, !nodes[Int(group)].isGroup { group = reader.rows[Int(group)].parent }
        var at = slot
        while at != group, at >= 0 {
            at = reader.rows[Int(at)].parent
            // Another buffer, that is changed: what comes of it there is told by itself.
            if at >= 0, at != group, isChanger(at) { return false }
        }
        // What changes of the group itself is not in its own pixels, and all of what it shows, when it is such a one.
        if slot == group, isChanger(slot) { return false }
        return at == group && isPainted(slot, before: user, reader)
    }

    /// True when the layer at `a` is painted before the one at `b`, or is above it in the tree.
    private mutating func isPainted(_ a: Slot, before b: Slot, _ reader: LayerReader) -> Bool {
        func depth(_ slot: Slot) -> Int {
            var (at, depth) = (slot, 0)
            while at >= 0 { (at, depth) = (reader.rows[Int(at)].parent, depth + 1) }
            return depth
        }
        var (x, y, deepX, deepY) = (a, b, depth(a), depth(b))
        let isAbove = deepX < deepY
        while deepX > deepY { (x, deepX) = (reader.rows[Int(x)].parent, deepX - 1) }
        while deepY > deepX { (y, deepY) = (reader.rows[Int(y)].parent, deepY - 1) }
        if x == y { return isAbove }
        while reader.rows[Int(x)].parent != reader.rows[Int(y)].parent {
            (x, y) = (reader.rows[Int(x)].parent, reader.rows[Int(y)].parent)
        }
        let parent = reader.rows[Int(x)].parent
        // Not known is true: among layers that keep their depth, that is a matter of where they are.
        guard parent >= 0, space(below: parent) == nil else { return true }
        if reader.rows[Int(parent)].childCount > Self.widest {
            let (keyX, keyY) = (nodes[Int(x)].key, nodes[Int(y)].key)
            return keyX == 0 || keyY == 0 || keyX < keyY
        }
        if reader.rows[Int(parent)].flags.contains(.sortsSublayers) {
            for slot in sortedChildren(parent, reader) {
                if slot == x { return true }
                if slot == y { return false }
            }
        }
        while x >= 0, x != y { x = reader.rows[Int(x)].next }
        return x == y
    }

    // MARK: Plans

    /// `tile` and whatever may be revealed when it is planned, in pixels of the grid of the plane at `space`, or -1 of the
    /// output; `room` holds that.
    func grown(_ tile: PixelRect, in room: PixelRect, of space: Slot) -> PixelRect {
        if backdrops.isEmpty || tile.isEmpty { return tile }
        guard backdrops.count <= Self.mostBackdrops else { return room }
        var grown = tile
        var last = PixelRect.empty
        while last != grown {
            last = grown
            for slot in backdrops where self.space(of: slot) == space {
                let area = backdropArea(of: slot)
                guard area.intersects(grown) else { continue }
                grown = grown.union(nodes[Int(slot)].backdropReach.input(for: area).intersection(room))
            }
        }
        return grown
    }

    /// What lies behind the layer of `frame`, which has been looked at, is seen again as far as its filters need it.
    mutating func revealBackdrop(_ frame: Walker.Frame) {
        guard nodes[Int(frame.slot)].flags.contains(.hasBackdrop) else { return }
        let area = occlusion.visible(backdropArea(of: frame.slot))
        let needed = nodes[Int(frame.slot)].backdropReach.input(for: area).intersection(frame.around)
        occlusion.reveal(needed)
        passOn(needed)
    }

    /// What was revealed on the buffer that the parent is painted on too.
    mutating func passOn(_ rect: PixelRect) {
        guard !rect.isEmpty, let last = walker.frames.indices.last else { return }
        walker.frames[last].revealed = walker.frames[last].revealed.union(rect)
    }

    private func backdropArea(of slot: Slot) -> PixelRect {
        nodes[Int(slot)].backdropArea(nodes[Int(slot)].flags.contains(.isPlane) ? planes[slot]?.plane : nil)
    }

    /// The plane in whose grid the layer at `slot` is; -1 when it is on the output.
    private func space(of slot: Slot) -> Slot {
        if planes.isEmpty { return -1 }
        var at = nodes[Int(slot)].parent
        while at >= 0, !nodes[Int(at)].flags.contains(.isPlane) { at = nodes[Int(at)].parent }
        return at
    }
}
