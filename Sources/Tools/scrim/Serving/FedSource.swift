import Glibc

/// A command that sets keys of a data object: its runs, its output, and its restarts.
///
///     idle ──due──▶ running ──end of output──▶ idle     with every=: at the next multiple of the interval
///                                                       without: after a pause that doubles, up to a minute
final class FedSource {
    private(set) var line: SourceLine
    /// The words that were last set, to be set again when the file is reloaded.
    private(set) var words: [String] = []
    private var process: ChildProcess?
    private var output: Int32 = -1
    private var bytes: [UInt8] = []
    private var started = 0.0
    private var pause = 0.0
    /// Time of the next run, by the monotonic clock.
    private var next: Double
    /// The last reported error, which is not repeated.
    private var complaint = ""

    /// Maximum bytes of the output of a run, or of a line.
    static let mostBytes = 1 << 19
    /// The first and the longest pause, and the run time after which the pauses start again, in seconds.
    private static let pauses = (first: 1.0, most: 60.0, well: 10.0)

    /// The socket of the daemon that it feeds; the command finds it as `SCRIM_SOCKET`.
    private let socket: String
    /// The file of its line, for messages.
    private let file: String

    init(_ line: SourceLine, of file: String, socket: String, now: Double) {
        self.line = line
        self.file = file
        self.socket = socket
        next = now
    }

    deinit { stop() }

    /// The same source stands in another line now.
    func move(to line: SourceLine) { self.line = line }

    /// The file descriptor to wait for; negative while not running.
    var descriptor: Int32 { output }

    /// Time of the next action without output; nil while running.
    var due: Double? { process == nil ? next : nil }

    /// Starts the command when due.
    func start(now: Double) throws(Failure) {
        guard process == nil, next <= now else { return }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .failed("cannot make a pipe: \(SystemError.text())") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        process = try ChildProcess.command(line.command, output: ends[1], with: [("SCRIM_SOCKET", socket)])
        output = ends[0]
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        started = now
    }

    /// Ends the command.
    func stop() {
        if output >= 0 { close(output) }
        output = -1
        process?.end(by: SIGTERM)
        _ = process?.wait()
        process = nil
    }

    /// Reads its output. Returns the words to be set.
    func take(now: Double) -> [[String]] {
        var fed: [[String]] = []
        while output >= 0 {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            if count < 0 { if errno == EINTR { continue } else { break } }
            guard count > 0 else {
                end(now, &fed)
                break
            }
            bytes += chunk[0..<count]
            if line.every == nil { takeLines(&fed) }
            if bytes.count > Self.mostBytes {
                complain("more than \(Self.mostBytes) bytes at once")
                bytes = []
                if line.every != nil { fail(now) }
            }
        }
        return fed
    }

    private func takeLines(_ fed: inout [[String]]) {
        var start = 0
        // Of several lines only the last one counts.
        var last: ArraySlice<UInt8>?
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            last = bytes[start..<end]
            start = end + 1
        }
        if let last { feed(last, &fed) }
        bytes.removeFirst(start)
    }

    private func feed(_ said: ArraySlice<UInt8>, _ fed: inout [[String]]) {
        guard let new = line.format.words(of: String(decoding: said, as: UTF8.self)) else {
            return complain("what it says is no \(line.format.rawValue)")
        }
        complaint = ""
        if new == words { return }
        words = new
        fed.append(new)
    }

    /// Handles the end of the command's output.
    private func end(_ now: Double, _ fed: inout [[String]]) {
        close(output)
        output = -1
        let status = process?.wait() ?? 1
        process = nil
        if line.every == nil {
            if !bytes.isEmpty { feed(bytes[...], &fed) }
            pause = now - started >= Self.pauses.well ? 0 : pause
            pause = min(max(pause * 2, Self.pauses.first), Self.pauses.most)
            next = now + pause
            complain("ended with status \(status)")
        } else {
            // After a failure the values are kept.
            if status == 0 { feed(bytes[...], &fed) } else { complain("failed with status \(status)") }
            later(now)
        }
        bytes = []
    }

    private func fail(_ now: Double) {
        stop()
        later(now)
    }

    /// Runs stay on the grid of the first one.
    private func later(_ now: Double) {
        guard let every = line.every else { return }
        next = max(next + every * ((now - next) / every).rounded(.up), next + every)
    }

    private func complain(_ text: String) {
        if text == complaint { return }
        complaint = text
        Console.complain("\(file):\(line.line): source \(line.name): \(text)")
    }
}
