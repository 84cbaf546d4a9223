/// The rounding of a layer's bounds.
package struct CornerShape: Equatable, Sendable {
    /// Radii in points, already clamped to half the shorter side: top left, top right, bottom right, bottom left.
    package var topLeft: Double
    package var topRight: Double
    package var bottomRight: Double
    package var bottomLeft: Double
    /// The iOS curve instead of circular arcs.
    package var isContinuous: Bool

    package init(
        topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double, isContinuous: Bool = false
    ) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
        self.isContinuous = isContinuous
    }

    package static let square = CornerShape(topLeft: 0, topRight: 0, bottomRight: 0, bottomLeft: 0)

    package var isSquare: Bool { topLeft <= 0 && topRight <= 0 && bottomRight <= 0 && bottomLeft <= 0 }
}
