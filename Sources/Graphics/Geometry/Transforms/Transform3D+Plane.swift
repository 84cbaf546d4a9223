/// Planes in space.
extension Transform3D {
    /// The same map about `point` as the origin: `point` is moved to the origin first and back afterwards.
    public func about(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
        .translation(x, y, z).concat(self).concat(.translation(-x, -y, -z))
    }

    /// Depth of a point of the plane z = 0 after the map and its perspective; greater is nearer to the viewer.
    public func depth(of p: Point) -> Double {
        let w = p.x * m14 + p.y * m24 + m44
        return (p.x * m13 + p.y * m23 + m43) / w
    }

    /// True when the plane z = 0 shows its back: the z of its transformed normal is negative, which is the sign of the
    /// inverse's m33 (CSS `backface-visibility`). A mirrored plane does not show its back.
    public var isBackFacing: Bool {
        func det3(
            _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double,
            _ i: Double
        ) -> Double { a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) }
        let c11 = det3(m22, m23, m24, m32, m33, m34, m42, m43, m44)
        let c12 = det3(m21, m23, m24, m31, m33, m34, m41, m43, m44)
        let c13 = det3(m21, m22, m24, m31, m32, m34, m41, m42, m44)
        let c14 = det3(m21, m22, m23, m31, m32, m33, m41, m42, m43)
        let determinant = m11 * c11 - m12 * c12 + m13 * c13 - m14 * c14
        return det3(m11, m12, m14, m21, m22, m24, m41, m42, m44) * determinant < 0
    }
}
