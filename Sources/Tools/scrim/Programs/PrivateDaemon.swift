import Glibc

/// A private daemon without configuration: by default offscreen, with a clock that only this process advances.
struct PrivateDaemon: ~Copyable {
    private var process: ChildProcess
    private let directory: TemporaryDirectory
    /// Timeout in seconds for a daemon that starts or ends.
    private static let timeout = 10.0

    /// Options for starting the daemon.
    struct Options {
        var size: String?
        var scale: String?
        var refresh: String?
        var config = "/dev/null"
        var pluginPath: String?
        var state: String?
        /// True for a window of the Wayland compositor instead of offscreen.
        var isOnScreen = false
        var clock = "manual"
        /// The pack with its lines' files and fonts; nil: those of the machine.
        var pack: Pack?
        /// Its working directory; nil: that of this process.
        var folder: String?
        /// Further variables.
        var variables: [(name: String, value: String)] = []

        /// Takes an option of the command line and its value; false for one that is not about the daemon.
        mutating func take(_ option: String, _ value: () throws(Failure) -> String) throws(Failure) -> Bool {
            switch option {
            case "--size": size = try value()
            case "--scale": scale = try value()
            case "--config": config = try value()
            case "--plugin-path": pluginPath = try value()
            default: return false
            }
            return true
        }

        /// Takes files and fonts of a pack, and its size where none is told.
        mutating func use(_ pack: Pack) {
            self.pack = pack
            for (name, value) in pack.manifest.options {
                if name == "size" { size = size ?? value }
                if name == "scale" { scale = scale ?? value }
            }
        }

        fileprivate var words: [String] {
            var words = ["--output", isOnScreen ? "wayland" : "offscreen", "--clock", clock, "--config", config]
            for (name, value) in [
                ("--size", size), ("--scale", scale), ("--refresh", refresh), ("--plugin-path", pluginPath),
                ("--state", state),
            ] {
                if let value { words += [name, value] }
            }
            return words
        }
    }

    /// Variables that would connect it to other services.
    private static let dropped = [
        "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "NOTIFY_SOCKET", "SCRIM_COLLECT", "SCRIM_PACK", "SCRIM_SOCKET",
        "WAYLAND_DISPLAY",
        "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    init(_ options: Options) throws(Failure) {
        let directory = try TemporaryDirectory()
        process = try Self.start(options, in: directory)
        self.directory = directory
    }

    private static func start(
        _ options: Options, in directory: borrowing TemporaryDirectory
    ) throws(Failure) -> ChildProcess {
        let log = unsafe open(directory.file("log"), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        guard log >= 0 else { throw .failed("cannot write in \(directory.path): \(SystemError.text())") }
        defer { close(log) }
        let words = ["--socket", directory.file("s")] + options.words
        let streams = ChildProcess.Streams(error: log)
        var without = dropped.filter { !(options.isOnScreen && $0 == "WAYLAND_DISPLAY") }
        if options.pack != nil { without.append("FONTCONFIG_FILE") }
        let variables = options.variables + (options.pack?.variables ?? [])
        guard
            let process = try ChildProcess.spawn(
                program(), words, streams: streams, in: options.folder, without: without, with: variables)
        else {
            throw .unavailable("there is no scrimd beside scrim, nor on PATH")
        }
        return process
    }

    /// The daemon next to this program, otherwise the one on `PATH`.
    private static func program() -> String {
        let room = Int(PATH_MAX)
        var own = [CChar](repeating: 0, count: room)
        let length = unsafe max(readlink("/proc/self/exe", &own, room), 0)
        let path = String(decoding: own[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        let beside = "\(directory)/scrimd"
        return unsafe access(beside, X_OK) == 0 ? beside : "scrimd"
    }

    /// Waits until it listens.
    ///
    /// - Throws: `failed` with its last words when it ended instead.
    mutating func connect() throws(Failure) -> Connection {
        let path = directory.file("s")
        for _ in 0..<Int(Self.timeout * 500) {
            if unsafe access(path, F_OK) == 0, let connection = try? Connection(path: path) { return connection }
            if let status = process.poll() {
                // Options are passed unchanged: an error in them is one in this program's options.
                throw status == 64
                    ? .usage("scrimd refuses the options" + lastWords())
                    : .failed("scrimd did not start" + lastWords())
            }
            _ = try Readiness.wait(for: [], milliseconds: 2)
        }
        throw .failed("scrimd does not listen after \(Int(Self.timeout)) seconds" + lastWords())
    }

    /// The process.
    var identifier: pid_t { process.identifier }

    /// Path of a shared temporary file.
    func file(_ name: String) -> String { directory.file(name) }

    /// The end of its log, to be appended to a message.
    mutating func lastWords() -> String {
        guard var log = try? Script(path: directory.file("log")) else { return "" }
        var lines: [String] = []
        while !log.isAtEnd {
            guard (try? log.fill()) != nil else { break }
            while let line = log.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        return lines.suffix(5).map { "\n  \($0)" }.joined()
    }

    deinit {
        var process = process
        process.end(by: SIGTERM)
        for _ in 0..<Int(Self.timeout * 500) where process.poll() == nil { usleep(2000) }
        if process.poll() == nil {
            process.end(by: SIGKILL)
            _ = process.wait()
        }
    }
}
