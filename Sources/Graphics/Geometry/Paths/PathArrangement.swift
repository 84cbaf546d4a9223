/// A vertex of the arrangement, on a grid whose spacing is a power of two: predicates are exact.
struct GridPoint: Hashable {
    var x: Int
    var y: Int

    static func < (a: GridPoint, b: GridPoint) -> Bool { a.x != b.x ? a.x < b.x : a.y < b.y }
}

/// A straight piece of a line or curve.
struct Edge {
    var a: GridPoint
    var b: GridPoint
    /// 0 for the first path, 1 for the second.
    var owner: Int
    /// The line or curve that the piece belongs to, and the parameters at its ends.
    var source: Int
    var from: Double
    var to: Double
}

/// All edges between the same two vertices, in either direction, with their contribution to each path's winding number.
struct Wall {
    /// The ends, the smaller one first.
    var a: GridPoint
    var b: GridPoint
    var windings = SIMD2<Int>(0, 0)
    var source: Int
    var from: Double
    var to: Double
}

/// The planar subdivision made by the edges of two paths.
struct PathArrangement {
    private var edges: [Edge] = []
    private var sources: [(curve: Cubic, isLine: Bool)] = []
    /// The size of a step of the grid.
    private let step: Double
    /// The exact positions of points before they were snapped to the grid.
    private var exact: [GridPoint: Point] = [:]

    private static let mostEdges = 400_000
    /// Grid steps across the paths' extent: differences of coordinates have 29 bits, products of two have 58.
    private static let steps = Double(1 << 27)

    /// Nil when neither path has an extent.
    init?(_ first: Path, _ second: Path) {
        var reach = 0.0
        for path in [first, second] {
            for p in path.points { reach = max(reach, abs(Limit.clamp(p.x)), abs(Limit.clamp(p.y))) }
        }
        guard reach > 0 else { return nil }
        var step = 1.0
        while step * Self.steps < reach { step *= 2 }
        while step * Self.steps >= reach * 2 { step /= 2 }
        self.step = step
        let box = first.controlBounds.union(second.controlBounds)
        let tolerance = max(step * 4, max(box.width, box.height) / 20_000)
        add(first, owner: 0, tolerance)
        add(second, owner: 1, tolerance)
    }

    // MARK: Reading

    private func grid(_ p: Point) -> GridPoint {
        GridPoint(x: Int((p.x / step).rounded()), y: Int((p.y / step).rounded()))
    }

    private mutating func corner(_ p: Point) -> GridPoint {
        let corner = grid(p)
        if exact[corner] == nil { exact[corner] = p }
        return corner
    }

    private mutating func add(_ path: Path, owner: Int, _ tolerance: Double) {
        var here = Point.zero
        var start = Point.zero
        var i = 0
        for command in path.commands {
            switch command {
            case .move:
                addLine(here, start, owner)
                start = Limit.clamp(path.points[i])
                here = start
            case .line:
                let end = Limit.clamp(path.points[i])
                addLine(here, end, owner)
                here = end
            case .quad:
                let end = Limit.clamp(path.points[i + 1])
                addCurve(Cubic(quad: here, Limit.clamp(path.points[i]), end), owner, tolerance)
                here = end
            case .cubic:
                let end = Limit.clamp(path.points[i + 2])
                addCurve(
                    Cubic(here, Limit.clamp(path.points[i]), Limit.clamp(path.points[i + 1]), end), owner, tolerance)
                here = end
            case .close:
                addLine(here, start, owner)
                here = start
            }
            i += command.pointCount
        }
        addLine(here, start, owner)
    }

    private mutating func addLine(_ a: Point, _ b: Point, _ owner: Int) {
        guard a != b else { return }
        let (from, to) = (corner(a), corner(b))
        guard from != to else { return }
        edges.append(Edge(a: from, b: to, owner: owner, source: sources.count, from: 0, to: 1))
        sources.append((Cubic(a, a, b, b), true))
    }

