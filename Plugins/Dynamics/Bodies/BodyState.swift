import CBox2D
import Glibc

/// How a body moves: in doubles, of which Box2D is told.
///
/// Sub-steps are as they were with an engine that moves first: at a sub-step a body is at `place`, the velocity behind it is `velocity`, and
/// up to the next one it moves with `pace`. Box2D has it where it will be then.
struct BodyState {
    /// The middle of the mass, and how far it is turned, with all its turns.
    var place = Vector.zero
    var angle = 0.0
    private(set) var velocity = Vector.zero
    private(set) var spin = 0.0
    /// In points and radians per second: the velocity, or what a contact makes of it.
    var pace = Vector.zero
    var turning = 0.0
    /// The middle of the mass from that of the first item, in its coordinates.
    var balance = Vector.zero
    /// 0 for what is static, or cannot be turned.
    var inverse = (mass: 1.0, moment: 1.0)
    /// The velocity that Box2D has; not true when Box2D has the body elsewhere, or with another velocity.
    var told = (velocity: Vector.zero, spin: 0.0, isTrue: false)
    /// The velocity a sub-step ago.
    var before = Vector.zero
    var isAsleep = false
    /// Begins to move, however slowly, or turns: that is no rest.
    var isRestless = false
    /// Others push it, so that it may be pushed through a boundary.
    var isSwept = false
    /// Was thrown back in this sub-step: how far its way is off from where its velocity and spin take it, as these.
    var thrown: (velocity: Vector, spin: Double)?
    /// The part of the last sub-step for which it has been waiting at a boundary that it would have crossed.
    var lag = 0.0
    /// The velocity that it gains in this sub-step by what drives it.
    var gain = Vector.zero
    /// Something held it in the last sub-step, so that it did not gain that.
    var isHeld = false
    /// How many joints hold it.
    var joints = 0

    /// The middle of the first item.
    var origin: Vector { balance.x == 0 && balance.y == 0 ? place : place - balance.rotated(by: angle) }
    var rotation: b2Rot { b2Rot(c: Float(cos(angle)), s: Float(sin(angle))) }

    /// Another velocity from now on.
    mutating func set(_ velocity: Vector, _ spin: Double) {
        pace += velocity - self.velocity
        turning += spin - self.spin
        (self.velocity, self.spin) = (velocity, spin)
        told.isTrue = false
    }

    /// Takes an impulse at an arm from the middle of its mass, before it moves.
    mutating func push(_ impulse: Vector, _ arm: Vector) {
        set(velocity + impulse * inverse.mass, spin + arm.cross(impulse) * inverse.moment)
    }

    /// Another velocity for the sub-step to come, behind the move.
    mutating func drive(_ velocity: Vector, _ spin: Double) { (self.velocity, self.spin) = (velocity, spin) }

    /// The same, of an impulse.
    mutating func pull(_ impulse: Vector, _ arm: Vector) {
        velocity += impulse * inverse.mass
        spin += arm.cross(impulse) * inverse.moment
    }

    /// Velocity of a point at an arm from the middle of its mass.
    func velocity(at arm: Vector) -> Vector { velocity + arm.turned(by: spin) }

    /// Turns so fast that it does not rest.
    var isTurning: Bool {
        let idle = Double(Space.idleSpeed)
        return inverse.moment > 0 && spin * spin * inverse.mass > idle * idle * inverse.moment
    }

    /// Goes on with its velocity.
    mutating func go() { (pace, turning) = (velocity, spin) }

    /// Has not moved yet, and is not about to.
    var isNew: Bool { !isAsleep && [velocity, pace, before].allSatisfy { $0 == .zero } && spin == 0 && turning == 0 }

    mutating func stop() {
        (velocity, spin, pace, turning, before) = (.zero, 0, .zero, 0, .zero)
        told.isTrue = false
    }
}

/// The shapes of a body.
struct Shell {
    var forms: [ShapeForm] = []
    var filter = b2Filter()
    /// Those in the space; none while it is crowded.
    var shapes: [b2ShapeId] = []
}
