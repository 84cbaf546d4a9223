import CChipmunk
import ScrimPluginABI
import ScrimPluginKit

/// An `attachment` in a world: Chipmunk's constraints for it.
@safe
final class Joint {
    enum Form: UInt32 { case spring, fixed, pin, sliding, limit }

    var item: UInt64
    var to: UInt64?
    var anchor: Vector?
    var offset: Vector
    var length: Double
    var damping: Double
    var frequency: Double
    var form: Form
    var axis: Vector
    /// Of a sliding one: how far along the axis, from where it was joined.
    var range: (from: Double, to: Double)?
    var frictionTorque: Double
    /// Where the two were joined when it was made, in the coordinates of each, and the angle between them.
    private var kept: (inOther: Vector, inBody: Vector, angle: Double)?
    private var constraints: [UnsafeMutablePointer<cpConstraint>] = unsafe []
    private(set) var pointSpring: PointSpring?

    init(_ properties: Properties) {
        typealias Key = Schemas.AttachmentKey
        item = properties.objects(Key.item).first ?? 0
        to = properties.objects(Key.to).first
        anchor = properties.optionalPoint(Key.anchor).map(Vector.init)
        offset = Vector(properties.point(Key.offset))
        length = (properties.optionalNumber(Key.length) ?? -1).held(to: Simulation.farthest)
        damping = properties.number(Key.damping)
        frequency = properties.number(Key.frequency)
        form = Form(rawValue: properties.choice(Key.type)) ?? .spring
        axis = Vector(properties.point(Key.axis)).unit
        if axis.length == 0 { axis = Vector(x: 1, y: 0) }
        let range = properties.numbers(Key.range).map { $0.held(to: Simulation.farthest) }
        if range.count == 2 { self.range = (min(range[0], range[1]), max(range[0], range[1])) }
        frictionTorque = properties.number(Key.frictionTorque)
    }

    /// Goes on with the memory of an older state of the same attachment.
    func takeOver(_ old: Joint) {
        if form == old.form, item == old.item, to == old.to { kept = old.kept }
    }

    /// Where the two are joined is found out anew.
    func forget() { kept = nil }

    /// How far the two ends are apart; nil when it holds nothing.
    func distance(_ body: Body, _ other: Body?) -> Double? {
        guard let end = other?.center(of: to ?? 0) ?? anchor else { return nil }
        return (end - body.place(of: body.inBody(offset, of: item))).length
    }

    /// The body or anchor that holds it: nil for nothing.
    var holds: Bool { item != 0 && (to != nil || anchor != nil) }

    func clear(in world: World) {
        for at in unsafe constraints.indices {
            unsafe cpSpaceRemoveConstraint(world.space.raw, constraints[at])
            unsafe cpConstraintFree(constraints[at])
        }
        unsafe constraints.removeAll()
        pointSpring = nil
    }

    /// Makes the constraints anew.
    func build(in world: World) {
        clear(in: world)
        guard holds, let body = world.bodies[item], to == nil || world.bodies[to ?? 0] != nil else { return }
        let other = to.flatMap { world.bodies[$0] }
        guard other !== body, !(body.isStatic && other?.isStatic != false) else { return }
        let a = unsafe other?.raw ?? world.space.ground
        let b = unsafe body.raw
        let kept = unsafe self.kept ?? keep(body, other, a)
        self.kept = kept
        // Springs and ropes go from the item to the middle of the other one; what is rigid stays joined where it was made.
        let isLine = form == .spring || form == .limit
        let offset = body.inBody(self.offset, of: item)
        let end =
            isLine
            ? (other.map { $0.inBody(.zero, of: to ?? 0) } ?? anchor ?? .zero)
            : (other.map { kept.inOther.held(to: $0.longestArm) } ?? anchor ?? kept.inOther)
        let mine = isLine ? offset : kept.inBody.held(to: body.longestArm)
        switch form {
        case .spring where frequency > 0 && length < 0.01:
            pointSpring = PointSpring(
                body: body, offset: offset, other: other, end: end, turns: false,
                spring: Spring(frequency: frequency, damping: damping))
        case .spring where frequency > 0:
            let spring = Spring(frequency: frequency, damping: damping)
            let mass = Self.mass(body, other)
            unsafe add(
                cpDampedSpringNew(
                    a, b, end, offset, length, spring.stiffness(mass: mass), spring.damping(mass: mass)), world)
        case .spring where length < 0.01:
            unsafe add(cpPivotJointNew2(a, b, end, offset.held(to: body.longestArm)), world)
        case .spring:
            let pin = unsafe cpPinJointNew(a, b, end, offset)
            unsafe cpPinJointSetDist(pin, length)
            unsafe add(pin, world)
        case .limit: unsafe add(cpSlideJointNew(a, b, end, offset, 0, max(length, 0)), world)
        case .pin:
            unsafe add(cpPivotJointNew2(a, b, end, mine), world)
            guard frictionTorque > 0, unsafe a.pointee.i_inv + b.pointee.i_inv > 0 else { break }
            // A motor that wants no turning, as strong as that.
            let motor = unsafe cpSimpleMotorNew(a, b, 0)
            unsafe cpConstraintSetMaxForce(motor, min(frictionTorque, 1e12) * 10_000)
            unsafe add(motor, world)
        case .fixed:
            unsafe add(cpPivotJointNew2(a, b, end, mine), world)
            unsafe holdAngle(kept.angle, a, b, world)
        case .sliding:
            // A groove without a length has no direction.
            let from = axis * (range?.from ?? -1e6)
            let to = axis * max(range?.to ?? 1e6, (range?.from ?? -1e6) + 0.01)
            unsafe add(cpGrooveJointNew(a, b, end + from, end + to, mine), world)
            unsafe holdAngle(kept.angle, a, b, world)
        }
    }

