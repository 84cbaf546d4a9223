import CBox2D
import Glibc

/// One of the convex forms that a body consists of, in its coordinates.
enum ShapeForm {
    case circle(b2Circle)
    case polygon(b2Polygon)

    /// The most corners of one.
    static let mostCorners = 8

    /// A rectangle around a point, turned.
    static func box(_ size: Vector, at center: Vector, angle: Double) -> ShapeForm {
        .polygon(
            b2MakeOffsetBox(
                Float(size.x / 2), Float(size.y / 2), center.single,
                b2Rot(c: Float(cos(angle)), s: Float(sin(angle)))))
    }

    /// A convex ring with at most eight corners; nil for one so thin that it is none.
    static func ring(_ corners: [Vector]) -> ShapeForm? {
        let points = corners.map(\.single)
        var hull = unsafe points.withUnsafeBufferPointer { unsafe b2ComputeHull($0.baseAddress, Int32($0.count)) }
        guard hull.count > 2 else { return nil }
        return unsafe .polygon(b2MakePolygon(&hull, 0))
    }

    /// The pieces of an ellipse.
    static func ellipse(_ size: Vector) -> [[Vector]] {
        Outline.wedges(
            (0..<32).map { at in
                let angle = Double(at) / 16 * Double.pi
                return Vector(x: cos(angle) * size.x / 2, y: sin(angle) * size.y / 2)
            })
    }

    /// Puts it onto a body.
    @unsafe
    func make(on body: b2BodyId, _ def: inout b2ShapeDef) -> b2ShapeId {
        switch self {
        case .circle(var circle): unsafe b2CreateCircleShape(body, &def, &circle)
        case .polygon(var polygon): unsafe b2CreatePolygonShape(body, &def, &polygon)
        }
    }
}
