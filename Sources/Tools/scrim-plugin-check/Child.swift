import CSystem
@unsafe @preconcurrency import Glibc

/// A check in its own process.
enum Child {
    enum Verdict: String {
        case ok, failed, skipped
    }

    /// Timeout of a check in seconds.
    private static let timeout: Int32 = 30

    static func run(_ check: Check, _ file: String) -> (Verdict, String) {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return (.failed, "no pipe: \(errno)") }
        defer { close(ends[0]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
        let texts: [String] = ["scrim-plugin-check", "--run", check.rawValue, file]
        var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { for index in 0..<4 { unsafe free(words[index]) } }
        // The whole environment, as a plugin may need it, for example for a display or home folder. Swift's crash
        // report would mix with these lines.
        unsafe setenv("SWIFT_BACKTRACE", "enable=no", 1)
        var child: pid_t = 0
        let error = unsafe posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environ)
        close(ends[1])
        guard error == 0 else { return (.failed, "no process: \(error)") }
        let (text, isLate) = read(ends[0])
        if isLate { kill(child, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        if isLate { return (.failed, "no answer within \(timeout) seconds") }
        if sys_was_signaled(status) {
            return (.failed, "crashed: \(unsafe String(cString: strsignal(sys_termination_signal(status))))")
        }
        switch sys_exit_status(status) {
        case 0: return (.ok, "")
        case 2: return (.skipped, text)
        default: return (.failed, text.isEmpty ? "ended with status \(sys_exit_status(status))" : text)
        }
    }

    /// The child's output until it ends; true when it takes too long.
    private static func read(_ descriptor: Int32) -> (text: String, isLate: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let end = time(nil) + Int(timeout)
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = Int32(truncatingIfNeeded: max(0, end - time(nil)))
            if unsafe Glibc.poll(&poll, 1, left * 1000) == 0 { return ("", true) }
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return (text.split(separator: "\n").joined(separator: "; "), false)
    }
}
