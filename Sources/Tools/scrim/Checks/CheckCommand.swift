import Expressions
import Glibc

/// Finds errors and possible problems in files of lines, with a private daemon.
enum CheckCommand {
    struct Options {
        var files: [String] = []
        /// Times to check; nil: all.
        var moments: [Double]?
        var seconds: Double?
        var isJSON = false
        var warningsAreErrors = false
        var isStrict = false
        var daemon = PrivateDaemon.Options()
    }

    static func perform(_ words: [String], _ format: OutputFormat) throws(Failure) {
        var options = try options(words)
        if case .compact = format.form { options.isJSON = true }
        Interruption.catchSignals()
        let isColored = !options.isJSON && format.coloring.applies(to: STDOUT_FILENO)
        var worst = CheckFinding.Severity.note
        for file in options.files {
            for finding in try findings(in: file, options) {
                try Console.printLine(options.isJSON ? finding.json : finding.text(isColored))
                if finding.severity == .error || worst == .note { worst = finding.severity }
            }
        }
        switch worst {
        case .note: return
        case .error: throw .saidAlready(status: 1)
        case .warning: throw .saidAlready(status: options.warningsAreErrors ? 1 : 2)
        }
    }

    private static func options(_ words: [String]) throws(Failure) -> Options {
        var reader = OptionReader(words)
        var options = Options()
        while let item = reader.next() {
            guard case .option(let name, let joined) = item else {
                if case .word(let file) = item { options.files.append(file) }
                continue
            }
            func value() throws(Failure) -> String { try reader.value(of: name, joined: joined) }
            switch name {
            case "--json": options.isJSON = true
            case "--werror": options.warningsAreErrors = true
            case "--strict": options.isStrict = true
            case "--at":
                var moments: [Double] = []
                for word in try value().split(separator: ",") { moments.append(try seconds(String(word), name)) }
                options.moments = moments.sorted()
            case "--seconds": options.seconds = try seconds(value(), name)
            default:
                guard try options.daemon.take(name, value) else { throw OptionReader.unknown(name) }
            }
        }
        guard !options.files.isEmpty else { throw .usage("check takes files of lines") }
        guard options.moments == nil || options.seconds == nil else {
            throw .usage("--at and --seconds are two ways to say when to look")
        }
        return options
    }

    private static func seconds(_ text: String, _ option: String) throws(Failure) -> Double {
        guard let seconds = SceneTime.seconds(text), seconds <= 1e6 else {
            throw .usage("\(option) takes seconds, from 0 on: \(text)")
        }
        return seconds
    }

    /// Findings in one file.
    static func findings(in file: String, _ options: Options) throws(Failure) -> [CheckFinding] {
        var options = options
        if Pack.isPack(file) { options.daemon.use(try Pack(file, isStrict: options.isStrict)) }
        var source = try Script(path: options.daemon.pack?.scene ?? file, name: file)
        var daemon = try PrivateDaemon(options.daemon)
        do throws(Failure) {
            var run = try CheckRun(daemon.connect(), file: file, options)
            return try run.findings(in: &source)
        } catch .unavailable(let message) {
            try Interruption.check()
            throw .unavailable(message + daemon.lastWords())
        }
    }
}

/// A file that is run in scene time and checked at many times.
private struct CheckRun: ~Copyable {
    private var script: CheckScript
    private let options: CheckCommand.Options
    private let origin: Double
    /// Seconds since the start.
    private var now = 0.0
    private var samples: [SceneSample] = []
    private var contrasts: [String: (index: Int, value: Double)] = [:]
    private var grids: [(time: Double, cells: [Double])] = []
    /// How many lines texts have that show no more than so many.
    private var lines: [String: Int] = [:]
    private var moments: ArraySlice<Double>
    /// Animations and timers that never end or have no known end.
    private var endless: [String] = []
    private var ends: [String: Double] = [:]

    /// Seconds between two samples.
    private static let step = 0.1
    /// Maximum number of layers in all samples together: beyond it the interval increases.
    private static let mostLooks = 200_000
    /// Maximum seconds of a scene that does not end.
    private static let longest = 600.0

    init(_ connection: consuming Connection, file: String, _ options: CheckCommand.Options) throws(Failure) {
        script = CheckScript(connection, file: file)
        self.options = options
        moments = options.moments.map { $0[...] } ?? []
        origin = try Self.time(in: script.connection.ask("clock manual"))
    }

    private static func time(in payload: String) throws(Failure) -> Double {
        guard let time = JSONValue(payload)?["time"]?.number else {
            throw .failed("the daemon does not say the time: \(payload)")
        }
        return time
    }

