import Scene

/// When the timers of an instance fire next: those that a definition makes again as they were go on.
struct TimerPhases {
    private struct Phase {
        /// What makes a timer the same.
        var made: [Value]
        var next, left: Double?

        init(_ timer: Slot, in scene: Scene) {
            func value(_ property: TimerProperty) -> Value { scene.value(timer, property.id) }
            func number(_ property: TimerProperty) -> Double? {
                if case .number(let number) = value(property) { number } else { nil }
            }
            made = [.interval, .repeats, .lines, .align, .isPaused].map(value)
            (next, left) = (number(.next), number(.left))
        }
    }

    private var phases: [String: Phase] = [:]

    init(of instance: Slot, in scene: Scene) {
        for timer in scene.components.timers(of: instance) {
            phases[scene.name(of: timer)] = Phase(timer, in: scene)
        }
    }

    func apply(to instance: Slot, in scene: Scene) {
        for timer in scene.components.timers(of: instance) {
            guard let old = phases[scene.name(of: timer)], old.made == Phase(timer, in: scene).made else { continue }
            scene.times.stampTimer(timer, next: old.next, left: old.left)
        }
    }
}
