import Foundation

/// Lines sent and what has to come back, in the words of a file under `Tests/Transcripts`.
///
/// A file holds cases, each of which begins with `= NAME` on new connections, after `clear` and `clock manual`:
///
/// - `> LINE`, `< PATTERN`: sends a line; holds the next reply to a pattern
/// - `+ LINE`: sends a line that has to succeed
/// - `! PATTERN`, `! none`, `!-`: holds the next event to a pattern; none is left; drops what is unread
/// - `>2`, `<2`, `!2`, `x2`: the same on connection 2; closes it
/// - `>b "…"`, `>r N TEXT`: bytes with `\n` as they are; N times TEXT
/// - `g ID NAME JSON`: `get` gives this
/// - `f FILE LINE`: adds a line to `$TMP/FILE`
/// - `z SECONDS`: waits
///
/// Patterns: `ok`, `ok JSON`, `error CODE`, `error CODE *part*part*`; for events `NAME JSON`; `raw TEXT` is the whole line;
/// `closed`. In JSON, objects may have more keys than the pattern; `"$name"` keeps a value, and compares it the next time.
struct Transcript: CustomStringConvertible, Sendable {
    struct Step: Sendable {
        var line: Int
        var sign: Character
        var link: Int
        var mode: Character?
        var text: String
    }

    var file: String
    var name: String
    var steps: [Step] = []
    var description: String { "\(file): \(name)" }

    static func all() throws -> [Transcript] {
        var cases: [Transcript] = []
        for path in try Checkout.files("Tests/Transcripts", ending: ".txt") {
            for (number, line) in try Checkout.text(path).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated() where !line.isEmpty && !line.hasPrefix("#")
            {
                if line.hasPrefix("= ") {
                    cases.append(Transcript(file: path, name: String(line.dropFirst(2))))
                } else {
                    cases[cases.count - 1].steps.append(step(line, number + 1))
                }
            }
        }
        return cases
    }

    private static func step(_ line: Substring, _ number: Int) -> Step {
        let head = line.prefix { $0 != " " }
        let mode = head.last.flatMap { "br-".contains($0) && head.count > 1 ? $0 : nil }
        let link = Int(head.dropFirst().filter(\.isNumber)) ?? 1
        return Step(
            line: number, sign: head.first ?? " ", link: link, mode: mode,
            text: String(line.dropFirst(head.count + 1)))
    }

    /// What did not hold.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Plays the case. Throws at the first line that does not hold.
    func play(_ daemon: Daemon) throws {
        var player = Player(daemon: daemon)
        for line in ["clear", "clock manual"] { _ = try player.link(1).ask(line) }
        for step in steps {
            do { try player.play(step) } catch {
                throw Failure(description: "\(file):\(step.line): \(step.text): \(error)")
            }
        }
    }
}

private struct Player {
    let daemon: Daemon
    private var links: [Int: Link] = [:]
    private var kept: [String: NSObject] = [:]

    init(daemon: Daemon) { self.daemon = daemon }

    mutating func link(_ number: Int) throws -> Link {
        if let link = links[number] { return link }
        let link = try daemon.link()
        links[number] = link
        return link
    }

    mutating func play(_ step: Transcript.Step) throws {
        let text = step.text.replacing("$TMP", with: daemon.sandbox.path)
        switch step.sign {
        case ">": try send(text, step.mode, try link(step.link))
        case "+":
            let reply = try link(step.link).ask(text)
            guard reply.hasPrefix("ok") else { throw Transcript.Failure(description: reply) }
        case "<": try hold(text == "closed" ? "" : try link(step.link).line(), to: text, link(step.link))
        case "!" where step.mode == "-": _ = try link(step.link).events()
        case "!" where text == "none":
            let left = try link(step.link).events()
            guard left.isEmpty else { throw Transcript.Failure(description: left[0]) }
        case "!": try hold(String(link(step.link).event().dropFirst(6)), to: text, link(step.link))
        case "x": links[step.link] = nil
        case "g":
            let words = text.split(separator: " ", maxSplits: 2).map(String.init)
            try hold(link(1).ask("get \(words[0]) \(words[1])"), to: "ok {\"\(words[1])\":\(words[2])}", link(1))
        case "f":
            let words = text.split(separator: " ", maxSplits: 1).map(String.init)
            let old = (try? daemon.sandbox.bytes(words[0])) ?? Data()
            _ = try daemon.sandbox.write(String(decoding: old, as: UTF8.self) + words[1] + "\n", to: words[0])
        case "z": usleep(UInt32((Double(text) ?? 0) * 1e6))
        default: throw Transcript.Failure(description: "not a step")
        }
    }

    private func send(_ text: String, _ mode: Character?, _ link: Link) throws {
        switch mode {
        case "b": try link.send(Array(text.dropFirst().dropLast().replacing("\\n", with: "\n").utf8))
        case "r":
            let words = text.split(separator: " ", maxSplits: 1)
            try link.send(Array(String(repeating: String(words[1]), count: Int(words[0]) ?? 0).utf8))
        default: try link.send(Array((text + "\n").utf8))
        }
    }

    private mutating func hold(_ line: String, to pattern: String, _ link: Link) throws {
        let wrong = Transcript.Failure(description: "got \(line)")
        if pattern == "closed" {
            if !link.isClosed() { throw Transcript.Failure(description: "still open") }
            return
        }
        if pattern.hasPrefix("raw ") {
            guard line == pattern.dropFirst(4) else { throw wrong }
            return
        }
        if pattern.hasPrefix("error ") {
            let words = pattern.split(separator: " ", maxSplits: 2).map(String.init)
            guard line.hasPrefix("error \(words[1]) ") else { throw wrong }
            var rest = line.dropFirst(words[1].count + 7)
            for part in words.dropFirst(2).joined().split(separator: "*") {
                guard let found = rest.firstRange(of: part) else { throw wrong }
                rest = rest[found.upperBound...]
            }
            return
        }
        let words = pattern.split(separator: " ", maxSplits: 1).map(String.init)
        guard line == words[0] || line.hasPrefix(words[0] + " ") else { throw wrong }
        guard words.count > 1 else { return }
        let wanted = words[1].hasPrefix("$") ? "\"\(words[1])\"" : words[1]
        guard matches(json(wanted), json(String(line.dropFirst(words[0].count + 1)))) else { throw wrong }
    }

    private func json(_ text: String) -> Any {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) ?? text
    }

    private mutating func matches(_ pattern: Any, _ value: Any) -> Bool {
        if let name = pattern as? String, name.hasPrefix("$"), let value = value as? NSObject {
            if let before = kept[name] { return before == value }
            kept[name] = value
            return true
        }
        if let pattern = pattern as? [String: Any] {
            guard let value = value as? [String: Any] else { return false }
            for (key, wanted) in pattern {
                guard let got = value[key], matches(wanted, got) else { return false }
            }
            return true
        }
        if let pattern = pattern as? [Any] {
            guard let value = value as? [Any], value.count == pattern.count else { return false }
            for (wanted, got) in zip(pattern, value) where !matches(wanted, got) { return false }
            return true
        }
        if let a = pattern as? Double, let b = value as? Double { return abs(a - b) < 1e-4 }
        return (pattern as? NSObject) == (value as? NSObject)
    }
}
