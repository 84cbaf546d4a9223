package import Geometry
package import Schema

/// A changed area of a layer's contents since the last update, in points of the layer. Zero when the layer has no node;
/// a mask may show it.
struct ContentChange {
    var slot: Slot
    var rect: Rect
}

extension DisplayList {
    /// Marks pixels of the picture shown by the layer at `slot` as changed; `rect` is in pixels of the picture.
    package mutating func touch(_ slot: Slot, _ rect: Rect) {
        guard Int(slot) < tree.nodes.count else { return }
        guard tree.nodes.isLive(Int(slot)), tree.nodes.drawing(Int(slot)) >= 0,
            let contents = drawings.entries[Int(tree.nodes.drawing(Int(slot)))].contents
        else {
            touched.append(ContentChange(slot: slot, rect: .zero))
            return
        }
        let size = contents.picture.size
        // Every pixel of a mipmap is computed from many.
        let isMixed = contents.filters.minification == .trilinear
        let rect = isMixed ? Rect(0, 0, size.width, size.height) : rect
        contents.layout.forEachPlace(of: rect, size: size, reach: 1) {
            touched.append(ContentChange(slot: slot, rect: $0))
        }
    }

    /// Records the damage of the touched layers.
    mutating func noteTouched() {
        for one in touched {
            let node = tree.nodes[Int(one.slot)]
            guard node.isLive, !one.rect.isEmpty else { continue }
            let plane = node.flags.contains(.isPlane) ? tree.planes[one.slot] : nil
            tracker.notePart(one.slot, node, plane, one.rect, in: node.own)
        }
        touched.removeAll(keepingCapacity: true)
    }
}

/// Requests for contents of a certain size.
extension DrawingStore {
    /// Reports the size in which a vector picture would be sharp.
    func askForSize(_ slot: Slot, _ node: Node) {
        guard saysWhatIsSeen, let contents = entries[Int(node.drawing)].contents, contents.isVector else { return }
        self.contents?.wants(contents.shownSize(node.world), at: slot)
    }

    /// Reports the visible part of a tiled layer, and its scale.
    func askForTiles(_ slot: Slot, _ node: Node) {
        guard saysWhatIsSeen, let back = node.world.inverse else { return }
        let clip = node.pictureClip
        let seen = back.boundingBox(
            Rect(
                Double(clip.x0), Double(clip.y0), Double(max(0, clip.x1 - clip.x0)), Double(max(0, clip.y1 - clip.y0))))
        let scale = max(
            Point(node.world.a, node.world.b).length, Point(node.world.c, node.world.d).length)
        contents?.wantsTiles(of: clip.isEmpty ? .zero : seen, scale: scale, at: slot)
    }
}