    /// The last time to check; nil: determined by the scene.
    private var end: Double? { options.seconds ?? options.moments?.last }

    mutating func findings(in source: inout Script) throws(Failure) -> [CheckFinding] {
        _ = try script.connection.ask("subscribe failed")
        script.connection.keepsEvents = true
        while !source.isAtEnd {
            try source.fill()
            while let bytes = source.next() {
                try Interruption.check()
                let line = CheckedLine(String(decoding: bytes, as: UTF8.self), number: source.line)
                if line.verb == "wait", let text = line.positional(1), let pause = SceneTime.seconds(text) {
                    try advance(to: now + pause)
                } else {
                    try script.take(line)
                }
            }
        }
        try goOn()
        try script.finish()
        let kept = script.lines.compactMap { line in CheckKeptLines(line) }
        var growing = Set(script.lines.filter { $0.positional(2) == "each" }.compactMap(\.made))
        for one in kept { growing.formUnion(one.made) }
        let known = growing.union(script.lines.compactMap(\.made))
        for one in kept {
            if let found = try one.finding(in: &script, known: known, growing: growing) { script.add([found]) }
        }
        tellFailures()
        let look = SceneLook(
            file: script.file, samples: samples, makers: script.makers, mistaken: script.mistaken,
            kept: script.lines.compactMap(\.kept), contrasts: contrasts, lines: lines)
        script.add(look.findings + endlessFindings() + UnusedNames(script.lines, file: script.file).findings)
        if let time = SceneColors.flash(grids) {
            let message = "more than a quarter of the picture flashes more than three times in a second"
            script.add([CheckFinding(.warning, "flash", in: script.file, line: nil, time: time, message)])
        }
        return script.findings.sorted { ($0.line ?? 0, $0.time ?? 0) < ($1.line ?? 0, $1.time ?? 0) }
    }

    // MARK: Time

    /// Advances to a time, taking samples on the way.
    private mutating func advance(to time: Double) throws(Failure) {
        let time = min(time, end ?? Self.longest)
        try look()
        while now < time - 1e-9 {
            try tick(to: min(time, next))
            if now < time - 1e-9 { try look() }
        }
    }

    /// The next time to check.
    private var next: Double {
        if options.moments != nil { return moments.first { $0 > now + 1e-9 } ?? .infinity }
        let layers = samples.last?.layers.count ?? 0
        let isMany = layers * samples.count > Self.mostLooks / 2
        return now + (layers > 1000 || isMany ? 0.5 : Self.step)
    }

    private mutating func tick(to time: Double) throws(Failure) {
        let step = time - now
        guard step > 0 else { return }
        now = try Self.time(in: script.connection.ask("tick \(step)")) - origin
    }

    /// Takes a sample, unless the time was not requested.
    private mutating func look() throws(Failure) {
        guard options.moments == nil || moments.contains(where: { abs($0 - now) < 1e-6 }) else { return }
        if let last = samples.last, abs(last.time - now) < 1e-9 {
            samples.removeLast()
            grids.removeLast()
            contrasts = contrasts.filter { $0.value.index < samples.count }
        }
        try sample()
        // A later sample shows what moves.
        if options.moments != nil, now < (end ?? 0) {
            try tick(to: now + 0.02)
            try sample()
        }
    }

    /// Reads the scene, and measures the texts that have stopped moving.
    private mutating func sample() throws(Failure) {
        let sample = try SceneSample(at: now, of: &script.connection)
        grids.append((now, try SceneColors.grid(of: &script.connection, sample.output)))
        for layer in sample.layers where layer.text != nil && layer.isSeen && contrasts[layer.id] == nil {
            guard let before = samples.last?[layer.id], layer.stands(before) else { continue }
            if let value = try SceneColors.contrast(of: layer, in: sample, &script.connection) {
                contrasts[layer.id] = (samples.count, value)
            }
        }
        for layer in sample.layers where layer.isSeen && lines[layer.id] == nil {
            guard let text = layer.text, text.mostLines > 0, !text.isTruncated else { continue }
            lines[layer.id] = try allLines(of: layer.id, text.mostLines)
        }
        samples.append(sample)
    }

    /// How many lines a text has, whatever it may show. That of a part nobody can ask: 0.
    private mutating func allLines(of id: String, _ most: Int) throws(Failure) -> Int {
        let word = WordQuoting.word(id, isFirst: false)
        guard try script.request("set \(word) maximumLines=0") == nil else { return 0 }
        let all = JSONValue(try script.connection.ask("get \(word) lines"))?["lines"]?.number ?? 0
        _ = try script.request("set \(word) maximumLines=\(most)")
        return Int(all)
    }

