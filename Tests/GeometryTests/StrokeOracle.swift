import Geometry
import TestSupport

extension Dice {
    mutating func point(_ low: Double, _ high: Double) -> Point { Point(real(low, high), real(low, high)) }
}

/// The dumb way: a path as many short lines.
struct Lines {
    var subpaths: [[Point]] = []

    /// `count` lines for each curve; closing lines are there.
    init(_ path: Path, count: Int = 400) {
        var i = 0
        for command in path.commands {
            let p = Array(path.points[i..<(i + command.pointCount)])
            i += command.pointCount
            let here = subpaths.last?.last ?? .zero
            switch command {
            case .move: subpaths.append(p)
            case .line: subpaths[subpaths.count - 1].append(p[0])
            case .quad:
                for k in 1...count {
                    let t = Double(k) / Double(count)
                    let a = here * ((1 - t) * (1 - t)) + p[0] * (2 * t * (1 - t)) + p[1] * (t * t)
                    subpaths[subpaths.count - 1].append(a)
                }
            case .cubic:
                let curve = Cubic(here, p[0], p[1], p[2])
                for k in 1...count { subpaths[subpaths.count - 1].append(curve.point(at: Double(k) / Double(count))) }
            case .close: subpaths[subpaths.count - 1].append(subpaths[subpaths.count - 1][0])
            }
        }
    }

    func distance(_ p: Point) -> Double {
        var best = Double.infinity
        for points in subpaths {
            for i in 0..<(points.count - 1) {
                let (ax, ay) = (points[i].x, points[i].y)
                let (dx, dy) = (points[i + 1].x - ax, points[i + 1].y - ay)
                let (vx, vy) = (p.x - ax, p.y - ay)
                let square = dx * dx + dy * dy
                let t = square > 0 ? min(1, max(0, (vx * dx + vy * dy) / square)) : 0
                let (x, y) = (vx - t * dx, vy - t * dy)
                best = min(best, x * x + y * y)
            }
        }
        return best.squareRoot()
    }

    var length: Double {
        subpaths.reduce(0) { sum, points in
            sum + points.indices.dropLast().reduce(0) { $0 + (points[$1 + 1] - points[$1]).length }
        }
    }
}

/// How often the path of straight lines winds round the point.
func winding(_ path: Path, _ p: Point) -> Int {
    var count = 0
    var i = 0
    var first = Point.zero
    var here = Point.zero
    func edge(_ a: Point, _ b: Point) {
        guard (a.y <= p.y) != (b.y <= p.y) else { return }
        let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        if a.y <= p.y, side > 0 { count += 1 }
        if b.y <= p.y, side < 0 { count -= 1 }
    }
    for command in path.commands {
        switch command {
        case .move:
            edge(here, first)
            first = path.points[i]
            here = first
        case .line:
            edge(here, path.points[i])
            here = path.points[i]
        case .close:
            edge(here, first)
            here = first
        case .quad, .cubic: fatalError("the outline of a stroke has straight lines only")
        }
        i += command.pointCount
    }
    return count
}

func makePath(_ build: (inout Path) -> Void) -> Path {
    var path = Path()
    build(&path)
    return path
}

func makeStyle(
    _ width: Double, _ cap: LineCap = .butt, _ join: LineJoin = .miter, _ set: (inout StrokeStyle) -> Void = { _ in }
) -> StrokeStyle {
    var style = StrokeStyle()
    style.width = width
    style.cap = cap
    style.join = join
    set(&style)
    return style
}
