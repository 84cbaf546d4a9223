import ScrimPluginABI
import ScrimPluginKit

/// The first subpath of a path by its length, in straight pieces.
struct MeasuredLine {
    private var points: [Point] = []
    /// The length up to each point.
    private var lengths: [Double] = []

    init(_ path: Path) {
        guard let first = path.lines(pieces: 64).first else { return }
        for point in first.points + (first.isClosed ? [first.points[0]] : []) {
            guard let last = points.last else {
                points.append(point)
                lengths.append(0)
                continue
            }
            let (dx, dy) = (point.x - last.x, point.y - last.y)
            let length = (dx * dx + dy * dy).squareRoot()
            guard length > 0 else { continue }
            points.append(point)
            lengths.append(lengths[lengths.count - 1] + length)
        }
    }

    var length: Double { lengths.last ?? 0 }

    /// The point at a distance from the beginning, and the direction there, of length 1; nil beyond the ends.
    func place(at distance: Double) -> (point: Point, direction: Point)? {
        guard points.count > 1, distance >= 0, distance <= length else { return nil }
        var (low, high) = (0, lengths.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lengths[middle] <= distance { low = middle } else { high = middle }
        }
        let (a, b) = (points[low], points[high])
        let span = lengths[high] - lengths[low]
        let t = (distance - lengths[low]) / span
        return (
            Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t),
            Point(x: (b.x - a.x) / span, y: (b.y - a.y) / span)
        )
    }
}
