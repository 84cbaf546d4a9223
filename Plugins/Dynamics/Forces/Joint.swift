import CBox2D
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// An `attachment` in a world: a spring, or a joint of Box2D's.
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
    var kept: (inOther: Vector, inBody: Vector, angle: Double)?
    /// The joint of Box2D's, and the bodies that it holds.
    private var hold = (joint: b2_nullJointId, bodies: [Body]())
    private(set) var pointSpring: PointSpring?
    private(set) var lineSpring: LineSpring?

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
        if b2Joint_IsValid(hold.joint) { b2DestroyJoint(hold.joint) }
        for body in hold.bodies { body.state.joints -= 1 }
        (hold, pointSpring, lineSpring) = ((b2_nullJointId, []), nil, nil)
    }

    /// Makes the joint or the spring anew.
    func build(in world: World) {
        clear(in: world)
        guard holds, let body = world.bodies[item], to == nil || world.bodies[to ?? 0] != nil else { return }
        let other = to.flatMap { world.bodies[$0] }
        guard other !== body, !(body.isStatic && other?.isStatic != false) else { return }
        let kept = self.kept ?? keep(body, other)
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
        case .spring where frequency > 0:
            let spring = Spring(frequency: frequency, damping: damping)
            if length < Self.least {
                pointSpring = PointSpring(
                    body: body, offset: offset, other: other, end: end, turns: false, spring: spring)
            } else {
                lineSpring = LineSpring(
                    body, offset, other, end, length: length, spring, mass: Self.mass(body, other))
            }
            // What a spring joins rests together.
            guard let other, !other.isStatic, !body.isStatic else { break }
            hold.joint = distance(other, world, body, .zero, .zero, 0...Double.greatestFiniteMagnitude)
        case .spring where length < Self.least, .limit where length < Self.least:
            take(hinge(world, other, body, end, mine.held(to: body.longestArm), 0, collides: true), body, other)
        case .spring: take(distance(other, world, body, end, offset, length...length), body, other)
        case .limit: take(distance(other, world, body, end, offset, 0...length), body, other)
        case .pin: take(hinge(world, other, body, end, mine, frictionTorque, collides: false), body, other)
        case .fixed: take(weld(world, other, body, end, mine, kept.angle), body, other)
        case .sliding: take(rail(world, other, body, end, mine, kept.angle), body, other)
        }
    }

    /// Shorter lengths are none.
    private static let least = 0.01

    private func keep(_ body: Body, _ other: Body?) -> (inOther: Vector, inBody: Vector, angle: Double) {
        let place = anchor ?? body.place(of: body.inBody(offset, of: item))
        return (other?.local(place) ?? place, body.local(place), body.angle - (other?.angle ?? 0))
    }

    static func mass(_ body: Body, _ other: Body?) -> Double {
        if body.isStatic, let other { return other.mass }
        guard let other, !other.isStatic else { return body.mass }
        return 1 / (1 / body.mass + 1 / other.mass)
    }

    /// Takes up a joint of Box2D's.
    private func take(_ joint: b2JointId, _ body: Body, _ other: Body?) {
        b2Joint_SetConstraintTuning(joint, Self.stiffness, Self.damping)
        hold = (joint, [body] + (other.map { [$0] } ?? []))
        for body in hold.bodies {
            body.state.joints += 1
            if !body.isStatic { body.wake() }
        }
    }

    /// In Hz, and as a part of the critical damping.
    private static let stiffness: Float = 60
    private static let damping: Float = 2
}
