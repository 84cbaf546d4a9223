import Expressions
import Glibc

/// `test FILE…`: transcripts that hold scenes to what they shall do, each test by a daemon of our own whose clock we move.
enum TestCommand {
    private struct Options {
        var files: [String] = []
        /// Pictures that are not there are made.
        var updates = false
        var junit: String?
        var daemon = PrivateDaemon.Options()
    }

    /// The outcome of one test.
    struct Outcome {
        let file: String
        let test: String
        let seconds: Double
        /// Nil: it passed.
        let mistake: TestMistake?
    }

    static func perform(_ words: [String]) throws(Failure) {
        let options = try options(words)
        Interruption.catchSignals()
        var outcomes: [Outcome] = []
        for path in options.files {
            let file = try TestFile(path: path)
            for mistake in file.mistakes {
                let mistake = TestMistake(line: mistake.line, message: mistake.message)
                try note(Outcome(file: path, test: "", seconds: 0, mistake: mistake), in: &outcomes)
            }
            for block in file.blocks {
                let begin = Amount.now()
                let mistake = try mistake(of: block, in: file, options)
                try note(
                    Outcome(file: path, test: block.name, seconds: Amount.now() - begin, mistake: mistake),
                    in: &outcomes)
            }
        }
        let failed = outcomes.count { $0.mistake != nil }
        try Console.printLine("\(outcomes.count - failed) passed, \(failed) failed")
        if let path = options.junit { try write(JUnitReport.text(of: outcomes), to: path) }
        if failed > 0 { throw .saidAlready(status: 1) }
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
            case "--update": options.updates = true
            case "--junit": options.junit = try value()
            case "--config": options.daemon.config = try value()
            case "--plugin-path": options.daemon.pluginPath = try value()
            default: throw OptionReader.unknown(name)
            }
        }
        guard !options.files.isEmpty else { throw .usage("test takes files of tests") }
        return options
    }

    private static func note(_ outcome: Outcome, in outcomes: inout [Outcome]) throws(Failure) {
        outcomes.append(outcome)
        guard let mistake = outcome.mistake else { return }
        let name = outcome.test.isEmpty ? "" : "\(outcome.test): "
        try Console.printLine("\(outcome.file):\(mistake.line): \(name)\(mistake.message)")
    }

    /// The first thing in a test that is not as it has to be; nil for none.
    private static func mistake(
        of block: TestFile.Block, in file: TestFile, _ options: Options
    ) throws(Failure) -> TestMistake? {
        var settings = options.daemon
        settings.size = file.size
        var daemon = try PrivateDaemon(settings)
        do throws(Failure) {
            var run = try TestRun(daemon.connect(), file, updates: options.updates)
            return try run.mistake(of: block)
        } catch .unavailable(let message) {
            try Interruption.check()
            return TestMistake(line: block.line, message: message + daemon.lastWords())
        }
    }

    static func write(_ text: String, to path: String) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .failed("cannot write \(path): \(SystemError.text())") }
        defer { close(descriptor) }
        try Console.write(Array(text.utf8), to: descriptor)
    }
}

/// A failed expectation, and its line in the file.
struct TestMistake {
    let line: Int
    let message: String

    init(line: Int, message: String) { (self.line, self.message) = (line, message) }

    init(line: Int, expected: String, actual: String) {
        self.init(line: line, message: "expected \(expected)\n  actual   \(actual)")
    }
}

/// One test on its way.
private struct TestRun: ~Copyable {
    private var connection: Connection
    private let file: TestFile
    private let updates: Bool
    /// The folder of the file, with its stroke; empty for the one that we are in.
    private let folder: String

    init(_ connection: consuming Connection, _ file: TestFile, updates: Bool) throws(Failure) {
        self.connection = connection
        self.file = file
        self.updates = updates
        folder = file.path.lastIndex(of: "/").map { String(file.path[...$0]) } ?? ""
    }

    mutating func mistake(of block: TestFile.Block) throws(Failure) -> TestMistake? {
        _ = try connection.ask("clock manual")
        if let scene = file.scene {
            let path = try FileName.absolute(path(of: scene.path))
            if case .error(let message) = try reply(to: WordQuoting.line(["load", "path=" + path])) {
                return TestMistake(line: scene.line, message: "the scene does not run: \(message)")
            }
        }
        for (line, step) in block.steps {
            try Interruption.check()
            if let mistake = try mistake(in: step, line) { return mistake }
        }
        return nil
    }

    /// A name in the file, seen from the folder that we are in.
    private func path(of name: String) -> String { name.first == "/" ? name : folder + name }

    private mutating func reply(to line: String) throws(Failure) -> Reply {
        connection.queue(line.utf8)
        return try connection.reply()
    }

    private mutating func mistake(in step: TestFile.Step, _ line: Int) throws(Failure) -> TestMistake? {
        switch step {
        case .mistake(let message): return TestMistake(line: line, message: message)
        case .tick(let text):
            if case .error(let message) = try reply(to: text) { return TestMistake(line: line, message: message) }
        case .line(let text, nil):
            if case .error(let message) = try reply(to: text) {
                return TestMistake(line: line, expected: "ok", actual: "error \(message)")
            }
        case .line(let text, let expected?):
            let reply = try reply(to: text)
            if !expected.pattern.matches(reply) {
                return TestMistake(line: expected.line, expected: expected.pattern.text, actual: Self.text(of: reply))
            }
        case .pixel(let x, let y, let color, let tolerance):
            return try pixelMistake(x, y, color, tolerance, line)
        case .picture(let name, let tolerance): return try pictureMistake(name, tolerance, line)
        }
        return nil
    }

