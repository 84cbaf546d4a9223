/// A world's sub-steps in scene time: a grid that begins when the world last began to move.
struct WorldClock {
    /// Scene time, in seconds.
    private(set) var now = 0.0
    private var origin = 0.0
    /// Sub-steps since `origin`.
    private(set) var done = 0

    /// Time of the running sub-step, in seconds since the world began to move.
    var time: Double { Double(done) * Simulation.step }

    /// Scene time when the world is made.
    mutating func start(at time: Double) { now = time }

    /// The grid begins now.
    mutating func begin() { (origin, done) = (now, 0) }

    /// Goes on to a scene time; the seconds that have passed.
    mutating func advance(to time: Double) -> Double {
        let before = now
        now = max(now, time)
        return now - before
    }

    /// Leaves out seconds that have passed.
    mutating func skip(_ seconds: Double) { origin += seconds }

    /// Whole sub-steps that are still to be made.
    var due: Int { max(0, Int(min(((now - origin) / Simulation.step + 1e-6).rounded(.down), 1e15)) - done) }

    /// A sub-step was made.
    mutating func count() { done += 1 }

    /// Seconds behind the last sub-step.
    var rest: Double {
        let rest = (now - origin) / Simulation.step - Double(done)
        return rest < 1e-6 ? 0 : rest * Simulation.step
    }
}
