/// The times at which a timer fires, in scene time.
package struct TimerSchedule: Equatable, Sendable {
    /// Seconds between two firings, or before the only one.
    package let interval: Double
    package let repeats: Bool
    /// The scene time of the next firing; nil when there is none, or the timer is paused.
    package private(set) var next: Double?
    /// Remaining seconds of a paused timer; nil while it runs.
    package private(set) var left: Double?

    /// A timer created at `now` that first fires at `first`, or after an interval.
    package init(interval: Double, repeats: Bool, now: Double, first: Double? = nil) {
        self.interval = interval
        self.repeats = repeats
        next = first ?? now + interval
    }

    /// The first multiple of `interval` in wall-clock time after `wall`, plus `slack`, as a scene time.
    package static func aligned(interval: Double, now: Double, wall: Double, slack: Double = 0) -> Double {
        let steps = ((wall + slack) / interval).rounded(.down) + 1
        return now + max(steps * interval - wall, 0)
    }

    package var isPaused: Bool { left != nil }
    package var isOver: Bool { next == nil && left == nil }

    /// True when it is due at `now`. It is then scheduled for its next time after `now`; missed firings are skipped.
    package mutating func fires(at now: Double) -> Bool {
        guard let due = next, due <= now else { return false }
        guard repeats else {
            next = nil
            return true
        }
        // Multiples of the interval from the due time, so that times do not drift.
        var later = due + ((now - due) / interval).rounded(.down) * interval
        while later <= now { later += interval }
        next = later
        return true
    }

    /// The last of its times up to `now`.
    package func last(by now: Double) -> Double? {
        guard let due = next, due <= now else { return nil }
        guard repeats else { return due }
        // The quotient may have been rounded up.
        let last = due + ((now - due) / interval).rounded(.down) * interval
        return last <= now ? last : max(due, last - interval)
    }

    /// Pauses the timer and keeps the remaining time.
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
