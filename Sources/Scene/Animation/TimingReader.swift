package import Scene
import SceneTables
package import Schema

/// Reads an animation's times from its properties.
package struct TimingReader {
    private let slot: Slot
    private let scene: Scene
    private let values: ObjectValues

    package init(_ slot: Slot, _ scene: Scene) {
        self.slot = slot
        self.scene = scene
        values = scene.values(of: slot)
    }

    private func value(_ property: SpringProperty) -> Value { values[property.id] }

    /// `groupDuration` is the duration in a group for an animation without one.
    func timing(groupDuration: Double?) -> MediaTiming {
        let kind = scene.rows[Int(slot)].kind
        var timing = MediaTiming()
        var (delay, fill) = (0.0, TimingProperty.FillMode.removed)
        var duration: Double?
        // What is not set has the defaults of `MediaTiming`.
        values.forEachSet { id, value in
            switch TimingProperty(rawValue: id.raw) {
            case .duration: duration = value.number
            case .delay: delay = value.number
            case .speed: timing.speed = value.number
            case .timeOffset: timing.timeOffset = value.number
            case .beginTime: timing.begin = value.number
            case .repeatCount: timing.repeatCount = value.number
            case .repeatDuration: timing.repeatDuration = value.number
            case .autoreverses: timing.autoreverses = value.boolean
            case .fillMode: fill = TimingProperty.FillMode(rawValue: value.choice) ?? .removed
            case .timing: timing.curve = value.timing
            case .frameRate: timing.frameRate = value.number
            case .isRemovedOnCompletion, .transaction, nil: break
            }
        }
        timing.begin += delay
        timing.fillsBackwards = fill == .backwards || fill == .both
        timing.fillsForwards = fill == .forwards || fill == .both
        // The incoming layer is invisible until the transition begins.
        if kind == .transition { timing.fillsBackwards = true }
        timing.duration =
            duration ?? groupDuration ?? (kind == .spring ? spring.settlingDuration : MediaTiming().duration)
        // A spring that never settles would have an infinite duration.
        timing.duration = min(timing.duration, 1e9)
        return timing
    }

    /// Stiffness and damping, for a mass of 1, of a spring defined by its perceptual duration; nil for others.
    var physicalForm: (stiffness: Double, damping: Double)? {
        guard value(.perceptualDuration) != .none else { return nil }
        let spring = spring
        return (spring.frequency * spring.frequency, 2 * spring.dampingRatio * spring.frequency)
    }

    /// The spring described by the properties of a `spring`.
    package var spring: Spring {
        let velocity = value(.initialVelocity).number
        if case .number(let duration) = value(.perceptualDuration) {
            return Spring(perceptualDuration: duration, bounce: value(.bounce).number, velocity: velocity)
        }
        return Spring(
            mass: value(.mass).number, stiffness: value(.stiffness).number, damping: value(.damping).number,
            velocity: velocity, allowsOverdamping: value(.allowsOverdamping).boolean)
    }
}
