import Glibc

/// The functions of CSS transforms, angles in radians. Quarter turns are exact.
extension Transform3D {
    public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
        Transform3D(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1)
    }

    public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
        Transform3D(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1)
    }

    public static func rotationX(_ angle: Double) -> Transform3D {
        let (s, c) = sineCosine(angle)
        return Transform3D(1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1)
    }

    public static func rotationY(_ angle: Double) -> Transform3D {
        let (s, c) = sineCosine(angle)
        return Transform3D(c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1)
    }

    /// A rotation about z in radians, clockwise on screen.
    public static func rotationZ(_ angle: Double) -> Transform3D {
        let (s, c) = sineCosine(angle)
        return Transform3D(c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    }

    /// `rotate3d()`: a rotation about the axis (x, y, z), of any length, through the origin; the identity if the axis
    /// is zero.
    public static func rotation(_ x: Double, _ y: Double, _ z: Double, _ angle: Double) -> Transform3D {
        // Divided by the largest component first, so that no square overflows or vanishes.
        let largest = max(abs(x), abs(y), abs(z))
        guard largest > 0, largest.isFinite else { return .identity }
        var (x, y, z) = (x / largest, y / largest, z / largest)
        let length = (x * x + y * y + z * z).squareRoot()
        (x, y, z) = (x / length, y / length, z / length)
        let (s, c) = sineCosine(angle)
        let d = 1 - c
        return Transform3D(
            c * (1 - x * x) + x * x, x * y * d + z * s, x * z * d - y * s, 0,
            x * y * d - z * s, c * (1 - y * y) + y * y, y * z * d + x * s, 0,
            x * z * d + y * s, y * z * d - x * s, c * (1 - z * z) + z * z, 0,
            0, 0, 0, 1)
    }

    /// `skew(ax, ay)`: adds y·tan ax to x, and x·tan ay to y.
    public static func skew(_ ax: Double, _ ay: Double = 0) -> Transform3D {
        // Exact at multiples of 45°, for which `tan` is off by one rounding.
        func slope(_ angle: Double) -> Double {
            let (sine, cosine) = sineCosine(2 * angle)
            // If twice the angle is a quarter turn, the slope is its sine: 1 or -1.
            if cosine == 0, sine != 0 { return sine }
            return sineCosine(angle).sine == 0 ? 0 : tan(angle)
        }
        return Transform3D(1, slope(ay), 0, 0, slope(ax), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    }

    /// `perspective(d)`: the eye is `d` points in front of the plane; less than 1 counts as 1, as in CSS.
    public static func perspective(_ d: Double) -> Transform3D {
        var t = Transform3D.identity
        t.m34 = -1 / max(d, 1)
        return t
    }
}
