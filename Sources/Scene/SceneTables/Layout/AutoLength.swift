public import Geometry

/// Widths and heights by content: `auto`.
///
/// A specified size contains `Double.auto` for a side that is determined by the layer's content. Rows contain the
/// laid-out size, never `auto`; `SpecifiedGeometry` keeps the specified one.
extension Double {
    /// A side by content. No length is as small.
    public static var auto: Double { -.greatestFiniteMagnitude }

    /// A side by content specified by `frame`: the specified position along it is that of the corner, which stays
    /// fixed.
    public static var autoFromCorner: Double { (-Double.greatestFiniteMagnitude).nextUp }

    /// True for a side by content.
    @inlinable public var isAuto: Bool { self <= (-Double.greatestFiniteMagnitude).nextUp }
}

extension Size {
    /// True when at least one side is by content.
    @inlinable public var hasAuto: Bool { width.isAuto || height.isAuto }

    /// True when at least one side grows from the corner.
    public var growsFromCorner: Bool { width == .autoFromCorner || height == .autoFromCorner }

    /// The same size, growing around the anchor point.
    public var fromAnchor: Size { Size(width.isAuto ? .auto : width, height.isAuto ? .auto : height) }

    /// The same size, growing from the corner.
    public var fromCorner: Size {
        Size(width.isAuto ? .autoFromCorner : width, height.isAuto ? .autoFromCorner : height)
    }

    /// The same size, with sides by content taken from `other`.
    public func filled(_ other: Size) -> Size {
        Size(width.isAuto ? other.width : width, height.isAuto ? other.height : height)
    }
}

/// Cached sizes by content of one layer.
public struct MeasuredSize {
    /// With unlimited space.
    public var natural: Size?
    /// With `width` points available.
    public var inWidth: (width: Double, size: Size)?

    public init() {}
}
