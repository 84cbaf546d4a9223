/// The pacing of an animation: CAMediaTimingFunction's curves and CSS's steps.
public enum TimingFunction: Equatable, Sendable {
    case linear
    /// A Bézier curve from (0,0) to (1,1) with these control points; x1 and x2 are 0…1.
    case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
    /// `count` (≥ 1) equal steps; each jump is at the end of its interval, or at its start.
    case steps(count: Int, atStart: Bool)

    /// The curve called `default`; CSS `ease`.
    public static let standard = cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// Maximum number of steps; more are an error.
    public static let maxSteps = 1_000_000
}
