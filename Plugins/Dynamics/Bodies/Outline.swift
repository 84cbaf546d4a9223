import ScrimPluginABI
import ScrimPluginKit

/// Shapes from paths.
enum Outline {
    /// The most corners of a ring; a longer one is its hull.
    private static let mostCorners = 1000
    /// The most corners of a convex ring; of one with more, the flattest are left out.
    private static let mostOfConvex = 48

    /// The insides of a path's subpaths as convex rings with at most eight corners.
    static func convexParts(_ path: Path) -> [[Vector]] {
        path.lines().prefix(256).flatMap { line in convexParts(line.points.map(Vector.init)) }.flatMap(wedges)
    }

    /// A convex ring as rings with at most eight corners, which meet in its middle.
    static func wedges(_ ring: [Vector]) -> [[Vector]] {
        if ring.count <= ShapeForm.mostCorners { return [ring] }
        let ring = thinned(ring)
        let middle = ring.reduce(Vector.zero, +) * (1 / Double(ring.count))
        let sides = ShapeForm.mostCorners - 2
        return stride(from: 0, to: ring.count, by: sides).map { from in
            [middle] + (from...min(from + sides, ring.count)).map { ring[$0 % ring.count] }
        }
    }

    /// Leaves out the corners with the flattest angles.
    private static func thinned(_ ring: [Vector]) -> [Vector] {
        var ring = ring
        while ring.count > mostOfConvex {
            func height(_ at: Int) -> Double {
                let (a, b, c) = (ring[(at + ring.count - 1) % ring.count], ring[at], ring[(at + 1) % ring.count])
                return abs((b - a).cross(c - b))
            }
            ring.remove(at: ring.indices.min { height($0) < height($1) } ?? 0)
        }
        return ring
    }

    /// The convex hull.
    private static func hull(_ points: [Vector]) -> [Vector] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        func half(_ points: [Vector]) -> [Vector] {
            var chain: [Vector] = []
            for p in points {
                while chain.count > 1,
                    (chain[chain.count - 1] - chain[chain.count - 2]).cross(p - chain[chain.count - 1]) <= 0
                { chain.removeLast() }
                chain.append(p)
            }
            return Array(chain.dropLast())
        }
        return half(sorted) + half(sorted.reversed())
    }

    private static func convexParts(_ points: [Vector]) -> [[Vector]] {
        let ring = points.filter(\.isFinite)
        guard ring.count > 2, ring.count <= mostCorners, abs(area(ring)) > 1e-6 else { return [] }
        if isConvex(ring) { return [ring] }
        return decompose(area(ring) > 0 ? ring : ring.reversed()) ?? [hull(ring)]
    }

    private static func area(_ ring: [Vector]) -> Double {
        var sum = 0.0
        for at in ring.indices { sum += ring[at].cross(ring[(at + 1) % ring.count]) }
        return sum / 2
    }

    private static func isConvex(_ ring: [Vector]) -> Bool {
        let sign = area(ring) > 0 ? 1.0 : -1
        return ring.indices.allSatisfy { at in
            let (a, b, c) = (ring[at], ring[(at + 1) % ring.count], ring[(at + 2) % ring.count])
            return (b - a).cross(c - b) * sign >= -1e-9
        }
    }

    /// Ear clipping: triangles, which is simple and right for any ring that does not cross itself; nil for one that does.
    private static func decompose(_ whole: [Vector]) -> [[Vector]]? {
        var ring = whole
        var parts: [[Vector]] = []
        while ring.count > 3 {
            guard let ear = ring.indices.first(where: { isEar(ring, $0) }) else { return nil }
            let (before, after) = ((ear + ring.count - 1) % ring.count, (ear + 1) % ring.count)
            parts.append([ring[before], ring[ear], ring[after]])
            ring.remove(at: ear)
        }
        return parts + [ring]
    }

    private static func isEar(_ ring: [Vector], _ at: Int) -> Bool {
        let (a, b, c) = (ring[(at + ring.count - 1) % ring.count], ring[at], ring[(at + 1) % ring.count])
        guard (b - a).cross(c - b) > 0 else { return false }
        return !ring.contains { p in
            if p == a || p == b || p == c { return false }
            return (b - a).cross(p - a) >= 0 && (c - b).cross(p - b) >= 0 && (a - c).cross(p - c) >= 0
        }
    }
}
