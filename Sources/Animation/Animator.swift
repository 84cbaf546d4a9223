package import Scene

/// Runs the scene's animations: at a scene time, it sets presentation values, and ends animations that are over.
///
///     sync(at: time)      takes up animations that were made or changed; those without a beginning begin
///     advance(to: time)   ends animations that are over, shows those that move
///
/// It has no clock: the owner of one asks `nextWake` for the next time to act. Only properties that move are looked at;
/// one that is held, or waits for its delay, costs nothing.
package final class Animator {
    let scene: Scene
    /// Its cursor in the scene's changes, and the buffer that they come in.
    let cursor: ChangeCursor
    private var changes: [MotionChange] = []
    /// Number of the changes of layers' times, as far as they are taken up.
    private var timing: UInt64 = 0
    /// Running animations, by slot.
    var runs: [Slot: Run] = [:]
    /// Animators that go on by themselves.
    var drives: [Slot: DriveState] = [:]
    private var nextOrder: UInt64 = 0
    var targets = TargetTable()
    /// Of the last `advance`.
    var time = 0.0
    /// Waiting transactions and timers, by slot.
    private var waiting: [Slot: Waiting] = [:]
    /// The scene times at which `waiting` take effect.
    private var begins = EndQueue()
    /// Ends of `runs`, in scene time.
    private var ends = EndQueue()
    var endings: [Ending] = []
    /// Animations of each named transaction that are not over.
    private var unfinished: [String: Int] = [:]
    /// Named transactions whose animations are all over, to be told.
    private var completed: [String] = []

    /// The end of an animation, to be told.
    package struct Ending: Equatable, Sendable {
        package var id: String
        /// Empty when it had none.
        package var layer: String
        /// True at its end, false when it was removed before.
        package var finished: Bool
    }

    private struct Waiting {
        var object: ObjectID
        var order: UInt64
        /// Of a timer.
        var interval = 0.0
        /// The scene time at which it is due.
        var due = Double.infinity
    }

    struct Run {
        var object: ObjectID
        var name: String
        var layerName: String
        var layer: Slot?
        var order: UInt64
        var timing: MediaTiming
        var keys: Set<ObjectProperty>
        /// In scene time.
        var end: Double
        /// The named transaction that made it.
        var transaction = ""
        var isFinished = false
    }

    package init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.motion.open()
    }

    deinit { scene.changes.motion.close(cursor) }

    // MARK: What there is

    /// The scene time at which there is something to do; infinity for never.
    package var nextWake: Double {
        isStale ? -.infinity : min(targets.nextWake, ends.first, begins.first, nextStep)
    }

    /// True when a frame at `time` would show or end something.
    package func isDue(at time: Double) -> Bool {
        isStale || nextWake <= time + MediaTiming.grace || !endings.isEmpty || !completed.isEmpty
    }

    /// True when the scene has changes that are not taken up.
    package var isStale: Bool { scene.news.hasMotionChanges(for: cursor) || timing != scene.news.timingRevision }

    /// True when the animation at `slot` runs and is not over.
    package func isRunning(_ slot: Slot) -> Bool {
        guard let run = runs[slot] else { return false }
        return run.object == scene.id(of: slot) && !run.isFinished
    }

    /// The ends since the last call, in order: by time, then as the animations were made.
    package func takeEndings() -> [Ending] {
        defer { endings.removeAll(keepingCapacity: true) }
        return endings
    }

    /// The named transactions that are completed since the last call.
    package func takeCompleted() -> [String] {
        defer { completed.removeAll(keepingCapacity: true) }
        // Of one that has just taken effect the animations are counted by now.
        return completed.filter { unfinished[$0] == nil }
    }

    /// A named transaction has taken effect: it is completed unless it made animations.
    package func noteTransaction(_ name: String) {
        if unfinished[name] == nil { completed.append(name) }
    }

    /// An animation that a named transaction made is over.
    func noteOver(_ transaction: String) {
        guard !transaction.isEmpty, let count = unfinished[transaction] else { return }
        unfinished[transaction] = count > 1 ? count - 1 : nil
        if count <= 1 { completed.append(transaction) }
    }

    /// The first scene time at which a waiting transaction or a timer is due; infinity for never.
    package var firstDue: Double { begins.first }

    /// The first scene time at which an animation ends; infinity for never.
    package var firstEnd: Double { ends.first }

    /// The number of the animation that was taken up last; later ones have larger numbers.
    package var lastOrder: UInt64 { nextOrder }

    /// True when an animation with a larger number than `order`, of a layer that fits, has an end that is still to come.
    package func hasOpenEnd(behind order: UInt64, _ fits: (Slot) -> Bool) -> Bool {
        runs.values.contains { run in
            guard run.order > order, !run.isFinished, run.end < .infinity, let layer = run.layer else { return false }
            return fits(layer)
        }
    }

    /// True when one is due at `time`.
    package func isDue(_ due: Double, at time: Double) -> Bool { due <= time + MediaTiming.grace }

    /// Hands over the waiting transactions and timers that are due at `time`, the earliest first: the caller removes transactions, or
    /// tells timers their next times, and runs them.
    package func takeDue(at time: Double) -> [(slot: Slot, at: Double)] {
        begins.takeDue(at: time + MediaTiming.grace)
    }

    /// Values of properties evaluated so far: the work that frames and lines have made.
    package var evaluations: Int { targets.evaluations }

    // MARK: Taking up

    /// Takes up objects that were made, changed or removed. Animations that say no beginning begin at `time`. Not within a transaction.
    package func sync(at time: Double) {
        guard isStale else { return }
        scene.changes.motion.take(cursor, into: &changes)
        for case .unbegun(let layer) in changes { scene.times.stampLayerBegin(layer, at: time) }
        let timingChanged = timing != scene.news.timingRevision
        var seen: Set<Slot> = []
        var groups: [Slot] = []
        for case .object(let slot) in changes where seen.insert(slot).inserted { take(slot, at: time, &groups) }
        seen.removeAll(keepingCapacity: true)
        for group in groups where seen.insert(group).inserted { start(group, at: time) }
        for case .covered(let key) in changes { targets.wake(key) }
        // Stamping changed them again.
        scene.changes.motion.skip(cursor)
        timing = scene.news.timingRevision
        if timingChanged { readTimes() }
    }

    /// Takes up changed times of layers.
    func readTimes() {
        targets.readTimes(scene)
        for slot in runs.keys { readEnd(slot) }
    }

    /// Takes up one object; the groups that it is in are added to `groups`, to be started when all are known.
    private func take(_ slot: Slot, at time: Double, _ groups: inout [Slot]) {
        let alive = scene.slot(of: scene.id(of: slot)) != nil
        if alive, scene.rows[Int(slot)].kind == .transaction { return takeTransaction(slot) }
        if alive, scene.rows[Int(slot)].kind == .timer { return takeTimer(slot, at: time) }
        if let old = waiting.removeValue(forKey: slot) { begins.remove(old.order) }
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
        // What is in a group runs with the group.
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

    /// The entry of the object at `slot`, when it waited already. Anything else that was there is dropped.
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

    /// A pause keeps the time that is left; another interval counts from the beginning of the one that runs.
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
            // One that was given another time as well keeps that.
            if let known, known.interval != interval, known.due == due {
                next = max(due - known.interval + interval, time)
            }
            left = nil
        } else {
            next = time + (left ?? interval)
            left = nil
        }
        scene.times.stampTimer(slot, next: next, left: left)
        wait(slot, known?.order, until: next ?? .infinity, interval: interval)
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
            scene.times.stampBegin(slot, time * rate + offset)
            plan = AnimationPlan(slot, scene)
        }
        let order = old?.order ?? newOrder()
        var keys: Set<ObjectProperty> = []
        for (layer, track) in plan.tracks {
            var track = track
            track.order = order
            track.frameRate = track.timings.last { $0.frameRate > 0 }?.frameRate ?? 0
            let key = ObjectProperty(slot: layer, id: track.path.id)
            targets.add(track, key, scene)
            // What it is a progress of may be something else now.
            if case .transition(.seenAsBefore) = track.motion { scene.presentation.markShown(layer, track.path.id) }
            keys.insert(key)
        }
        runs[slot] = Run(
            object: scene.id(of: slot), name: scene.name(of: slot),
            layerName: plan.layer.map { scene.name(of: $0) } ?? "",
            layer: plan.layer, order: order, timing: plan.timing, keys: keys, end: .infinity,
            transaction: scene.value(slot, TimingProperty.transaction.id).string)
        if let name = runs[slot]?.transaction, !name.isEmpty { unfinished[name, default: 0] += 1 }
        // Not before the new one counts: it may be the last.
        if let old, !old.isFinished { noteOver(old.transaction) }
        readEnd(slot)
        takeDrive(slot, at: time)
        // One that is over already and was told so stays told.
        if let old, old.isFinished, (runs[slot]?.end ?? 0) <= time + MediaTiming.grace {
            runs[slot]?.isFinished = true
            ends.remove(order)
            noteOver(runs[slot]?.transaction ?? "")
        }
    }

    /// Notes when it ends, in scene time: when the last copy of its layer has shown it.
    private func readEnd(_ slot: Slot) {
        guard let run = runs[slot] else { return }
        let (rate, offset) = run.layer.map { scene.times.localTime(of: $0) } ?? (1, 0)
        let end: Double
        if rate > 0 {
            let late = run.keys.reduce(0) { max($0, targets.latest($1)) }
            end = (run.timing.end + late - offset) / rate
        } else if rate < 0 {
            // Backward it ends at its beginning.
            let early = run.keys.reduce(0) { min($0, targets.earliest($1)) }
            end = run.timing.speed == 0 ? .infinity : (run.timing.begin + early - offset) / rate
        } else {
            end = .infinity
        }
        guard end != run.end else { return }
        runs[slot]?.end = end
        if !run.isFinished { ends.set(run.order, slot, end) }
    }

    private func drop(_ slot: Slot, tells: Bool) {
        guard let run = runs.removeValue(forKey: slot) else { return }
        ends.remove(run.order)
        for key in run.keys { targets.remove(run.order, key, scene) }
        if tells, !run.isFinished { noteOver(run.transaction) }
        if tells, !run.isFinished { endings.append(Ending(id: run.name, layer: run.layerName, finished: false)) }
    }

    // MARK: Going on

    /// Ends animations that are over at `time`, and shows the others. Not within a transaction.
    package func advance(to time: Double) {
        self.time = time
        sync(at: time)
        end(at: time)
        drive(to: time)
        targets.show(at: time, scene)
    }

    /// Goes on as far as one layer is concerned: ends animations that are over at `time`, and shows that layer's values.
    package func advance(_ layer: Slot, to time: Double) {
        sync(at: time)
        end(at: time)
        drive(to: time)
        targets.show(layer, at: time, scene)
    }

    private func end(at time: Double) {
        guard ends.first <= time + MediaTiming.grace else { return }
        // By time, then as they were made.
        for (slot, _) in ends.takeDue(at: time + MediaTiming.grace) {
            // One may have gone with another: an animation with its group.
            guard let run = runs[slot], scene.slot(of: run.object) != nil else { continue }
            runs[slot]?.isFinished = true
            noteOver(run.transaction)
            endings.append(Ending(id: run.name, layer: run.layerName, finished: true))
            guard scene.value(slot, TimingProperty.isRemovedOnCompletion.id).boolean else { continue }
            // Never refused: no animation is fixed.
            try? scene.objects.remove(slot)
        }
        sync(at: time)
    }

    // MARK: Asking

    /// Velocity of the value at `path`, per second of the layer's time, in its components; zero when it does not move at `time`.
    /// `model`: the layer's property then, regardless of changes since.
    package func velocity(
        _ path: PropertyPath, of layer: Slot, at time: Double, over model: Value
    ) -> SIMD4<Double> {
        targets.velocity(ObjectProperty(slot: layer, id: path.id), path, at: time, over: model)
    }
}
