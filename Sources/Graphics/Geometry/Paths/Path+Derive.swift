import Glibc

extension Path {
    /// The path with each subpath reversed, in the same order. The inside does not change.
    package var reversed: Path {
        var out = Path()
        var segments: [(command: Command, points: [Point])] = []
        var first = Point.zero
        var i = 0

        func finish(closed: Bool) {
            guard let last = segments.last else { return }
            // In reverse, the closing line comes first, unless its length is 0.
            let from = last.points[last.points.count - 1]
            if closed {
                out.move(to: first)
                if from != first { out.line(to: from) }
            } else {
                out.move(to: from)
            }
            for (at, segment) in segments.enumerated().reversed() {
                let end = at > 0 ? segments[at - 1].points[segments[at - 1].points.count - 1] : first
                switch segment.command {
                case .line:
                    // The last line back to the start is drawn by `close`.
                    if !closed || at > 0 { out.line(to: end) }
                case .quad: out.quad(segment.points[0], to: end)
                case .cubic: out.cubic(segment.points[1], segment.points[0], to: end)
                case .move, .close: break
                }
            }
            if closed { out.close() }
            segments = []
        }

        for (at, command) in commands.enumerated() {
            switch command {
            case .move:
                finish(closed: false)
                first = points[i]
                let isLone = at + 1 == commands.count || commands[at + 1] == .move
                if isLone { out.move(to: first) }
            case .close:
                if segments.isEmpty {
                    out.move(to: first)
                    out.close()
                }
                finish(closed: true)
            case .line, .quad, .cubic:
                segments.append((command, Array(points[i..<i + command.pointCount])))
            }
            i += command.pointCount
        }
        finish(closed: false)
        return out
    }

    /// The path as straight lines at most `tolerance` points away from its curves; curves are divided as in `flatten`.
    package func flattened(tolerance: Double) -> Path {
        var lines = Polyline()
        flatten(by: .identity, tolerance: tolerance, into: &lines)
        var out = Path()
        for subpath in lines.ends.indices {
            let range = lines.range(of: subpath)
            for (k, point) in lines.points[range].enumerated() {
                if k == 0 { out.move(to: point) } else { out.line(to: point) }
            }
            if lines.isClosed[subpath] { out.close() }
        }
        return out
    }

    /// The dashes as open subpaths, with curves kept; solid patterns and more than 100,000 dashes leave the path
    /// unchanged.
    package func dashed(_ lengths: [Double], phase: Double) -> Path {
        guard let dashes = DashPattern(lengths, phase: phase) else { return self }
        var pieces = StrokePieces(PathMeasure(self), dashes)
        var out = PathPieces()
        pieces.feed(&out, from: 0, to: 1)
        return out.path
    }

    /// The part between two fractions of the total length, with curves kept, cut as by `strokeStart` and `strokeEnd`.
    package func trimmed(from start: Double, to end: Double) -> Path {
        let (start, end) = (max(0, start), min(1, end))
        guard start < end else { return Path() }
        if start <= 0, end >= 1 { return self }
        var pieces = StrokePieces(PathMeasure(self), nil)
        var out = PathPieces()
        pieces.feed(&out, from: start, to: end)
        return out.path
    }

    /// The point at `distance` along all subpaths in turn, and the direction of travel there, in radians. Clamped to
    /// the ends; nil for a path without length.
    package func point(at distance: Double) -> (point: Point, angle: Double)? {
        let measure = PathMeasure(self)
        guard !measure.segments.isEmpty, !distance.isNaN else { return nil }
        var rest = max(0, distance)
        var found = measure.subpaths.last { !$0.segments.isEmpty }
        for subpath in measure.subpaths where !subpath.segments.isEmpty {
            if rest <= subpath.length {
                found = subpath
                break
            }
            rest -= subpath.length
        }
        guard let subpath = found else { return nil }
        let segment = measure.segments[measure.index(in: subpath, at: rest, from: 0)]
        let t = measure.parameter(segment, at: rest - segment.from)
        let d = segment.curve.direction(at: t)
        return (segment.point(at: t), atan2(d.y, d.x))
    }

    /// CGPath's `addArc(tangent1End:tangent2End:radius:)`: a line, then an arc of `radius` that is tangent to the line
    /// from the current point to `corner` and to the line from `corner` to `end`. If the lines make no corner, a line
    /// to `corner`.
    package mutating func addTangentArc(toward corner: Point, then end: Point, radius: Double) {
        guard let here = currentPoint else { return move(to: corner) }
        let (a, b) = (here - corner, end - corner)
        let (lengthA, lengthB) = (a.length, b.length)
        guard radius > 0, lengthA > 0, lengthB > 0 else { return line(to: corner) }
        let (u, v) = (a * (1 / lengthA), b * (1 / lengthB))
        let cross = u.x * v.y - u.y * v.x
        let dot = u.x * v.x + u.y * v.y
        guard abs(cross) > 1e-12 else { return line(to: corner) }
        // The tangent of half the angle between the two lines.
        let reach = radius * (1 + dot) / abs(cross)
        let from = corner + u * reach
        let to = corner + v * reach
        guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else { return line(to: corner) }
        if from != here { line(to: from) }
        addSVGArc(rx: radius, ry: radius, rotation: 0, largeArc: false, sweep: cross < 0, to: to)
    }
}

