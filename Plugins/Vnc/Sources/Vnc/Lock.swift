import CSystem
import Glibc

/// A read-write lock between the threads of viewers and the daemon's. Held for copying, never while waiting.
@safe
final class Lock {
    private let raw = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() { unsafe pthread_rwlock_init(raw, nil) }

    deinit {
        unsafe pthread_rwlock_destroy(raw)
        unsafe raw.deallocate()
    }

    func lock() { unsafe pthread_rwlock_wrlock(raw) }
    func lockToRead() { unsafe pthread_rwlock_rdlock(raw) }
    func unlock() { unsafe pthread_rwlock_unlock(raw) }

    func locked<T>(_ body: () -> T) -> T {
        lock()
        defer { unlock() }
        return body()
    }
}

/// A descriptor that is readable from `ring` to `hush`.
final class Bell {
    let descriptor: Int32

    /// Nil when the system has no descriptors left.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func ring() { eventfd_write(descriptor, 1) }

    func hush() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
