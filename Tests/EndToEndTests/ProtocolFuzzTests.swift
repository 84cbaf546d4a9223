import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// Lines that were right once, changed, in any order: the daemon lives, answers each line in the right form and in time,
    /// and shows the same whether it repaints what changed or everything.
    ///
    /// 1500 lines, or as many as $SCRIM_FUZZ_SECONDS allow; `make fuzz-protocol` does it for long under the address
    /// sanitizer. What fails is kept in /tmp as the lines since the last `clear`.
    @Suite struct ProtocolFuzzTests {
        @Test func changedLines() throws {
            let corpus = try LineCorpus()
            var dice = Dice(UInt64(environment("SCRIM_FUZZ_SEED") ?? 1))
            let end = environment("SCRIM_FUZZ_SECONDS").map { Date.now + $0 }
            var (count, good, faults) = (0, 0, 0)
            var daemon = try Daemon(["--size", "96x64"])
            var history: [[UInt8]] = []
            while end.map({ Date.now < $0 }) ?? (count < 1500) {
                if dice.upTo(30) == 0 { history = [] }
                let lines = corpus.lines(&dice)
                let fresh = history.isEmpty ? LineCorpus.fresh : []
                history += fresh + lines
                do {
                    let link = try daemon.link()
                    link.timeout = Self.timeout
                    let replies = try link.replies(to: Array((fresh + lines).joined(separator: [10])))
                    count += lines.count
                    good += replies.count { $0.contains("ok") }
                    for reply in replies where !ReplyForm.isKept(reply) { throw Fault("not a reply: \(reply)") }
                    try compare(try daemon.link())
                    // `clear` leaves them.
                    let gone = try outputs(link).filter { $0 != "main" }.map { Array("remove \($0)".utf8) }
                    if !gone.isEmpty { _ = try link.replies(to: Array(gone.joined(separator: [10]))) }
                    history += gone
                } catch {
                    let log = (try? daemon.lastWords()) ?? ""
                    // Kept for whoever looks into it.
                    let kept = "/tmp/scrim-fuzz-\(getpid())-\(faults).scrim"
                    try Data(history.joined(separator: [10])).write(to: URL(filePath: kept))
                    Issue.record(
                        "\(kept): \(daemon.isRunning ? "" : "the daemon has gone; ")\(error)\n\(log.suffix(6000))")
                    faults += 1
                    if faults == 20 { return }
                    daemon = try Daemon(["--size", "96x64"])
                    history = []
                }
            }
            if end != nil { print("protocol: \(count) lines, \(good) of them good, \(faults) faults") }
            #expect(good > 0)
        }

        /// Milliseconds: an output of a gibibyte, which is legal, takes its time where others compute, too.
        private static let timeout: Int32 = 60_000

        struct Fault: Error, CustomStringConvertible {
            var description: String
            init(_ description: String) { self.description = description }
        }

        /// What damage left on the output is what a whole repaint gives.
        private func compare(_ link: Link) throws {
            link.timeout = Self.timeout
            _ = try link.ask("clock manual")
            _ = try link.ask("debug damage=false borders=false fps=false")
            let outputs = try outputs(link)
            func pictures() throws -> [String] {
                try outputs.map { try link.ask("snapshot output=\($0) format=rgba") }
            }
            let before = try pictures()
            for line in ["repaint", "tick 0"] { _ = try link.ask(line) }
            let after = try pictures()
            for (at, name) in outputs.enumerated() where before[at] != after[at] {
                throw Fault("a whole repaint of \(name) shows something else")
            }
        }

        private func outputs(_ link: Link) throws -> [String] {
            let reply = try link.ask("list kind=offscreen").dropFirst(3)
            return (ReplyForm.json(String(reply)) as? [String] ?? ["main"]).prefix(4).map { $0 }
        }
    }
}

/// Lines of the transcripts and examples, and of the files below $SCRIM_FUZZ_CORPUS.
struct LineCorpus {
    /// Those of a file, in order.
    private var files: [[[UInt8]]] = []
    private var words: [[UInt8]] = []

