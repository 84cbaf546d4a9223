/// A perspective map of the plane, `(x, y) → (X/W, Y/W)`, where X, Y and W are affine in x and y.
///
/// Row vectors, as in `Transform3D`: `[x y 1] · M`; column 3 gives W. Points with W ≤ 0 lie behind the eye.
public struct Projective: Equatable, Sendable {
    public var m11, m12, m13: Double
    public var m21, m22, m23: Double
    public var m31, m32, m33: Double

    public init(
        _ m11: Double, _ m12: Double, _ m13: Double, _ m21: Double, _ m22: Double, _ m23: Double,
        _ m31: Double, _ m32: Double, _ m33: Double
    ) {
        (self.m11, self.m12, self.m13) = (m11, m12, m13)
        (self.m21, self.m22, self.m23) = (m21, m22, m23)
        (self.m31, self.m32, self.m33) = (m31, m32, m33)
    }

    public init(_ t: Affine) {
        self.init(t.a, t.b, 0, t.c, t.d, 0, t.tx, t.ty, 1)
    }

    /// The map's effect on the plane z = 0, seen along z.
    public init(_ t: Transform3D) {
        self.init(t.m11, t.m12, t.m14, t.m21, t.m22, t.m24, t.m41, t.m42, t.m44)
    }

    /// The equivalent affine map, if W is practically constant: no point within a million points of the origin moves by
    /// more than a millionth of its distance.
    public var affine: Affine? {
        guard m33 != 0, abs(m13) + abs(m23) <= abs(m33) * 1e-12 else { return nil }
        return Affine(m11 / m33, m12 / m33, m21 / m33, m22 / m33, m31 / m33, m32 / m33)
    }

    /// X, Y and W of a point.
    @inlinable public func lift(_ p: Point) -> SIMD3<Double> {
        SIMD3(p.x * m11 + p.y * m21 + m31, p.x * m12 + p.y * m22 + m32, p.x * m13 + p.y * m23 + m33)
    }

    /// The mapped point; not finite where W is 0.
    @inlinable public func apply(_ p: Point) -> Point {
        let q = lift(p)
        return Point(q.x / q.z, q.y / q.z)
    }

    /// The map that applies `inner` first and then `self`.
    public func concat(_ inner: Projective) -> Projective {
        func row(_ x: Double, _ y: Double, _ w: Double) -> SIMD3<Double> {
            SIMD3(x * m11 + y * m21 + w * m31, x * m12 + y * m22 + w * m32, x * m13 + y * m23 + w * m33)
        }
        let r1 = row(inner.m11, inner.m12, inner.m13)
        let r2 = row(inner.m21, inner.m22, inner.m23)
        let r3 = row(inner.m31, inner.m32, inner.m33)
        return Projective(r1.x, r1.y, r1.z, r2.x, r2.y, r2.z, r3.x, r3.y, r3.z)
    }

    /// The inverse, with W above 0 where it is here; nil when the map is singular or holds a number that is not finite.
    public var inverse: Projective? {
        let (c11, c12, c13) = (m22 * m33 - m23 * m32, m13 * m32 - m12 * m33, m12 * m23 - m13 * m22)
        let det = m11 * c11 + m21 * c12 + m31 * c13
        let k = 1 / det
        guard det != 0, det.isFinite, k.isFinite else { return nil }
        let result = Projective(
            c11 * k, c12 * k, c13 * k,
            (m23 * m31 - m21 * m33) * k, (m11 * m33 - m13 * m31) * k, (m13 * m21 - m11 * m23) * k,
            (m21 * m32 - m22 * m31) * k, (m12 * m31 - m11 * m32) * k, (m11 * m22 - m12 * m21) * k)
        let all = [
            result.m11, result.m12, result.m13, result.m21, result.m22, result.m23, result.m31, result.m32, result.m33,
        ]
        return all.allSatisfy(\.isFinite) ? result : nil
    }

    /// The visible part of a convex polygon, mapped: the part with W above a small fraction of its maximum. Empty when
    /// there is none.
    public func visible(_ polygon: [Point]) -> [Point] {
        let lifted = polygon.map(lift)
        guard let near = lifted.map(\.z).max(), near > 0, near.isFinite else { return [] }
        let least = near * 1e-5
        var seen: [Point] = []
        for (i, a) in lifted.enumerated() {
            let b = lifted[(i + 1) % lifted.count]
            if a.z >= least { seen.append(Point(a.x / a.z, a.y / a.z)) }
            if (a.z >= least) != (b.z >= least) {
                let cut = a + (b - a) * ((least - a.z) / (b.z - a.z))
                seen.append(Point(cut.x / least, cut.y / least))
            }
        }
        return seen
    }
}
