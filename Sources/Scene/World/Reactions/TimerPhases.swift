import Scene
import Schema

/// Next firing times of an instance's timers: timers that a definition creates again unchanged keep them.
struct TimerPhases {
    private struct Phase {
        /// The values that identify a timer.
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
