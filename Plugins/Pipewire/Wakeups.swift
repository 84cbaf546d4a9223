import CSystem
import Glibc

/// An epoll descriptor for the host, readable when one of several descriptors is ready or a timer is due.
final class Wakeups {
    enum Source: UInt64 {
        case graph, door, alarm, hunger, echo
    }

    /// The descriptor for the host.
    let descriptor: Int32
    private var timers: [Source: Int32] = [:]

    /// Nil when the system has no descriptors left.
    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        for source in [Source.alarm, .hunger, .echo] {
            let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
            guard timer >= 0 else { return nil }
            timers[source] = timer
            watch(timer, source)
        }
    }

    deinit {
        for timer in timers.values { close(timer) }
        if descriptor >= 0 { close(descriptor) }
    }

    func watch(_ watched: Int32, _ source: Source) {
        var event = unsafe epoll_event()
        unsafe event.events = EPOLLIN.rawValue
        unsafe event.data.u64 = source.rawValue
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event)
    }

    func forget(_ watched: Int32) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, &event)
    }

    /// Wakes once after `milliseconds`; nil: never.
    func setTimer(_ source: Source, after milliseconds: Int?) {
        guard let timer = timers[source] else { return }
        var setting = itimerspec()
        if let milliseconds {
            let span = max(1, milliseconds)
            setting.it_value = timespec(tv_sec: span / 1000, tv_nsec: span % 1000 * 1_000_000)
        }
        _ = unsafe timerfd_settime(timer, 0, &setting, nil)
    }

    /// The ready sources; timers that were due are spent.
    func take() -> Set<Source> {
        var events = unsafe [epoll_event](repeating: epoll_event(), count: 4)
        let count = unsafe epoll_wait(descriptor, &events, 4, 0)
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
