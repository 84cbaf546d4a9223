extension Transform3D {
    /// Appends `none`, `matrix(…)` with six numbers for a 2D affine map, else `matrix3d(…)` with sixteen.
    public func print(to out: inout ByteWriter) {
        if self == .identity {
            out.append("none")
        } else if let t = affine {
            out.append("matrix(")
            Self.print([t.a, t.b, t.c, t.d, t.tx, t.ty], to: &out)
        } else {
            out.append("matrix3d(")
            Self.print(
                [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44], to: &out)
        }
    }

    private static func print(_ numbers: [Double], to out: inout ByteWriter) {
        for (i, number) in numbers.enumerated() {
            if i > 0 { out.append(byte: UInt8(ascii: ",")) }
            out.append(number)
        }
        out.append(byte: UInt8(ascii: ")"))
    }
}
