import Scene
import SceneTables
import Schema

/// The progress of a running animator, step by step. The steps of a spring are exact, so the result does not depend on
/// their length.
struct Drive: Equatable {
    var progress: Double
    /// Per second.
    var velocity: Double
    /// The end value: 0 or 1.
    let goal: Double
    /// Seconds from one end to the other, at an even pace.
    let duration: Double
    /// A spring instead of an even pace.
    let spring: Spring?
    /// Factor for the speed of its time.
    let speed: Double

    /// Nil for an animator that is not running.
    init?(_ slot: Slot, _ scene: Scene, duration: Double) {
        guard scene.rows[Int(slot)].kind == .animator else { return nil }
        func value(_ property: AnimatorProperty) -> Value { scene.value(slot, property.id) }
        speed = scene.value(slot, TimingProperty.speed.id).number
        guard !value(.isPaused).boolean, speed > 0 else { return nil }
        progress = value(.progress).number
        velocity = value(.velocity).number
        goal = value(.isReversed).boolean ? 0 : 1
        self.duration = duration
        let numbers = value(.spring).numbers
        spring = numbers.count == 3 ? Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2]) : nil
    }

    /// Advances; true when it has reached its end.
    mutating func advance(by seconds: Double) -> Bool {
        let seconds = seconds * speed
        guard let spring else {
            let pace = duration > 0 ? 1 / duration : .infinity
            let way = goal - progress
            if abs(way) <= seconds * pace + MediaTiming.tolerance {
                (progress, velocity) = (goal, 0)
                return true
            }
            velocity = way < 0 ? -pace : pace
            progress += velocity * seconds
            return false
        }
        // The oscillator's fundamental solutions: released at rest, and pushed at the equilibrium.
        let (rest, push) = (1 - spring.value(at: seconds), spring.impulse(at: seconds))
        let (away, before) = (progress - goal, velocity)
        let (f, z) = (spring.frequency, spring.dampingRatio)
        progress = goal + away * rest + before * push
        velocity = before * (rest - 2 * z * f * push) - f * f * away * push
        // The energy never grows, so a spring at rest stays at rest.
        let energy = (progress - goal) * (progress - goal) + velocity * velocity / (f * f)
        guard energy < 1e-6 else { return false }
        (progress, velocity) = (goal, 0)
        return true
    }
}
