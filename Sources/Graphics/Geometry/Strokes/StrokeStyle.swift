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
    /// The largest ratio of miter length to width; beyond it the join becomes a bevel (SVG).
    public var miterLimit: Double = 10
    /// Alternating lengths of dashes and gaps; an odd list is repeated once (SVG). Empty means solid.
    public var dash: [Double] = []
    public var dashPhase: Double = 0
    /// The part of the path's length that is drawn, 0…1, before dashes are applied.
    public var start: Double = 0
    public var end: Double = 1

    public init() {}
}
