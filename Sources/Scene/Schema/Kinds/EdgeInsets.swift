public import Geometry

/// Inward distances from the four edges of a rectangle, in points: `layout.margins`, `layout.alignmentInsets` and `hitInsets`.
public struct EdgeInsets: Equatable, Sendable {
    public var top = 0.0
    public var left = 0.0
    public var bottom = 0.0
    public var right = 0.0

    public init() {}

    /// One number: all; two: vertical and horizontal; three: top, horizontal and bottom (like CSS); four: top, left,
    /// bottom, right.
    public init(_ list: [Double]) {
        top = list.first ?? 0
        left = list.count > 1 ? list[1] : top
        bottom = list.count > 2 ? list[2] : top
        right = list.count > 3 ? list[3] : left
    }

    /// The size without them, at least 0.
    public func within(_ size: Size) -> Size {
        Size(max(size.width - left - right, 0), max(size.height - top - bottom, 0))
    }

    /// The rectangle without them; its size is at least 0.
    public func inside(_ rect: Rect) -> Rect {
        let size = within(Size(rect.width, rect.height))
        return Rect(rect.x + left, rect.y + top, size.width, size.height)
    }

    /// The rectangle including them; its size is at least 0.
    public func around(_ rect: Rect) -> Rect {
        Rect(rect.x - left, rect.y - top, max(rect.width + left + right, 0), max(rect.height + top + bottom, 0))
    }
}
