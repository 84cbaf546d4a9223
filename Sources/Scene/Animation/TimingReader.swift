package import Scene
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

    private func value(_ property: TimingProperty) -> Value { values[property.id] }
    private func value(_ property: SpringProperty) -> Value { values[property.id] }

    /// `groupDuration` is the duration in a group for an animation without one.
    func timing(groupDuration: Double?) -> MediaTiming {
        var timing = MediaTiming()
        timing.begin = value(.beginTime).number + value(.delay).number
        timing.speed = value(.speed).number
        timing.timeOffset = value(.timeOffset).number
        timing.repeatCount = value(.repeatCount).number
        timing.repeatDuration = value(.repeatDuration).number
        timing.autoreverses = value(.autoreverses).boolean
        timing.curve = value(.timing).timing
        timing.frameRate = value(.frameRate).number
        let fill = TimingProperty.FillMode(rawValue: value(.fillMode).choice) ?? .removed
        timing.fillsBackwards = fill == .backwards || fill == .both
        timing.fillsForwards = fill == .forwards || fill == .both
        // The incoming layer is invisible until the transition begins.
        if scene.rows[Int(slot)].kind == .transition { timing.fillsBackwards = true }
        let isSpring = scene.rows[Int(slot)].kind == .spring
        timing.duration =
            if case .number(let set) = value(.duration) { set } else {
                groupDuration ?? (isSpring ? spring.settlingDuration : 0.25)
            }
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
