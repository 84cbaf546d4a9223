import Geometry
import TestSupport

/// One subpath from points: a curve for each three, or lines.
private func curves(_ n: [Double]) -> Path {
    makePath { path in
        let p = stride(from: 0, to: n.count - 1, by: 2).map { Point(n[$0], n[$0 + 1]) }
        path.move(to: p[0])
        for k in stride(from: 1, to: p.count, by: 3) { path.cubic(p[k], p[k + 1], to: p[k + 2]) }
    }
}

private func lines(_ n: [Double]) -> Path {
    makePath { path in
        path.move(to: Point(n[0], n[1]))
        for k in stride(from: 2, to: n.count - 1, by: 2) { path.line(to: Point(n[k], n[k + 1])) }
    }
}

private func closed(_ path: Path) -> Path {
    var path = path
    path.close()
    return path
}

private let zigzag: Path = makePath { path in
    path.move(to: Point(20, 50))
    for k in 1..<40 { path.line(to: Point(20 + Double(k) * 1.5, k % 2 == 0 ? 50 : 51)) }
}

private let circleOfLines: Path = .polygon(
    (0..<90).map { (k: Int) -> Point in
        let (s, c) = sineCosine(Double(k) * .pi / 45)
        return Point(50 + 30 * c, 50 + 30 * s)
    })

/// Paths that strokers get wrong.
let hardPaths: [(name: String, path: Path)] = [
    ("line", lines([10, 10, 90, 40])),
    ("there and back", lines([10, 50, 90, 50, 30, 50])),
    ("sharp", lines([10, 50, 90, 50, 12, 56])),
    ("right angles", lines([10, 10, 80, 10, 80, 80, 60, 80, 60, 20, 20, 20])),
    ("cusp", curves([0, 0, 100, 100, 0, 100, 100, 0])),
    ("nearly a cusp", curves([0, 0, 100.5, 100, 0, 100, 100, 0])),
    ("loop", curves([30, 0, 140, 120, -40, 120, 70, 0])),
    ("inflection", curves([0, 0, 90, 0, 10, 100, 100, 100])),
    ("overshooting line", curves([40, 50, 140, 50, -40, 50, 60, 50])),
    ("line as a curve", curves([0, 0, 30, 30, 60, 60, 90, 90])),
    ("control on start", curves([0, 0, 0, 0, 90, 0, 90, 90])),
    ("control on end", curves([0, 0, 90, 0, 90, 90, 90, 90])),
    ("controls on the ends", curves([0, 0, 0, 0, 80, 50, 80, 50])),
    ("controls on start", curves([0, 0, 0, 0, 0, 0, 80, 50])),
    (
        "turning quad",
        makePath {
            $0.move(to: Point(0, 50)); $0.quad(Point(100, 50), to: Point(0, 50.5))
        }
    ),
    (
        "folded quad",
        makePath {
            $0.move(to: Point(0, 50)); $0.quad(Point(100, 50), to: Point(20, 50))
        }
    ),
    ("circle", .circle(Point(50, 50), radius: 30)),
    ("small circle", .circle(Point(50, 50), radius: 4)),
    ("flat ellipse", .ellipse(Point(50, 50), rx: 45, ry: 1)),
    ("triangle", closed(lines([10, 10, 90, 20, 30, 80]))),
    ("sliver", closed(lines([10, 10, 90, 12, 15, 13]))),
    ("square", .rect(Rect(10, 10, 60, 60))),
    ("small square", .rect(Rect(40, 40, 3, 3))),
    ("closed line", closed(lines([10, 50, 90, 50]))),
    ("eight", closed(curves([50, 50, 150, -50, 150, 150, 50, 50, -50, -50, -50, 150, 50, 50]))),
    ("zigzag", zigzag), ("circle of lines", circleOfLines),
]

func randomPath(_ dice: inout Dice) -> Path {
    var p = Path()
    for _ in 0..<Int.random(in: 1...2, using: &dice) {
        p.move(to: dice.point(0, 100))
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: p.line(to: dice.point(0, 100))
            case 1: p.quad(dice.point(0, 100), to: dice.point(0, 100))
            case 2: p.cubic(dice.point(-20, 120), dice.point(-20, 120), to: dice.point(0, 100))
            default:
                let here = p.currentPoint ?? .zero
                p.cubic(here + dice.point(-3, 3), here + dice.point(-3, 3), to: here + dice.point(-4, 4))
            }
        }
        if Bool.random(using: &dice) { p.close() }
    }
    return p
}
