import Glibc

/// Nanoseconds: an instant of `Clock.now`, or a span between two. Signed, so that a difference never traps.
package typealias Nanoseconds = Int64

/// The only clock of the daemon. Nothing else asks the system for the time.
package enum Clock {
    /// Nanoseconds of CLOCK_MONOTONIC: the time base of timers, frames and the service manager.
    package static var now: Nanoseconds { unsafe simulated ?? read(CLOCK_MONOTONIC) }

    /// Stands for `now`, where a simulation has the time pass; nil: the system's clock. To be set by the thread of the loop, with no
    /// other one at work.
    package nonisolated(unsafe) static var simulated: Nanoseconds?

    /// `now` as of the kernel's last tick, up to some milliseconds ago, for a few nanoseconds' work: for budgets.
    package static var coarse: Nanoseconds { unsafe simulated ?? read(CLOCK_MONOTONIC_COARSE) }

    /// Nanoseconds since 1970-01-01T00:00:00Z: for `at=` with a wall-clock time and for log lines, never for spans.
    package static var wall: Nanoseconds { unsafe simulated.map { unsafe $0 &+ wallOffset } ?? read(CLOCK_REALTIME) }

    /// The wall's time less the simulated one.
    package nonisolated(unsafe) static var wallOffset: Nanoseconds = 0

    /// CPU nanoseconds of the calling thread, charged to plugins for their calls.
    package static var threadTime: Nanoseconds { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "these clocks exist on every Linux")
        // Seconds stay below 2^33 until the year 2242: no overflow.
        return Nanoseconds(time.tv_sec) &* 1_000_000_000 &+ Nanoseconds(time.tv_nsec)
    }
}

extension Nanoseconds {
    /// Whole nanoseconds of `seconds`. NaN is 0; beyond ±146 years it is clamped, so that adding it to
    /// an instant does not overflow.
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
