import CBox2D

extension World {
    private final class Sweep {
        let body: Body
        var part = 2.0
        init(_ body: Body) { self.body = body }
    }

    /// How far the middle of a body gets on its way before it meets a boundary, as a part of it; nil when it meets none.
    func sweep(_ body: Body, _ from: Vector, _ way: Vector) -> Double? {
        let mask = body.collisions.reduce(UInt64(0)) { $0 | ($1.hasBoundaries ? $1.boundaryBit : 0) }
        guard mask != 0 else { return nil }
        work += Work.sweep
        let sweep = Sweep(body)
        _ = unsafe b2World_CastRay(
            space.id, from.single, way.single, b2QueryFilter(categoryBits: Collision.item, maskBits: mask),
            { shape, _, _, part, data in
                guard let data = unsafe data, let solid = Solid.of(shape) else { return -1 }
                let sweep = unsafe Unmanaged<Sweep>.fromOpaque(data).takeUnretainedValue()
                guard ContactLog.rule(sweep.body, solid) != nil else { return -1 }
                sweep.part = min(sweep.part, Double(part))
                return part
            }, unsafe Unmanaged.passUnretained(sweep).toOpaque())
        return sweep.part <= 1 ? sweep.part : nil
    }
}
