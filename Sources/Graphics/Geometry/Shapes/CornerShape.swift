/// The rounding of a layer's bounds.
public struct CornerShape: Equatable, Sendable {
    /// Radii in points, already clamped to half the shorter side: top left, top right, bottom right, bottom left.
    public var topLeft: Double
    public var topRight: Double
    public var bottomRight: Double
    public var bottomLeft: Double
    /// The iOS curve instead of circular arcs.
    public var isContinuous: Bool

    public init(
        topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double, isContinuous: Bool = false
    ) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
        self.isContinuous = isContinuous
    }

    public static let square = CornerShape(topLeft: 0, topRight: 0, bottomRight: 0, bottomLeft: 0)

    public var isSquare: Bool { topLeft <= 0 && topRight <= 0 && bottomRight <= 0 && bottomLeft <= 0 }
}
