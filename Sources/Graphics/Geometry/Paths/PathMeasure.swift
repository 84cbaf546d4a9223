/// A path parameterized by arc length, as measured segments. Used by trims and dashes.
struct PathMeasure {
    struct Segment {
        /// A line is a cubic with control points at its ends.
        var curve: Cubic
        var isLine: Bool
        /// Its extent along the subpath, as lengths from the subpath's start.
        var from: Double
        var to: Double
        /// For a curve, the index of its first length in `table`.
        var row: Int

        /// The point at parameter `t`; for a line, the parameter is the fraction of the length.
        func point(at t: Double) -> Point {
            if t <= 0 { return curve.p0 }
            if t >= 1 { return curve.p3 }
            return isLine ? curve.p0 + (curve.p3 - curve.p0) * t : curve.point(at: t)
        }
    }

    struct Subpath {
        var segments: Range<Int>
        var length: Double
        var isClosed: Bool
        var start: Point
        /// False for a lone `move`, which draws nothing.
        var isDrawn: Bool
    }

    private(set) var segments: [Segment] = []
    private(set) var subpaths: [Subpath] = []
    /// For each curve, the lengths from its start to each of `cuts` equal steps of t.
    private var table: [Double] = []
    private(set) var length = 0.0

    private static let cuts = 16

    init(_ path: Path) {
        segments.reserveCapacity(path.commands.count)
        var here = Point.zero
        var start = Point.zero
        var first = 0
        var position = 0.0
        var isDrawn = false
        var i = 0

        func finish(_ measure: inout PathMeasure, closed: Bool) {
            measure.subpaths.append(
                Subpath(
                    segments: first..<measure.segments.count, length: position, isClosed: closed, start: start,
                    isDrawn: isDrawn))
            measure.length += position
            first = measure.segments.count
            position = 0
            isDrawn = false
        }
        func addLine(_ measure: inout PathMeasure, _ p: Point) {
            let length = (p - here).length
            isDrawn = true
            guard length > 0 else { return }
            measure.segments.append(
                Segment(
                    curve: Cubic(here, here, p, p), isLine: true, from: position, to: position + length, row: 0))
            position += length
            here = p
        }
        func addCurve(_ measure: inout PathMeasure, _ curve: Cubic) {
            let row = measure.table.count
            let length = measure.tabulate(curve)
            isDrawn = true
            here = curve.p3
            guard length > 0 else { return measure.table.removeLast(Self.cuts) }
            measure.segments.append(
                Segment(curve: curve, isLine: false, from: position, to: position + length, row: row))
            position += length
        }

        var isOpen = false
        for command in path.commands {
            switch command {
            case .move:
                if isOpen { finish(&self, closed: false) }
                isOpen = true
                start = Limit.clamp(path.points[i])
                here = start
            case .line: addLine(&self, Limit.clamp(path.points[i]))
            case .quad:
                addCurve(
                    &self, Cubic(quad: here, Limit.clamp(path.points[i]), Limit.clamp(path.points[i + 1])))
            case .cubic:
                addCurve(
                    &self,
                    Cubic(
                        here, Limit.clamp(path.points[i]), Limit.clamp(path.points[i + 1]),
                        Limit.clamp(path.points[i + 2])))
            case .close:
                addLine(&self, start)
                finish(&self, closed: true)
                isOpen = false
            }
            i += command.pointCount
        }
        if isOpen { finish(&self, closed: false) }
    }

    /// Adds the curve's lengths to `table` and returns its total length.
    private mutating func tabulate(_ curve: Cubic) -> Double {
        var sum = 0.0
        let step = 1 / Double(Self.cuts)
        for k in 0..<Self.cuts {
            sum += curve.length(Double(k) * step, Double(k + 1) * step)
            table.append(sum)
        }
        return sum
    }

    /// The parameter of the point at `distance` from the start of `segment`.
    func parameter(_ segment: Segment, at distance: Double) -> Double {
        let total = segment.to - segment.from
        if distance <= 0 { return 0 }
        if distance >= total { return 1 }
        if segment.isLine { return distance / total }
        var k = 0
        while k < Self.cuts - 1, table[segment.row + k] < distance { k += 1 }
        let before = k == 0 ? 0 : table[segment.row + k - 1]
        let step = 1 / Double(Self.cuts)
        let base = Double(k) * step
        var (low, high) = (base, base + step)
        let span = table[segment.row + k] - before
        var t = span > 0 ? base + step * (distance - before) / span : base
        // Newton's method, kept inside the bracket, because near a cusp the speed is almost 0.
        for _ in 0..<8 {
            let error = segment.curve.length(base, t) - (distance - before)
            if abs(error) <= 1e-12 * total { break }
            if error > 0 { high = t } else { low = t }
            let speed = segment.curve.derivative(at: t).length
            let next = t - error / speed
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }

    /// The segment of `subpath` at `position`, searched forward from `hint`. The subpath must have segments.
    func index(in subpath: Subpath, at position: Double, from hint: Int) -> Int {
        var k = max(hint, subpath.segments.lowerBound)
        while k < subpath.segments.upperBound - 1, segments[k].to <= position { k += 1 }
        return k
    }
}
