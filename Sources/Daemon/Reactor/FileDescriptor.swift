import CSystem
import Glibc

/// A descriptor with one owner, closed with it.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, to be used for a call and not stored.
    package let raw: Int32

    /// Takes over an open descriptor.
    package init(owning raw: Int32) {
        precondition(raw >= 0, "an open descriptor is not negative")
        self.raw = raw
    }

    deinit {
        // On Linux the number is free even if close reports EINTR or EIO, so it is never repeated.
        _ = close(raw)
    }

    /// Returns the number without closing it.
    package consuming func release() -> Int32 {
        let raw = self.raw
        discard self
        return raw
    }

    /// Raises the limit for descriptors to the maximum: the usual 1024 are fewer than the allowed clients.
    package static func raiseLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// A counter that is readable while it is above 0, for waking another thread.
    package static func event() throws(SystemError) -> FileDescriptor {
        let flags = Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)
        return FileDescriptor(owning: try SystemError.check("eventfd", eventfd(0, flags)))
    }

    /// Anonymous memory of `size` bytes with a sealed size, for pixels shared with a worker.
    package static func memory(_ name: String, size: Int) throws(SystemError) -> FileDescriptor {
        let descriptor = unsafe FileDescriptor(owning: try SystemError.check("memfd_create", sys_memfd(name)))
        _ = try SystemError.check("ftruncate", ftruncate(descriptor.raw, size))
        _ = try SystemError.check("fcntl", sys_seal(descriptor.raw, false))
        return descriptor
    }
}
