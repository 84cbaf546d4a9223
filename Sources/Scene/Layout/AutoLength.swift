public import Geometry

/// Widths and heights by content: `auto`.
///
/// A size that was said holds `Double.auto` for a side that what the layer holds decides. Rows never do: they hold the size that is laid
/// out, and `SaidGeometry` keeps the one that was said.
extension Double {
    /// A side by content. No length is as small.
    public static var auto: Double { -.greatestFiniteMagnitude }

    /// The same for a side that was said by `frame`: along it the position that was said is the one of the corner, which stays.
    static var autoFromCorner: Double { (-Double.greatestFiniteMagnitude).nextUp }

    /// True for a side by content.
    @inlinable public var isAuto: Bool { self <= (-Double.greatestFiniteMagnitude).nextUp }
}

extension Size {
    /// One side at least is by content.
    @inlinable public var hasAuto: Bool { width.isAuto || height.isAuto }

    /// One side at least grows from the corner.
    public var growsFromCorner: Bool { width == .autoFromCorner || height == .autoFromCorner }

    /// The same size, growing about the anchor point.
    var fromAnchor: Size { Size(width.isAuto ? .auto : width, height.isAuto ? .auto : height) }

    /// The same size, growing from the corner.
    var fromCorner: Size { Size(width.isAuto ? .autoFromCorner : width, height.isAuto ? .autoFromCorner : height) }

    /// The same size with sides of `other` for those by content.
    public func filled(_ other: Size) -> Size {
        Size(width.isAuto ? other.width : width, height.isAuto ? other.height : height)
    }
}

/// Sizes by content that were asked for before, of one layer.
struct MeasuredSize {
    /// With all the room that it likes.
    var natural: Size?
    /// In `width`, in points.
    var inWidth: (width: Double, size: Size)?
}