    private mutating func addCurve(_ curve: Cubic, _ owner: Int, _ tolerance: Double) {
        let n = min(1024, Limit.pieces(cubicBend: curve.bend, tolerance: tolerance, count: edges.count))
        let powers = CubicPowers(curve)
        var here = corner(curve.p0)
        var from = 0.0
        for k in 1...n {
            let to = Double(k) / Double(n)
            let next = k == n ? corner(curve.p3) : grid(powers.point(at: to))
            if next != here {
                edges.append(Edge(a: here, b: next, owner: owner, source: sources.count, from: from, to: to))
                (here, from) = (next, to)
            }
        }
        sources.append((curve, false))
    }

    // MARK: Splitting

    /// Maximum number of splitting rounds. Crossings are snapped to the grid, so the pieces may cross again, though
    /// this is rare.
    static let mostRounds = 6

    /// Splits edges at their crossings, until they only meet at ends. False when `rounds` or the budget do not suffice.
    mutating func split(_ budget: inout Int, rounds: Int = mostRounds) -> Bool {
        for round in 0...rounds {
            // The cost of reading and sorting.
            budget -= 16 * edges.count
            guard edges.count <= Self.mostEdges, let cuts = cuts(&budget) else { return false }
            if cuts.isEmpty { return true }
            if round < rounds { apply(cuts) }
        }
        return false
    }

    private func cuts(_ budget: inout Int) -> [(edge: Int, at: GridPoint)]? {
        let order = edges.indices.sorted {
            let (a, b) = (min(edges[$0].a.x, edges[$0].b.x), min(edges[$1].a.x, edges[$1].b.x))
            return a != b ? a < b : $0 < $1
        }
        var cuts: [(edge: Int, at: GridPoint)] = []
        var open: [Int] = []
        for index in order {
            let edge = edges[index]
            let left = min(edge.a.x, edge.b.x)
            let (top, bottom) = (min(edge.a.y, edge.b.y), max(edge.a.y, edge.b.y))
            budget -= open.count
            if budget < 0 { return nil }
            var kept = 0
            for at in open.indices {
                let other = edges[open[at]]
                guard max(other.a.x, other.b.x) >= left else { continue }
                open[kept] = open[at]
                kept += 1
                if max(other.a.y, other.b.y) < top || min(other.a.y, other.b.y) > bottom { continue }
                meet(index, edge, open[at], other, &cuts)
            }
            open.removeLast(open.count - kept)
            open.append(index)
        }
        return cuts
    }

    private func meet(_ i: Int, _ p: Edge, _ j: Int, _ q: Edge, _ cuts: inout [(edge: Int, at: GridPoint)]) {
        let (qa, qb) = (side(p, q.a), side(p, q.b))
        let (pa, pb) = (side(q, p.a), side(q, p.b))
        if qa > 0 && qb > 0 || qa < 0 && qb < 0 || pa > 0 && pb > 0 || pa < 0 && pb < 0 { return }
        // Ends that lie on the other edge; for collinear edges, the ends inside each other.
        if qa == 0, isWithin(p, q.a) { cuts.append((i, q.a)) }
        if qb == 0, isWithin(p, q.b) { cuts.append((i, q.b)) }
        if pa == 0, isWithin(q, p.a) { cuts.append((j, p.a)) }
        if pb == 0, isWithin(q, p.b) { cuts.append((j, p.b)) }
        guard qa != 0, qb != 0, pa != 0, pb != 0 else { return }
        let share = Double(pa) / (Double(pa) - Double(pb))
        let at = GridPoint(
            x: p.a.x + Int((Double(p.b.x - p.a.x) * share).rounded()),
            y: p.a.y + Int((Double(p.b.y - p.a.y) * share).rounded()))
        if at != p.a, at != p.b { cuts.append((i, at)) }
        if at != q.a, at != q.b { cuts.append((j, at)) }
    }

    /// The side of the edge's line on which the point lies, by sign; 0 on the line.
    private func side(_ e: Edge, _ p: GridPoint) -> Int {
        (e.b.x - e.a.x) * (p.y - e.a.y) - (e.b.y - e.a.y) * (p.x - e.a.x)
    }

