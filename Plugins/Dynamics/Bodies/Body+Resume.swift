import CBox2D

/// A body that goes on as it did in another engine.
extension Body {
    /// Stands where it was at the last sub-step.
    func stand(_ motion: BodyMotion) {
        if motion.isParked, !isParked { park() }
        guard !isStatic else { return }
        (state.place, state.angle) = (motion.state.place, motion.state.angle)
        state.stop()
        tellPlace()
    }

    /// Moves as it did.
    func go(on motion: BodyMotion) {
        guard !isStatic else { return }
        // The mass is of its traits, and joints and shapes are new.
        let (balance, inverse, joints, isRestless) = (state.balance, state.inverse, state.joints, state.isRestless)
        state = motion.state
        (state.balance, state.inverse, state.joints, state.isRestless) = (balance, inverse, joints, isRestless)
        state.isAsleep = false
        tellPlace(ahead: motion.isTold)
        bodySetIdleTime(raw, Float(motion.idle))
    }

    /// Rests with all that it touches.
    func sleep() {
        guard !isStatic, b2Body_IsValid(raw) else { return }
        b2Body_SetAwake(raw, false)
        state.isAsleep = true
    }

    /// The item at `index` of its group is there, whatever its place says.
    func resumeMember(_ index: Int, _ offset: Vector, _ angle: Double) {
        (members[index].offset, members[index].angle, members[index].isPlaced) = (offset, angle, false)
        world.refresh(self)
    }
}
