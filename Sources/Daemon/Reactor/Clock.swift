import Glibc

/// Nanoseconds: an instant of `Clock.now`, or a duration. Signed, so that a difference never traps.
package typealias Nanoseconds = Int64

/// The daemon's only clock. No other code asks the system for the time.
package enum Clock {
    /// Nanoseconds of CLOCK_MONOTONIC: the time base of timers, frames and the service manager.
    package static var now: Nanoseconds { unsafe simulated ?? read(CLOCK_MONOTONIC) }

    /// Replaces `now` in a simulation; nil for the system's clock. Set it on the loop's thread while no other thread
    /// runs.
    package nonisolated(unsafe) static var simulated: Nanoseconds?

    /// `now` as of the kernel's last tick, up to some milliseconds old, at a cost of a few nanoseconds: for budgets.
    package static var coarse: Nanoseconds { unsafe simulated ?? read(CLOCK_MONOTONIC_COARSE) }

    /// Nanoseconds since 1970-01-01T00:00:00Z: for `at=` with a wall-clock time and for log lines, never for durations.
    package static var wall: Nanoseconds { unsafe simulated.map { unsafe $0 &+ wallOffset } ?? read(CLOCK_REALTIME) }

    /// The wall-clock time minus the simulated one.
    package nonisolated(unsafe) static var wallOffset: Nanoseconds = 0

    /// CPU time of the calling thread in nanoseconds, for the accounting of plugins' calls.
    package static var threadTime: Nanoseconds { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "these clocks exist on every Linux")
        // Seconds stay below 2^33 until the year 2242, so there is no overflow.
        return Nanoseconds(time.tv_sec) &* 1_000_000_000 &+ Nanoseconds(time.tv_nsec)
    }
}

extension Nanoseconds {
    /// Whole nanoseconds of `seconds`. NaN gives 0; the result is clamped to ±146 years, so that adding it to an
    /// instant does not overflow.
    package init(clampingSeconds seconds: Double) {
        let limit = 4_600_000_000.0
        guard seconds == seconds else {
            self = 0
            return
        }
        self = Int64((Swift.min(Swift.max(seconds, -limit), limit) * 1e9).rounded())
    }

    /// As seconds.
    package var inSeconds: Double { Double(self) / 1e9 }
}
