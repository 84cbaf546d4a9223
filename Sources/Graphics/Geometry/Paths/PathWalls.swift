import Glibc

/// An index of boundary edges by columns of x, for finding the edges above a point.
struct WallColumns {
    private var columns: [[Int32]]
    private let left: Int
    private let width: Int

    init(_ walls: [Wall]) {
        left = walls.map(\.a.x).min() ?? 0
        let right = walls.map(\.b.x).max() ?? 0
        let count = min(1024, max(1, walls.count))
        width = max(1, (right - left) / count + 1)
        columns = Array(repeating: [], count: (right - left) / width + 1)
        for (index, wall) in walls.enumerated() {
            // An edge that spans several columns is listed in each.
            for column in (wall.a.x - left) / width...(wall.b.x - left) / width {
                columns[column].append(Int32(index))
            }
        }
    }

    /// Winding numbers above and below the center of an edge; for a vertical edge, to its right and left.
    func windings(beside index: Int, _ walls: [Wall]) -> (above: SIMD2<Int>, below: SIMD2<Int>) {
        let wall = walls[index]
        // Twice the center, to keep integers.
        let (x, y) = (wall.a.x + wall.b.x, wall.a.y + wall.b.y)
        let isUpright = wall.a.x == wall.b.x
        var (first, second) = (SIMD2<Int>(0, 0), SIMD2<Int>(0, 0))
        for at in columns[(x / 2 - left) / width] where Int(at) != index {
            let other = walls[Int(at)]
            let (a, b) = (other.a.x * 2, other.b.x * 2)
            guard a <= x, x <= b, a < b else { continue }
            // Above the middle: the sign of the area of the triangle of the two ends and the middle.
            let area = (b - a) * (y - other.a.y * 2) - (other.b.y * 2 - other.a.y * 2) * (x - a)
            guard area > 0 else { continue }
            if isUpright {
                if x < b { first &+= other.windings }
                if a < x { second &+= other.windings }
            } else if x < b {
                first &+= other.windings
            }
        }
        return isUpright ? (first, second) : (first, first &+ wall.windings)
    }
}

/// Joins boundary edges into closed loops.
struct PathStitcher {
    private let walls: [Wall]
    private let sources: [(curve: Cubic, isLine: Bool)]
    private let step: Double
    private let exact: [GridPoint: Point]

    init(
        _ walls: [Wall], _ sources: [(curve: Cubic, isLine: Bool)], step: Double, exact: [GridPoint: Point]
    ) {
        (self.walls, self.sources, self.step, self.exact) = (walls, sources, step, exact)
    }

    func path() -> Path {
        var leaving: [GridPoint: [Int]] = [:]
        for (index, wall) in walls.enumerated() { leaving[wall.a, default: []].append(index) }
        var isUsed = Array(repeating: false, count: walls.count)
        var out = Path()
        for first in walls.indices where !isUsed[first] {
            var loop: [Int] = []
            var at = first
            while !isUsed[at] {
                isUsed[at] = true
                loop.append(at)
                guard walls[at].b != walls[first].a, let next = next(after: at, leaving, isUsed) else { break }
                at = next
            }
            // Rounding may leave an edge without a successor; such loops are dropped.
            if walls[at].b == walls[first].a, loop.count > 1 { append(loop, to: &out) }
        }
        return out
    }

    /// The next edge: the one that turns most to the right, so that loops touch but do not cross.
    private func next(after at: Int, _ leaving: [GridPoint: [Int]], _ isUsed: [Bool]) -> Int? {
        let wall = walls[at]
        var best: Int?
        for candidate in leaving[wall.b] ?? [] where !isUsed[candidate] {
            guard let current = best else {
                best = candidate
                continue
            }
            if isFurtherRight(candidate, than: current, from: wall) { best = candidate }
        }
        return best
    }

    private func isFurtherRight(_ one: Int, than other: Int, from wall: Wall) -> Bool {
        func turn(_ index: Int) -> Double {
            let d = Point(Double(wall.b.x - wall.a.x), Double(wall.b.y - wall.a.y))
            let e = Point(Double(walls[index].b.x - walls[index].a.x), Double(walls[index].b.y - walls[index].a.y))
            return atan2(d.x * e.y - d.y * e.x, d.x * e.x + d.y * e.y)
        }
        return turn(one) > turn(other)
    }

    private func point(_ p: GridPoint) -> Point { exact[p] ?? Point(Double(p.x) * step, Double(p.y) * step) }

    /// True when the second edge continues the line or curve of the first.
    private func goesOn(_ a: Wall, _ b: Wall) -> Bool {
        if a.source == b.source { return a.to == b.from && (a.from < a.to) == (b.from < b.to) }
        guard sources[a.source].isLine, sources[b.source].isLine else { return false }
        let (dx, dy) = (a.b.x - a.a.x, a.b.y - a.a.y)
        let (ex, ey) = (b.b.x - b.a.x, b.b.y - b.a.y)
        return dx * ey - dy * ex == 0 && dx * ex + dy * ey > 0
    }

    private func append(_ loop: [Int], to out: inout Path) {
        // Starts the loop where a line or a curve begins.
        let count = loop.count
        let shift = (0..<count).first { !goesOn(walls[loop[($0 + count - 1) % count]], walls[loop[$0]]) } ?? 0
        let ordered = (0..<count).map { walls[loop[($0 + shift) % count]] }
        out.move(to: point(ordered[0].a))
        var at = 0
        while at < count {
            let wall = ordered[at]
            var last = wall
            at += 1
            while at < count, goesOn(last, ordered[at]) {
                last = ordered[at]
                at += 1
            }
            let end = point(last.b)
            if sources[wall.source].isLine {
                if at < count { out.line(to: end) }
            } else {
                let curve = sources[wall.source].curve
                let (low, high) = (min(wall.from, last.to), max(wall.from, last.to))
                let part = curve.part(low, high)
                let (c1, c2) = wall.from < last.to ? (part.p1, part.p2) : (part.p2, part.p1)
                out.cubic(c1, c2, to: end)
            }
        }
        out.close()
    }
}
