/// When a timer fires, in scene time.
package struct TimerSchedule: Equatable, Sendable {
    /// Seconds between two times, or before the only one.
    package let interval: Double
    package let repeats: Bool
    /// The scene time at which it fires next; nil when it has fired for good, or is paused.
    package private(set) var next: Double?
    /// Seconds that were left when it was paused; nil while it runs.
    package private(set) var left: Double?

    /// A timer that was made at `now` and fires first at `first`, or an interval later.
    package init(interval: Double, repeats: Bool, now: Double, first: Double? = nil) {
        self.interval = interval
        self.repeats = repeats
        next = first ?? now + interval
    }

    /// The first multiple of `interval` in wall-clock time behind `wall`, and `slack` behind it, as a scene time.
    package static func aligned(interval: Double, now: Double, wall: Double, slack: Double = 0) -> Double {
        let steps = ((wall + slack) / interval).rounded(.down) + 1
        return now + max(steps * interval - wall, 0)
    }

    package var isPaused: Bool { left != nil }
    package var isOver: Bool { next == nil && left == nil }

    /// True when it is due at `now`: it then goes on to its next time behind `now`, however many it missed.
    package mutating func fires(at now: Double) -> Bool {
        guard let due = next, due <= now else { return false }
        guard repeats else {
            next = nil
            return true
        }
        // Multiples from the time that was due, so that times do not drift.
        var later = due + ((now - due) / interval).rounded(.down) * interval
        while later <= now { later += interval }
        next = later
        return true
    }

    /// The last time at which it is due by `now`, of those that it keeps.
    package func last(by now: Double) -> Double? {
        guard let due = next, due <= now else { return nil }
        guard repeats else { return due }
        // A quotient may be rounded up.
        let last = due + ((now - due) / interval).rounded(.down) * interval
        return last <= now ? last : max(due, last - interval)
    }

    /// Keeps the time that is left.
    package mutating func pause(at now: Double) {
        guard let due = next else { return }
        left = max(due - now, 0)
        next = nil
    }

    package mutating func resume(at now: Double) {
        guard let left else { return }
        next = now + left
        self.left = nil
    }
}
