import Reactor

/// Scene time in seconds: advances with the machine's clock, or only by `tick`.
///
/// It never runs backward and does not jump when the mode changes.
struct SceneClock {
    private(set) var isManual: Bool
    /// Scene time at `since`; in manual mode, scene time.
    private var base = 0.0
    private var since: Nanoseconds
    /// The clock waits at this time until it has come to it.
    private var floor = -Double.infinity

    /// `time`: scene time now.
    init(isManual: Bool, now: Nanoseconds, time: Double = 0) {
        self.isManual = isManual
        base = time
        since = now
    }

    func time(_ now: Nanoseconds) -> Double {
        isManual ? base : max(floor, base + (now - since).inSeconds)
    }

    /// Machine time at which scene time reaches `time`; nil in manual mode.
    func deadline(of time: Double) -> Nanoseconds? {
        isManual ? nil : since + Nanoseconds(clampingSeconds: time - base)
    }

    mutating func setManual(_ manual: Bool, _ now: Nanoseconds) {
        base = time(now)
        since = now
        isManual = manual
    }

    /// Continues from a restored scene time.
    mutating func restart(at time: Double, _ now: Nanoseconds) { (base, since, floor) = (time, now, -.infinity) }

    /// Goes on as one whose time is `time` now; where that is earlier, it waits.
    mutating func follow(_ time: Double, _ now: Nanoseconds) {
        floor = max(floor, self.time(now))
        (base, since) = (time, now)
    }

    /// Waits at a time until it has come to it.
    mutating func hold(_ time: Double) { floor = max(floor, time) }

    /// Manual mode: advances to a scene time.
    mutating func advance(to time: Double) { base = max(base, time) }
}
