import CChipmunk

extension World {
    private final class Sweep {
        let body: Body
        var part = 2.0
        init(_ body: Body) { self.body = body }
    }

    /// How far the middle of a body gets on its way before it meets a boundary, as a part of it; nil when it meets none.
    func sweep(_ body: Body, _ from: Vector, _ to: Vector) -> Double? {
        guard body.collisions.contains(where: { $0.isNear(from, to) }) else { return nil }
        work += Work.sweep
        let sweep = Sweep(body)
        let mask = body.collisions.reduce(UInt32(0)) { $0 | ($1.hasBoundaries ? $1.boundaryBit : 0) }
        unsafe cpSpaceSegmentQuery(
            space.raw, from, to, 0, cpShapeFilter(group: 0, categories: Collision.item, mask: mask),
            { shape, _, _, part, data in
                guard let data = unsafe data, let user = unsafe cpShapeGetUserData(shape) else { return }
                let sweep = unsafe Unmanaged<Sweep>.fromOpaque(data).takeUnretainedValue()
                let solid = unsafe Unmanaged<Solid>.fromOpaque(user).takeUnretainedValue()
                if ContactLog.rule(sweep.body, solid) != nil { sweep.part = min(sweep.part, part) }
            }, unsafe Unmanaged.passUnretained(sweep).toOpaque())
        return sweep.part <= 1 ? sweep.part : nil
    }
}
