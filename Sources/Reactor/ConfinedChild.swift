import CSystem
import Glibc

/// Processes of ours that are to be confined: they have a socket at descriptor 3, and nothing else of the daemon's.
package enum ConfinedChild {
    /// Starts a program with the socket. `words`: its path and its arguments.
    package static func spawn(_ words: [String], socket: Int32) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, socket, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The daemon's signals are blocked for its loop, and a broken pipe is ignored: neither is wanted there.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        // What finds fonts and libraries; and no crash reports of Swift's, which take seconds.
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("SWIFT_BACKTRACE=enable=no")]
        for name in [
            "LD_LIBRARY_PATH", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "LANG", "ASAN_OPTIONS",
        ] {
            guard let value = unsafe getenv(name) else { continue }
            unsafe environment.append(strdup("\(name)=\(String(cString: value))"))
        }
        unsafe environment.append(nil)
        defer {
            unsafe arguments.forEach { unsafe free($0) }
            unsafe environment.forEach { unsafe free($0) }
        }
        var process: pid_t = 0
        let error = unsafe posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
        if error != 0 { throw SystemError("\"\(words[0])\"", error) }
        return process
    }

    /// How a process ended, by its status: "crashed (Segmentation fault)".
    package static func ending(_ status: Int32) -> String {
        guard sys_was_signaled(status) else { return "ended with status \(sys_exit_status(status))" }
        return unsafe "crashed (\(String(cString: strsignal(sys_termination_signal(status)))))"
    }
}
