import Geometry
import Glibc

/// SplitMix64: the same shapes in every run.
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func real(_ low: Double, _ high: Double) -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return low + (high - low) * Double((z ^ z >> 31) >> 11) * 0x1p-53
    }
}

extension Path {
    /// A smooth closed curve of eight cubics, about 100 pixels across.
    static func blob(_ dice: inout Dice, _ center: Point) -> Path {
        let points = (0..<8).map { i in
            let (angle, r) = (Double(i) * .pi / 4, dice.real(32, 52))
            return Point(center.x + cos(angle) * r, center.y + sin(angle) * r)
        }
        var path = Path()
        path.move(to: points[0])
        for i in 0..<8 {
            let (a, b) = (points[i], points[(i + 1) % 8])
            let (before, after) = (points[(i + 7) % 8], points[(i + 2) % 8])
            path.cubic(a + (b - before) * (1 / 6.0), b - (after - a) * (1 / 6.0), to: b)
        }
        path.close()
        return path
    }

    /// A star of eleven points drawn in one stroke of the pen: straight lines that cross.
    static func star(_ dice: inout Dice, _ center: Point) -> Path {
        let turn = dice.real(0, 6)
        var path = Path()
        for i in 0..<11 {
            let angle = turn + Double(i * 4) * 2 * .pi / 11
            let p = Point(center.x + cos(angle) * 50, center.y + sin(angle) * 50)
            if i == 0 { path.move(to: p) } else { path.line(to: p) }
        }
        path.close()
        return path
    }
}
