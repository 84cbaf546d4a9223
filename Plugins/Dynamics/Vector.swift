import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

typealias Vector = cpVect

extension Vector {
    static let zero = Vector(x: 0, y: 0)

    init(_ p: Point) { self.init(x: p.x, y: p.y) }

    static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y) }
    static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y) }
    static func * (a: Vector, k: Double) -> Vector { Vector(x: a.x * k, y: a.y * k) }
    static func += (a: inout Vector, b: Vector) { a = a + b }

    static func == (a: Vector, b: Vector) -> Bool { a.x == b.x && a.y == b.y }

    func dot(_ b: Vector) -> Double { x * b.x + y * b.y }
    func cross(_ b: Vector) -> Double { x * b.y - y * b.x }
    /// A quarter turn further, times k.
    func turned(by k: Double) -> Vector { Vector(x: -y * k, y: x * k) }
    var length: Double { (x * x + y * y).squareRoot() }
    var isFinite: Bool { x.isFinite && y.isFinite }
    /// Of length 1; zero stays zero.
    var unit: Vector {
        let length = length
        return length > 0 ? self * (1 / length) : .zero
    }
    var point: Point { Point(x: x, y: y) }
}

extension Affine {
    static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    func apply(_ p: Vector) -> Vector { Vector(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty) }

    /// First `inner`, then this one.
    func after(_ inner: Affine) -> Affine {
        Affine(
            a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
            d: b * inner.c + d * inner.d, tx: a * inner.tx + c * inner.ty + tx, ty: b * inner.tx + d * inner.ty + ty)
    }

    /// The identity for what cannot be undone.
    var inverse: Affine {
        let det = a * d - b * c
        guard det != 0, (1 / det).isFinite else { return .identity }
        let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
        return Affine(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
    }

    var isIdentity: Bool { a == 1 && b == 0 && c == 0 && d == 1 && tx == 0 && ty == 0 }
}
