import Expressions
import Glibc

/// An action at work: what waits, and the command that runs. Runs of one action do not overlap.
final class SceneAction {
    private(set) var line: ActionLine
    private let file: String
    private let socket: String
    private var process: ChildProcess?
    private var output: Int32 = -1
    private var bytes: [UInt8] = []
    /// Variables of runs that wait.
    private var waiting: [[(name: String, value: String)]] = []

    /// Runs that wait with `queue=all`, and bytes of a run's output that are kept.
    private static let (mostWaiting, mostBytes) = (100, 1 << 16)

    init(_ line: ActionLine, of file: String, socket: String) {
        (self.line, self.file, self.socket) = (line, file, socket)
    }

    deinit { stop() }

    var isRunning: Bool { process != nil }

    /// The same action stands in another line now.
    func move(to line: ActionLine) { self.line = line }

    /// Ends the command, and forgets what waits.
    func stop() {
        waiting = []
        process?.end(by: SIGTERM)
        _ = process?.wait()
        finish()
    }

    private func finish() {
        if output >= 0 { close(output) }
        (process, output, bytes) = (nil, -1, [])
    }

    /// Takes an event; `read` gives properties of the scene for its condition.
    func take(
        _ name: some StringProtocol, _ event: JSONValue, read: @escaping (String, String) -> JSONValue?
    ) throws(Failure) {
        guard name == line.event, event["id"]?.string == line.object else { return }
        var fields = event.members
        if name == "changed" {
            // The property that counts, or the first that has changed.
            guard let changed = fields.first(where: { $0.key != "id" && (line.key == nil || $0.key == line.key) })
            else {
                return
            }
            fields = fields.filter { $0.key != "key" && $0.key != "value" }
            fields += [("key", .string(changed.key)), ("value", changed.value)]
        }
        if let condition = line.condition {
            var environment = ActionEnvironment(fields: fields, read: read)
            do throws(ExpressionError) {
                guard case .boolean(let holds) = try condition.value(in: &environment) else {
                    return complain("when: a boolean is expected")
                }
                if !holds { return }
            } catch {
                return complain("when: \(error.message)")
            }
        }
        let variables = fields.map { ("SCRIM_" + Self.name($0.key), Self.text($0.value)) }
        if !line.queuesAll { waiting.removeAll() }
        if waiting.count < Self.mostWaiting { waiting.append(variables) }
        try startNext()
    }

    private static func name(_ key: String) -> String {
        String(key.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { return text }
        return value.compact
    }

    private func startNext() throws(Failure) {
        guard process == nil, !waiting.isEmpty else { return }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .failed("cannot make a pipe: \(SystemError.text())") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let variables = waiting.removeFirst() + [("SCRIM_SOCKET", socket)]
        process = try ChildProcess.command(
            line.command, output: line.result == nil ? STDERR_FILENO : ends[1], with: variables)
        output = ends[0]
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    /// Looks whether the command has ended, and starts the next one: the words to be fed to `line.result`, if any.
    func look() throws(Failure) -> [String]? {
        guard process != nil else { return nil }
        let status = process?.poll()
        takeOutput()
        guard let status else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        finish()
        if status != 0 { complain("failed with status \(status)") }
        try startNext()
        guard line.result != nil else { return nil }
        return (SourceLine.Format.text.words(of: text) ?? []) + ["status=\(status)"]
    }

    private func takeOutput() {
        while output >= 0 {
            var chunk = [UInt8](repeating: 0, count: 1 << 14)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes += chunk[0..<min(count, Self.mostBytes - bytes.count)]
        }
    }

    private func complain(_ text: String) {
        Console.complain("\(file):\(line.line): on \(line.object) \(line.event): \(text)")
    }
}
