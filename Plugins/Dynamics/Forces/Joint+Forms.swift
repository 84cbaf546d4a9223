import CBox2D
import Glibc

/// Box2D's joints. `end` is in the other one, or in the world, `mine` in the body.
extension Joint {
    /// A rod, a rope, or, without an end, a tie that holds nothing but lets both rest together.
    func distance(
        _ other: Body?, _ world: World, _ body: Body, _ end: Vector, _ mine: Vector, _ lengths: ClosedRange<Double>
    ) -> b2JointId {
        var def = unsafe b2DefaultDistanceJointDef()
        unsafe (def.bodyIdA, def.bodyIdB) = (other?.raw ?? world.space.ground, body.raw)
        unsafe (def.localAnchorA, def.localAnchorB) = (end.single, mine.single)
        unsafe def.collideConnected = true
        unsafe def.length = Float(min(lengths.upperBound, Simulation.farthest))
        if lengths.lowerBound < lengths.upperBound {
            unsafe def.enableSpring = true
            unsafe def.hertz = 0
            unsafe def.enableLimit = lengths.upperBound < Self.endless
            unsafe def.maxLength = unsafe def.length
        }
        return unsafe b2CreateDistanceJoint(world.space.id, &def)
    }

    /// Longer ropes hold nothing.
    private static let endless = 1e6

    /// A hinge, which `friction` holds against turning.
    func hinge(
        _ world: World, _ other: Body?, _ body: Body, _ end: Vector, _ mine: Vector, _ friction: Double, collides: Bool
    ) -> b2JointId {
        var def = unsafe b2DefaultRevoluteJointDef()
        unsafe (def.bodyIdA, def.bodyIdB) = (other?.raw ?? world.space.ground, body.raw)
        unsafe (def.localAnchorA, def.localAnchorB) = (end.single, mine.single)
        unsafe def.collideConnected = collides
        if friction > 0 {
            // A motor that wants no turning, as strong as that.
            unsafe def.enableMotor = true
            unsafe def.maxMotorTorque = Float(min(friction, 1e12) * 10_000)
        }
        return unsafe b2CreateRevoluteJoint(world.space.id, &def)
    }

    func weld(
        _ world: World, _ other: Body?, _ body: Body, _ end: Vector, _ mine: Vector, _ angle: Double
    ) -> b2JointId {
        var def = unsafe b2DefaultWeldJointDef()
        unsafe (def.bodyIdA, def.bodyIdB) = (other?.raw ?? world.space.ground, body.raw)
        unsafe (def.localAnchorA, def.localAnchorB) = (end.single, mine.single)
        unsafe def.referenceAngle = Float(remainder(angle, 2 * Double.pi))
        return unsafe b2CreateWeldJoint(world.space.id, &def)
    }

    /// A rail along the axis.
    func rail(
        _ world: World, _ other: Body?, _ body: Body, _ end: Vector, _ mine: Vector, _ angle: Double
    ) -> b2JointId {
        var def = unsafe b2DefaultPrismaticJointDef()
        unsafe (def.bodyIdA, def.bodyIdB) = (other?.raw ?? world.space.ground, body.raw)
        unsafe (def.localAnchorA, def.localAnchorB) = (end.single, mine.single)
        unsafe def.localAxisA = axis.single
        unsafe def.referenceAngle = Float(remainder(angle, 2 * Double.pi))
        unsafe def.collideConnected = true
        if let range {
            unsafe def.enableLimit = true
            unsafe def.lowerTranslation = Float(range.from)
            unsafe def.upperTranslation = Float(max(range.to, range.from + 0.01))
        }
        return unsafe b2CreatePrismaticJoint(world.space.id, &def)
    }
}
