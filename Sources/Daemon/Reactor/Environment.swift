import CSystem
import Glibc

/// Environment variables. Only for start-up, on one thread: the C library's environment is not thread-safe.
package enum Environment {
    /// The value of `name`; nil when it is not set.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The value of a variable, which is removed so that child processes do not inherit it.
    static func take(_ name: String) -> String? {
        let value = value(name)
        unsafe unsetenv(name)
        return value
    }
}

/// Descriptors passed by the service manager (socket activation).
package enum Activation {
    /// The number of the first descriptor, by convention.
    static let first: Int32 = 3
    /// Maximum number of descriptors; a larger number is an error.
    static let most: Int32 = 64

    /// The passed descriptors, set not to be inherited; the variables are removed. Empty when there are none for this
    /// process.
    package static func takeDescriptors() -> Range<Int32> {
        let (pid, count) = (Environment.take("LISTEN_PID"), Environment.take("LISTEN_FDS"))
        _ = Environment.take("LISTEN_FDNAMES")
        let descriptors = descriptors(listenPid: pid, listenFds: count, ownPid: getpid())
        for descriptor in descriptors { _ = sys_set_cloexec(descriptor) }
        return descriptors
    }

    /// The passed descriptors according to the two variables, for the process `ownPid`.
    static func descriptors(listenPid: String?, listenFds: String?, ownPid: pid_t) -> Range<Int32> {
        guard let listenPid, let listenFds, Int32(listenPid) == ownPid, let count = Int32(listenFds),
            (1...most).contains(count)
        else { return first..<first }
        return first..<first + count
    }
}
