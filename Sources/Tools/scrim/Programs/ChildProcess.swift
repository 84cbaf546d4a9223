import CSystem
@unsafe @preconcurrency import Glibc

/// A child process. The owner has to `wait` for it or `kill` it.
struct ChildProcess {
    let identifier: pid_t
    private var status: Int32?

    /// The child's standard streams that this process uses; the others are the null device.
    struct Streams {
        var input: Int32?
        var output: Int32?
        var error: Int32?
    }

    /// - Parameters:
    ///   - program: looked for on `PATH` when it holds no slash.
    ///   - folder: its working directory; nil: that of this process.
    ///   - without: variables that the child must not inherit.
    ///   - with: variables for it, as `NAME=VALUE`.
    /// - Returns: `nil` when there is no such program.
    static func spawn(
        _ program: String, _ arguments: [String], streams: Streams, in folder: String? = nil, without: [String] = [],
        with variables: [(name: String, value: String)] = []
    ) throws(Failure) -> ChildProcess? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [streams.input, streams.output, streams.error].enumerated() {
            let own = Int32(number)
            if let descriptor {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, own)
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, own, "/dev/null", O_RDWR, 0)
            }
        }
        if let folder { _ = unsafe sys_spawn_in(&actions, folder) }
        // Default signal handling: this process ignores SIGPIPE, and its parent may have blocked others.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        unsafe sigaddset(&defaults, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var identifier: pid_t = 0
        let result = unsafe withStrings([program] + arguments) { words in
            return unsafe withStrings(environment(without: without, with: variables)) { variables in
                unsafe posix_spawnp(&identifier, program, &actions, &attributes, words, variables)
            }
        }
        if result == ENOENT { return nil }
        guard result == 0 else { throw .failed("cannot start \(program): \(SystemError.text(result))") }
        return ChildProcess(identifier: identifier)
    }

    /// A command of the shell. All processes that it has started end when it is ended, and when this process ends, however that happens.
    static func command(
        _ text: String, output: Int32, with variables: [(name: String, value: String)]
    ) throws(Failure) -> ChildProcess {
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let identifier = unsafe withStrings(["/bin/sh", "-c", text]) { words in
            unsafe withStrings(environment(without: [], with: variables)) { variables in
                unsafe sys_spawn_guarded([null, output, STDERR_FILENO], words, variables)
            }
        }
        guard identifier > 0 else { throw .failed("cannot start a command: \(SystemError.text())") }
        return ChildProcess(identifier: identifier)
    }

    private init(identifier: pid_t) { self.identifier = identifier }

    /// The exit status, 128 + N after signal N; nil while it runs.
    mutating func poll() -> Int32? { collect(WNOHANG) }

    mutating func wait() -> Int32 { collect(0) ?? 1 }

    mutating func end(by signal: Int32) {
        if status == nil { kill(identifier, signal) }
    }

    private mutating func collect(_ options: Int32) -> Int32? {
        if let status { return status }
        var word: Int32 = 0
        var result: pid_t
        repeat { result = unsafe waitpid(identifier, &word, options) } while result < 0 && errno == EINTR
        if result == 0 { return nil }
        // WTERMSIG and WEXITSTATUS, which are macros: the low seven bits are the signal, the next byte the exit status.
        status = result < 0 ? 1 : word & 0x7F != 0 ? 128 + word & 0x7F : word >> 8 & 0xFF
        return status
    }

    private static func environment(
        without dropped: [String], with added: [(name: String, value: String)]
    ) -> [String] {
        let names = dropped + added.map(\.name)
        var variables = added.map { "\($0.name)=\($0.value)" }
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let variable = unsafe String(cString: text)
            if !names.contains(where: { variable.hasPrefix($0 + "=") }) { variables.append(variable) }
            unsafe entry += 1
        }
        return variables
    }

    /// Passes C strings, terminated by a null pointer.
    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeMutableBufferPointer {
            guard let first = $0.baseAddress else { preconditionFailure("there is always the null pointer") }
            return unsafe body(first)
        }
    }
}