    private static func text(of reply: Reply) -> String {
        switch reply {
        case .ok(let payload): payload.isEmpty ? "ok" : "ok \(payload)"
        case .error(let message): "error \(message)"
        case .event(let text): "event \(text)"
        }
    }

    private mutating func pixelMistake(
        _ x: Double, _ y: Double, _ color: [Double], _ tolerance: Double, _ line: Int
    ) throws(Failure) -> TestMistake? {
        let pixels: [UInt8]
        do throws(Failure) {
            pixels = try connection.picture(["rect=\(x.rounded(.down)),\(y.rounded(.down)),1,1", "format=rgba"])
        } catch .failed(let message) {
            return TestMistake(line: line, message: message)
        }
        let found = pixels.prefix(4).map { Double($0) }
        guard found.count < 4 || zip(found, color).contains(where: { abs($0 - $1) > tolerance }) else { return nil }
        return TestMistake(line: line, expected: Self.text(of: color), actual: Self.text(of: found))
    }

    private static func text(of color: [Double]) -> String {
        "#" + color.map { part in (part < 16 ? "0" : "") + String(Int(part), radix: 16) }.joined()
    }

    private mutating func pictureMistake(
        _ name: String, _ tolerance: Double, _ line: Int
    ) throws(Failure) -> TestMistake? {
        let path = path(of: name)
        guard unsafe access(path, R_OK) == 0 else {
            guard updates else {
                return TestMistake(line: line, message: "there is no \(path): `scrim test --update` makes it")
            }
            _ = try connection.snapshot(["format=png"], to: path)
            return nil
        }
        let stem = String(path.dropLast(4))
        let actual = stem + ".actual.png"
        let size = try connection.outputPicture("main").size
        _ = try connection.snapshot(["format=png"], to: actual)
        let comparison = try PictureComparison(FileName.absolute(path), FileName.absolute(actual), size)
        guard comparison.difference > tolerance else {
            unsafe unlink(actual)
            return nil
        }
        let sheet = stem + ".difference.png"
        let (expected, found) = try (FileName.absolute(path), FileName.absolute(actual))
        try PictureSheet(
            cells: [
                PictureSheet.Cell(file: expected, title: "expected"),
                PictureSheet.Cell(file: found, title: "actual"),
                PictureSheet.Cell(file: expected, title: "difference", other: found),
            ], size: size, columns: 3
        ).write(to: sheet)
        return TestMistake(line: line, message: "\(comparison.text) (\(sheet))")
    }
}

/// How far two pictures are from each other.
private struct PictureComparison {
    /// The largest difference of the channels, 0…255; infinite for pictures of different sizes.
    private(set) var difference = 0.0
    private(set) var text = ""

    /// Both are absolute paths of pictures; the second one has the size, in pixels.
    init(_ first: String, _ second: String, _ size: (width: Int, height: Int)) throws(Failure) {
        var options = PrivateDaemon.Options()
        options.size = "\(size.width)x\(size.height)"
        var daemon = try PrivateDaemon(options)
        var connection = try daemon.connect()
        var pixels: [[UInt8]] = []
        for path in [first, second] {
            _ = try connection.ask("clear")
            _ = try connection.ask(WordQuoting.line(["create", "picture", "image", "path=" + path]))
            // Until then it is being read.
            _ = try connection.ask("sync")
            let natural = JSONValue(try connection.ask("get picture size"))?["size"]?.elements.compactMap(\.number)
            guard natural == [Double(size.width), Double(size.height)] else {
                difference = .infinity
                text = "expected a picture of another size than \(size.width)x\(size.height) pixels"
                return
            }
            _ = try connection.ask("create p layer frame=0,0,\(size.width),\(size.height) contents=picture")
            pixels.append(try connection.picture(["format=rgba", "scale=1"]))
        }
        guard pixels[0].count == pixels[1].count else {
            difference = .infinity
            return
        }
        var others = 0
        for at in stride(from: 0, to: pixels[0].count - 3, by: 4) {
            var farthest = 0
            for channel in at..<at + 4 {
                farthest = max(farthest, abs(Int(pixels[0][channel]) - Int(pixels[1][channel])))
            }
            if farthest > 0 { others += 1 }
            difference = max(difference, Double(farthest))
        }
        text = "\(others) pixels differ, by \(Int(difference)) of 255 at most"
    }
}

/// The outcomes of tests as other programs read them.
private enum JUnitReport {
    static func text(of outcomes: [TestCommand.Outcome]) -> String {
        let failed = outcomes.count { $0.mistake != nil }
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines.append("<testsuites tests=\"\(outcomes.count)\" failures=\"\(failed)\">")
        var files: [String] = []
        for outcome in outcomes where !files.contains(outcome.file) { files.append(outcome.file) }
        for file in files {
            let own = outcomes.filter { $0.file == file }
            let count = own.count { $0.mistake != nil }
            lines.append(
                "  <testsuite name=\"\(escaped(file))\" tests=\"\(own.count)\" failures=\"\(count)\">")
            for outcome in own {
                let time = Amount.fixed(outcome.seconds, 2)
                let head =
                    "    <testcase classname=\"\(escaped(file))\" name=\"\(escaped(outcome.test))\" time=\"\(time)\""
                guard let mistake = outcome.mistake else {
                    lines.append(head + "/>")
                    continue
                }
                let message = escaped("\(file):\(mistake.line): \(mistake.message)")
                lines.append(head + "><failure message=\"\(message)\"/></testcase>")
            }
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "\n": out += "&#10;"
            default: if scalar.value >= 32 || scalar == "\t" { out.unicodeScalars.append(scalar) }
            }
        }
        return out
    }
}
