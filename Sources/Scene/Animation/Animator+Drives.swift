import Scene

/// The progress of a running animator.
struct DriveState {
    /// In seconds of scene time.
    var time: Double
    /// The property's value when it was last written; a different value means that it was set since.
    var velocity: Double
}

// Animators that go on by themselves: each step is written into their progress, from which their animations stand where they do.
extension Animator {
    /// The time of the next step: at once while an animator runs.
    var nextStep: Double { drives.isEmpty ? .infinity : time + 4 * MediaTiming.tolerance }

    /// Records whether the animator at `slot` runs from `time` on.
    func takeDrive(_ slot: Slot, at time: Double) {
        guard runs[slot]?.timing.driven != nil else {
            drives[slot] = nil
            return
        }
        let velocity = scene.value(slot, AnimatorProperty.velocity.id).number
        if Drive(slot, scene, duration: 1) != nil {
            drives[slot] = DriveState(time: drives[slot]?.time ?? time, velocity: velocity)
        } else if let old = drives.removeValue(forKey: slot), old.velocity == velocity {
            // An animator that is not running has no velocity except one that it was given.
            scene.times.stampProgress(slot, scene.value(slot, AnimatorProperty.progress.id).number, velocity: 0)
        }
    }

    /// Advances all running animators to `time`, and ends those that are finished. Not allowed within a transaction.
    func drive(to time: Double) {
        guard !drives.isEmpty else { return }
        var over: [(slot: Slot, goal: Double)] = []
        for slot in drives.keys.sorted(by: { (runs[$0]?.order ?? 0) < (runs[$1]?.order ?? 0) }) {
            guard let run = runs[slot], run.object == scene.id(of: slot), let length = run.timing.driven,
                let since = drives[slot]?.time, var drive = Drive(slot, scene, duration: length)
            else {
                drives[slot] = nil
                continue
            }
            guard time > since else { continue }
            let isOver = drive.advance(by: time - since)
            scene.times.stampProgress(slot, drive.progress, velocity: drive.velocity)
            drives[slot] = DriveState(time: time, velocity: drive.velocity)
            for key in run.keys { targets.stand(run.order, key, at: drive.progress * length) }
            if isOver { over.append((slot, drive.goal)) }
        }
        // These changes were written here and are known.
        scene.changes.motion.skip(cursor)
        for (slot, goal) in over { finish(slot, at: goal) }
        if !over.isEmpty { sync(at: time) }
    }

    /// Handles an animator that reached its end; 0 is its beginning.
    private func finish(_ slot: Slot, at goal: Double) {
        drives[slot] = nil
        guard let run = runs[slot] else { return }
        endings.append(Ending(id: run.name, layer: run.layerName, finished: goal == 1))
        noteOver(run.transaction)
        guard scene.value(slot, TimingProperty.isRemovedOnCompletion.id).boolean else {
            return scene.times.stampPause(slot)
        }
        if goal == 0 { restore(slot, depth: 0) }
        runs[slot]?.isFinished = true
        // Never refused: no animation is fixed.
        try? scene.objects.remove(slot)
    }

    /// Restores the values that layers had when their animations began.
    private func restore(_ slot: Slot, depth: Int) {
        guard depth <= AnimationPlan.maxDepth,
            case .objects(let children) = scene.value(slot, GroupProperty.animations.id)
        else { return }
        for child in children.compactMap(scene.slot) {
            if scene.rows[Int(child)].kind == .group { restore(child, depth: depth + 1) }
            guard let target = AnimationTarget(child, scene),
                !scene.value(child, AnimationProperty.isAdditive.id).boolean,
                case let from = scene.value(child, AnimationProperty.from.id), from != .none,
                let value = target.fitting(from)
            else { continue }
            let whole = scene.value(target.layer, target.path.id)
            try? scene.set(target.layer, target.path.id, target.path.write(value, into: whole))
        }
    }
}
