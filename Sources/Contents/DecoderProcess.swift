import CSystem
import Glibc
import Reactor

/// Receiver of the decoding process's results.
protocol DecoderProcessDelegate: AnyObject {
    func processSaid(_ message: DecoderMessage)
    /// It is gone, and why: "the decoder crashed (Segmentation fault)".
    func processEnded(_ reason: String)
}

/// The confined process that decodes, from its start to its end: one request at a time, each with a limit of time.
final class DecoderProcess: DescriptorHandler, TimerHandler {
    private let reactor: Reactor
    private let socket: FileDescriptor
    private let process: pid_t
    /// Readable when the process has ended.
    private let life: FileDescriptor
    private var socketRegistration: Registration?
    private var lifeRegistration: Registration?
    private var watchdog: TimerID?
    private var patience: Nanoseconds = 0
    private var isLate = false
    private var isReaped = false
    private weak var delegate: (any DecoderProcessDelegate)?
    private var buffer = [UInt8](repeating: 0, count: DecoderMessage.longest)

    /// The number of the process.
    var identifier: Int32 { process }

    /// Starts `program` with the decoders' libraries. `memory`: bytes that it may take; 0: any.
    ///
    /// Throws for a missing executable; other failures of its start are an early end.
    init(
        _ reactor: Reactor, program: String, memory: UInt64, libraries: [String], _ delegate: any DecoderProcessDelegate
    ) throws(SystemError) {
        self.reactor = reactor
        self.delegate = delegate
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last("socketpair") }
        socket = FileDescriptor(owning: ends[0])
        let far = FileDescriptor(owning: ends[1])
        // An answer with all durations goes in one piece.
        var room = Int32(DecoderMessage.longest * 2)
        for end in ends {
            _ = unsafe setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        }
        _ = sys_set_nonblocking(ends[0])
        process = try Self.spawn([program, "\(memory)"] + libraries, socket: far.raw)
        let raw = sys_process_descriptor(process)
        guard raw >= 0 else {
            let error = SystemError.last("pidfd_open")
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
        life = FileDescriptor(owning: raw)
        socketRegistration = try reactor.add(socket.raw, .reading, self)
        lifeRegistration = try reactor.add(life.raw, .reading, self)
    }

    deinit {
        end()
    }

    /// A process that was waited for is not killed: its number may be another one's.
    private func end() {
        if !isReaped { kill(process, SIGKILL) }
    }

    private static func spawn(_ words: [String], socket: Int32) throws(SystemError) -> pid_t {
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

    /// Sends a request that is answered within `patience`, or the process is killed; 0: it is not answered.
    func send(_ message: DecoderMessage, file: Int32? = nil, patience: Nanoseconds) {
        self.patience = patience
        if patience > 0 { watchdog = reactor.setTimer(at: Clock.now + patience, self) }
        // When it does not arrive the process is gone, and that is told.
        _ = unsafe message.bytes.withUnsafeBytes {
            unsafe try? UnixSocket.send(socket, $0, descriptors: file.map { [$0] } ?? [])
        }
    }

    /// Ends it: nothing is told any more.
    func stop() {
        delegate = nil
        end()
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        guard timer == watchdog else { return }
        watchdog = nil
        isLate = true
        end()
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        registration == lifeRegistration ? reap() : read()
    }

    private func read() {
        while socketRegistration != nil {
            var isBroken = false
            let received: Received? = unsafe buffer.withUnsafeMutableBytes { bytes in
                do throws(SystemError) {
                    return try unsafe UnixSocket.receive(socket, into: bytes)
                } catch {
                    isBroken = true
                    return nil
                }
            }
            if isBroken || received?.count == 0 {
                if let socketRegistration { reactor.remove(socketRegistration) }
                socketRegistration = nil
                // One that closed its end and lives on is of no use.
                end()
                return
            }
            guard let received else { return }
            // It has no business to pass any.
            for descriptor in received.descriptors { close(descriptor) }
            guard let message = DecoderMessage(buffer[..<received.count]) else {
                end()
                return
            }
            if message.verb != .hello, let watchdog {
                reactor.cancel(watchdog)
                self.watchdog = nil
            }
            delegate?.processSaid(message)
        }
    }

    private func reap() {
        if let lifeRegistration { reactor.remove(lifeRegistration) }
        lifeRegistration = nil
        // What it said before it ended counts.
        read()
        if let socketRegistration { reactor.remove(socketRegistration) }
        socketRegistration = nil
        if let watchdog { reactor.cancel(watchdog) }
        watchdog = nil
        isReaped = true
        var status: Int32 = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else {
            delegate?.processEnded("the decoder ended")
            return
        }
        delegate?.processEnded(reason(status))
    }

    private func reason(_ status: Int32) -> String {
        if isLate { return "it took longer than \(patience / 1_000_000_000) seconds" }
        guard sys_was_signaled(status) else { return "the decoder ended with status \(sys_exit_status(status))" }
        let signal = sys_termination_signal(status)
        if signal == SIGXCPU { return "it took too much time" }
        return unsafe "the decoder crashed (\(String(cString: strsignal(signal))))"
    }
}
