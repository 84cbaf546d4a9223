import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

/// Shapes from paths.
enum Outline {
    /// The most corners of a ring; a longer one is its hull.
    private static let mostCorners = 1000

    /// The insides of a path's subpaths as convex rings.
    static func convexParts(_ path: Path) -> [[Vector]] {
        path.lines().prefix(256).flatMap { line in convexParts(line.points.map(Vector.init)) }
    }

    private static func convexParts(_ points: [Vector]) -> [[Vector]] {
        let ring = points.filter(\.isFinite)
        guard ring.count > 2, ring.count <= mostCorners, abs(area(ring)) > 1e-6 else { return [] }
        if isConvex(ring) { return [ring] }
        // Chipmunk's wants a closed line, wound one way.
        let closed = (area(ring) > 0 ? ring : ring.reversed()) + [area(ring) > 0 ? ring[0] : ring[ring.count - 1]]
        return decompose(closed) ?? [ring]
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
    private static func decompose(_ closed: [Vector]) -> [[Vector]]? {
        var ring = Array(closed.dropLast())
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
