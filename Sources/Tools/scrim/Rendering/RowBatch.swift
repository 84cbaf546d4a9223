import Expressions
import Glibc
import Storage

/// `render --rows`: one picture or film for each row, which sets the template's parameters.
///
/// Each row is rendered by a separate process into a hidden file that is renamed when complete. A hash of all inputs is
/// stored next to it: rows with the same hash are skipped, so that an interrupted batch can be continued.
struct RowBatch {
    private let scene: String
    private let rows: String
    private let output: String
    private let jobs: Int
    private let slice: RenderOptions.Part?
    /// The other words of the command line.
    private let words: [String]
    private let daemon: PrivateDaemon.Options
    private let tellsProgress: Bool

    private static let mostJobs = 256

    /// Nil without `--rows`.
    init?(_ words: [String]) throws(Failure) {
        var reader = OptionReader(words)
        var (files, passed): ([String], [String]) = ([], [])
        var (rows, output): (String?, String?)
        var jobs: Int?
        var slice: RenderOptions.Part?
        var tellsProgress = false
        var daemon = PrivateDaemon.Options()
        while let item = reader.next() {
            guard case .option(let name, let joined) = item else {
                if case .word(let file) = item { files.append(file) }
                continue
            }
            if RenderOptions.flags.contains(name) {
                passed.append(name)
                continue
            }
            let value = try reader.value(of: name, joined: joined)
            switch name {
            case "--rows": rows = value
            case "-o": output = value
            case "--jobs":
                guard let number = Int(value), (1...Self.mostJobs).contains(number) else {
                    throw .usage("--jobs takes a number from 1 to \(Self.mostJobs): \(value)")
                }
                jobs = number
            case "--progress": tellsProgress = try Progress.isJSON(value)
            case "--slice": slice = try RenderOptions.Part(name, value)
            default:
                _ = try daemon.take(name) { value }
                passed += [name, value]
            }
        }
        guard let rows else {
            guard jobs == nil else { throw .usage("--jobs goes with --rows") }
            return nil
        }
        guard files.count == 1, files[0] != "-" else { throw .usage("render takes one file of lines") }
        guard let output, output.contains("{"), output != "-" else {
            throw .usage("--rows needs -o with a field in braces, as in -o 'out-{id}.png'")
        }
        for option in ["--hash", "--expect", "--line", "--resume"] where passed.contains(option) {
            throw .usage("\(option) does not go with --rows")
        }
        (scene, self.rows, self.output, self.jobs, self.slice) = (files[0], rows, output, jobs ?? 1, slice)
        // Errors in other options are reported once, not for each row.
        let options = try RenderOptions([scene, "-o", Self.plainName(output)] + passed)
        daemon.pack = options.daemon.pack
        (self.words, self.daemon, self.tellsProgress) = (passed, daemon, tellsProgress)
    }

    private static func plainName(_ name: String) -> String { name.filter { $0 != "{" && $0 != "}" } }

    // MARK: Rows

    private struct Job {
        let number: Int
        let line: String
        let output: String
        let hash: String
    }

    private struct Running {
        let job: Job
        var process: ChildProcess
        let partial: String
        let log: String
    }

    private struct Counts { var made = 0, kept = 0, failed = 0 }

    func perform() throws(Failure) {
        let file = try RowFile(path: rows)
        Interruption.catchSignals()
        let (template, lines, base) = try prepared(file)
        var counts = Counts()
        var names: Set<String> = []
        var waiting: [Job] = []
        for (row, line) in zip(file.rows, lines) where isMine(row.number, of: file.rows.count) {
            do throws(Failure) {
                let name = try outputName(row, template)
                guard names.insert(name).inserted else { throw .failed("id: \(name) is another row's output") }
                let text = try line.get()
                let hash = Self.hash([base, text])
                if Self.isMade(name, hash) {
                    counts.kept += 1
                } else {
                    waiting.append(Job(number: row.number, line: text, output: name, hash: hash))
                }
            } catch .failed(let message) {
                Console.complain("row \(row.number): \(message)")
                counts.failed += 1
            }
        }
        try run(waiting, &counts)
        let kept = counts.kept > 0 ? ", \(counts.kept) as they were" : ""
        Console.complain("\(counts.made) made\(kept), \(counts.failed) failed")
        if counts.failed > 0 { throw .saidAlready(status: 1) }
    }

