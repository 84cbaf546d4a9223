@unsafe @preconcurrency import Glibc

/// A child process. The owner has to `wait` for it or `kill` it.
struct ChildProcess {
    let identifier: pid_t
    /// True when it leads a process group: its own children are ended with it.
    private let leadsGroup: Bool
    private var status: Int32?

    /// The child's standard streams that this process uses; the others are the null device.
    struct Streams {
        var input: Int32?
        var output: Int32?
        var error: Int32?
    }

    /// - Parameters:
    ///   - program: looked for on `PATH` when it holds no slash.
    ///   - without: variables that the child must not inherit.
    ///   - with: variables for it, as `NAME=VALUE`.
    ///   - leadsGroup: its own children end with it.
    /// - Returns: `nil` when there is no such program.
    static func spawn(
        _ program: String, _ arguments: [String], streams: Streams, without: [String] = [],
        with variables: [(name: String, value: String)] = [], leadsGroup: Bool = false
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
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)))

        var identifier: pid_t = 0
        let result = unsafe withStrings([program] + arguments) { words in
            let own = environment(without: without + variables.map(\.name)) + variables.map { "\($0.name)=\($0.value)" }
            return unsafe withStrings(own) { variables in
                unsafe posix_spawnp(&identifier, program, &actions, &attributes, words, variables)
            }
        }
        if result == ENOENT { return nil }
        guard result == 0 else { throw .failed("cannot start \(program): \(SystemError.text(result))") }
        return ChildProcess(identifier: identifier, leadsGroup: leadsGroup)
    }

    private init(identifier: pid_t, leadsGroup: Bool) {
        self.identifier = identifier
        self.leadsGroup = leadsGroup
    }

    /// The exit status, 128 + N after signal N; nil while it runs.
    mutating func poll() -> Int32? { collect(WNOHANG) }

    mutating func wait() -> Int32 { collect(0) ?? 1 }

    mutating func end(by signal: Int32) {
        if status == nil { kill(leadsGroup ? -identifier : identifier, signal) }
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

    private static func environment(without names: [String]) -> [String] {
        var variables: [String] = []
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
