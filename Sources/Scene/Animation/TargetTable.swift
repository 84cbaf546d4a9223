import Scene
import Schema

/// The animated properties, each with its tracks.
struct TargetTable {
    private struct Target {
        var key: ObjectProperty
        var object: ObjectID
        var property: Property
        /// The next target of the same layer; −1 for none.
        var next: Int32 = -1
        /// In the order in which they apply.
        var tracks: [Track] = []
        /// Maps scene time to the layer's time.
        var rate = 1.0
        var offset = 0.0
        /// The smallest and largest delay with which it is also shown, in the layer's time: in copies with a delay.
        var early = 0.0
        var late = 0.0
        var isSpread: Bool { early != late }
    }

    private var targets: [Target] = []
    /// For each target, the scene time of its next evaluation.
    private var wakes = WakeQueue()
    /// For each layer, its first target; the others follow by `next`, in the order in which they were added.
    private var firsts: [Slot: Int32] = [:]
    /// Scratch memory of `show`.
    private var visited: [Int32] = []
    /// Number of evaluations so far.
    private(set) var evaluations = 0
    /// The layers below which everything is also shown at other times, with the delays in their time.
    private var spans: [Slot: (object: ObjectID, delays: ClosedRange<Double>)] = [:]
    /// The scene time of the first next evaluation.
    var nextWake: Double { wakes.first }

    mutating func add(_ track: Track, _ key: ObjectProperty, _ scene: Scene) {
        // Of a layer that was in this slot before.
        if let old = index(of: key), targets[old].object != scene.id(of: key.slot) { remove(at: old) }
        guard let at = index(of: key) else {
            let object = scene.id(of: key.slot)
            targets.append(
                Target(key: key, object: object, property: scene.kind(of: key.slot)[key.id], tracks: [track]))
            wakes.append(-.infinity)
            link(targets.count - 1)
            return readTime(targets.count - 1, scene)
        }
        let index = targets[at].tracks.firstIndex { $0.order > track.order } ?? targets[at].tracks.count
        targets[at].tracks.insert(track, at: index)
        wake(at: at)
    }

    /// Removes the tracks of one animation; if they were the last, the model value is shown.
    mutating func remove(_ order: UInt64, _ key: ObjectProperty, _ scene: Scene) {
        guard let at = index(of: key) else { return }
        targets[at].tracks.removeAll { $0.order == order }
        wake(at: at)
        guard targets[at].tracks.isEmpty else { return }
        if scene.slot(of: targets[at].object) != nil {
            scene.presentation.reveal(key.slot, key.id)
            if targets[at].isSpread { scene.presentation.markShown(key.slot, key.id) }
        }
        remove(at: at)
    }

    private mutating func remove(at: Int) {
        replaceLink(to: at, by: targets[at].next)
        wakes.remove(at)
        let last = targets.count - 1
        if at < last {
            replaceLink(to: last, by: Int32(at))
            targets.swapAt(at, last)
        }
        targets.removeLast()
    }

    /// The index of a property's target; nil when it has none.
    private func index(of key: ObjectProperty) -> Int? {
        var at = Int(firsts[key.slot] ?? -1)
        while at >= 0 {
            if targets[at].key.id == key.id { return at }
            at = Int(targets[at].next)
        }
        return nil
    }

    /// Adds a target to those of its layer.
    private mutating func link(_ new: Int) {
        guard var at = firsts[targets[new].key.slot] else {
            firsts[targets[new].key.slot] = Int32(new)
            return
        }
        while targets[Int(at)].next >= 0 { at = targets[Int(at)].next }
        targets[Int(at)].next = Int32(new)
    }

    /// Lets what leads to a target lead to another one of the same layer; −1: to none.
    private mutating func replaceLink(to old: Int, by new: Int32) {
        let layer = targets[old].key.slot
        guard var at = firsts[layer] else { return }
        if at == old {
            firsts[layer] = new >= 0 ? new : nil
            return
        }
        while targets[Int(at)].next != old { at = targets[Int(at)].next }
        targets[Int(at)].next = new
    }

    private mutating func wake(at: Int) { wakes.set(at, -.infinity) }

    /// Schedules the evaluation of a property.
    mutating func wake(_ key: ObjectProperty) {
        if let at = index(of: key) { wake(at: at) }
    }

