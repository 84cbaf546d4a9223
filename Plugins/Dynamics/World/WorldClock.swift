/// A world's sub-steps in scene time: a grid that begins when the world last began to move.
struct WorldClock {
    /// Scene time, in seconds.
    private(set) var now = 0.0
    /// Scene time at which the grid would have begun, had `rate` always been as it is.
    private(set) var origin = 0.0
    /// Sub-steps since `origin`.
    private(set) var done = 0
    /// Seconds of the world in a second of scene time; above 0.
    private(set) var rate = 1.0

    /// Time of the running sub-step, in seconds since the world began to move.
    var time: Double { Double(done) * Simulation.step }

    /// Scene time when the world is made.
    mutating func start(at time: Double) { now = time }

    /// The grid begins now.
    mutating func begin() { (origin, done) = (now, 0) }

    /// The grid is one that began before, with so many sub-steps made since; now, when its last one is not of this moment.
    mutating func resume(_ origin: Double, _ done: Double) {
        let late = now - origin - done * Simulation.step / rate
        guard abs(late) <= 1, done >= 0, done < 1e15 else { return begin() }
        (self.origin, self.done) = (origin, Int(done))
    }

    /// Goes on to a scene time; the seconds that have passed.
    mutating func advance(to time: Double) -> Double {
        let before = now
        now = max(now, time)
        return now - before
    }

    /// Leaves out seconds of scene time that have passed.
    mutating func skip(_ seconds: Double) { origin += seconds }

    /// Goes on at another rate, from where it is.
    mutating func setRate(_ new: Double) {
        guard new != rate else { return }
        origin = now - (now - origin) * rate / new
        rate = new
    }

    /// Seconds of the world since the grid began.
    private var passed: Double { (now - origin) * rate }

    /// Whole sub-steps that are still to be made.
    var due: Int { max(0, Int(min((passed / Simulation.step + 1e-6).rounded(.down), 1e15)) - done) }

    /// A sub-step was made.
    mutating func count() { done += 1 }

    /// Seconds of the world behind the last sub-step.
    var rest: Double {
        let rest = passed / Simulation.step - Double(done)
        return rest < 1e-6 ? 0 : rest * Simulation.step
    }
}