    private func isMine(_ number: Int, of count: Int) -> Bool {
        guard case .slice(let part, let parts)? = slice else { return true }
        return (count * (part - 1) / parts..<count * part / parts).contains(number - 1)
    }

    /// The template, the rows as lines, and a text with all other inputs of the outputs.
    private func prepared(
        _ file: RowFile
    ) throws(Failure) -> (RowTemplate, [Result<String, Failure>], String) {
        var daemon = try PrivateDaemon(daemon)
        var timeline = try Timeline(daemon.connect())
        var script = try Script(path: self.daemon.pack?.scene ?? scene, name: scene)
        try timeline.play(&script)
        let template = try RowTemplate(&timeline.pipeline.connection, scene)
        var lines: [Result<String, Failure>] = []
        for row in file.rows {
            do throws(Failure) {
                if let problem = row.problem { throw .failed(problem) }
                let line = try template.line(of: row, isText: file.isText)
                // Finds values that the daemon rejects before rendering anything.
                do throws(Failure) { _ = try timeline.pipeline.connection.ask(line) } catch .failed(let message) {
                    throw .failed(Self.reason(message))
                }
                if line.hasPrefix("create") { _ = try timeline.pipeline.connection.ask("remove template") }
                lines.append(.success(line))
            } catch .failed(let message) {
                lines.append(.failure(.failed(message)))
            }
        }
        let hello = try timeline.pipeline.connection.ask("hello")
        let version = JSONValue(hello)?["version"]?.raw ?? hello
        return (
            template, lines,
            Self.hash([version, try Self.content(scene), try Self.content(self.daemon.config)] + words)
        )
    }

    /// An error message without its code.
    private static func reason(_ message: String) -> String {
        guard let colon = message.range(of: ": ") else { return message }
        return String(message[colon.upperBound...])
    }

    static func hash(_ texts: [String]) -> String {
        var hash = SHA256()
        for text in texts { hash.update("\(text.utf8.count) \(text)".utf8) }
        return hash.hexadecimal()
    }

    static func content(_ path: String) throws(Failure) -> String {
        var script = try Script(path: path)
        var text = ""
        while !script.isAtEnd {
            try script.fill()
            while let line = script.next() { text += String(decoding: line, as: UTF8.self) + "\n" }
        }
        return text
    }

