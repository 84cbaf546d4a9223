import Expressions
import Geometry
import Glibc

/// Renders a file of lines with a private daemon and a controlled clock: the result is the same in every run.
enum RenderCommand {
    static func perform(_ words: [String]) throws(Failure) {
        if let batch = try RowBatch(words) { return try batch.perform() }
        let options = try RenderOptions(words)
        if options.isSheet || options.isMarked { return try SheetCommand.perform(options) }
        Interruption.catchSignals()
        if options.resumes { return try ResumedFilm(options, words).perform() }
        var script = try Script(path: options.scene, name: options.daemon.pack?.name, more: options.more)
        var hashes = try FrameHashes(options)
        var sink = try FrameSink(options)
        var daemon = try PrivateDaemon(options.daemon)
        var timeline = try Timeline(daemon.connect())
        var progress = Progress(frames: options.frames.count, isJSON: options.tellsProgress)
        do throws(Failure) {
            // A frame depends only on the lines and its time: a part of a sequence starts with its first frame.
            for index in options.frames {
                try timeline.advance(to: options.time(of: index), playing: &script)
                try sink.take(index, from: &timeline.pipeline.connection)
                try hashes?.take(index, from: &timeline.pipeline.connection, through: daemon.file("frame.rgba"))
                progress.show(index + 1 - options.frames.lowerBound)
            }
            try sink.finish(&timeline.pipeline.connection)
            try hashes?.finish()
        } catch .unavailable(let message) {
            // Ctrl-C also reaches the daemon, whose end then is no failure.
            try Interruption.check()
            throw .unavailable(message + daemon.lastWords())
        }
    }
}

/// Keeps a scene's lines and its time in step: only `wait` in the file advances scene time.
struct Timeline: ~Copyable {
    var pipeline: Pipeline
    /// Scene time when the daemon started, and now.
    private let origin: Double
    private var now: Double
    /// The time at which the script continues, relative to `origin`; nil after its end.
    private var resumes: Double? = 0

    init(_ connection: consuming Connection) throws(Failure) {
        pipeline = Pipeline(connection, prints: false)
        origin = try Self.time(in: pipeline.connection.ask("clock manual"))
        now = origin
    }

    /// Plays the lines that are due by then, each `wait` at its own time, and stops the clock there.
    ///
    /// - Parameter time: seconds from the start.
    mutating func advance(to time: Double, playing script: inout Script) throws(Failure) {
        while let due = resumes, due <= time {
            try tick(to: due)
            guard let line = try pipeline.stream(&script, until: Self.isWait) else {
                resumes = nil
                break
            }
            let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
            guard words.count == 2, let pause = SceneTime.seconds(words[1]) else {
                throw .failed("\(script.location): only `wait SECONDS` can be rendered")
            }
            resumes = due + pause
        }
        try tick(to: time)
    }

    /// Runs all lines, each `wait` at its own time.
    mutating func play(_ script: inout Script) throws(Failure) {
        while let due = resumes { try advance(to: due, playing: &script) }
    }

    private static func isWait(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.starts(with: "wait".utf8) else { return false }
        let next = line.dropFirst(4).first
        return next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
    }

    /// Uses absolute times, so that rounding does not depend on the way to a frame.
    private mutating func tick(to time: Double) throws(Failure) {
        // A tick processes at most ten minutes event by event.
        while origin + time - now > 600 { now = try Self.time(in: pipeline.connection.ask("tick to=\(now + 600)")) }
        guard origin + time > now else { return }
        now = try Self.time(in: pipeline.connection.ask("tick to=\(origin + time)"))
    }

    private static func time(in payload: String) throws(Failure) -> Double {
        guard let time = JSONValue(payload)?["time"]?.number else {
            throw .failed("the daemon does not say the time: \(payload)")
        }
        return time
    }
}

/// Progress, speed and remaining time of a long sequence, on a terminal.
struct Progress {
    let frames: Int
    private let isShown: Bool
    private let isJSON: Bool
    private let begin = Amount.now()
    private var shown = 0.0

    init(frames: Int, isJSON: Bool = false) {
        self.frames = frames
        self.isJSON = isJSON
        isShown = isJSON || (frames > 1 && Console.isTerminal(STDERR_FILENO))
    }

    /// The value of `--progress`: json, or auto.
    static func isJSON(_ text: String) throws(Failure) -> Bool {
        guard ["json", "auto"].contains(text) else { throw .usage("--progress takes json or auto: \(text)") }
        return text == "json"
    }

    /// A line of JSON on standard error.
    static func tell(_ counts: [(name: String, value: Int)], _ more: String = "") {
        let members = counts.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
        try? Console.write("{\(members)\(more)}\n".utf8, to: STDERR_FILENO)
    }

    private static func seconds(_ value: Double) -> String { JSONValue.text(of: (value * 1000).rounded() / 1000) }

    /// Ten times per second, and at the end.
    mutating func show(_ done: Int) {
        let now = Amount.now()
        guard isShown, done == frames || now - shown >= 0.1 else { return }
        shown = now
        let rate = Double(done) / max(now - begin, 1e-6)
        if isJSON {
            let left = Double(frames - done) / rate
            return Self.tell(
                [("frame", done), ("frames", frames)],
                ",\"elapsed\":\(Self.seconds(now - begin)),\"left\":\(Self.seconds(left)),\"rate\":\(Self.seconds(rate))"
            )
        }
        let line =
            done == frames
            ? "\(done) frames in \(Amount.time(now - begin)), \(Amount.count(rate)) frames/s\n"
            : "\(Amount.bar(Double(done) / Double(frames), 24)) \(done)/\(frames)  \(Amount.count(rate)) frames/s  "
                + "\(Amount.clock(Double(frames - done) / rate)) left"
        try? Console.write("\r\u{1B}[K\(line)".utf8, to: STDERR_FILENO)
    }
}
