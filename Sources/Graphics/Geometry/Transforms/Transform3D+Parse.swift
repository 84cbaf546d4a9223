import Glibc

extension Transform3D {
    /// Parses CSS transform functions separated by spaces; their product is in CSS order (the last is applied first).
    /// `none` is the identity. An angle without a unit is in radians.
    public init(parsing text: ByteView) throws(ValueSyntax) {
        var reader = ByteReader(text)
        reader.skipSpaces()
        if reader.isAtEnd { throw reader.expected("a transform") }
        var product = Transform3D.identity
        var isFirst = true
        while !reader.isAtEnd {
            let start = reader.position
            let name = reader.identifier()
            if isFirst, name == "none", reader.next != UInt8(ascii: "(") {
                try reader.finish("the end")
                break
            }
            guard let function = TransformFunction(name) else {
                throw reader.wrong("is not a transform", at: start)
            }
            let arguments = try FunctionArguments(&reader, of: name, function.shape)
            let next = try function.matrix(arguments, at: start)
            product = isFirst ? next : product.concat(next)
            guard product.isFinite else { throw ValueSyntax("\(ValueSyntax.quote(text)) is too large", at: start) }
            isFirst = false
            reader.skipSpaces()
        }
        self = product
    }

    /// True when all sixteen numbers are finite.
    public var isFinite: Bool {
        // A sum is not finite when a term is not. A sum of finite terms that overflows is also rejected.
        let a = abs(m11) + abs(m12) + abs(m13) + abs(m14) + abs(m21) + abs(m22) + abs(m23) + abs(m24)
        let b = abs(m31) + abs(m32) + abs(m33) + abs(m34) + abs(m41) + abs(m42) + abs(m43) + abs(m44)
        return (a + b).isFinite
    }
}

/// The functions of a transform and their matrices, as CSS Transforms 2 defines them.
private enum TransformFunction {
    case translate, translate3d, translateX, translateY, translateZ
    case scale, scale3d, scaleX, scaleY, scaleZ
    case rotate, rotateX, rotateY, rotate3d
    case skew, skewX, skewY
    case perspective, matrix, matrix3d

    init?(_ name: ByteView) {
        func matches(_ literal: StaticString) -> Bool { name.equalsIgnoringCase(ByteView(literal)) }
        if matches("translate") {
            self = .translate
        } else if matches("scale") {
            self = .scale
        } else if matches("rotate") || matches("rotateZ") {
            self = .rotate
        } else if matches("matrix") {
            self = .matrix
        } else if matches("matrix3d") {
            self = .matrix3d
        } else if matches("rotateX") {
            self = .rotateX
        } else if matches("rotateY") {
            self = .rotateY
        } else if matches("rotate3d") {
            self = .rotate3d
        } else if matches("translate3d") {
            self = .translate3d
        } else if matches("translateX") {
            self = .translateX
        } else if matches("translateY") {
            self = .translateY
        } else if matches("translateZ") {
            self = .translateZ
        } else if matches("scale3d") {
            self = .scale3d
        } else if matches("scaleX") {
            self = .scaleX
        } else if matches("scaleY") {
            self = .scaleY
        } else if matches("scaleZ") {
            self = .scaleZ
        } else if matches("skew") {
            self = .skew
        } else if matches("skewX") {
            self = .skewX
        } else if matches("skewY") {
            self = .skewY
        } else if matches("perspective") {
            self = .perspective
        } else {
            return nil
        }
    }

    var shape: FunctionArguments.Shape {
        switch self {
        case .translate: .init(counts: 1...2, lengths: 3)
        case .scale: .init(counts: 1...2)
        case .translate3d: .init(counts: 3...3, lengths: 7)
        case .scale3d: .init(counts: 3...3)
        case .translateX, .translateY, .translateZ, .perspective: .init(counts: 1...1, lengths: 1)
        case .scaleX, .scaleY, .scaleZ: .init(counts: 1...1)
        case .rotate, .rotateX, .rotateY, .skewX, .skewY: .init(counts: 1...1, angles: 1)
        case .rotate3d: .init(counts: 4...4, angles: 1 << 3)
        case .skew: .init(counts: 1...2, angles: 3)
        case .matrix: .init(counts: 6...6)
        case .matrix3d: .init(counts: 16...16)
        }
    }

    func matrix(_ a: FunctionArguments, at offset: Int) throws(ValueSyntax) -> Transform3D {
        switch self {
        case .translate: return Transform3D(.translation(a[0], a[1]))
        case .translate3d: return .translation(a[0], a[1], a[2])
        case .translateX: return Transform3D(.translation(a[0], 0))
        case .translateY: return Transform3D(.translation(0, a[0]))
        case .translateZ: return .translation(0, 0, a[0])
        case .scale: return Transform3D(.scale(a[0], a.count > 1 ? a[1] : a[0]))
        case .scale3d: return .scale(a[0], a[1], a[2])
        case .scaleX: return Transform3D(.scale(a[0], 1))
        case .scaleY: return Transform3D(.scale(1, a[0]))
        case .scaleZ: return .scale(1, 1, a[0])
        case .rotate: return .rotationZ(a[0])
        case .rotateX: return .rotationX(a[0])
        case .rotateY: return .rotationY(a[0])
        case .rotate3d: return .rotation(a[0], a[1], a[2], a[3])
        case .skew: return .skew(a[0], a[1])
        case .skewX: return .skew(a[0])
        case .skewY: return .skew(0, a[0])
        case .perspective:
            guard a[0] > 0 else { throw ValueSyntax("perspective takes a distance above 0", at: offset) }
            return .perspective(a[0])
        case .matrix: return Transform3D(Affine(a[0], a[1], a[2], a[3], a[4], a[5]))
        case .matrix3d:
            return Transform3D(
                a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15])
        }
    }
}
