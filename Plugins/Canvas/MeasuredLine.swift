import ScrimPluginABI
import ScrimPluginKit

/// A path parameterized by length, as straight pieces; subpaths are concatenated.
struct MeasuredLine {
    private var pieces: [(from: Point, to: Point)] = []
    /// The cumulative length at the end of each piece.
    private var lengths: [Double] = []

    init(_ path: Path) {
        for line in path.lines(pieces: 64) {
            for (from, to) in zip(line.points, line.points.dropFirst()) { append(from, to) }
            if line.isClosed, let first = line.points.first, let last = line.points.last { append(last, first) }
        }
    }

    private mutating func append(_ from: Point, _ to: Point) {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let span = (dx * dx + dy * dy).squareRoot()
        guard span > 0 else { return }
        pieces.append((from, to))
        lengths.append(length + span)
    }

    var length: Double { lengths.last ?? 0 }

    /// The point at a distance from the beginning, and the unit direction there; nil outside the path.
    func place(at distance: Double) -> (point: Point, direction: Point)? {
        guard !pieces.isEmpty, distance >= 0, distance <= length else { return nil }
        // The first piece that ends after it.
        var (low, high) = (0, pieces.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if lengths[middle] <= distance { low = middle + 1 } else { high = middle }
        }
        let (a, b) = pieces[low]
        let begin = low > 0 ? lengths[low - 1] : 0
        let span = lengths[low] - begin
        let t = (distance - begin) / span
        return (
            Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t),
            Point(x: (b.x - a.x) / span, y: (b.y - a.y) / span)
        )
    }
}
