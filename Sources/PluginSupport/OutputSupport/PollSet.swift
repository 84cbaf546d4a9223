import CSystem
import Glibc

/// An epoll descriptor for the host, readable when one of several descriptors is ready or a timer is due. `Source`
/// identifies them.
public final class PollSet<Source: RawRepresentable<UInt64> & Hashable> {
    /// The descriptor for the host.
    public let descriptor: Int32
    private var timers: [Source: Int32] = [:]

    /// A set with a timer for each of `timers`, initially off. Nil when the system has no descriptors left.
    public init?(timers: [Source] = []) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        for source in timers {
            let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
            guard timer >= 0 else { return nil }
            self.timers[source] = timer
            watch(timer, source)
        }
    }

    deinit {
        for timer in timers.values { close(timer) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watches a descriptor for reading and, if `writing`, for writing; replaces earlier settings.
    public func watch(_ watched: Int32, _ source: Source, writing: Bool = false) {
        var event = unsafe epoll_event()
        unsafe event.events = EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
        unsafe event.data.u64 = source.rawValue
        if unsafe epoll_ctl(descriptor, EPOLL_CTL_MOD, watched, &event) < 0 {
            _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event)
        }
    }

    /// Stops watching a descriptor; call before it is closed.
    public func forget(_ watched: Int32) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, &event)
    }

    /// Fires after `milliseconds` and, unless `again` is 0, every `again` milliseconds from then on; nil turns it off.
    public func setTimer(_ source: Source, after milliseconds: Int?, again: Int = 0) {
        guard let timer = timers[source] else { return }
        func span(_ milliseconds: Int) -> timespec {
            timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        }
        var setting = itimerspec()
        if let milliseconds {
            setting.it_value = span(max(1, milliseconds))
            setting.it_interval = span(again)
        }
        _ = unsafe timerfd_settime(timer, 0, &setting, nil)
    }

    /// The ready sources; timers that were due are reset.
    public func take() -> Set<Source> {
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 8)
        let count = unsafe epoll_wait(descriptor, &events, 8, 0)
        var ready: Set<Source> = []
        for at in 0..<max(0, Int(count)) {
            guard let source = unsafe Source(rawValue: events[at].data.u64) else { continue }
            if let timer = timers[source] {
                var times: UInt64 = 0
                _ = unsafe read(timer, &times, 8)
            }
            ready.insert(source)
        }
        return ready
    }
}