    /// Makes the scene as it was at first, as far as lines can.
    static let fresh = [
        "abort", "unsubscribe", "clock manual", "clear",
        "put root layer sublayerTransform=none opacity=1 hidden=no filters=",
    ].map { Array($0.utf8) }

    private static let numbers = [
        "0", "-0", "1", "-1", "0.5", "1e-300", "1e300", "-1e300", "2147483647", "2147483648", "-2147483649", "32000",
        "65536", "1e7", "1e18", "9223372036854775808", "0.001", "359.999", "nan", "inf", "3", "17", "255.5",
    ].map { Array($0.utf8) }

    init() throws {
        var files = [RandomLine.good, RandomLine.living]
        var folders = ["Tests/Transcripts", "examples"].map { Checkout.root + "/" + $0 }
        if let more = ProcessInfo.processInfo.environment["SCRIM_FUZZ_CORPUS"] { folders.append(more) }
        for folder in folders {
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                guard name.hasSuffix(".txt") || name.hasSuffix(".scrim"),
                    let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                else { continue }
                let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                let isScene = name.hasSuffix(".scrim")
                files.append(
                    lines.filter { isScene || $0.hasPrefix("> ") || $0.hasPrefix("+ ") }
                        .map { String($0.dropFirst(isScene ? 0 : 2)) })
            }
        }
        self.files = files.map { $0.map { Array($0.utf8) }.filter(Self.isHarmless) }.filter { !$0.isEmpty }
        words = Set(files.joined().flatMap { $0.split(separator: " ").filter { $0.count < 200 } }).sorted()
            .map { Array($0.utf8) }
    }

    /// False for what ends the daemon, its limits or the output's size, lets the connection wait, takes seconds, or reaches files
    /// elsewhere.
    private static func isHarmless(_ line: [UInt8]) -> Bool {
        let text = String(decoding: line, as: UTF8.self)
        let words = [
            "quit", "wait", "session", "plugin", "record", "daemon", "main", "path=/", "path=\"/", "path='/", "..",
            "frames=",
            "scale=64",
        ]
        return !words.contains { text.contains($0) }
    }

    /// Twenty lines in a row, each third one changed.
    func lines(_ dice: inout Dice) -> [[UInt8]] {
        let file = dice.pick(files)
        return file[dice.upTo(file.count)...].prefix(20).map { dice.upTo(3) == 0 ? changed($0, &dice) : $0 }
    }

    /// Words from elsewhere, other numbers, damaged bytes.
    private func changed(_ original: [UInt8], _ dice: inout Dice) -> [UInt8] {
        while true {
            var line = original
            for _ in 0...dice.upTo(3) {
                var parts = line.split(separator: 32, omittingEmptySubsequences: false).map(Array.init)
                switch dice.upTo(6) {
                case 0: parts[dice.upTo(parts.count)] = dice.pick(words)
                case 1: parts.append(dice.pick(words))
                case 2: parts.swapAt(dice.upTo(parts.count), dice.upTo(parts.count))
                default:
                    line = withAnotherNumber(line, &dice)
                    continue
                }
                line = Array(parts.joined(separator: [32]))
            }
            if dice.upTo(8) == 0, !line.isEmpty { line = dice.damaged([line]) }
            line.removeAll { $0 == 10 }
            if Self.isHarmless(line) { return line }
        }
    }

    /// A number of the line is another one.
    private func withAnotherNumber(_ line: [UInt8], _ dice: inout Dice) -> [UInt8] {
        func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte || byte == 46 }
        let starts = line.indices.filter { isDigit(line[$0]) && ($0 == 0 || !isDigit(line[$0 - 1])) }
        guard !starts.isEmpty else { return line }
        let start = dice.pick(starts)
        let end = line[start...].firstIndex { !isDigit($0) } ?? line.count
        return Array(line[..<start] + dice.pick(Self.numbers) + line[end...])
    }
}
