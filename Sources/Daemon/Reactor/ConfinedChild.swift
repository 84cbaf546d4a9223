import CSystem
import Glibc

/// Child processes to be confined: they inherit a socket at descriptor 3, and nothing else of the daemon's.
package enum ConfinedChild {
    /// Starts a program with the socket. `words` are its path and its arguments.
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
        // The daemon blocks signals for its loop and ignores broken pipes; the child has the defaults.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        // Variables for finding fonts and libraries; Swift's crash reports, which take seconds, are disabled.
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("SWIFT_BACKTRACE=enable=no")]
        for name in [
            "LD_LIBRARY_PATH", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "LANG", "ASAN_OPTIONS",
            "FONTCONFIG_FILE", "SCRIM_COLLECT",
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

    /// A description of how a process ended: "crashed (Segmentation fault)".
    package static func ending(_ status: Int32) -> String {
        guard sys_was_signaled(status) else { return "ended with status \(sys_exit_status(status))" }
        return unsafe "crashed (\(String(cString: strsignal(sys_termination_signal(status)))))"
    }
}
