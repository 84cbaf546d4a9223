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
