import Geometry
import Pixels
import Scene

/// Layers that filter what lies behind them: they change when that does.
extension DisplayList {
    /// Notes for the layers with background filters what a change in `rect` changes of theirs: of the layer at `place`, or of
    /// one that is anywhere.
    ///
    /// A layer has an effect on those only that are painted later, so this ends; and each is told of a rectangle once.
    mutating func changeBackdrops(_ rect: PixelRect, of place: Int32?, _ reader: LayerReader) {
        for at in backdrops.indices {
            let user = backdrops[at]
            let area = nodes[Int(user)].backdropArea
            let changed = nodes[Int(user)].backdropReach.output(of: rect).intersection(area)
            guard !changed.isEmpty, !spread[at].contains(changed) else { continue }
            if let place, !isBehind(place, user, reader) { continue }
            spread[at] = spread[at].union(changed)
            records.append(Record(place: user, rect: changed, canBeHidden: true))
        }
    }

    /// True when what the layer at `place` shows may be in the buffer that `user` is painted on, by then, as it is there.
    private mutating func isBehind(_ place: Int32, _ user: Int32, _ reader: LayerReader) -> Bool {
        var group = reader.slots[Int(user)].parent
        while group >= 0, !nodes[Int(group)].isGroup { group = reader.slots[Int(group)].parent }
        var at = place
        while at != group, at >= 0 {
            at = reader.slots[Int(at)].parent
            // Another buffer, that is changed: what comes of it there is told by itself.
            if at >= 0, at != group, nodes[Int(at)].reach != .zero { return false }
        }
        return at == group && isPainted(place, before: user, reader)
    }

    /// True when the layer at `a` is painted before the one at `b`, or is above it in the tree.
    private mutating func isPainted(_ a: Int32, before b: Int32, _ reader: LayerReader) -> Bool {
        func depth(_ place: Int32) -> Int {
            var (at, depth) = (place, 0)
            while at >= 0 { (at, depth) = (reader.slots[Int(at)].parent, depth + 1) }
            return depth
        }
        var (x, y, deepX, deepY) = (a, b, depth(a), depth(b))
        let isAbove = deepX < deepY
        while deepX > deepY { (x, deepX) = (reader.slots[Int(x)].parent, deepX - 1) }
        while deepY > deepX { (y, deepY) = (reader.slots[Int(y)].parent, deepY - 1) }
        if x == y { return isAbove }
        while reader.slots[Int(x)].parent != reader.slots[Int(y)].parent {
            (x, y) = (reader.slots[Int(x)].parent, reader.slots[Int(y)].parent)
        }
        let parent = reader.slots[Int(x)].parent
        guard parent >= 0 else { return true }
        if reader.slots[Int(parent)].childCount > Self.widest {
            // Not known is true.
            let (keyX, keyY) = (nodes[Int(x)].key, nodes[Int(y)].key)
            return keyX == 0 || keyY == 0 || keyX < keyY
        }
        if reader.slots[Int(parent)].flags.contains(.sortsSublayers) {
            for place in sortedChildren(parent, reader) {
                if place == x { return true }
                if place == y { return false }
            }
        }
        while x >= 0, x != y { x = reader.slots[Int(x)].next }
        return x == y
    }
}
