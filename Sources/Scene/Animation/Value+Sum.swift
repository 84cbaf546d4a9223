import Geometry
package import Schema

/// Sums and differences of values: `by`, additive and cumulative animations, velocities.
extension Value {
    /// The sum; a transform is applied after this one. For values without a sum, `other`.
    package func plus(_ other: Value) -> Value {
        if let a = components, let b = other.components { return like(other, a + b) }
        switch (self, other) {
        case (.transform, .transform), (.none, .transform): return .of(other.transform.concat(transform))
        case (.none, .none), (_, .none): return self
        case (.numbers(let a), .numbers(let b)): return .numbers(zip(a, b).map { $0 + $1 })
        default: return other
        }
    }

    /// The difference to `other`; for values without one, this value.
    package func minus(_ other: Value) -> Value {
        if let a = components, let b = other.components { return like(self, a - b) }
        switch (self, other) {
        case (.transform, .transform), (.none, .transform):
            guard let back = other.transform.affine?.inverse else { return self }
            return .of(transform.concat(Transform3D(back)))
        case (.numbers(let a), .numbers(let b)): return .numbers(zip(a, b).map { $0 - $1 })
        default: return self
        }
    }

    /// The difference from `start`, in components; nil for a value without any.
    package func way(from start: Value) -> SIMD4<Double>? {
        guard let a = start.components, let b = components else { return nil }
        return b - a
    }

    /// The neutral element of addition.
    package var zero: Value {
        if components != nil { return like(self, .zero) }
        switch self {
        case .transform: return .none
        case .numbers(let list): return .numbers(list.map { _ in 0 })
        default: return self
        }
    }

    /// This value added `count` times, a whole number.
    func times(_ count: Double) -> Value {
        if let c = components { return like(self, c * count) }
        switch self {
        case .numbers(let list): return .numbers(list.map { $0 * count })
        case .transform(let t):
            var (power, square, left) = (Transform3D.identity, t, Int(min(count, 1e6)))
            while left > 0 {
                if left & 1 == 1 { power = power.concat(square) }
                square = square.concat(square)
                left >>= 1
            }
            return .of(power)
        default: return self
        }
    }

    /// Distance to `other`, in the value's own units; 1 for values without one, so that each step counts the same.
    func distance(to other: Value) -> Double {
        if let a = components, let b = other.components { return (b - a).length }
        return self == other ? 0 : 1
    }
}

extension SIMD4<Double> {
    var length: Double { (self * self).sum().squareRoot() }
}
