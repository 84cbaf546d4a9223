/// Straight lines: subpaths as runs of points. Storage to be kept and filled again.
public struct Polyline: Sendable {
    public var points: [Point] = []
    /// For each subpath the index after its last point. A closed one does not repeat its first point.
    public var ends: [Int] = []
    /// For each subpath whether a line leads from its last point to its first.
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

    /// Ends the subpath whose points were appended; does nothing when there were none.
    public mutating func finish(closed: Bool) {
        guard points.count > ends.last ?? 0 else { return }
        ends.append(points.count)
        isClosed.append(closed)
    }
}

/// Bounds of flattening and stroking, so that no path can make them trap, run away or fill memory.
enum Limit {
    /// Coordinates are held within this, in device pixels or points: sums and squares of such stay exact enough and finite.
    static let coordinate = 1e9
    /// Pieces of one curve, or of one full circle.
    static let pieces = 2048.0
    /// Points of a result up to which curves get the pieces they ask for; beyond, at most `fewPieces` each.
    static let points = 1 << 21
    static let fewPieces = 4.0

    static func clamp(_ v: Double) -> Double { v.isNaN ? 0 : min(max(v, -coordinate), coordinate) }
    static func clamp(_ p: Point) -> Point { Point(clamp(p.x), clamp(p.y)) }

    /// How many pieces of equal parameter keep a curve within `tolerance` of its chords (see `Cubic.bend`).
    static func pieces(cubicBend bend: Double, tolerance: Double, count: Int) -> Int {
        let n = (0.75 * bend / tolerance).squareRoot().rounded(.up)
        // The order of the arguments makes a NaN the upper limit.
        return Int(max(1, min(count < points ? pieces : fewPieces, n)))
    }
}
