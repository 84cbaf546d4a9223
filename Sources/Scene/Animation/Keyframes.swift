package import Geometry
package import Schema

/// Keyframe values and their interpolation: CAKeyframeAnimation.
package struct Keyframes: Equatable, Sendable {
    package typealias Mode = AnimationProperty.CalculationMode

    private let values: [Value]
    /// In ascending order in 0…1, one per value.
    private let times: [Double]
    private let timings: [TimingFunction]
    private let mode: Mode
    private let shape: CubicShape

    /// `times` may be empty (even, or by distance), and `timings` too; if the counts differ, the smallest applies. In
    /// discrete mode there is one more time than values: each value has an interval.
    package init(
        _ values: [Value], times: [Double] = [], timings: [TimingFunction] = [], mode: Mode = .linear,
        shape: CubicShape = CubicShape()
    ) {
        self.mode = mode
        self.shape = shape
        let isPaced = mode == .paced || mode == .cubicPaced
        self.timings = isPaced ? [] : timings
        if isPaced {
            self.values = values
            self.times = Self.paced(values, mode, shape)
        } else if times.isEmpty {
            self.values = values
            let last = Double(max(1, mode == .discrete ? values.count : values.count - 1))
            self.times = values.indices.map { Double($0) / last }
        } else {
            self.values = Array(values.prefix(times.count))
            self.times = Array(times.prefix(values.count))
        }
    }

    /// The value at `progress`; nil when there are no values.
    package func value(at progress: Double) -> Value? {
        guard let first = values.first else { return nil }
        let segment = Segment(times, progress)
        guard segment.at >= 0 else { return first }
        guard segment.at + 1 < values.count, mode != .discrete else { return values[segment.at] }
        let share = segment.at < timings.count ? timings[segment.at].value(at: segment.share) : segment.share
        // Until its step a value stays as it is, also one of a form that cannot be mixed with the next.
        if share == 0, segment.at < timings.count, case .steps = timings[segment.at] { return values[segment.at] }
        switch mode {
        case .cubic: return Self.cubic(values, shape, segment.at, share)
        case .cubicPaced:
            return Self.cubic(values, shape, segment.at, Self.parameter(values, shape, segment.at, share))
        default: return values[segment.at].mixed(with: values[segment.at + 1], share)
        }
    }

    // MARK: Cubic

    /// The Kochanek–Bartels curve from value `at` to the next; extrapolated linearly beyond the ends.
    private static func cubic(_ values: [Value], _ shape: CubicShape, _ at: Int, _ t: Double) -> Value {
        let (from, to) = (values[at], values[at + 1])
        guard let p1 = from.components, let p2 = to.components else { return from.mixed(with: to, t) }
        let p0 = at > 0 ? values[at - 1].components ?? p1 : 2 * p1 - p2
        let p3 = at + 2 < values.count ? values[at + 2].components ?? p2 : 2 * p2 - p1
        let m1 = shape.leaving(at, p1 - p0, p2 - p1)
        let m2 = shape.reaching(at + 1, p2 - p1, p3 - p2)
        let (t2, t3) = (t * t, t * t * t)
        let start = p1 * (2 * t3 - 3 * t2 + 1) + m1 * (t3 - 2 * t2 + t)
        return from.like(to, start + p2 * (3 * t2 - 2 * t3) + m2 * (t3 - t2))
    }

    // MARK: Paced

    private static let pieces = 32

    /// Times in proportion to the distance.
    private static func paced(_ values: [Value], _ mode: Mode, _ shape: CubicShape) -> [Double] {
        var sums = [0.0]
        for at in values.indices.dropFirst() {
            sums.append(
                sums[at - 1]
                    + (mode == .paced ? values[at - 1].distance(to: values[at]) : length(values, shape, at - 1, 1)))
        }
        guard let whole = sums.last, whole > 0 else {
            return values.indices.map { Double($0) / Double(max(1, values.count - 1)) }
        }
        return sums.map { $0 / whole }
    }

    /// The length of a segment of the cubic up to `t`, measured by chords.
    private static func length(_ values: [Value], _ shape: CubicShape, _ at: Int, _ t: Double) -> Double {
        var (sum, last) = (0.0, values[at])
        for k in 1...pieces {
            let next = cubic(values, shape, at, t * Double(k) / Double(pieces))
            sum += last.distance(to: next)
            last = next
        }
        return sum
    }

    /// The parameter of the cubic at the fraction `share` of its length.
    private static func parameter(_ values: [Value], _ shape: CubicShape, _ at: Int, _ share: Double) -> Double {
        let wanted = share * length(values, shape, at, 1)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<30 {
            let middle = (low + high) / 2
            if length(values, shape, at, middle) < wanted { low = middle } else { high = middle }
        }
        return high
    }
}

/// The interval between `times` that contains a moment, and the position in it.
struct Segment {
    /// Index of the last time reached; −1 before the first.
    let at: Int
    /// The fraction of the interval, 0…1.
    let share: Double

    init(_ times: [Double], _ progress: Double) {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= progress + MediaTiming.tolerance { low = middle + 1 } else { high = middle }
        }
        at = low - 1
        guard at >= 0, at + 1 < times.count else {
            share = 0
            return
        }
        let span = times[at + 1] - times[at]
        share = span > 0 ? max(0, min(1, (progress - times[at]) / span)) : 1
    }
}
