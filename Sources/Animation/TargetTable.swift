import Scene

/// The properties that animations move, each with its tracks.
struct TargetTable {
    private struct Target {
        var key: ObjectProperty
        var object: ObjectID
        var property: Property
        /// In order.
        var tracks: [Track] = []
        /// From scene time to the layer's.
        var rate = 1.0
        var offset = 0.0
        /// How much later than now it is seen as well, at least and at most, in the layer's time: in copies with a delay.
        var early = 0.0
        var late = 0.0
        var isSpread: Bool { early != late }
    }

    private var targets: [Target] = []
    /// By target, the scene time at which it is evaluated next.
    private var wakes = WakeQueue()
    /// By layer, its properties among the targets.
    private var properties: [Slot: [PropertyID]] = [:]
    /// Scratch of `show`.
    private var visited: [Int32] = []
    /// Targets evaluated so far.
    private(set) var evaluations = 0
    /// The layers below which everything is seen at other times as well, and how much later, in their time.
    private var spans: [Slot: (object: ObjectID, delays: ClosedRange<Double>)] = [:]
    private var indices: [ObjectProperty: Int] = [:]
    /// The scene time at which the first target is evaluated again.
    var nextWake: Double { wakes.first }

    mutating func add(_ track: Track, _ key: ObjectProperty, _ scene: Scene) {
        if indices[key] == nil {
            indices[key] = targets.count
            let object = scene.id(of: key.slot)
            targets.append(Target(key: key, object: object, property: scene.kind(of: key.slot)[key.id]))
            wakes.append(-.infinity)
            properties[key.slot, default: []].append(key.id)
            readTime(targets.count - 1, scene)
        }
        guard let at = indices[key] else { return }
        let slot = targets[at].tracks.firstIndex { $0.order > track.order } ?? targets[at].tracks.count
        targets[at].tracks.insert(track, at: slot)
        wake(at: at)
    }

    /// Takes the tracks of one animation away; the model shows when they were the last.
    mutating func remove(_ order: UInt64, _ key: ObjectProperty, _ scene: Scene) {
        guard let at = indices[key] else { return }
        targets[at].tracks.removeAll { $0.order == order }
        wake(at: at)
        guard targets[at].tracks.isEmpty else { return }
        if scene.slot(of: targets[at].object) != nil {
            scene.presentation.reveal(key.slot, key.id)
            if targets[at].isSpread { scene.presentation.markShown(key.slot, key.id) }
        }
        indices[key] = nil
        properties[key.slot]?.removeAll { $0 == key.id }
        if properties[key.slot]?.isEmpty == true { properties[key.slot] = nil }
        wakes.remove(at)
        let last = targets.removeLast()
        if at < targets.count {
            targets[at] = last
            indices[last.key] = at
        }
    }

    private mutating func wake(at: Int) { wakes.set(at, -.infinity) }

    /// Looks at a property again.
    mutating func wake(_ key: ObjectProperty) {
        if let at = indices[key] { wake(at: at) }
    }

    /// Has the tracks of an animator stand at `offset` of its time.
    mutating func stand(_ order: UInt64, _ key: ObjectProperty, at offset: Double) {
        guard let at = indices[key] else { return }
        for track in targets[at].tracks.indices where targets[at].tracks[track].order == order {
            targets[at].tracks[track].timings[0].timeOffset = offset
        }
        wake(at: at)
    }

    /// The times of layers changed.
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

    /// Shows the values at `time` of all targets that are due.
    mutating func show(at time: Double, _ scene: Scene) {
        wakes.forEachDue(at: time + MediaTiming.grace, &visited) { at in Self.show(targets[at], at: time, scene) }
        evaluations += visited.count
    }

    /// Shows the values at `time` of one layer's targets that are due.
    mutating func show(_ layer: Slot, at time: Double, _ scene: Scene) {
        for id in properties[layer] ?? [] {
            guard let at = indices[ObjectProperty(slot: layer, id: id)], wakes[at] <= time + MediaTiming.grace else {
                continue
            }
            evaluations += 1
            wakes.set(at, Self.show(targets[at], at: time, scene))
        }
    }

    /// Shows a target's value at `time`; the scene time at which it changes next.
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
            // The last to show a change is the latest, the first to show the next one the earliest.
            let runsBackward = target.rate < 0
            var next = track.nextChange(
                after: local - (runsBackward ? target.early : target.late), runsBackward: runsBackward)
            if target.isSpread, next.isFinite {
                next += runsBackward ? target.late : target.early
                if runsBackward ? next >= local : next <= local { next = -.infinity }
            }
            if next == .infinity || target.rate == 0 { continue }
            // A moving value is evaluated in the next frame, whenever that is.
            let soon = time + 4 * MediaTiming.grace
            next = next == -.infinity ? soon : (next - target.offset) / target.rate
            wake = min(wake, max(next, soon))
        }
        return wake
    }

    /// The model value with all tracks applied; nil when none shows anything.
    private static func value(of target: borrowing Target, at local: Double, _ scene: Scene) -> Value? {
        value(of: target, at: local, over: scene.value(target.key.slot, target.key.id))
    }

    /// `model` with all tracks applied; nil when none shows anything. `isExact`: between samples too.
    private static func value(
        of target: borrowing Target, at local: Double, over model: Value, isExact: Bool = false
    ) -> Value? {
        var value: Value?
        // Without the implicit animations; nil while it is the same.
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

    /// Notes that layers below `slot` are seen later than now as well, by `delays` of its time. True when that is new.
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

    /// How much later than now the property is seen at last, in its layer's time.
    func latest(_ key: ObjectProperty) -> Double { indices[key].map { targets[$0].late } ?? 0 }

    /// The same for the first time that it is seen.
    func earliest(_ key: ObjectProperty) -> Double { indices[key].map { targets[$0].early } ?? 0 }

    /// Presentation values at a scene time of everything below the last of some layers, while everything below each is late by so many
    /// seconds of its time.
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

    /// Presentation value of a property at a scene time; nil when no animation shows anything.
    func value(_ key: ObjectProperty, at time: Double, _ scene: Scene) -> Value? {
        guard let at = indices[key] else { return nil }
        return Self.value(of: targets[at], at: time * targets[at].rate + targets[at].offset, scene)
    }

    /// Velocity of the value at `path` at a scene time, per second of its layer's time, in its components, while `model` is set; zero
    /// when it does not move.
    func velocity(_ key: ObjectProperty, _ path: PropertyPath, at time: Double, over model: Value) -> SIMD4<Double> {
        guard let at = indices[key] else { return .zero }
        let local = time * targets[at].rate + targets[at].offset
        func point(_ offset: Double) -> SIMD4<Double>? {
            Self.value(of: targets[at], at: local + offset, over: model, isExact: true)
                .flatMap { path.read($0).components }
        }
        // What is rounded to whole numbers is measured over a frame.
        let isRounded =
            path.part == nil && (targets[at].property.type == .color || targets[at].property.type == .integer)
        let step = isRounded ? 1.0 / 60 : 5e-5
        guard let here = point(0) else { return .zero }
        // Derivatives of parabolas: as it came here, or, at a beginning, as it goes on.
        if let one = point(-step), let two = point(-2 * step) { return (3 * here - 4 * one + two) / (2 * step) }
        if let one = point(step), let two = point(2 * step) { return (4 * one - 3 * here - two) / (2 * step) }
        return .zero
    }
}

extension Value {
    /// The value within the property's range: springs and curves may lead beyond.
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
