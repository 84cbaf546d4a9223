import CBox2D
import Glibc

/// The parts of a sub-step, in their order.
extension Body {
    /// Moves up to the sub-step.
    func advance() {
        let h = Simulation.step
        let (old, way) = (state.place, state.pace * h)
        let (new, angle) = (old + way, state.angle + state.turning * h)
        guard new.isFinite, max(abs(new.x), abs(new.y)) <= Simulation.farthest, angle.isFinite else { return lose() }
        (state.place, state.angle) = (new, angle)
        if let part = kept(of: way, from: old) {
            // What touches nothing would fall faster and faster.
            if isCrowded { state.stop() }
            state.place = old + way * part
            state.lag = 1 - part
            state.told.isTrue = false
        }
        if !state.told.isTrue { tellPlace() }
    }

    /// Puts it where it is for Box2D, with its velocity. `ahead`: where it will be at the next sub-step; else that is told then.
    func tellPlace(ahead: Bool) {
        var there = state
        if ahead {
            there.place += state.pace * Simulation.step
            there.angle += state.turning * Simulation.step
        }
        b2Body_SetTransform(raw, there.origin.single, there.rotation)
        if !isStatic {
            b2Body_SetLinearVelocity(raw, state.velocity.single)
            b2Body_SetAngularVelocity(raw, Float(state.spin))
        }
        state.told = (state.velocity, state.spin, ahead)
    }

    /// Puts it where it is for Box2D, before it moves.
    func tellPlace() {
        tellPlace(ahead: false)
        state.told.isTrue = true
    }

    /// Takes the effect of gravities, pushes, fields and resistances for the sub-step; the units of work of that.
    func takeDrive() -> Int {
        let h = Simulation.step
        var work = Work.body + drive.turns.count * Work.field
        for field in drive.fields { work += field.work }
        let (old, p) = (state.velocity, state.place)
        var (v, w) = (drive.change(old, at: p, self, h), state.spin)
        if !v.isFinite { v = old }
        // A slow beginning is no rest, nor is turning, of which Box2D knows nothing where there are no shapes.
        let gain = (v - old).length
        let isRestless = gain > 0 && (old - state.before).length > gain / 4 || state.isTurning
        if isRestless != state.isRestless {
            state.isRestless = isRestless
            b2Body_SetSleepThreshold(raw, isRestless ? -1 : Space.idleSpeed)
        }
        state.gain = v - old
        state.isHeld = (old - state.before).length <= gain / 2
        state.before = old
        if traits.resistance > 0 { v = v * exp(-traits.resistance * h) }
        if v.length > Simulation.mostSpeed { v = v.unit * Simulation.mostSpeed }
        for push in drive.turns { w += arm(of: push.offset).cross(push.force) * state.inverse.moment * h }
        if traits.angularResistance > 0 { w *= exp(-traits.angularResistance * h) }
        state.drive(v, min(max(w, -Simulation.mostSpin), Simulation.mostSpin))
        return work
    }

    /// Tells Box2D, as a force, what the velocity has become, so that what bounces does so with the velocity that it had.
    func tellForce() {
        let h = Simulation.step
        let gain = state.velocity - state.told.velocity
        if gain.x != 0 || gain.y != 0 { b2Body_ApplyForceToCenter(raw, (gain * (mass / h)).single, false) }
        let turn = state.spin - state.told.spin
        if turn != 0, state.inverse.moment > 0 {
            b2Body_ApplyTorque(raw, Float(turn / state.inverse.moment / h), false)
        }
    }

    /// How it comes to an impact.
    var beforeImpact: ImpactBody {
        let isFast = state.told.velocity.length * Simulation.step > 2 * min(size.x, size.y)
        return ImpactBody(
            lag: isFast ? 0 : Float(state.lag), gain: (state.isHeld ? .zero : state.gain).single,
            // What rests trembles by what drives it.
            idle: max(Space.bounceSpeed, Float(2 * state.gain.length)), isFast: isFast)
    }

    /// It was thrown back.
    func takeImpact(_ velocity: Vector, _ spin: Double) { state.thrown = (velocity, spin) }

    /// Takes up where Box2D moves it: what nothing touched or held goes on exactly.
    func takeUp(_ transform: b2Transform, fellAsleep: Bool) {
        let h = Simulation.step
        let velocity = Vector(b2Body_GetLinearVelocity(raw))
        let spin = Double(b2Body_GetAngularVelocity(raw))
        let single = state.balance.x == 0 && state.balance.y == 0
        let center = Vector(single ? transform.p : b2Body_GetWorldCenterOfMass(raw))
        guard velocity.isFinite, spin.isFinite, center.isFinite else { return lose() }
        state.isAsleep = fellAsleep
        (state.told.velocity, state.told.spin) = (velocity, spin)
        let way = center - state.place
        let thrown = state.thrown
        (state.thrown, state.lag) = (nil, 0)
        if state.joints == 0, b2Body_GetContactCapacity(raw) == 0 {
            state.go()
            state.isSwept = false
            // Unless a boundary stopped it on its way, or arithmetic has led too far away from it.
            let off = (way - state.velocity * h).length
            noteLag(way)
            let most = max(abs(center.x), abs(center.y))
            if off > 0.05 + most * 1e-5 {
                if hasShapes {
                    (state.pace, state.turning) = (way * (1 / h), turning(to: transform.q))
                } else {
                    state.told.isTrue = false
                }
            } else if off > 0.02 || state.spin != 0 {
                state.told.isTrue = false
            }
        } else if let thrown {
            state.drive(velocity, spin)
            state.go()
            // Unless others push it, or it is stopped again.
            if (way - velocity * h).length > 0.01 {
                (state.pace, state.turning) = (way * (1 / h), turning(to: transform.q))
            }
            state.pace += thrown.velocity
            state.turning += thrown.spin
            (state.told.isTrue, state.isSwept) = (false, true)
        } else {
            // What no contact slowed was stopped by a boundary.
            if (velocity - state.velocity).length < 1e-3 * velocity.length { noteLag(way) }
            state.drive(velocity, spin)
            state.isSwept = true
            state.pace = way * (1 / h)
            state.turning = turning(to: transform.q)
        }
        if state.isAsleep {
            let (place, angle) = (state.place + state.pace * h, state.angle + state.turning * h)
            state.stop()
            (state.place, state.angle) = (place, angle)
        }
    }

    /// Notes for how long it stands where a boundary stopped it on its way.
    private func noteLag(_ way: Vector) {
        let whole = state.velocity * Simulation.step
        let part = way.dot(whole) / max(whole.dot(whole), 1e-12)
        if (whole - way).length > 0.05, part < 1 { state.lag = min(max(1 - part, 0), 1) }
    }

    /// How fast it has to turn to get there in a sub-step. Box2D forgets whole turns.
    private func turning(to rotation: b2Rot) -> Double {
        guard state.inverse.moment > 0 else { return 0 }
        let turned = state.angle + state.spin * Simulation.step
        let rest = remainder(atan2(Double(rotation.s), Double(rotation.c)) - turned, 2 * Double.pi)
        return state.spin + rest / Simulation.step
    }
}
