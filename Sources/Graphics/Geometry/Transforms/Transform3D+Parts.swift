import Glibc

/// The parts of a transform that key paths name: `transform.rotation.z`, `transform.scale`, …
public enum TransformPart: UInt8, CaseIterable, Sendable {
    case rotationX, rotationY, rotationZ
    /// The mean of x and y; sets both.
    case scale
    case scaleX, scaleY, scaleZ
    case translationX, translationY, translationZ
}

/// Access to single parts, as with CATransform3D's key paths.
///
/// The matrix is decomposed into scale, then shear, then rotation about x, y and z in turn, then translation (the
/// fourth column, the perspective, is kept). Setting a part keeps the others. The decomposition of a matrix is not
/// unique: a reflection counts as a negative scale on the axis that leaves the smallest rotation, and of two ways to
/// write a rotation the one with the smaller angles is used.
extension Transform3D {
    public func part(_ part: TransformPart) -> Double {
        switch part {
        case .translationX: return m41
        case .translationY: return m42
        case .translationZ: return m43
        default: break
        }
        let linear = Linear(self)
        switch part {
        case .rotationX: return cleaned(linear.angles.x)
        case .rotationY: return cleaned(linear.angles.y)
        case .rotationZ: return cleaned(linear.angles.z)
        case .scale: return cleaned((linear.scale.x + linear.scale.y) / 2)
        case .scaleX: return cleaned(linear.scale.x)
        case .scaleY: return cleaned(linear.scale.y)
        default: return cleaned(linear.scale.z)
        }
    }

    /// The transform with one part replaced.
    public func setting(_ part: TransformPart, to value: Double) -> Transform3D {
        // Fast path for a rotation alone, as for most bodies of dynamics; gives the same numbers.
        if part == .rotationZ, self == .identity { return .rotationZ(value) }
        var result = self
        switch part {
        case .translationX: result.m41 = value
        case .translationY: result.m42 = value
        case .translationZ: result.m43 = value
        case .rotationX, .rotationY, .rotationZ, .scale, .scaleX, .scaleY, .scaleZ:
            var linear = Linear(self)
            switch part {
            case .rotationX: linear.angles.x = value
            case .rotationY: linear.angles.y = value
            case .rotationZ: linear.angles.z = value
            case .scaleX: linear.scale.x = value
            case .scaleY: linear.scale.y = value
            case .scaleZ: linear.scale.z = value
            default: (linear.scale.x, linear.scale.y) = (value, value)
            }
            linear.write(to: &result)
        }
        return result
    }
}

/// Rounds to fourteen significant digits, so that a part reads back as it was set, despite the matrix's rounding.
private func cleaned(_ v: Double) -> Double {
    guard v != 0, v.isFinite else { return v.isFinite ? 0 : v }
    let exponent = 13 - floor(log10(abs(v)))
    guard abs(exponent) <= 22 else { return abs(v) < 1e-8 ? 0 : v }
    let power = pow(10, abs(exponent))
    return exponent >= 0 ? (v * power).rounded() / power : (v / power).rounded() * power
}

struct Vector: Sendable {
    var x: Double
    var y: Double
    var z: Double

    static func * (a: Vector, k: Double) -> Vector { Vector(x: a.x * k, y: a.y * k, z: a.z * k) }
    static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
    static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
    func dot(_ o: Vector) -> Double { x * o.x + y * o.y + z * o.z }
    func cross(_ o: Vector) -> Vector {
        Vector(x: y * o.z - z * o.y, y: z * o.x - x * o.z, z: x * o.y - y * o.x)
    }
    /// The unit vector; nil for a vector of length 0.
    var unit: Vector? {
        let largest = max(abs(x), abs(y), abs(z))
        guard largest > 0, largest.isFinite else { return nil }
        let v = self * (1 / largest)
        return v * (1 / v.dot(v).squareRoot())
    }
}

/// The decomposed upper left 3 × 3 matrix. Its rows are the images of the axes: x = sx·r1, y = sy·(xy·r1 + r2), z =
/// sz·(xz·r1 + yz·r2 + r3), where r1…r3 are the rows of the rotation.
struct Linear {
    var scale: Vector
    var shearXY: Double
    var shearXZ: Double
    var shearYZ: Double
    /// Rotations about x, then y, then z.
    var angles: Vector

