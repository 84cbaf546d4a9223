public enum LineCap: UInt8, Sendable {
    case butt = 0
    case round = 1
    case square = 2
}

public enum LineJoin: UInt8, Sendable {
    case miter = 0
    case round = 1
    case bevel = 2
}

/// How a path is stroked: CAShapeLayer's properties. Lengths in points.
public struct StrokeStyle: Equatable, Sendable {
    public var width: Double = 1
    public var cap = LineCap.butt
    public var join = LineJoin.miter
    /// The largest ratio of miter length to width; beyond it a miter join becomes a bevel (SVG).
    public var miterLimit: Double = 10
    /// Dash and gap lengths in turn; an odd count is repeated once (SVG). Empty: no dashes.
    public var dash: [Double] = []
    public var dashPhase: Double = 0
    /// The part of the path's length that is drawn, 0…1, before dashes are laid.
    public var start: Double = 0
    public var end: Double = 1

    public init() {}
}
