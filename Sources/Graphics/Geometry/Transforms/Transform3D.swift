/// A 4 × 4 transform, in `matrix3d` order (columns of the CSS matrix, rows of CATransform3D).
///
/// Row vectors as in Core Animation: `[x y z 1] · M`. `m[4·row + column]`.
public struct Transform3D: Equatable, Hashable, Sendable {
    public var m11, m12, m13, m14: Double
    public var m21, m22, m23, m24: Double
    public var m31, m32, m33, m34: Double
    public var m41, m42, m43, m44: Double

    public init(
        _ m11: Double, _ m12: Double, _ m13: Double, _ m14: Double,
        _ m21: Double, _ m22: Double, _ m23: Double, _ m24: Double,
        _ m31: Double, _ m32: Double, _ m33: Double, _ m34: Double,
        _ m41: Double, _ m42: Double, _ m43: Double, _ m44: Double
    ) {
        (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
        (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
        (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
        (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
    }

    public init(_ t: Affine) {
        self.init(t.a, t.b, 0, 0, t.c, t.d, 0, 0, 0, 0, 1, 0, t.tx, t.ty, 0, 1)
    }

    public static let identity = Transform3D(.identity)

    /// The 2D affine map, if the matrix is one that leaves z unchanged; else nil.
    public var affine: Affine? {
        guard m13 == 0, m14 == 0, m23 == 0, m24 == 0, m31 == 0, m32 == 0, m33 == 1, m34 == 0, m43 == 0, m44 == 1
        else { return nil }
        return Affine(m11, m12, m21, m22, m41, m42)
    }

    /// The effect on the plane z = 0, seen along z, without perspective.
    public var flattened: Affine {
        let w = m44 == 0 ? 1 : 1 / m44
        return Affine(m11 * w, m12 * w, m21 * w, m22 * w, m41 * w, m42 * w)
    }

    /// The map that applies `inner` first and then `self` (CSS order: `self` is written to the left).
    public func concat(_ inner: Transform3D) -> Transform3D {
        func row(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> (Double, Double, Double, Double) {
            (
                x * m11 + y * m21 + z * m31 + w * m41, x * m12 + y * m22 + z * m32 + w * m42,
                x * m13 + y * m23 + z * m33 + w * m43, x * m14 + y * m24 + z * m34 + w * m44
            )
        }
        let r1 = row(inner.m11, inner.m12, inner.m13, inner.m14)
        let r2 = row(inner.m21, inner.m22, inner.m23, inner.m24)
        let r3 = row(inner.m31, inner.m32, inner.m33, inner.m34)
        let r4 = row(inner.m41, inner.m42, inner.m43, inner.m44)
        return Transform3D(
            r1.0, r1.1, r1.2, r1.3, r2.0, r2.1, r2.2, r2.3, r3.0, r3.1, r3.2, r3.3, r4.0, r4.1, r4.2, r4.3)
    }
}
