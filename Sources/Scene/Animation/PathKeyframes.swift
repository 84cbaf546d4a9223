package import Geometry
import Glibc
package import Schema

/// Motion along a path: one keyframe for each element of the path.
package struct PathKeyframes: Equatable, Sendable {
    /// A line is a curve with control points at its ends.
    private var curves: [Cubic] = []
    private let times: [Double]
    private let timings: [TimingFunction]
    private let mode: Keyframes.Mode
    private let rotation: AnimationProperty.RotationMode

    /// `times` and `timings` as for `Keyframes`; a `move` inside the path is a jump that takes no time.
    package init(
        _ path: Path, times: [Double] = [], timings: [TimingFunction] = [], mode: Keyframes.Mode = .linear,
        rotation: AnimationProperty.RotationMode = .none
    ) {
        self.mode = mode
        self.rotation = rotation
        let isPaced = mode == .paced || mode == .cubicPaced
        self.timings = isPaced ? [] : timings
        var (here, start, i) = (Point.zero, Point.zero, 0)
        for command in path.commands {
            let p = path.points[i..<i + command.pointCount]
            let from = here
            switch command {
            case .move: start = p[i]
            case .line: curves.append(Cubic(line: from, p[i]))
            case .quad: curves.append(Cubic(quad: from, p[i], p[i + 1]))
            case .cubic: curves.append(Cubic(from, p[i], p[i + 1], p[i + 2]))
            case .close: curves.append(Cubic(line: from, start))
            }
            here = p.last ?? start
            i += command.pointCount
        }
        // The path is a single point.
        if curves.isEmpty { curves.append(Cubic(line: here, here)) }
        if isPaced {
            var sums = [0.0]
            for curve in curves { sums.append((sums.last ?? 0) + curve.length(upTo: 1)) }
            let whole = sums.last ?? 0
            self.times = whole > 0 ? sums.map { $0 / whole } : [0, 1]
        } else if times.isEmpty {
            let count = mode == .discrete ? curves.count + 1 : curves.count
            self.times = (0...curves.count).map { Double($0) / Double(count) }
        } else {
            self.times = Array(times.prefix(curves.count + 1))
        }
    }

    /// The point at `progress` and, if the layer is rotated along the path, its angle in radians.
    package func value(at progress: Double) -> (point: Point, turn: Double?) {
        let segment = Segment(times, progress)
        let at = max(0, min(segment.at, curves.count - 1))
        // The end after the last element, the beginning before the first.
        var t = segment.at > at ? 1 : segment.at < 0 || mode == .discrete ? 0 : segment.share
        if at < timings.count { t = timings[at].value(at: t) }
        if mode == .paced || mode == .cubicPaced { t = curves[at].parameter(of: t) }
        let way = curves[at].direction(at: t)
        let turn: Double? =
            switch rotation {
            case .none: nil
            case .auto: atan2(way.y, way.x)
            case .autoReverse: atan2(-way.y, -way.x)
            }
        return (curves[at].point(at: t), turn)
    }
}

extension Cubic {
    fileprivate init(line from: Point, _ to: Point) {
        self.init(from, from + (to - from) * (1.0 / 3), from + (to - from) * (2.0 / 3), to)
    }

    /// The length from 0 to t, by Gauss–Legendre quadrature on eighths.
    fileprivate func length(upTo t: Double) -> Double {
        var sum = 0.0
        for k in 0..<8 { sum += length(t * Double(k) / 8, t * Double(k + 1) / 8) }
        return sum
    }

    /// The parameter at the fraction `share` of the length.
    fileprivate func parameter(of share: Double) -> Double {
        let wanted = share * length(upTo: 1)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if length(upTo: middle) < wanted { low = middle } else { high = middle }
        }
        return high
    }
}