    /// Where neither can turn there is nothing to hold, and Chipmunk would divide by it.
    private func holdAngle(
        _ angle: Double, _ a: UnsafeMutablePointer<cpBody>, _ b: UnsafeMutablePointer<cpBody>, _ world: World
    ) {
        guard unsafe a.pointee.i_inv + b.pointee.i_inv > 0 else { return }
        unsafe add(cpGearJointNew(a, b, angle, 1), world)
    }

    private func keep(
        _ body: Body, _ other: Body?, _ a: UnsafeMutablePointer<cpBody>
    ) -> (inOther: Vector, inBody: Vector, angle: Double) {
        let place = anchor ?? body.place(of: body.inBody(offset, of: item))
        return unsafe (
            cpBodyWorldToLocal(a, place), cpBodyWorldToLocal(body.raw, place), body.angle - (other?.angle ?? 0)
        )
    }

    private static func mass(_ body: Body, _ other: Body?) -> Double {
        if body.isStatic, let other { return other.mass }
        guard let other, !other.isStatic else { return body.mass }
        return 1 / (1 / body.mass + 1 / other.mass)
    }

    private func add(_ constraint: UnsafeMutablePointer<cpConstraint>?, _ world: World) {
        guard let constraint = unsafe constraint else { return }
        unsafe cpConstraintSetErrorBias(constraint, Self.errorLeft)
        if form == .pin || form == .fixed { unsafe cpConstraintSetCollideBodies(constraint, 0) }
        unsafe cpSpaceAddConstraint(world.space.raw, constraint)
        unsafe constraints.append(constraint)
    }

    /// The part of an error of rigid ones left after a second.
    private static let errorLeft = 1e-12
}

/// A spring without a length: to a point, or from point to point, in both directions. Chipmunk's only acts along its length.
@safe
struct PointSpring {
    let body: Body
    let offset: Vector
    let other: Body?
    /// In the other item, from its middle, or in the world.
    let end: Vector
    /// Turns the body upright too.
    let turns: Bool
    let spring: Spring

    /// Changes velocities at the beginning of a sub-step.
    func act() {
        if body.isAsleep, other?.isAsleep != false { return }
        if let other, !other.isStatic, !body.isStatic {
            let mass = 1 / (1 / body.mass + 1 / other.mass)
            push(body, other, mass)
        } else if body.isStatic {
            guard let other else { return }
            push(body, other, other.mass)
        } else {
            push(body, other, body.mass)
        }
        guard turns, unsafe body.raw.pointee.i_inv > 0 else { return }
        let angle = remainder(body.angle, 2 * Double.pi)
        unsafe body.raw.pointee.w = unsafe body.raw.pointee.w * spring.keep - angle * spring.pull
    }

    private func push(_ body: Body, _ other: Body?, _ mass: Double) {
        let here = body.place(of: offset)
        let there = other.map { $0.place(of: end) } ?? end
        let mine = unsafe here - body.raw.pointee.p
        var v = unsafe body.raw.pointee.v + mine.turned(by: body.raw.pointee.w)
        if let other {
            v = unsafe v - other.raw.pointee.v - (there - other.raw.pointee.p).turned(by: other.raw.pointee.w)
        }
        let impulse = ((here - there) * spring.pull + v * (1 - spring.keep)) * -mass
        unsafe Self.apply(impulse, mine, body.raw)
        if let other { unsafe Self.apply(impulse * -1, there - other.raw.pointee.p, other.raw) }
    }

    private static func apply(_ impulse: Vector, _ arm: Vector, _ raw: UnsafeMutablePointer<cpBody>) {
        unsafe raw.pointee.v += impulse * raw.pointee.m_inv
        unsafe raw.pointee.w += arm.cross(impulse) * raw.pointee.i_inv
    }
}
