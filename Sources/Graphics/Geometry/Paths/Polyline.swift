/// Straight lines: subpaths as runs of points. The storage can be reused.
public struct Polyline: Sendable {
    public var points: [Point] = []
    /// For each subpath, the index after its last point. A closed subpath does not repeat its first point.
    public var ends: [Int] = []
    /// For each subpath, whether it is closed.
    public var isClosed: [Bool] = []

    public init() {}

    public var isEmpty: Bool { ends.isEmpty }

    public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        isClosed.removeAll(keepingCapacity: true)
    }

    /// The points of subpath `i`.
    public func range(of i: Int) -> Range<Int> { (i == 0 ? 0 : ends[i - 1])..<ends[i] }

    /// Ends the subpath of the points appended so far; does nothing when there are none.
    public mutating func finish(closed: Bool) {
        guard points.count > ends.last ?? 0 else { return }
        ends.append(points.count)
        isClosed.append(closed)
    }
}

/// Limits of flattening and stroking, so that no path can trap, take unbounded time or fill memory.
enum Limit {
    /// Coordinates are clamped to this, in device pixels or points: their sums and squares stay finite and precise
    /// enough.
    static let coordinate = 1e9
    /// Maximum number of pieces of one curve, or of a full circle.
    static let pieces = 2048.0
    /// Number of points in a result after which each curve gets at most `fewPieces`.
    static let points = 1 << 21
    static let fewPieces = 4.0

    static func clamp(_ v: Double) -> Double { v.isNaN ? 0 : min(max(v, -coordinate), coordinate) }
    static func clamp(_ p: Point) -> Point { Point(clamp(p.x), clamp(p.y)) }

    /// The number of pieces, equal in t, that keep a curve within `tolerance` of its chords (see `Cubic.bend`).
    static func pieces(cubicBend bend: Double, tolerance: Double, count: Int) -> Int {
        let n = (0.75 * bend / tolerance).squareRoot().rounded(.up)
        // With this order of arguments a NaN gives the upper limit.
        return Int(max(1, min(count < points ? pieces : fewPieces, n)))
    }
}