    /// True when a point on the edge's line lies strictly between its ends.
    private func isWithin(_ e: Edge, _ p: GridPoint) -> Bool {
        if p == e.a || p == e.b { return false }
        return p.x >= min(e.a.x, e.b.x) && p.x <= max(e.a.x, e.b.x) && p.y >= min(e.a.y, e.b.y)
            && p.y <= max(e.a.y, e.b.y)
    }

    private mutating func apply(_ cuts: [(edge: Int, at: GridPoint)]) {
        func share(_ edge: Edge, _ p: GridPoint) -> Double {
            let (dx, dy) = (edge.b.x - edge.a.x, edge.b.y - edge.a.y)
            return abs(dx) >= abs(dy)
                ? Double(p.x - edge.a.x) / Double(dx) : Double(p.y - edge.a.y) / Double(dy)
        }
        let sorted = cuts.sorted {
            if $0.edge != $1.edge { return $0.edge < $1.edge }
            return share(edges[$0.edge], $0.at) < share(edges[$1.edge], $1.at)
        }
        var out: [Edge] = []
        out.reserveCapacity(edges.count + cuts.count)
        var next = 0
        for (index, edge) in edges.enumerated() {
            var rest = edge
            while next < sorted.count, sorted[next].edge == index {
                let at = sorted[next].at
                let t = edge.from + (edge.to - edge.from) * min(1, max(0, share(edge, at)))
                if at != rest.a, at != rest.b {
                    var piece = rest
                    (piece.b, piece.to) = (at, t)
                    (rest.a, rest.from) = (at, t)
                    out.append(piece)
                }
                next += 1
            }
            if rest.a != rest.b { out.append(rest) }
        }
        edges = out
    }

    // MARK: The boundary

    /// The edges that separate inside from outside, as closed subpaths with the inside on the right on screen.
    func boundary(_ operation: Path.Operation, _ rule: FillRule) -> Path {
        let walls = walls()
        let columns = WallColumns(walls)
        func isInside(_ windings: SIMD2<Int>) -> Bool {
            rule == .nonZero
                ? operation.isInside(windings.x != 0, windings.y != 0)
                : operation.isInside(windings.x & 1 != 0, windings.y & 1 != 0)
        }
        var kept: [Wall] = []
        for (index, wall) in walls.enumerated() {
            let (above, below) = columns.windings(beside: index, walls)
            let (inAbove, inBelow) = (isInside(above), isInside(below))
            guard inAbove != inBelow else { continue }
            var wall = wall
            // To the right with the inside below; down with the inside on the left.
            if !inBelow {
                (wall.a, wall.b) = (wall.b, wall.a)
                (wall.from, wall.to) = (wall.to, wall.from)
            }
            kept.append(wall)
        }
        return PathStitcher(kept, sources, step: step, exact: exact).path()
    }

    private func walls() -> [Wall] {
        let order = edges.indices.sorted {
            let (p, q) = (edges[$0], edges[$1])
            let (pa, pb) = p.a < p.b ? (p.a, p.b) : (p.b, p.a)
            let (qa, qb) = q.a < q.b ? (q.a, q.b) : (q.b, q.a)
            if pa != qa { return pa < qa }
            if pb != qb { return pb < qb }
            return $0 < $1
        }
        var walls: [Wall] = []
        for index in order {
            let edge = edges[index]
            let goesOn = edge.a < edge.b
            let (a, b) = goesOn ? (edge.a, edge.b) : (edge.b, edge.a)
            if walls.last?.a != a || walls.last?.b != b {
                walls.append(
                    Wall(
                        a: a, b: b, source: edge.source, from: goesOn ? edge.from : edge.to,
                        to: goesOn ? edge.to : edge.from))
            }
            walls[walls.count - 1].windings[edge.owner] += goesOn ? 1 : -1
        }
        return walls
    }
}
