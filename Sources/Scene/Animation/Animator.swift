package import Scene
import SceneTables
package import Schema

/// Runs the scene's animations: at a scene time, it sets presentation values, and ends animations that are over.
///
///     sync(at: time)      reads animations that were created or changed; those without a begin time begin
///     advance(to: time)   ends animations that are over, shows those that move
///
/// It has no clock: its owner uses `nextWake` for the time of the next work. Only moving properties are evaluated; one
/// that is held, or waits for its delay, costs nothing.
package final class Animator {
    let scene: Scene
    /// Its cursor in the scene's changes, and the buffer for them.
    let cursor: ChangeCursor
    private var changes: [MotionChange] = []
    /// The version of the layers' times that was last read.
    private var timing: UInt64 = 0
    /// Running animations, by slot.
    var runs: [Slot: Run] = [:]
    /// Running animators, by slot.
    var drives: [Slot: DriveState] = [:]
    private var nextOrder: UInt64 = 0
    var targets = TargetTable()
    /// The scene time of the last `advance`.
    var time = 0.0
    /// Waiting transactions and timers, by slot.
    private var waiting: [Slot: Waiting] = [:]
    /// The scene times at which `waiting` take effect.
    private var begins = EndQueue()
    /// The ends of `runs`, in scene time.
    private var ends = EndQueue()
    var endings: [Ending] = []
    /// Number of unfinished animations for each named transaction.
    private var unfinished: [String: Int] = [:]
    /// Scratch memory of `sync`: the objects that were read, and those that are gone.
    private var seen: Set<Slot> = []
    private var gone: [Slot] = []
    /// Named transactions whose animations have all finished, to be reported.
    private var completed: [String] = []

    /// The end of an animation, to be reported.
    package struct Ending: Equatable, Sendable {
        package var id: String
        /// Empty when it had none.
        package var layer: String
        /// True at its regular end, false when it was removed before.
        package var finished: Bool
    }

    private struct Waiting {
        var object: ObjectID
        var order: UInt64
        /// The interval of a timer.
        var interval = 0.0
        /// The scene time at which it is due.
        var due = Double.infinity
    }

    /// A running animation. A class, so that looking it up copies nothing.
    final class Run {
        let object: ObjectID
        let name: String
        let layerName: String
        let layer: Slot?
        let order: UInt64
        let timing: MediaTiming
        /// The properties that it moves; may have duplicates.
        let keys: [ObjectProperty]
        /// In scene time.
        var end = Double.infinity
        /// The named transaction that created it.
        let transaction: String
        var isFinished = false

        init(_ slot: Slot, _ plan: AnimationPlan, _ keys: [ObjectProperty], order: UInt64, in scene: Scene) {
            object = scene.id(of: slot)
            name = scene.name(of: slot)
            layerName = plan.layer.map { scene.name(of: $0) } ?? ""
            (layer, timing) = (plan.layer, plan.timing)
            (self.order, self.keys) = (order, keys)
            transaction = scene.value(slot, TimingProperty.transaction.id).string
        }
    }

    package init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.motion.open()
    }

    deinit { scene.changes.motion.close(cursor) }

    // MARK: What there is

    /// The scene time of the next work; infinity for never.
    package var nextWake: Double {
        isStale ? -.infinity : min(targets.nextWake, ends.first, begins.first, nextStep)
    }

    /// True when a frame at `time` would show or end something.
    package func isDue(at time: Double) -> Bool {
        isStale || nextWake <= time + MediaTiming.tolerance || !endings.isEmpty || !completed.isEmpty
    }

    /// True when the scene has changes that were not read.
    package var isStale: Bool { scene.news.hasMotionChanges(for: cursor) || timing != scene.news.timingRevision }

    /// True when the animation at `slot` is running.
    package func isRunning(_ slot: Slot) -> Bool {
        guard let run = runs[slot] else { return false }
        return run.object == scene.id(of: slot) && !run.isFinished
    }

    /// The ends since the last call, ordered by time, then by creation.
    package func takeEndings() -> [Ending] {
        defer { endings.removeAll(keepingCapacity: true) }
        return endings
    }

    /// The named transactions completed since the last call.
    package func takeCompleted() -> [String] {
        defer { completed.removeAll(keepingCapacity: true) }
        // The animations of a transaction that has just taken effect are counted by now.
        return completed.filter { unfinished[$0] == nil }
    }

    /// Call when a named transaction has taken effect: it is completed if it created no animations.
    package func noteTransaction(_ name: String) {
        if unfinished[name] == nil { completed.append(name) }
    }

    /// Records the end of an animation that a named transaction created.
    func noteOver(_ transaction: String) {
        guard !transaction.isEmpty, let count = unfinished[transaction] else { return }
        unfinished[transaction] = count > 1 ? count - 1 : nil
        if count <= 1 { completed.append(transaction) }
    }

    /// The scene time at which the first waiting transaction or timer is due; infinity for never.
    package var firstDue: Double { begins.first }

    /// The scene time at which the first animation ends; infinity for never.
    package var firstEnd: Double { ends.first }

    /// The number of the animation read last; later ones have larger numbers.
    package var lastOrder: UInt64 { nextOrder }

    /// True when an animation with a number above `order`, on a layer for which `fits` is true, has not ended yet.
    package func hasOpenEnd(behind order: UInt64, _ fits: (Slot) -> Bool) -> Bool {
        runs.values.contains { run in
            guard run.order > order, !run.isFinished, run.end < .infinity, let layer = run.layer else { return false }
            return fits(layer)
        }
    }

    /// True when `due` is reached at `time`.
    package func isDue(_ due: Double, at time: Double) -> Bool { due <= time + MediaTiming.tolerance }

    /// Returns the waiting transactions and timers due at `time`, the earliest first. The caller removes transactions,
    /// or sets timers to their next times, and runs them.
    package func takeDue(at time: Double) -> [(slot: Slot, at: Double)] {
        begins.takeDue(at: time + MediaTiming.tolerance)
    }

    /// Number of evaluations of properties so far, a measure of work.
    package var evaluations: Int { targets.evaluations }

    // MARK: Taking up

    /// Reads objects that were created, changed or removed. Animations without a begin time begin at `time`. Not
    /// allowed within a transaction.
    package func sync(at time: Double) {
        guard isStale else { return }
        scene.changes.motion.take(cursor, into: &changes)
        for case .unbegun(let layer) in changes { scene.times.stampLayerBegin(layer, at: time) }
        let timingChanged = timing != scene.news.timingRevision
        var groups: [Slot] = []
        for case .object(let slot) in changes where changes.count == 1 || seen.insert(slot).inserted {
            if scene.slot(of: scene.id(of: slot)) == nil { gone.append(slot) } else { take(slot, at: time, &groups) }
        }
        // Behind what is new: a property that another animation moves on does not fall back in between.
        for slot in gone { take(slot, at: time, &groups) }
        gone.removeAll(keepingCapacity: gone.count < 1024)
        if !groups.isEmpty {
            seen.removeAll(keepingCapacity: true)
            for group in groups where seen.insert(group).inserted { start(group, at: time) }
        }
        seen.removeAll(keepingCapacity: seen.count < 1024)
        for case .covered(let key) in changes { targets.wake(key) }
        // Setting the begin times changed them again.
        scene.changes.motion.skip(cursor)
        timing = scene.news.timingRevision
        if timingChanged { readTimes() }
    }

    /// Reads changed times of layers.
    func readTimes() {
        targets.readTimes(scene)
        for slot in runs.keys { readEnd(slot) }
    }

    /// Reads one object; adds the groups that contain it to `groups`, which are started when all changes are known.
    private func take(_ slot: Slot, at time: Double, _ groups: inout [Slot]) {
        let alive = scene.slot(of: scene.id(of: slot)) != nil
        if alive, scene.rows[Int(slot)].kind == .transaction { return takeTransaction(slot) }
        if alive, scene.rows[Int(slot)].kind == .timer { return takeTimer(slot, at: time) }
        if !waiting.isEmpty, let old = waiting.removeValue(forKey: slot) { begins.remove(old.order) }
        if let old = runs[slot], !alive || old.object != scene.id(of: slot) { drop(slot, tells: true) }
        guard alive, scene.kind(of: slot).family == .animation else { return }
        if scene.rows[Int(slot)].kind == .spring {
            let reader = TimingReader(slot, scene)
            if let form = reader.physicalForm {
                scene.times.stampSpring(slot, stiffness: form.stiffness, damping: form.damping)
            }
            scene.times.stampSettlingDuration(slot, reader.spring.settlingDuration)
        }
        guard let top = topGroup(of: slot) else { return start(slot, at: time) }
        // An animation in a group runs with the group.
        if let old = runs[slot] {
            drop(slot, tells: false)
            if !old.isFinished { noteOver(old.transaction) }
        }
        if scene.value(slot, TimingProperty.beginTime.id) != .none { scene.times.stampBegin(slot, nil) }
        groups.append(top)
    }

    /// The outermost group around an animation; nil when it is in none.
    private func topGroup(of slot: Slot) -> Slot? {
        var top: Slot?
        for _ in 0..<AnimationPlan.maxDepth {
            guard let group = scene.relations.owners(of: top ?? slot).first else { break }
            top = group
        }
        return top
    }

    private func takeTransaction(_ slot: Slot) {
        let known = known(waiting: slot)
        // While it waits for pictures, it has no time.
        let waits = [TransactionProperty.files, .films].contains { !scene.value(slot, $0.id).string.isEmpty }
        let at = waits ? .infinity : scene.value(slot, TransactionProperty.at.id).number
        wait(slot, known?.order, until: at)
    }

    /// The entry of the object at `slot` if it was waiting already. Any other entry is dropped.
    private func known(waiting slot: Slot) -> Waiting? {
        if runs[slot] != nil { drop(slot, tells: true) }
        guard let known = waiting[slot] else { return nil }
        if known.object == scene.id(of: slot) { return known }
        begins.remove(known.order)
        return nil
    }

    private func wait(_ slot: Slot, _ known: UInt64?, until time: Double, interval: Double = 0) {
        let order = known ?? newOrder()
        waiting[slot] = Waiting(object: scene.id(of: slot), order: order, interval: interval, due: time)
        begins.set(order, slot, time)
    }

    /// Reads a timer. A pause keeps the remaining time; a changed interval counts from the beginning of the current
    /// one.
    private func takeTimer(_ slot: Slot, at time: Double) {
        func seconds(_ property: TimerProperty) -> Double? {
            if case .number(let n) = scene.value(slot, property.id) { n } else { nil }
        }
        let known = known(waiting: slot)
        let interval = seconds(.interval) ?? 1
        var (next, left) = (seconds(.next), seconds(.left))
        if scene.value(slot, TimerProperty.isPaused.id).boolean {
            if let due = next { left = max(due - time, 0) }
            next = nil
        } else if let due = next {
            // If the due time was changed as well, it is kept.
            if let known, known.interval != interval, known.due == due {
                next = max(due - known.interval + interval, time)
            }
            left = nil
        } else {
            next = time + (left ?? interval)
            left = nil
        }
        scene.times.stampTimer(slot, next: next, left: left)
        wait(slot, known?.order, until: seconds(.next) ?? .infinity, interval: interval)
    }

    private func newOrder() -> UInt64 {
        nextOrder += 1
        return nextOrder
    }

    private func start(_ slot: Slot, at time: Double) {
        let old = runs[slot]
        if old != nil { drop(slot, tells: false) }
        var plan = AnimationPlan(slot, scene)
        if plan.timing.driven == nil, scene.value(slot, TimingProperty.beginTime.id) == .none {
            let (rate, offset) = plan.layer.map { scene.times.localTime(of: $0) } ?? (1, 0)
            let begin = time * rate + offset
            scene.times.stampBegin(slot, begin)
            plan.begin(at: begin)
        }
        let order = old?.order ?? newOrder()
        plan.setOrder(order)
        var keys: [ObjectProperty] = []
        keys.reserveCapacity(plan.tracks.count)
        for (layer, track) in plan.tracks {
            let key = ObjectProperty(slot: layer, id: track.path.id)
            targets.add(track, key, scene)
            // The progress may refer to another change now.
            if case .transition(.seenAsBefore) = track.motion { scene.presentation.markShown(layer, track.path.id) }
            keys.append(key)
        }
        let run = Run(slot, plan, keys, order: order, in: scene)
        run.end = end(of: run)
        // One that has ended and was reported stays reported.
        run.isFinished = (old?.isFinished ?? false) && run.end <= time + MediaTiming.tolerance
        runs[slot] = run
        if run.end < .infinity, !run.isFinished { ends.set(order, slot, run.end) }
        if !run.transaction.isEmpty { unfinished[run.transaction, default: 0] += 1 }
        // After the new one was counted, because the old one may have been the last.
        if let old, !old.isFinished { noteOver(old.transaction) }
        if run.timing.driven != nil || !drives.isEmpty { takeDrive(slot, at: time) }
        if run.isFinished { noteOver(run.transaction) }
    }

    /// Computes the scene time of its end anew.
    private func readEnd(_ slot: Slot) {
        guard let run = runs[slot], case let end = end(of: run), end != run.end else { return }
        run.end = end
        if !run.isFinished { ends.set(run.order, slot, end) }
    }

    /// The scene time of its end: when the last copy of its layer has shown it.
    private func end(of run: Run) -> Double {
        let (rate, offset) = run.layer.map { scene.times.localTime(of: $0) } ?? (1, 0)
        if rate > 0 {
            let late = run.keys.reduce(0) { max($0, targets.latest($1)) }
            return (run.timing.end + late - offset) / rate
        }
        guard rate < 0 else { return .infinity }
        // Running backward, it ends at its beginning.
        let early = run.keys.reduce(0) { min($0, targets.earliest($1)) }
        return run.timing.speed == 0 ? .infinity : (run.timing.begin + early - offset) / rate
    }

    private func drop(_ slot: Slot, tells: Bool) {
        guard let run = runs.removeValue(forKey: slot) else { return }
        ends.remove(run.order)
        for key in run.keys { targets.remove(run.order, key, scene) }
        if tells, !run.isFinished { noteOver(run.transaction) }
        if tells, !run.isFinished { endings.append(Ending(id: run.name, layer: run.layerName, finished: false)) }
    }

    // MARK: Going on

    /// Ends animations that are over at `time`, and shows the others. Not allowed within a transaction.
    package func advance(to time: Double) {
        self.time = time
        sync(at: time)
        end(at: time)
        drive(to: time)
        targets.show(at: time, scene)
    }

    /// Advances one layer: ends animations that are over at `time`, and shows that layer's values.
    package func advance(_ layer: Slot, to time: Double) {
        sync(at: time)
        end(at: time)
        drive(to: time)
        targets.show(layer, at: time, scene)
    }

    private func end(at time: Double) {
        guard ends.first <= time + MediaTiming.tolerance else { return }
        // By time, then by creation.
        for (slot, _) in ends.takeDue(at: time + MediaTiming.tolerance) {
            // One may have been removed with another: an animation with its group.
            guard let run = runs[slot], scene.slot(of: run.object) != nil else { continue }
            run.isFinished = true
            noteOver(run.transaction)
            endings.append(Ending(id: run.name, layer: run.layerName, finished: true))
            guard scene.value(slot, TimingProperty.isRemovedOnCompletion.id).boolean else { continue }
            // Never refused: no animation is fixed.
            try? scene.objects.remove(slot)
        }
        sync(at: time)
    }

    // MARK: Asking

    /// The presentation value of a property at `time`, whichever time is shown; nil when no animation shows anything.
    /// `model` is the model value to assume.
    package func value(_ id: PropertyID, of layer: Slot, at time: Double, over model: Value) -> Value? {
        targets.value(ObjectProperty(slot: layer, id: id), at: time, over: model)
    }

    /// The velocity of the value at `path`, per second of the layer's time, in its components; zero when it does not
    /// move at `time`. `model` is the value of the layer's property to assume.
    package func velocity(
        _ path: PropertyPath, of layer: Slot, at time: Double, over model: Value
    ) -> SIMD4<Double> {
        targets.velocity(ObjectProperty(slot: layer, id: path.id), path, at: time, over: model)
    }
}
