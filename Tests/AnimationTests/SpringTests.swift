import Animation
import Testing

/// The closed forms against the equation of motion, m·x″ = k·(1 − x) − c·x′, integrated in small steps.
@Suite struct SpringTests {
    struct Case: Sendable {
        var mass, stiffness, damping, velocity: Double
        var allowsOverdamping = true
    }

    static let cases = [
        Case(mass: 1, stiffness: 100, damping: 10, velocity: 0),
        Case(mass: 1, stiffness: 100, damping: 0, velocity: 3),
        Case(mass: 2, stiffness: 50, damping: 20, velocity: -4),
        Case(mass: 1, stiffness: 100, damping: 20, velocity: 5),
        Case(mass: 1, stiffness: 100, damping: 20.000_1, velocity: 0),
        Case(mass: 0.5, stiffness: 80, damping: 60, velocity: 7),
    ]

    @Test(arguments: cases) func closedFormSolvesTheEquation(_ c: Case) {
        let spring = Spring(
            mass: c.mass, stiffness: c.stiffness, damping: c.damping, velocity: c.velocity,
            allowsOverdamping: c.allowsOverdamping)
        var (x, v) = (0.0, c.velocity)
        let step = 1e-4
        func force(_ x: Double, _ v: Double) -> Double { (c.stiffness * (1 - x) - c.damping * v) / c.mass }
        for k in 1...20_000 {
            // Runge and Kutta's fourth order.
            let (x1, v1) = (v, force(x, v))
            let (x2, v2) = (v + v1 * step / 2, force(x + x1 * step / 2, v + v1 * step / 2))
            let (x3, v3) = (v + v2 * step / 2, force(x + x2 * step / 2, v + v2 * step / 2))
            let (x4, v4) = (v + v3 * step, force(x + x3 * step, v + v3 * step))
            x += (x1 + 2 * x2 + 2 * x3 + x4) * step / 6
            v += (v1 + 2 * v2 + 2 * v3 + v4) * step / 6
            if k % 1000 == 0 { #expect(abs(spring.value(at: Double(k) * step) - x) < 1e-6, "after \(k) steps") }
        }
    }

    @Test(arguments: cases) func settledIsWithinAThousandth(_ c: Case) {
        let spring = Spring(
            mass: c.mass, stiffness: c.stiffness, damping: c.damping, velocity: c.velocity, allowsOverdamping: true)
        let end = spring.settlingDuration
        guard c.damping > 0 else { return #expect(end == .infinity) }
        for k in 0..<2000 { #expect(abs(spring.value(at: end + Double(k) / 1000) - 1) <= 0.001 + 1e-12) }
        // And not for long: a fifth of it earlier it is not yet.
        let early = (0..<2000).map { abs(spring.value(at: end * (0.8 + Double($0) / 10_000)) - 1) }.max() ?? 0
        #expect(early > 0.001)
    }

    @Test func moreThanCriticalIsCriticalUnlessAllowed() {
        let heavy = Spring(mass: 1, stiffness: 100, damping: 90)
        let critical = Spring(mass: 1, stiffness: 100, damping: 20)
        #expect(heavy == critical)
    }

    /// What one sees: half a period of the undamped spring is half the perceptual duration.
    @Test func perceptualForm() {
        let spring = Spring(perceptualDuration: 0.5, bounce: 0.3)
        let same = Spring(mass: 1, stiffness: 16 * .pi * .pi, damping: 2 * 0.7 * 4 * .pi)
        for k in 0..<50 {
            #expect(abs(spring.value(at: Double(k) / 50) - same.value(at: Double(k) / 50)) < 1e-12)
        }
        #expect(Spring(perceptualDuration: 0.5, bounce: 1).settlingDuration == .infinity)
        #expect(Spring(perceptualDuration: 0.5, bounce: -1).value(at: 10).isFinite)
    }
}