/// Collects pieces into a path.
private struct PathPieces: PathSink {
    var path = Path()

    mutating func begin(_ p: Point) { path.move(to: p) }
    mutating func line(to p: Point) { path.line(to: p) }
    mutating func curve(_ curve: Cubic) { path.cubic(curve.p1, curve.p2, to: curve.p3) }
    mutating func dot(_ p: Point, along direction: Point) {
        path.move(to: p)
        path.line(to: p)
    }
    mutating func close() { path.close() }
    mutating func finish() {}
}

/// A function that changes or combines the paths in braces after its name.
struct PathDerivation {
    /// The boolean operation; nil for a function of one path.
    var operation: Path.Operation?
    var rule = FillRule.nonZero
    /// A participle for error messages about the path.
    var state = "combined"
    private var change: Change?

    private enum Change {
        case dash(FunctionArguments)
        case trim(Double, Double)
        case map(Affine)
        case reverse
        case flatten(Double)
    }

    private static let combinations: [(name: StaticString, operation: Path.Operation)] = [
        ("union", .union), ("intersection", .intersection), ("difference", .difference),
        ("symmetricDifference", .symmetricDifference),
    ]

    /// Reads the arguments of the function `name`; nil when there is no such function.
    init?(_ path: inout PathReader, _ name: ByteView, _ start: Int) throws(ValueSyntax) {
        if let found = Self.combinations.first(where: { name == $0.name }) {
            operation = found.operation
            guard path.reader.skip(UInt8(ascii: "(")) else { return }
            path.reader.skipSpaces()
            let word = path.reader.position
            let choice = path.reader.identifier()
            if choice == "evenOdd" {
                rule = .evenOdd
            } else if !(choice == "nonZero" || choice.isEmpty) {
                path.reader.position = word
                throw path.reader.expected("nonZero or evenOdd")
            }
            path.reader.skipSpaces()
            guard path.reader.skip(UInt8(ascii: ")")) else { throw path.reader.expected("\")\"") }
        } else if name == "dashed" {
            let a = try FunctionArguments(&path.reader, of: name, .init(counts: 2...16))
            for i in 1..<a.count where a[i] < 0 { throw ValueSyntax("dashed has a length below 0", at: start) }
            (state, change) = ("dashed", .dash(a))
        } else if name == "trimmed" {
            let a = try FunctionArguments(&path.reader, of: name, .init(counts: 2...2, takesPercent: true))
            guard a[0] >= 0, a[0] <= 1, a[1] >= 0, a[1] <= 1 else {
                throw ValueSyntax("trimmed takes shares from 0 to 1", at: start)
            }
            (state, change) = ("trimmed", .trim(a[0], a[1]))
        } else if name == "transformed" {
            guard path.reader.skip(UInt8(ascii: "(")) else { throw path.reader.expected("\"(\" after transformed") }
            let from = path.reader.position
            var depth = 1
            while !path.reader.isAtEnd {
                if path.reader.next == UInt8(ascii: "(") { depth += 1 }
                if path.reader.next == UInt8(ascii: ")") { depth -= 1 }
                if depth == 0 { break }
                path.reader.advance()
            }
            let text = path.reader.bytes[from..<path.reader.position]
            guard path.reader.skip(UInt8(ascii: ")")) else { throw path.reader.expected("\")\"") }
            let transform: Transform3D
            do throws(ValueSyntax) { transform = try Transform3D(parsing: text) } catch {
                throw ValueSyntax(error.message, at: from + error.offset)
            }
            guard let map = transform.affine else {
                throw ValueSyntax("transformed takes functions of the plane", at: from)
            }
            (state, change) = ("transformed", .map(map))
        } else if name == "reversed" {
            if path.reader.next == UInt8(ascii: "(") {
                _ = try FunctionArguments(&path.reader, of: name, .init(counts: 0...0))
            }
            (state, change) = ("reversed", .reverse)
        } else if name == "flattened" {
            var tolerance = 0.1
            if path.reader.next == UInt8(ascii: "(") {
                let a = try FunctionArguments(&path.reader, of: name, .init(counts: 0...1))
                if a.count > 0 { tolerance = a[0] }
            }
            guard tolerance >= 0.001 else { throw ValueSyntax("flattened takes a distance from 0.001 on", at: start) }
            (state, change) = ("flattened", .flatten(tolerance))
        } else {
            return nil
        }
    }

    /// Applies a function of one path.
    func change(_ path: inout Path, _ start: Int) throws(ValueSyntax) {
        switch change {
        case nil: break
        case .dash(let a): path = path.dashed((1..<a.count).map { a[$0] }, phase: a[0])
        case .trim(let from, let to): path = path.trimmed(from: from, to: to)
        case .map(let map): path.transform(by: map)
        case .reverse: path = path.reversed
        case .flatten(let tolerance): path = path.flattened(tolerance: tolerance)
        }
    }
}
