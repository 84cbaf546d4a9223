import CSystem
import Glibc

/// Nanoseconds of CLOCK_MONOTONIC.
public func nanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

/// Nanoseconds of a clock (`clockid_t`); 0 when there is no such clock.
public func nanoseconds(of clock: Int32) -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// The value of an environment variable; nil when it is unset or empty.
public func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}
