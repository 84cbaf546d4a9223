public import Geometry

/// Positions of the rows of a list that creates only visible rows.
public struct RowGrid: Equatable, Sendable {
    public var isVertical: Bool
    /// Length of a row along the axis, and distance from one row to the next.
    public var extent: Double
    public var pitch: Double
    /// Around all rows.
    public var margins: (top: Double, left: Double, bottom: Double, right: Double)

    public init(
        isVertical: Bool, extent: Double, pitch: Double,
        margins: (top: Double, left: Double, bottom: Double, right: Double)
    ) {
        (self.isVertical, self.extent, self.pitch, self.margins) = (isVertical, extent, pitch, margins)
    }

    public static func == (a: RowGrid, b: RowGrid) -> Bool {
        a.isVertical == b.isVertical && a.extent == b.extent && a.pitch == b.pitch && a.margins == b.margins
    }

    /// Length of `count` rows with margins, along the axis.
    public func total(_ count: Double) -> Double {
        let ends = isVertical ? margins.top + margins.bottom : margins.left + margins.right
        return max(0, (count > 0 ? (count - 1) * pitch + extent : 0) + ends)
    }

    /// Start of the first row.
    public var start: Double { isVertical ? margins.top : margins.left }

    /// The frame of a row in a list of this size.
    public func frame(_ index: Double, in size: Size) -> Rect {
        let at = start + index * pitch
        return isVertical
            ? Rect(margins.left, at, max(0, size.width - margins.left - margins.right), extent)
            : Rect(at, margins.top, extent, max(0, size.height - margins.top - margins.bottom))
    }
}
