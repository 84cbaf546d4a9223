import Glibc

/// Interpolation of transforms part by part, so that rotations do not shrink on the way.
extension Transform3D {
    /// Interpolates: this transform at 0, `other` at 1; values outside 0…1 extrapolate. Scale, shear, translation and
    /// perspective are linear, the rotation takes the shortest arc.
    public func mixed(with other: Transform3D, _ t: Double) -> Transform3D {
        if let a = affine, let b = other.affine { return Transform3D(Affine(a.parts.mixed(with: b.parts, t))) }
        guard let p = perspective, let q = other.perspective else { return blended(with: other, t) }
        let (a, b) = (Linear(self), Linear(other))
        var mix = a
        mix.scale = a.scale + (b.scale - a.scale) * t
        mix.shearXY = a.shearXY + (b.shearXY - a.shearXY) * t
        mix.shearXZ = a.shearXZ + (b.shearXZ - a.shearXZ) * t
        mix.shearYZ = a.shearYZ + (b.shearYZ - a.shearYZ) * t
        var result = blended(with: other, t)
        let (r1, r2, r3) = Quaternion(a.angles).turned(toward: Quaternion(b.angles), t).rows
        mix.write(r1, r2, r3, to: &result)
        result.setPerspective(p + (q - p) * t)
        return result
    }

    /// Interpolates each number.
    private func blended(with o: Transform3D, _ t: Double) -> Transform3D {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        return Transform3D(
            mix(m11, o.m11), mix(m12, o.m12), mix(m13, o.m13), mix(m14, o.m14),
            mix(m21, o.m21), mix(m22, o.m22), mix(m23, o.m23), mix(m24, o.m24),
            mix(m31, o.m31), mix(m32, o.m32), mix(m33, o.m33), mix(m34, o.m34),
            mix(m41, o.m41), mix(m42, o.m42), mix(m43, o.m43), mix(m44, o.m44))
    }

    /// The fourth column of the perspective map that, applied last to the affine rest, gives this transform; nil when
    /// the transform is singular.
    private var perspective: SIMD4<Double>? {
        let c = SIMD3(
            m22 * m33 - m23 * m32, m23 * m31 - m21 * m33, m21 * m32 - m22 * m31)
        let det = m11 * c.x + m12 * c.y + m13 * c.z
        guard det != 0, (1 / det).isFinite else { return nil }
        let x = m14 * c.x + m24 * (m13 * m32 - m12 * m33) + m34 * (m12 * m23 - m13 * m22)
        let y = m14 * c.y + m24 * (m11 * m33 - m13 * m31) + m34 * (m13 * m21 - m11 * m23)
        let z = m14 * c.z + m24 * (m12 * m31 - m11 * m32) + m34 * (m11 * m22 - m12 * m21)
        let p = SIMD3(x, y, z) / det
        return SIMD4(p.x, p.y, p.z, m44 - (m41 * p.x + m42 * p.y + m43 * p.z))
    }

    private mutating func setPerspective(_ p: SIMD4<Double>) {
        m14 = m11 * p.x + m12 * p.y + m13 * p.z
        m24 = m21 * p.x + m22 * p.y + m23 * p.z
        m34 = m31 * p.x + m32 * p.y + m33 * p.z
        m44 = m41 * p.x + m42 * p.y + m43 * p.z + p.w
    }
}

extension AffineParts {
    /// Interpolates: these parts at 0, `other` at 1; values outside 0…1 extrapolate. The rotation takes the shorter
    /// way.
    public func mixed(with other: AffineParts, _ t: Double) -> AffineParts {
        var turn = other.rotation - rotation
        if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
        return AffineParts(
            translation: translation + (other.translation - translation) * t, rotation: rotation + turn * t,
            scaleX: scaleX + (other.scaleX - scaleX) * t, scaleY: scaleY + (other.scaleY - scaleY) * t,
            shear: shear + (other.shear - shear) * t)
    }
}

/// A rotation in space.
private struct Quaternion {
    var x, y, z, w: Double

    init(x: Double, y: Double, z: Double, w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }

    /// Rotations about x, then y, then z.
    init(_ angles: Vector) {
        let (sx, cx) = (sin(angles.x / 2), cos(angles.x / 2))
        let (sy, cy) = (sin(angles.y / 2), cos(angles.y / 2))
        let (sz, cz) = (sin(angles.z / 2), cos(angles.z / 2))
        self.init(
            x: sx * cy * cz - cx * sy * sz, y: cx * sy * cz + sx * cy * sz, z: cx * cy * sz - sx * sy * cz,
            w: cx * cy * cz + sx * sy * sz)
    }

    /// Interpolates along the shorter arc (Shoemake 1985).
    func turned(toward other: Quaternion, _ t: Double) -> Quaternion {
        var (to, dot) = (other, x * other.x + y * other.y + z * other.z + w * other.w)
        if dot < 0 { (to, dot) = (Quaternion(x: -to.x, y: -to.y, z: -to.z, w: -to.w), -dot) }
        var (a, b) = (1 - t, t)
        let angle = acos(min(1, dot))
        if angle > 1e-6 { (a, b) = (sin((1 - t) * angle) / sin(angle), sin(t * angle) / sin(angle)) }
        return Quaternion(x: a * x + b * to.x, y: a * y + b * to.y, z: a * z + b * to.z, w: a * w + b * to.w)
    }

    /// The images of the axes.
    var rows: (Vector, Vector, Vector) {
        let k = 2 / (x * x + y * y + z * z + w * w)
        return (
            Vector(x: 1 - k * (y * y + z * z), y: k * (x * y + w * z), z: k * (x * z - w * y)),
            Vector(x: k * (x * y - w * z), y: 1 - k * (x * x + z * z), z: k * (y * z + w * x)),
            Vector(x: k * (x * z + w * y), y: k * (y * z - w * x), z: 1 - k * (x * x + y * y))
        )
    }
}
