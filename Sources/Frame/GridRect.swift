package import Geometry
package import Pixels

/// A rectangle of pixels in a plane's grid. The pixels of the space in which the plane is placed are others: `Plane.seen` and
/// `Plane.input` lead from one to the other.
package struct GridRect: Equatable, Sendable {
    /// The rectangle for code that works in the grid, as if that were an output.
    package var pixels: PixelRect

    /// `pixels`: of the grid.
    package init(_ pixels: PixelRect) { self.pixels = pixels }

    package static let empty = GridRect(.empty)

    package var isEmpty: Bool { pixels.isEmpty }
    package var area: Int { pixels.area }
    package var origin: PixelPoint { PixelPoint(pixels.x0, pixels.y0) }

    package func intersection(_ other: GridRect) -> GridRect { GridRect(pixels.intersection(other.pixels)) }
}
