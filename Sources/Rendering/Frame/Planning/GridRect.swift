package import Geometry

/// A rectangle of pixels in a plane's grid, as opposed to pixels of the space that contains the plane; `Plane.seen` and
/// `Plane.input` convert between the two.
package struct GridRect: Equatable, Sendable {
    /// The rectangle for code that treats the grid like an output.
    package var pixels: PixelRect

    /// Wraps a rectangle in pixels of the grid.
    package init(_ pixels: PixelRect) { self.pixels = pixels }

    package static let empty = GridRect(.empty)

    package var isEmpty: Bool { pixels.isEmpty }
    package var area: Int { pixels.area }
    package var origin: PixelPoint { PixelPoint(pixels.x0, pixels.y0) }

    package func intersection(_ other: GridRect) -> GridRect { GridRect(pixels.intersection(other.pixels)) }
}
