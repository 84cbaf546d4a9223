import Glibc
import ScrimPluginKit

/// A spring without a length: to a point, or from point to point, in both directions.
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
        guard turns, body.state.inverse.moment > 0 else { return }
        let angle = remainder(body.angle, 2 * Double.pi)
        body.state.set(body.state.velocity, body.state.spin * spring.keep - angle * spring.pull)
    }

    private func push(_ body: Body, _ other: Body?, _ mass: Double) {
        let here = body.place(of: offset)
        let there = other.map { $0.place(of: end) } ?? end
        let mine = here - body.state.place
        var v = body.state.velocity(at: mine)
        if let other { v = v - other.state.velocity - (there - other.state.place).turned(by: other.state.spin) }
        let impulse = ((here - there) * spring.pull + v * (1 - spring.keep)) * -mass
        if !body.isStatic { body.state.push(impulse, mine) }
        if let other, !other.isStatic { other.state.push(impulse * -1, there - other.state.place) }
    }
}

/// A spring of a length: it acts along itself, with all others at once.
struct LineSpring {
    private let body: Body
    private let offset: Vector
    private let other: Body?
    private let end: Vector
    private let length, stiffness, damping: Double
    private var isActive = false
    private var arms = (mine: Vector.zero, others: Vector.zero)
    private var direction = Vector.zero
    private var mass = 0.0
    /// The part of the speed along it that is lost, and the speed that it is to have.
    private var loss = 0.0
    private var wanted = 0.0

    /// `end` is in the other item, from its middle, or in the world.
    init(
        _ body: Body, _ offset: Vector, _ other: Body?, _ end: Vector, length: Double, _ spring: Spring, mass: Double
    ) {
        (self.body, self.offset, self.other, self.end, self.length) = (body, offset, other, end, length)
        (stiffness, damping) = (spring.stiffness(mass: mass), spring.damping(mass: mass))
    }

    /// Pulls, behind the move of a sub-step.
    mutating func pull() {
        isActive = body.isMoving || other?.isMoving == true
        guard isActive else { return }
        let (here, there) = (body.place(of: offset), other?.place(of: end) ?? end)
        arms = (here - body.state.place, other.map { there - $0.state.place } ?? .zero)
        let way = here - there
        let distance = way.length
        direction = distance > 0 ? way * (1 / distance) : .zero
        let (one, two) = (arms.mine.cross(direction), arms.others.cross(direction))
        var ease = body.state.inverse.mass + body.state.inverse.moment * one * one
        if let other { ease += other.state.inverse.mass + other.state.inverse.moment * two * two }
        isActive = ease > 0
        guard isActive else { return }
        mass = 1 / ease
        loss = 1 - exp(-damping * Simulation.step * ease)
        wanted = 0
        act((length - distance) * stiffness * Simulation.step)
    }

    /// Loses speed, among others that do: one of several rounds.
    mutating func damp() {
        guard isActive else { return }
        var v = body.state.velocity(at: arms.mine)
        if let other { v = v - other.state.velocity(at: arms.others) }
        let speed = v.dot(direction)
        let gain = (wanted - speed) * loss
        wanted = speed + gain
        act(gain * mass)
    }

    private func act(_ impulse: Double) {
        body.state.pull(direction * impulse, arms.mine)
        other?.state.pull(direction * -impulse, arms.others)
    }
}
