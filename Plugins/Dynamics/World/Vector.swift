import CBox2D
import ScrimPluginABI
import ScrimPluginKit

/// A point, or a difference of points, in the coordinates of a world.
struct Vector {
    var x, y: Double

    static let zero = Vector(x: 0, y: 0)

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Box2D's.
    init(_ v: b2Vec2) { self.init(x: Double(v.x), y: Double(v.y)) }

    /// A client's, within the range of the arithmetic.
    init(_ p: Point) { self.init(x: p.x.held(to: Simulation.farthest), y: p.y.held(to: Simulation.farthest)) }

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
    /// For Box2D.
    var single: b2Vec2 { b2Vec2(x: Float(x), y: Float(y)) }
    /// Each of both no farther than `most` from 0; 0 for not a number: clients may say anything.
    func held(to most: Double) -> Vector { Vector(x: x.held(to: most), y: y.held(to: most)) }
}

extension Double {
    /// No farther than `most` from 0; 0 for not a number.
    func held(to most: Double) -> Double { isNaN ? 0 : Swift.min(Swift.max(self, -most), most) }
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

    /// The identity for a matrix that has no inverse.
    var inverse: Affine {
        let det = a * d - b * c
        guard det != 0, (1 / det).isFinite else { return .identity }
        let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
        return Affine(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
    }

    static func != (a: Affine, b: Affine) -> Bool {
        (a.a, a.b, a.c, a.d, a.tx, a.ty) != (b.a, b.b, b.c, b.d, b.tx, b.ty)
    }

    /// Has an inverse, within the range of the arithmetic.
    var isSane: Bool {
        let most = [a, b, c, d, tx, ty].map(abs).max() ?? 0
        return most <= 1e12 && abs(a * d - b * c) >= 1e-12
    }

    var isIdentity: Bool { a == 1 && b == 0 && c == 0 && d == 1 && tx == 0 && ty == 0 }
}
