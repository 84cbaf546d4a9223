import Reactor

/// Scene time in seconds: advances with the machine's clock, or only by `tick`.
///
/// It never runs backward and does not jump when the mode changes.
struct SceneClock {
    private(set) var isManual: Bool
    /// Scene time at `since`; in manual mode, scene time.
    private var base = 0.0
    private var since: Nanoseconds

    /// `time`: scene time now.
    init(isManual: Bool, now: Nanoseconds, time: Double = 0) {
        self.isManual = isManual
        base = time
        since = now
    }

    func time(_ now: Nanoseconds) -> Double {
        isManual ? base : base + (now - since).inSeconds
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
    mutating func restart(at time: Double, _ now: Nanoseconds) { (base, since) = (time, now) }

    /// Manual mode: advances to a scene time.
    mutating func advance(to time: Double) { base = max(base, time) }
}
