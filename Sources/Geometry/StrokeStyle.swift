package enum LineCap: UInt8, Sendable {
    case butt = 0
    case round = 1
    case square = 2
}

package enum LineJoin: UInt8, Sendable {
    case miter = 0
    case round = 1
    case bevel = 2
}

/// How a path is stroked: CAShapeLayer's properties. Lengths in points.
package struct StrokeStyle: Equatable, Sendable {
    package var width: Double = 1
    package var cap = LineCap.butt
    package var join = LineJoin.miter
    /// The largest ratio of miter length to width; beyond it a miter join becomes a bevel (SVG).
    package var miterLimit: Double = 10
    /// Dash and gap lengths in turn; an odd count is repeated once (SVG). Empty: no dashes.
    package var dash: [Double] = []
    package var dashPhase: Double = 0
    /// The part of the path's length that is drawn, 0…1, before dashes are laid.
    package var start: Double = 0
    package var end: Double = 1

    package init() {}
}
