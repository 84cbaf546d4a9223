import Glibc

/// A damped spring, as a progress from 0 to the equilibrium at 1, in closed form.
package struct Spring: Equatable, Sendable {
    /// The undamped angular frequency, in radians per second.
    package var frequency: Double
    /// 1 is critical damping.
    package var dampingRatio: Double
    /// Initial velocity toward the equilibrium, in units of the distance per second.
    package var velocity: Double

    /// The parameters of CASpringAnimation. `mass` and `stiffness` above 0, `damping` ≥ 0.
    package init(
        mass: Double, stiffness: Double, damping: Double, velocity: Double = 0, allowsOverdamping: Bool = false
    ) {
        frequency = (stiffness / mass).squareRoot()
        dampingRatio = damping / (2 * (stiffness * mass).squareRoot())
        if !allowsOverdamping { dampingRatio = min(1, dampingRatio) }
        self.velocity = velocity
    }

    /// The perceptual parameters: approximate duration in seconds, and bounce, −1…1.
    package init(perceptualDuration: Double, bounce: Double, velocity: Double = 0) {
        frequency = 2 * .pi / perceptualDuration
        // At −1 nothing would ever move.
        dampingRatio = bounce < 0 ? 1 / max(1e-3, 1 + bounce) : 1 - bounce
        self.velocity = velocity
    }

    /// The progress after `time` seconds.
    package func value(at time: Double) -> Double {
        let decay = dampingRatio * frequency
        if dampingRatio < 1 {
            let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
            return 1 - exp(-decay * time) * (cos(swing * time) + (decay - velocity) / swing * sin(swing * time))
        }
        if dampingRatio == 1 { return 1 - exp(-decay * time) * (1 + (decay - velocity) * time) }
        let (slow, fast, share) = overdamped
        return 1 - share * exp(slow * time) - (1 - share) * exp(fast * time)
    }

    /// The response after `time` seconds to an initial velocity of 1.
    package func impulse(at time: Double) -> Double {
        let decay = dampingRatio * frequency
        if dampingRatio < 1 {
            let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
            return exp(-decay * time) * sin(swing * time) / swing
        }
        if dampingRatio == 1 { return exp(-decay * time) * time }
        let (slow, fast, _) = overdamped
        return (exp(slow * time) - exp(fast * time)) / (slow - fast)
    }

    /// Seconds until a spring at `distance` from the equilibrium, with a velocity in any direction, stays within a
    /// thousandth of the distance, or of the way that the velocity alone would take it.
    package func settlingDuration(distance: Double, velocity: Double) -> Double {
        let scale = max(distance, velocity / frequency)
        var spring = self
        // The worst case: away from the equilibrium.
        spring.velocity = scale > 0 ? -velocity / scale : 0
        return spring.settlingDuration
    }

    /// The two decay rates, and the share of the slow one.
    private var overdamped: (slow: Double, fast: Double, share: Double) {
        let root = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
        let (slow, fast) = (root - dampingRatio * frequency, -root - dampingRatio * frequency)
        return (slow, fast, (-velocity - fast) / (slow - fast))
    }

    /// Seconds until it stays within a thousandth of the distance; infinite without damping.
    ///
    /// Below critical damping, Core Animation's formula: ln(1000·(1 + |(ζω − v)/ω_d|)) / (ζω).
    package var settlingDuration: Double {
        let decay = dampingRatio * frequency
        guard decay > 0 else { return .infinity }
        if dampingRatio < 1 {
            let swing = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
            return log(1000 * (1 + abs((decay - velocity) / swing))) / decay
        }
        // An upper bound of the remaining distance, which finally decreases: doubled until it is small enough, then
        // bisected.
        var high = 1 / frequency
        for _ in 0..<60 where rest(at: high) > 0.001 { high *= 2 }
        var low = 0.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if rest(at: middle) > 0.001 { low = middle } else { high = middle }
        }
        return high
    }

    private func rest(at time: Double) -> Double {
        let decay = dampingRatio * frequency
        if dampingRatio == 1 { return exp(-decay * time) * (1 + abs(decay - velocity) * time) }
        let (slow, fast, share) = overdamped
        // Near critical damping the two terms are large and cancel each other; the other bound is then tighter.
        return min(
            abs(share) * exp(slow * time) + abs(1 - share) * exp(fast * time),
            exp(slow * time) * (1 + abs(decay - velocity) * time))
    }
}
