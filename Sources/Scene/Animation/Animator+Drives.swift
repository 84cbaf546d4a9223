import Scene
import SceneTables
import Schema

/// A running animator: its progress is a function of the scene time since something about it was set last, so it does not depend
/// on the frames between.
struct DriveState {
    /// The drive at that time.
    let origin: Drive
    /// That scene time, in seconds.
    let begin: Double
    /// The values last written into its properties; others mean that they were set since.
    var progress: Double
    var velocity: Double

    init(_ origin: Drive, begin: Double) {
        (self.origin, self.begin) = (origin, begin)
        (progress, velocity) = (origin.progress, origin.velocity)
    }

    /// Its progress at a scene time; `isOver` when it has reached its end.
    func at(_ time: Double) -> (drive: Drive, isOver: Bool) {
        var drive = origin
        let isOver = drive.advance(by: max(0, time - begin))
        return (drive, isOver)
    }

    /// For dumps: with these it goes on to the last digit.
    var numbers: [Double] { [begin, origin.progress, origin.velocity] }
}

// Animators that go on by themselves: each step is written into their progress, from which their animations stand where they do.
extension Animator {
    /// The time of the next step: at once while an animator runs.
    var nextStep: Double { drives.isEmpty ? .infinity : time + 4 * MediaTiming.tolerance }

    /// Records whether the animator at `slot` runs from `time` on. What was not set is as it is then.
    func takeDrive(_ slot: Slot, at time: Double) {
        let old = drives[slot]
        guard let length = runs[slot]?.timing.driven else { return keepDrive(slot, nil) }
        let progress = scene.value(slot, AnimatorProperty.progress.id).number
        let velocity = scene.value(slot, AnimatorProperty.velocity.id).number
        let now = old?.at(time).drive
        guard var drive = Drive(slot, scene, duration: length) else {
            guard let old, let now else { return }
            keepDrive(slot, nil)
            // An animator that is not running has no velocity except one that it was given.
            if velocity == old.velocity {
                scene.times.stampProgress(slot, progress == old.progress ? now.progress : progress, velocity: 0)
            }
            return
        }
        if let resumed = resumedDrive(slot, drive, at: time) {
            drives[slot] = resumed
        } else if let old, let now {
            if old.progress == drive.progress { drive.progress = now.progress }
            if old.velocity == drive.velocity { drive.velocity = now.velocity }
            if drive != now { keepDrive(slot, DriveState(drive, begin: time)) }
        } else {
            keepDrive(slot, DriveState(drive, begin: time))
        }
    }

    private func keepDrive(_ slot: Slot, _ state: DriveState?) {
        guard state != nil || drives[slot] != nil else { return }
        drives[slot] = state
        if scene.slot(of: scene.id(of: slot)) != nil { scene.continuation.put(slot, state?.numbers) }
    }

    /// The drive that a dump tells of, when it is what the animator's own properties say.
    private func resumedDrive(_ slot: Slot, _ drive: Drive, at time: Double) -> DriveState? {
        guard case .numbers(let numbers)? = scene.continuation.waiting(slot), numbers != drives[slot]?.numbers,
            numbers.count == 3, numbers[0] <= time
        else { return nil }
        var origin = drive
        (origin.progress, origin.velocity) = (numbers[1], numbers[2])
        var state = DriveState(origin, begin: numbers[0])
        guard state.at(time).drive == drive else { return nil }
        (state.progress, state.velocity) = (drive.progress, drive.velocity)
        return state
    }

    /// Advances all running animators to `time`, and ends those that are finished. Not allowed within a transaction.
    func drive(to time: Double) {
        guard !drives.isEmpty else { return }
        var over: [(slot: Slot, goal: Double)] = []
        for slot in drives.keys.sorted(by: { (runs[$0]?.order ?? 0) < (runs[$1]?.order ?? 0) }) {
            guard let run = runs[slot], run.object == scene.id(of: slot), let length = run.timing.driven,
                let state = drives[slot]
            else {
                drives[slot] = nil
                continue
            }
            guard time > state.begin else { continue }
            let (drive, isOver) = state.at(time)
            scene.times.stampProgress(slot, drive.progress, velocity: drive.velocity)
            drives[slot]?.progress = drive.progress
            drives[slot]?.velocity = drive.velocity
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
        keepDrive(slot, nil)
        guard let run = runs[slot] else { return }
        endings.append(Ending(id: run.name, layer: run.layerName, finished: goal == 1))
        noteOver(run.transaction)
        guard scene.value(slot, TimingProperty.isRemovedOnCompletion.id).boolean else {
            return scene.times.stampPause(slot)
        }
        if goal == 0 { restore(slot, depth: 0) }
        run.isFinished = true
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
