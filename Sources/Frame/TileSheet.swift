package import Geometry
package import Pixels
import Scene

/// Pictures side by side on a layer: tiles of one level.
package struct TileSheet {
    package var pictures: [Picture]
    /// A piece for each of them.
    package var layout: ContentsLayout
    package var filters: ImageFilters
    /// The pieces are a grid without a gap, by rows: they abut without seams.
    package var isWhole: Bool

    package init(pictures: [Picture], layout: ContentsLayout, filters: ImageFilters, isWhole: Bool) {
        (self.pictures, self.layout, self.filters, self.isWhole) = (pictures, layout, filters, isWhole)
    }

    func isSame(as other: TileSheet) -> Bool {
        layout == other.layout && filters == other.filters && isWhole == other.isWhole
            && pictures.elementsEqual(other.pictures, by: ===)
    }
}

extension DisplayList {
    /// Tells how much of a tiled layer is seen, and how large.
    func askForTiles(_ slot: Slot, _ node: Node) {
        guard drawings.saysWhatIsSeen, let back = node.world.inverse else { return }
        let clip = node.pictureClip
        let seen = back.boundingBox(
            Rect(
                Double(clip.x0), Double(clip.y0), Double(max(0, clip.x1 - clip.x0)), Double(max(0, clip.y1 - clip.y0))))
        let scale = max(
            Point(node.world.a, node.world.b).length, Point(node.world.c, node.world.d).length)
        drawings.contents?.wantsTiles(of: clip.isEmpty ? .zero : seen, scale: scale, at: slot)
    }
}