    /// Sets the tracks of an animator to `offset` of its time.
    mutating func stand(_ order: UInt64, _ key: ObjectProperty, at offset: Double) {
        guard let at = index(of: key) else { return }
        for track in targets[at].tracks.indices where targets[at].tracks[track].order == order {
            targets[at].tracks[track].outermost.timeOffset = offset
        }
        wake(at: at)
    }

    /// Reads changed times of layers.
    mutating func readTimes(_ scene: Scene) {
        for at in targets.indices {
            readTime(at, scene)
            wake(at: at)
        }
    }

    private mutating func readTime(_ at: Int, _ scene: Scene) {
        (targets[at].rate, targets[at].offset) = scene.times.localTime(of: targets[at].key.slot)
        (targets[at].early, targets[at].late) = (0, 0)
        if spans.isEmpty { return }
        var (early, late) = (0.0, 0.0)
        scene.times.forEachAbove(targets[at].key.slot) { slot, rate in
            guard let span = spans[slot], span.object == scene.id(of: slot) else { return }
            let (a, b) = (span.delays.lowerBound * rate, span.delays.upperBound * rate)
            early += min(a, b)
            late += max(a, b)
        }
        (targets[at].early, targets[at].late) = (early, late)
    }

    /// Shows the values at `time` of all due targets.
    mutating func show(at time: Double, _ scene: Scene) {
        wakes.forEachDue(at: time + MediaTiming.tolerance, &visited) { at in Self.show(targets[at], at: time, scene) }
        evaluations += visited.count
    }

    /// Shows the values at `time` of one layer's due targets.
    mutating func show(_ layer: Slot, at time: Double, _ scene: Scene) {
        var next = firsts[layer] ?? -1
        while next >= 0 {
            let at = Int(next)
            next = targets[at].next
            guard wakes[at] <= time + MediaTiming.tolerance else { continue }
            evaluations += 1
            wakes.set(at, Self.show(targets[at], at: time, scene))
        }
    }

    /// Shows a target's value at `time`; returns the scene time of its next change.
    private static func show(_ target: borrowing Target, at time: Double, _ scene: Scene) -> Double {
        guard scene.slot(of: target.object) != nil else { return .infinity }
        let local = time * target.rate + target.offset
        if let value = value(of: target, at: local, scene) {
            scene.presentation.present(target.key.slot, target.key.id, value)
        } else {
            scene.presentation.reveal(target.key.slot, target.key.id)
        }
        var wake = Double.infinity
        if target.isSpread { scene.presentation.markShown(target.key.slot, target.key.id) }
        for track in target.tracks {
            // The last copy to show a change is the latest, the first to show the next one the earliest.
            let runsBackward = target.rate < 0
            var next = track.nextChange(
                after: local - (runsBackward ? target.early : target.late), runsBackward: runsBackward)
            if target.isSpread, next.isFinite {
                next += runsBackward ? target.late : target.early
                if runsBackward ? next >= local : next <= local { next = -.infinity }
            }
            if next == .infinity || target.rate == 0 { continue }
            // A moving value is evaluated in the next frame.
            let soon = time + 4 * MediaTiming.tolerance
            next = next == -.infinity ? soon : (next - target.offset) / target.rate
            wake = min(wake, max(next, soon))
        }
        return wake
    }

    /// The model value with all tracks applied; nil when none shows anything.
    private static func value(of target: borrowing Target, at local: Double, _ scene: Scene) -> Value? {
        value(of: target, at: local, over: scene.value(target.key.slot, target.key.id))
    }

    /// `model` with all tracks applied; nil when none shows anything. `isExact` ignores sampling rates.
    private static func value(
        of target: borrowing Target, at local: Double, over model: Value, isExact: Bool = false
    ) -> Value? {
        var value: Value?
        // The value without implicit animations; nil while it is the same.
        var rest: Value?
        for track in target.tracks {
            let time = isExact ? local : track.sampled(local)
            let below = value ?? model
            guard let next = track.apply(to: below, rest: rest ?? below, at: time) else { continue }
            if track.isImplicit {
                rest = rest ?? below
            } else if let known = rest {
                rest = track.apply(to: known, rest: known, at: time)
            }
            value = next
        }
        return value?.held(to: target.property)
    }