    /// The line that made a reaction or timer, by its id: `LAYER.EVENT` or `LAYER.NAME`, or a timer's name.
    private func keeper(of id: String) -> Int? {
        script.lines.first { line in
            switch line.verb {
            case "on":
                guard let layer = line.positional(1), let event = line.positional(2) else { return false }
                return id.hasPrefix("\(layer).\(line.value(of: "name") ?? event)")
            case "every", "after": return line.value(of: "name") == id
            default: return false
            }
        }?.number
    }

    /// Reports reactions, timers and bindings that failed while the scene ran.
    private mutating func tellFailures() {
        for event in script.connection.takeEvents(named: "failed") {
            guard let value = JSONValue(event), let id = value["id"]?.string, let text = value["message"]?.string else {
                continue
            }
            var line = script.makers[id] ?? keeper(of: id)
            var above = id[...]
            while line == nil, let dot = above.lastIndex(of: ".") {
                above = above[..<dot]
                line = script.makers[String(above)]
            }
            if script.findings.contains(where: { $0.severity == .error && $0.line == line }) { continue }
            // `line 2: CODE MESSAGE`, of the second of its lines.
            var words = text[...]
            if words.hasPrefix("line "), let colon = words.firstIndex(of: ":") { words = words[colon...].dropFirst(2) }
            let code = words.prefix { $0 == "-" || $0.isLetter }
            let isCode = words.dropFirst(code.count).first == " "
            script.add([
                CheckFinding(
                    .error, isCode ? String(code) : "aborted", in: value["file"]?.string ?? script.file, line: line,
                    object: id, time: now, text)
            ])
        }
    }

    /// Continues after the last line: until everything has ended, or for the requested time.
    private mutating func goOn() throws(Failure) {
        if let end {
            try advance(to: end)
        } else {
            while now < Self.longest, try isBusy() { try advance(to: now + Self.step) }
        }
        try look()
        // Detects what has stopped.
        try tick(to: now + 0.02)
        try sample()
        if options.seconds != nil { _ = try isBusy() }
    }

    /// True while an animation, a transaction or a timer has not ended.
    private mutating func isBusy() throws(Failure) -> Bool {
        var isBusy = false
        for kind in ["animation", "spring", "group", "transition", "timer", "transaction"] {
            guard let reply = try? script.connection.ask("list kind=\(kind)") else { continue }
            for id in JSONValue(reply)?.elements.compactMap(\.string) ?? [] {
                let end = try self.end(of: id, kind)
                if end > now + 1e-9 { isBusy = isBusy || end.isFinite }
            }
        }
        return isBusy
    }

    /// End time of an animation or timer; one that is removed at its end exists until then.
    private mutating func end(of id: String, _ kind: String) throws(Failure) -> Double {
        if let known = ends[id] { return known }
        guard let values = JSONValue(try script.connection.ask("get \(WordQuoting.word(id, isFirst: false))")) else {
            return now
        }
        func number(_ key: String, _ usual: Double) -> Double { values[key]?.number ?? usual }
        var end = now + Self.longest
        switch kind {
        case "timer":
            // A timer that fires once is removed then.
            if values["repeats"]?.boolean != false { end = .infinity }
        case "transaction": break
        default:
            let isEndless =
                values["repeatCount"]?.string == "inf" || values["repeatDuration"]?.string == "inf"
            if isEndless {
                end = .infinity
            } else if values["isRemovedOnCompletion"]?.boolean == false {
                let repeats = number("repeatCount", 1) * (values["autoreverses"]?.boolean == true ? 2 : 1)
                let whole = number("repeatDuration", 0)
                let length = whole > 0 ? whole : number("duration", 0.25) * repeats
                end = now + number("delay", 0) + length / max(abs(number("speed", 1)), 1e-3)
            }
        }
        ends[id] = end
        if end == .infinity { endless.append(id) }
        return end
    }

    /// Findings for endless animations and timers in a finite film.
    private func endlessFindings() -> [CheckFinding] {
        guard options.seconds != nil else { return [] }
        return endless.map { id in
            let layer = id.prefix { $0 != "." }
            let line =
                script.makers[id]
                ?? script.lines.last { $0.verb == "animate" && id.hasPrefix(($0.positional(1) ?? "-") + ".") }?.number
                ?? script.makers[String(layer)]
            return CheckFinding(
                .note, "endless", in: script.file, line: line, object: id,
                "it goes on without end in a film of \(options.seconds ?? 0) s")
        }
    }
}
