import Geometry
package import Schema

/// Interpolation of two values of the same type.
extension Value {
    /// Interpolates: this value at 0, `to` at 1, extrapolated outside, as springs require. Colours are interpolated in
    /// sRGB, not premultiplied; transforms part by part; lists up to the shorter length; paths, filters and
    /// texts of different forms, booleans and choices switch to `to` at once.
    package func mixed(with to: Value, _ t: Double) -> Value {
        if let a = components, let b = to.components { return like(to, a + (b - a) * t) }
        switch (self, to) {
        case (.color(let a), .none): return mixed(with: .color(Color(a.red, a.green, a.blue, 0)), t)
        case (.none, .color(let b)): return Value.color(Color(b.red, b.green, b.blue, 0)).mixed(with: to, t)
        case (.transform, .transform), (.transform, .none), (.none, .transform):
            return .of(transform.mixed(with: to.transform, t))
        case (.numbers(let a), .numbers(let b)): return .numbers(zip(a, b).map { $0 + ($1 - $0) * t })
        case (.colors(let a), .colors(let b)): return .colors(zip(a, b).map { $0.mixed(with: $1, t) })
        case (.path(let a), .path(let b)):
            guard a.commands == b.commands else { return to }
            var path = b
            for at in path.points.indices { path.points[at] = a.points[at] + (b.points[at] - a.points[at]) * t }
            return .path(path)
        case (.boundsPath(let a), .boundsPath(let b)): return .boundsPath(a.mixed(with: b, t))
        case (.path(let a), .boundsPath(let b)): return .boundsPath(BoundsPath(a).mixed(with: b, t))
        case (.boundsPath(let a), .path(let b)): return .boundsPath(a.mixed(with: BoundsPath(b), t))
        case (.filters, .filters), (.filters, .none), (.none, .filters):
            return FilterFunction.mixed(filters, to.filters, t).map { $0.isEmpty ? .none : .filters($0) } ?? to
        case (.string(let a), .string(let b)): return .string(NumberedText.mixed(a, b, t))
        default: return to
        }
    }

    static func of(_ transform: Transform3D) -> Value { transform == .identity ? .none : .transform(transform) }

    /// False when a number is infinite or NaN.
    var isFinite: Bool {
        switch self {
        case .transform(let t):
            (t.m11 + t.m12 + t.m13 + t.m14 + t.m21 + t.m22 + t.m23 + t.m24 + t.m31 + t.m32 + t.m33 + t.m34 + t.m41
                + t.m42
                + t.m43 + t.m44).isFinite
        case .numbers(let list): list.allSatisfy(\.isFinite)
        case .path(let path): path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
        case .filters(let filters): filters.allSatisfy { $0.arguments.allSatisfy(\.isFinite) }
        default: components.map { ($0 * 0).sum() == 0 } ?? true
        }
    }

    /// The value as up to four numbers; nil for other values.
    package var components: SIMD4<Double>? {
        switch self {
        case .number(let n): SIMD4(n, 0, 0, 0)
        case .point(let p): SIMD4(p.x, p.y, 0, 0)
        case .size(let s): SIMD4(s.width, s.height, 0, 0)
        case .rect(let r): SIMD4(r.x, r.y, r.width, r.height)
        case .color(let c): c.components
        default: nil
        }
    }

    /// A value of the type of `model` with these components.
    package func like(_ model: Value, _ c: SIMD4<Double>) -> Value {
        switch model {
        case .number: .number(c.x)
        case .point: .point(Point(c.x, c.y))
        case .size: .size(Size(c.x, c.y))
        case .rect: .rect(Rect(c.x, c.y, c.z, c.w))
        case .color: .color(Color(c))
        default: model
        }
    }
}

extension Color {
    fileprivate var components: SIMD4<Double> { SIMD4(Double(red), Double(green), Double(blue), Double(alpha)) }

    /// Rounded and clamped to the range of a colour.
    fileprivate init(_ c: SIMD4<Double>) {
        func byte(_ v: Double) -> UInt8 { v > 0 ? UInt8(min(255, v.rounded())) : 0 }
        self.init(byte(c.x), byte(c.y), byte(c.z), byte(c.w))
    }

    fileprivate func mixed(with to: Color, _ t: Double) -> Color {
        Color(components + (to.components - components) * t)
    }
}

extension FilterFunction {
    /// Interpolates two lists with the same filters, the shorter one extended by neutral filters; nil for others.
    fileprivate static func mixed(_ a: [FilterFunction], _ b: [FilterFunction], _ t: Double) -> [FilterFunction]? {
        var result: [FilterFunction] = []
        for at in 0..<max(a.count, b.count) {
            guard let from = at < a.count ? a[at] : b[at].neutral, let to = at < b.count ? b[at] : a[at].neutral,
                from.name == to.name, from.arguments.count == to.arguments.count
            else { return nil }
            var mix = to
            for i in mix.arguments.indices {
                let value = from.arguments[i] + (to.arguments[i] - from.arguments[i]) * t
                mix.arguments[i] = max(from.kind.minimum(i), value)
            }
            if let c = from.color, let d = to.color { mix.color = c.mixed(with: d, t) }
            result.append(mix)
        }
        return result
    }
}