    init(_ m: Transform3D) {
        let x = Vector(x: m.m11, y: m.m12, z: m.m13)
        let y = Vector(x: m.m21, y: m.m22, z: m.m23)
        let z = Vector(x: m.m31, y: m.m32, z: m.m33)
        // Gram–Schmidt; a row of length 0 gets a direction perpendicular to the others.
        var r1 = x.unit ?? Self.free(z.unit, y.unit)
        let yRest = y - r1 * y.dot(r1)
        var r2 = Self.direction(yRest, of: y) ?? Self.second(r1, z)
        let zRest = z - r1 * z.dot(r1) - r2 * z.dot(r2)
        var r3 = Self.direction(zRest, of: z) ?? r1.cross(r2)
        var (sx, sy, sz) = (x.dot(r1), yRest.dot(r2), zRest.dot(r3))
        if r1.cross(r2).dot(r3) < 0 {
            // For a reflection, the axis that points back most is reversed.
            if r1.x <= r2.y, r1.x <= r3.z {
                (r1, sx) = (r1 * -1, -sx)
            } else if r2.y <= r3.z {
                (r2, sy) = (r2 * -1, -sy)
            } else {
                (r3, sz) = (r3 * -1, -sz)
            }
        }
        scale = Vector(x: sx, y: sy, z: sz)
        shearXY = sy != 0 ? y.dot(r1) / sy : 0
        shearXZ = sz != 0 ? z.dot(r1) / sz : 0
        shearYZ = sz != 0 ? z.dot(r2) / sz : 0
        angles = Self.angles(r1, r2, r3)
    }

    /// The direction of `rest`, a remainder of `whole`; nil when it is only rounding error.
    private static func direction(_ rest: Vector, of whole: Vector) -> Vector? {
        rest.dot(rest) > 1e-24 * whole.dot(whole) ? rest.unit : nil
    }

    /// A unit vector perpendicular to the given ones; the x axis if possible.
    private static func free(_ a: Vector?, _ b: Vector?) -> Vector {
        if let a, let b, let across = b.cross(a).unit { return across }
        let a = a ?? b ?? Vector(x: 0, y: 0, z: 1)
        let x = Vector(x: 1, y: 0, z: 0)
        return direction(x - a * a.x, of: x) ?? Vector(x: 0, y: 1, z: 0)
    }

    private static func second(_ r1: Vector, _ z: Vector) -> Vector {
        let rest = z - r1 * z.dot(r1)
        if let r3 = direction(rest, of: z) { return r3.cross(r1) }
        let y = Vector(x: 0, y: 1, z: 0)
        return direction(y - r1 * r1.y, of: y) ?? Vector(x: 0, y: 0, z: 1)
    }

    /// Rows of Rx·Ry·Rz: (cy·cz, cy·sz, −sy), (…, …, sx·cy), (…, …, cx·cy).
    private static func angles(_ r1: Vector, _ r2: Vector, _ r3: Vector) -> Vector {
        let flat = (r1.x * r1.x + r1.y * r1.y).squareRoot()
        // Gimbal lock: x and z rotate about the same line, and the whole rotation is assigned to z.
        if flat < 1e-9 { return Vector(x: 0, y: r1.z < 0 ? .pi / 2 : -.pi / 2, z: atan2(-r2.x, r2.y)) }
        let a = Vector(x: atan2(r2.z, r3.z), y: atan2(-r1.z, flat), z: atan2(r1.y, r1.x))
        let b = Vector(x: atan2(-r2.z, -r3.z), y: atan2(-r1.z, -flat), z: atan2(-r1.y, -r1.x))
        func sum(_ v: Vector) -> Double { abs(v.x) + abs(v.y) + abs(v.z) }
        return sum(b) < sum(a) - 1e-9 ? b : a
    }

    func write(to m: inout Transform3D) {
        let r = Transform3D.rotationZ(angles.z).concat(.rotationY(angles.y)).concat(.rotationX(angles.x))
        let r1 = Vector(x: r.m11, y: r.m12, z: r.m13)
        let r2 = Vector(x: r.m21, y: r.m22, z: r.m23)
        let r3 = Vector(x: r.m31, y: r.m32, z: r.m33)
        write(r1, r2, r3, to: &m)
    }

    /// Writes the matrix for a rotation given by its rows instead of `angles`.
    func write(_ r1: Vector, _ r2: Vector, _ r3: Vector, to m: inout Transform3D) {
        let x = r1 * scale.x
        let y = (r1 * shearXY + r2) * scale.y
        let z = (r1 * shearXZ + r2 * shearYZ + r3) * scale.z
        (m.m11, m.m12, m.m13) = (x.x, x.y, x.z)
        (m.m21, m.m22, m.m23) = (y.x, y.y, y.z)
        (m.m31, m.m32, m.m33) = (z.x, z.y, z.z)
    }
}
