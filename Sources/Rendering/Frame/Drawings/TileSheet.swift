package import Geometry
import Scene

/// Adjacent pictures on a layer: tiles of one level.
package struct TileSheet {
    package var pictures: [any PictureHandle]
    /// One piece for each picture.
    package var layout: ContentsLayout
    package var filters: ImageFilters
    /// True when the pieces are a complete grid, row by row, so they join without seams.
    package var isWhole: Bool

    package init(pictures: [any PictureHandle], layout: ContentsLayout, filters: ImageFilters, isWhole: Bool) {
        (self.pictures, self.layout, self.filters, self.isWhole) = (pictures, layout, filters, isWhole)
    }

    func isSame(as other: TileSheet) -> Bool {
        layout == other.layout && filters == other.filters && isWhole == other.isWhole
            && pictures.elementsEqual(other.pictures, by: { $0 === $1 })
    }
}
