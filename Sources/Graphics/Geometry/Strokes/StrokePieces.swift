/// Receives the pieces of a path one after another: a stroker, or a path builder.
protocol PathSink {
    mutating func begin(_ p: Point)
    mutating func line(to p: Point)
    mutating func curve(_ curve: Cubic)
    /// A subpath without length; `direction` is a unit vector.
    mutating func dot(_ p: Point, along direction: Point)
    mutating func close()
    mutating func finish()
}

extension Stroker: PathSink {}

/// Cuts a measured path by trims and dashes and passes the pieces to a sink.
struct StrokePieces {
    private let measure: PathMeasure
    private var dashes: DashPattern?
    /// The current segment.
    private var cursor = 0

    private static let mostDashes = 100_000.0

    init(_ measure: PathMeasure, _ dashes: DashPattern?) {
        self.measure = measure
        self.dashes = dashes
        guard let pattern = dashes else { return }
        let most = (measure.length / pattern.period + Double(measure.subpaths.count)) * Double(pattern.count)
        // The negation catches a NaN.
        if !(most <= Self.mostDashes) { self.dashes = nil }
    }

    /// Passes on the part between two fractions of the path's length.
    mutating func feed(_ stroker: inout some PathSink, from start: Double, to end: Double) {
        let isWhole = start <= 0 && end >= 1
        let low = start * measure.length
        let high = end >= 1 ? measure.length : end * measure.length
        var offset = 0.0
        for subpath in measure.subpaths {
            let a = isWhole ? 0 : max(0, low - offset)
            let b = isWhole ? subpath.length : min(subpath.length, high - offset)
            offset += subpath.length
            cursor = subpath.segments.lowerBound
            if subpath.segments.isEmpty {
                if subpath.isDrawn, a <= 0, b >= 0 { addDot(&stroker, subpath) }
            } else if a < b {
                let isWholeSubpath = a <= 0 && b >= subpath.length
                add(&stroker, subpath, a, b, closed: subpath.isClosed && isWholeSubpath)
            }
        }
        stroker.finish()
    }

    private mutating func addDot(_ stroker: inout some PathSink, _ subpath: PathMeasure.Subpath) {
        dashes?.restart()
        if dashes?.next().isOn == false { return }
        stroker.dot(subpath.start, along: Point(1, 0))
    }

    private mutating func add(
        _ stroker: inout some PathSink, _ subpath: PathMeasure.Subpath, _ a: Double, _ b: Double, closed: Bool
    ) {
        guard var dashes else {
            run(&stroker, subpath, a, b, resume: false)
            return closed ? stroker.close() : stroker.finish()
        }
        dashes.restart()
        // Ends closer than this are the same point: it is the rounding error of sums of lengths.
        let slack = (b - a) * 1e-9
        var position = a
        var first = dashes.next()
        // A closed subpath that begins inside a dash is walked from the end of that dash. The dash comes last, joined
        // to the dash that reaches the end, if there is one.
        var postponed: Double?
        if closed, first.isOn {
            guard first.length < b - a - slack else {
                run(&stroker, subpath, a, b, resume: false)
                return stroker.close()
            }
            postponed = a + first.length
            position = a + first.length
            first = dashes.next()
        }
        var dash = first
        var reachesEnd = false
        while position < b - slack || (dash.isOn && dash.length == 0 && position <= b && !closed) {
            let end = position + dash.length
            if dash.isOn {
                stroker.finish()
                run(&stroker, subpath, position, min(end, b), resume: false)
                reachesEnd = end > b + slack
            }
            position = end
            dash = dashes.next()
        }
        if let postponed {
            cursor = subpath.segments.lowerBound
            if !reachesEnd { stroker.finish() }
            run(&stroker, subpath, a, postponed, resume: reachesEnd)
        }
        stroker.finish()
    }

    /// Passes on the part from a to b: as a new subpath, or continuing the current one.
    private mutating func run(
        _ stroker: inout some PathSink, _ subpath: PathMeasure.Subpath, _ a: Double, _ b: Double, resume: Bool
    ) {
        cursor = measure.index(in: subpath, at: a, from: cursor)
        let segment = measure.segments[cursor]
        let t = measure.parameter(segment, at: a - segment.from)
        guard b - a > Stroker.least else {
            guard !resume else { return }
            let d = segment.curve.direction(at: t)
            let length = d.length
            stroker.dot(segment.point(at: t), along: length > 0 ? d * (1 / length) : Point(1, 0))
            return
        }
        if !resume { stroker.begin(segment.point(at: t)) }
        var k = cursor
        while k < subpath.segments.upperBound, measure.segments[k].from < b {
            let segment = measure.segments[k]
            let t0 = measure.parameter(segment, at: a - segment.from)
            let t1 = measure.parameter(segment, at: b - segment.from)
            if segment.isLine {
                stroker.line(to: segment.point(at: t1))
            } else if t0 < t1 {
                stroker.curve(segment.curve.part(t0, t1))
            }
            k += 1
        }
        cursor = max(cursor, k - 1)
    }
}