    // MARK: Other times than now

    /// Records that the layers below `slot` are also shown with `delays`, in its time. True when that is new.
    mutating func follow(_ slot: Slot, _ delays: ClosedRange<Double>, _ scene: Scene) -> Bool {
        let object = scene.id(of: slot)
        if let old = spans[slot], old.object == object {
            if old.delays == delays { return false }
        } else if delays == 0...0 {
            return spans.removeValue(forKey: slot) != nil
        }
        spans[slot] = delays == 0...0 ? nil : (object, delays)
        if spans.count > 256 { spans = spans.filter { scene.slot(of: $0.value.object) != nil } }
        return true
    }

    /// The largest delay of the property, in its layer's time.
    func latest(_ key: ObjectProperty) -> Double { index(of: key).map { targets[$0].late } ?? 0 }

    /// The smallest delay of the property, in its layer's time.
    func earliest(_ key: ObjectProperty) -> Double { index(of: key).map { targets[$0].early } ?? 0 }

    /// Presentation values at a scene time of everything below the last of some layers, with each of the delays applied
    /// to everything below its layer.
    func shown(_ delays: [(slot: Slot, seconds: Double)], at time: Double, _ scene: Scene) -> [(
        key: ObjectProperty, value: Value
    )] {
        guard let last = delays.last else { return [] }
        var found: [(key: ObjectProperty, value: Value)] = []
        for target in targets where target.isSpread && scene.slot(of: target.object) != nil {
            var late = 0.0
            var isBelow = false
            scene.times.forEachAbove(target.key.slot) { slot, rate in
                if slot == last.slot { isBelow = true }
                for one in delays where one.slot == slot { late += one.seconds * rate }
            }
            guard isBelow else { continue }
            let local = time * target.rate + target.offset - late
            let model = scene.value(target.key.slot, target.key.id)
            found.append((target.key, Self.value(of: target, at: local, scene) ?? model))
        }
        return found
    }

    /// The presentation value of a property at a scene time; nil when no animation shows anything.
    func value(_ key: ObjectProperty, at time: Double, _ scene: Scene) -> Value? {
        guard let at = index(of: key) else { return nil }
        return Self.value(of: targets[at], at: time * targets[at].rate + targets[at].offset, scene)
    }

    /// The same with the model value `model`.
    func value(_ key: ObjectProperty, at time: Double, over model: Value) -> Value? {
        guard let at = index(of: key) else { return nil }
        return Self.value(of: targets[at], at: time * targets[at].rate + targets[at].offset, over: model)
    }

    /// The velocity of the value at `path` at a scene time, per second of its layer's time, in its components, with the
    /// model value `model`; zero when it does not move.
    func velocity(_ key: ObjectProperty, _ path: PropertyPath, at time: Double, over model: Value) -> SIMD4<Double> {
        guard let at = index(of: key) else { return .zero }
        let local = time * targets[at].rate + targets[at].offset
        func point(_ offset: Double) -> SIMD4<Double>? {
            Self.value(of: targets[at], at: local + offset, over: model, isExact: true)
                .flatMap { path.read($0).components }
        }
        // Values rounded to integers are measured over a whole frame.
        let isRounded =
            path.part == nil && (targets[at].property.type == .color || targets[at].property.type == .integer)
        let step = isRounded ? 1.0 / 60 : 5e-5
        guard let here = point(0) else { return .zero }
        // Second-order differences: backward, or forward at a beginning.
        if let one = point(-step), let two = point(-2 * step) { return (3 * here - 4 * one + two) / (2 * step) }
        if let one = point(step), let two = point(2 * step) { return (4 * one - 3 * here - two) / (2 * step) }
        return .zero
    }
}

extension Value {
    /// The value clamped to the property's range, which springs and curves may exceed.
    fileprivate func held(to property: Property) -> Value {
        switch self {
        case _ where !isFinite: return property.initial
        case .number(let n):
            let n = Swift.max(property.minimum, Swift.min(property.maximum, n))
            return .number(property.type == .integer ? n.rounded() : n)
        case .numbers(let list) where property.isRising:
            var last = -Double.infinity
            return .numbers(
                list.map {
                    last = Swift.max(last, $0)
                    return last
                })
        default: return self
        }
    }
}
