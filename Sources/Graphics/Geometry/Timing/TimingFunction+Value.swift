extension TimingFunction {
    /// The progress at `time`, a fraction of the duration, clamped to 0…1.
    ///
    /// The progress of a curve may leave 0…1.
    public func value(at time: Double) -> Double {
        switch self {
        case .linear: return time.clamped
        case .steps(let count, let atStart):
            let step = (time.clamped * Double(count) + 1e-9).rounded(.down) + (atStart ? 1 : 0)
            return min(1, step / Double(count))
        case .cubicBezier(let x1, let y1, let x2, let y2):
            if time <= 0 { return 0 }
            if time >= 1 { return 1 }
            let t = Self.parameter(x1, x2, time)
            return Self.bezier(y1, y2, t)
        }
    }

    /// The coordinate at `t` of a curve from 0 to 1 with these control values.
    private static func bezier(_ c1: Double, _ c2: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * c1 + 3 * u * t * t * c2 + t * t * t
    }

    /// Solves x(t) = `x`, where x(t) never decreases: Newton's method inside a bracket.
    private static func parameter(_ x1: Double, _ x2: Double, _ x: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        var t = x
        for _ in 0..<60 {
            let error = bezier(x1, x2, t) - x
            if abs(error) < 1e-12 { break }
            if error > 0 { high = t } else { low = t }
            let u = 1 - t
            let slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
            let next = t - error / slope
            t = next > low && next < high ? next : (low + high) / 2
        }
        return t
    }
}

extension Double {
    fileprivate var clamped: Double { Swift.max(0, Swift.min(1, self)) }
}
