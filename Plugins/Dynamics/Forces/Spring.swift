import Glibc

/// A damped oscillation over one sub-step, exact at its ends.
///
/// The positions x₀, x₁, … of a damped oscillator at equal times follow x₂ = T·x₁ − D·x₀ exactly, with T = 2·e^(−ζωh)·cos(ω_d·h) and
/// D = e^(−2ζωh). With the velocity taken as (x₁ − x₀)/h, as semi-implicit Euler does, that is v′ = D·v − K·x with
/// K = (1 + D − T)/h: so period and decay are right at any frequency, where Euler's own step would be unstable beyond ωh = 2.
/// A swing too fast for the sub-steps is damped, so that many springs on one body stay stable together.
struct Spring {
    /// The rest of the velocity.
    let keep: Double
    /// Velocity for each point of distance.
    let pull: Double

    /// `frequency` in Hz, above 0; `damping` 1 is critical.
    init(frequency: Double, damping: Double) {
        let h = Simulation.step
        let omega = min(2 * Double.pi * frequency, 2 / h)
        let zeta = min(max(damping, omega * h * omega * h / 4), 30 / (2 * omega * h))
        let decay = zeta * omega * h
        keep = exp(-2 * decay)
        if zeta < 1 {
            pull = (1 + keep - 2 * exp(-decay) * cos(omega * (1 - zeta * zeta).squareRoot() * h)) / h
        } else {
            let spread = omega * (zeta * zeta - 1).squareRoot() * h
            pull = (1 - exp(spread - decay)) * (1 - exp(-spread - decay)) / h
        }
    }

    /// For a spring between bodies of this mass together, whose force is added first and the damping then taken off all.
    func stiffness(mass: Double) -> Double { pull * mass / (keep * Simulation.step) }
    func damping(mass: Double) -> Double { -log(keep) * mass / Simulation.step }
}
