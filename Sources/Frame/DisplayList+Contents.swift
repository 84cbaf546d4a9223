package import Geometry
import Pixels
package import Scene

/// Pictures on layers: pixels that change by themselves, and sizes that are wanted.
extension DisplayList {
    /// Pixels of the picture that the layer at `slot` shows have changed: those of `rect`, in pixels of the picture.
    package mutating func touch(_ slot: Slot, _ rect: Rect) {
        guard Int(slot) < nodes.count else { return }
        guard nodes[Int(slot)].isLive, nodes[Int(slot)].drawing >= 0,
            let contents = drawings.entries[Int(nodes[Int(slot)].drawing)].contents
        else {
            // In a mask, perhaps, which is painted as a whole.
            touched.append((slot, .zero))
            return
        }
        let size = Size(Double(contents.picture.bitmap.width), Double(contents.picture.bitmap.height))
        // Every pixel of a mipmap is made of many.
        let isMixed = contents.filters.minification == .trilinear
        let rect = isMixed ? Rect(0, 0, size.width, size.height) : rect
        contents.layout.forEachPlace(of: rect, size: size, reach: 1) { touched.append((slot, $0)) }
    }

    /// Notes the damage of what was touched.
    mutating func noteTouched(_ reader: LayerReader) {
        for one in touched {
            let node = nodes[Int(one.slot)]
            guard node.isLive, !one.rect.isEmpty else { continue }
            recordPart(one.slot, node, one.rect, in: node.own)
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// A part of what the layer itself paints, in its coordinates and within `room`, looks otherwise.
    mutating func recordPart(_ slot: Slot, _ node: Node, _ part: Rect, in room: PixelRect) {
        // Antialiased edges reach into the next pixel.
        let rect = PixelRect(covering: node.world.boundingBox(part).outset(1, 1)).intersection(room)
        if node.flags.contains(.isPlane) { spoil(slot, node.seen(rect)) }
        // Where what becomes of the layer's picture as a whole shows it.
        record(slot, seen(rect, of: slot))
    }

    /// Tells in which size a vector picture would be sharp.
    func askForSize(_ slot: Slot, _ node: Node) {
        guard drawings.saysWhatIsSeen, let contents = drawings.entries[Int(node.drawing)].contents, contents.isVector
        else { return }
        drawings.contents?.wants(contents.shownSize(node.world), at: slot)
    }
}
