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
        /// The scene time at which it has to be looked at.
        var wake = -Double.infinity
    }

    private var targets: [Target] = []
    /// The layers below which everything is seen at other times as well, and how much later, in their time.
    private var spans: [Int32: (object: ObjectID, delays: ClosedRange<Double>)] = [:]
    private var slots: [ObjectProperty: Int] = [:]
    /// The first of their `wake`s.
    private(set) var nextWake = Double.infinity

    mutating func add(_ track: Track, _ key: ObjectProperty, _ scene: Scene) {
        if slots[key] == nil {
            slots[key] = targets.count
            let object = scene.id(of: key.slot)
            targets.append(Target(key: key, object: object, property: scene.kind(of: key.slot)[key.id]))
            readTime(targets.count - 1, scene)
        }
        guard let at = slots[key] else { return }
        let slot = targets[at].tracks.firstIndex { $0.order > track.order } ?? targets[at].tracks.count
        targets[at].tracks.insert(track, at: slot)
        wake(at: at)
    }

    /// Takes the tracks of one animation away; the model shows when they were the last.
    mutating func remove(_ order: UInt64, _ key: ObjectProperty, _ scene: Scene) {
        guard let at = slots[key] else { return }
        targets[at].tracks.removeAll { $0.order == order }
        wake(at: at)
        guard targets[at].tracks.isEmpty else { return }
        if scene.slot(of: targets[at].object) != nil {
            scene.reveal(key.slot, key.id)
            if targets[at].isSpread { scene.markShown(key.slot, key.id) }
        }
        slots[key] = nil
        let last = targets.removeLast()
        if at < targets.count {
            targets[at] = last
            slots[last.key] = at
        }
    }

    private mutating func wake(at: Int) {
        targets[at].wake = -.infinity
        nextWake = -.infinity
    }

    /// Looks at a property again.
    mutating func wake(_ key: ObjectProperty) {
        if let at = slots[key] { wake(at: at) }
    }

    /// The times of layers changed.
    mutating func readTimes(_ scene: Scene) {
        for at in targets.indices {
            readTime(at, scene)
            wake(at: at)
        }
    }

    private mutating func readTime(_ at: Int, _ scene: Scene) {
        (targets[at].rate, targets[at].offset) = scene.localTime(of: targets[at].key.slot)
        (targets[at].early, targets[at].late) = (0, 0)
        if spans.isEmpty { return }
        var (early, late) = (0.0, 0.0)
        scene.forEachAbove(targets[at].key.slot) { slot, rate in
            guard let span = spans[slot], span.object == scene.id(of: slot) else { return }
            let (a, b) = (span.delays.lowerBound * rate, span.delays.upperBound * rate)
            early += min(a, b)
            late += max(a, b)
        }
        (targets[at].early, targets[at].late) = (early, late)
    }

    /// Shows what all that is due says at `time`.
    mutating func show(at time: Double, _ scene: Scene) {
        guard nextWake <= time + MediaTiming.grace else { return }
        nextWake = .infinity
        for at in targets.indices {
            if targets[at].wake <= time + MediaTiming.grace { Self.show(&targets[at], at: time, scene) }
            nextWake = min(nextWake, targets[at].wake)
        }
    }

    // Of the type, not of a table: that would be a second owner of the targets, and each change a copy of all.
    private static func show(_ target: inout Target, at time: Double, _ scene: Scene) {
        guard scene.slot(of: target.object) != nil else {
            target.wake = .infinity
            return
        }
        let local = time * target.rate + target.offset
        if let value = value(of: target, at: local, scene) {
            scene.present(target.key.slot, target.key.id, value)
        } else {
            scene.reveal(target.key.slot, target.key.id)
        }
        target.wake = .infinity
        if target.isSpread { scene.markShown(target.key.slot, target.key.id) }
        for track in target.tracks {
            // The last to show a change is the latest, the first to show the next one the earliest.
            var next = track.nextChange(after: local - target.late)
            if target.isSpread, next.isFinite {
                next += target.early
                if next <= local { next = -.infinity }
            }
            if next == .infinity || target.rate == 0 { continue }
            // What moves is looked at in the next frame, whenever that is.
            let soon = time + 4 * MediaTiming.grace
            next = next == -.infinity || target.rate < 0 ? soon : (next - target.offset) / target.rate
            target.wake = min(target.wake, max(next, soon))
        }
    }

    /// What the tracks make of the model value; nil when none shows anything.
    private static func value(of target: Target, at local: Double, _ scene: Scene) -> Value? {
        let model = scene.value(target.key.slot, target.key.id)
        var value: Value?
        for track in target.tracks {
            if let next = track.apply(to: value ?? model, at: local) { value = next }
        }
        return value?.held(to: target.property)
    }

    // MARK: Other times than now

    /// What is below `slot` is seen later than now as well, by `delays` of its time. True when that is new.
    mutating func follow(_ slot: Int32, _ delays: ClosedRange<Double>, _ scene: Scene) -> Bool {
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
    func latest(_ key: ObjectProperty) -> Double { slots[key].map { targets[$0].late } ?? 0 }

    /// What is shown at a scene time of all that is below the last of some layers, while what is below each is late by so many
    /// seconds of its time.
    func shown(_ delays: [(slot: Int32, seconds: Double)], at time: Double, _ scene: Scene) -> [(
        key: ObjectProperty, value: Value
    )] {
        guard let last = delays.last else { return [] }
        var found: [(key: ObjectProperty, value: Value)] = []
        for target in targets where target.isSpread && scene.slot(of: target.object) != nil {
            var late = 0.0
            var isBelow = false
            scene.forEachAbove(target.key.slot) { slot, rate in
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

    /// What is shown of a property at a scene time; nil when no animation shows anything.
    func value(_ key: ObjectProperty, at time: Double, _ scene: Scene) -> Value? {
        guard let at = slots[key] else { return nil }
        return Self.value(of: targets[at], at: time * targets[at].rate + targets[at].offset, scene)
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