    /// `-o` with field names replaced by the row's values. Throws `failed` with a field that cannot be part of a name.
    private func outputName(_ row: RowFile.Row, _ template: RowTemplate) throws(Failure) -> String {
        if let problem = row.problem { throw .failed(problem) }
        var (name, rest) = ("", output[...])
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw .usage("-o: a { without its }: \(output)")
            }
            let field = String(rest[rest.index(after: open)..<close])
            let value = row.fields.first { $0.name == field }?.value
            guard let text = value?.raw, !text.isEmpty else {
                throw .failed("\(field): it is missing, and the output is named by it")
            }
            let isBad = text.contains("/") || text.contains("..") || text.unicodeScalars.contains { $0.value < 0x20 }
            if isBad { throw .failed("\(field): \(JSONValue.quoted(text)) cannot be in the name of a file") }
            name += rest[..<open] + text
            rest = rest[rest.index(after: close)...]
        }
        return name + rest
    }

    // MARK: Outputs

    private static func mark(of output: String) -> String { FileName.hidden("", beside: output) + ".made" }

    /// True when an output exists and has the same inputs.
    private static func isMade(_ output: String, _ hash: String) -> Bool {
        guard unsafe access(output, F_OK) == 0, var script = try? Script(path: mark(of: output)) else { return false }
        while !script.isAtEnd {
            guard (try? script.fill()) != nil else { return false }
            if let line = script.next() { return String(decoding: line, as: UTF8.self) == hash }
        }
        return false
    }

    private func run(_ jobs: [Job], _ counts: inout Counts) throws(Failure) {
        guard let program = SharedFile.program else { throw .unavailable("cannot find the program's own file") }
        let folder = try TemporaryDirectory()
        let total = jobs.count + counts.kept + counts.failed
        var waiting = jobs[...]
        var running: [Running] = []
        defer {
            for var one in running {
                one.process.end(by: SIGTERM)
                _ = one.process.wait()
                unsafe unlink(one.partial)
            }
        }
        while !waiting.isEmpty || !running.isEmpty {
            try Interruption.check()
            while running.count < self.jobs, let job = waiting.popFirst() {
                do throws(Failure) {
                    running.append(try start(job, program, folder.file("log\(job.number)")))
                } catch .failed(let message) {
                    Console.complain("row \(job.number): \(message)")
                    counts.failed += 1
                }
            }
            let before = (running.count, counts.made + counts.failed)
            var at = 0
            while at < running.count {
                guard let status = running[at].process.poll() else {
                    at += 1
                    continue
                }
                // Child processes get the signal too.
                try Interruption.check()
                try finish(running.remove(at: at), status, &counts)
            }
            if before.1 != counts.made + counts.failed, tellsProgress {
                Progress.tell(
                    [("made", counts.made), ("kept", counts.kept), ("failed", counts.failed), ("rows", total)])
            }
            if running.count == before.0 { usleep(2000) }
        }
    }

    private func start(_ job: Job, _ program: String, _ log: String) throws(Failure) -> Running {
        let partial = PartialFile.beside(job.output)
        let file = unsafe open(log, O_RDWR | O_CREAT | O_CLOEXEC | O_TRUNC, 0o600)
        guard file >= 0 else { throw .failed("cannot write \(log): \(SystemError.text())") }
        defer { close(file) }
        let words = ["render", FileName.plain(scene), "--line", job.line, "-o", partial] + words
        guard let process = try ChildProcess.spawn(program, words, streams: .init(error: file)) else {
            throw .failed("cannot start \(program)")
        }
        return Running(job: job, process: process, partial: partial, log: log)
    }

    private func finish(_ one: Running, _ status: Int32, _ counts: inout Counts) throws(Failure) {
        defer { unsafe unlink(one.log) }
        do throws(Failure) {
            guard status == 0 else { throw .failed(Self.lastLine(one.log) ?? "it ended with status \(status)") }
            unsafe unlink(Self.mark(of: one.job.output))
            guard unsafe rename(one.partial, one.job.output) == 0 else {
                throw .failed("cannot write \(one.job.output): \(SystemError.text())")
            }
            try Self.note(one.job.hash, at: Self.mark(of: one.job.output))
            counts.made += 1
        } catch .failed(let message) {
            unsafe unlink(one.partial)
            Console.complain("row \(one.job.number): \(message)")
            counts.failed += 1
        }
    }

    static func note(_ hash: String, at path: String) throws(Failure) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_TRUNC | O_NOFOLLOW, 0o644)
        guard file >= 0 else { throw .failed("cannot write \(path): \(SystemError.text())") }
        defer { close(file) }
        try Console.write("\(hash)\n".utf8, to: file)
    }

    private static func lastLine(_ path: String) -> String? {
        guard var log = try? Script(path: path) else { return nil }
        var last: String?
        while !log.isAtEnd {
            guard (try? log.fill()) != nil else { break }
            while let line = log.next() { last = String(decoding: line, as: UTF8.self) }
        }
        return last.map { $0.hasPrefix("scrim: ") ? String($0.dropFirst(7)) : $0 }
    }
}
