import Expressions

/// Sends a file's lines to a daemon one by one, and finds those that fail. If possible, a failed line is sent again
/// without its error, so that later lines are checked too; consequences of an earlier error are not reported.
struct CheckScript: ~Copyable {
    /// Lines between `define` and `end`, and whether the daemon has them.
    private struct Definition {
        var head: CheckedLine
        var lines: [CheckedLine]
    }

    var connection: Connection
    let file: String
    private(set) var findings: [CheckFinding] = []
    /// Accepted lines, as accepted.
    private(set) var lines: [CheckedLine] = []
    /// The line that created an object.
    private(set) var makers: [String: Int] = [:]
    /// Objects whose lines had errors: their appearance is not as intended.
    private(set) var mistaken: Set<String> = []
    /// Ids and kinds that are missing because of a reported error.
    private var lost: Set<String> = []
    private var definitions: [String: Definition] = [:]
    private var told: Set<String> = []
    private var transaction: (head: CheckedLine, lines: [CheckedLine])?
    private var definition: Definition?
    private static let mostAttempts = 16

    init(_ connection: consuming Connection, file: String) {
        self.connection = connection
        self.file = file
    }

    /// Verbs that do not affect the scene, or would end or block the daemon.
    private static let passedOver: Set = [
        "quit", "clock", "tick", "session", "subscribe", "unsubscribe", "record", "snapshot", "save", "sync", "hello",
        "stats",
        "undo", "redo", "checkpoint", "diff", "debug", "plugin",
    ]

    /// Handles the next line, which is no `wait`.
    mutating func take(_ line: CheckedLine) throws(Failure) {
        if Self.passedOver.contains(line.verb) { return }
        if definition != nil { return try takeDefined(line) }
        if transaction != nil { return try takeCommitted(line) }
        switch line.verb {
        case "begin": transaction = (line, [])
        case "define": definition = Definition(head: line, lines: [])
        case "commit", "abort", "end": _ = try say(line)
        case "use", "load", "repeat":
            let before = try ids()
            guard try say(line) else { return }
            for id in try ids().subtracting(before) where makers[id] == nil { makers[id] = line.number }
        default: _ = try say(line)
        }
    }

    /// Call after the last line.
    mutating func finish() throws(Failure) {
        if let open = transaction {
            transaction = nil
            tell(.note, "unused", open.head, "nothing of a transaction happens without commit")
        }
        // Instantiates definitions that the file has not used.
        for (kind, one) in definitions.sorted(by: { $0.value.head.number < $1.value.head.number }) {
            guard !lost.contains(kind), !lines.contains(where: { $0.positional(2) == kind }) else { continue }
            guard try request("begin") == nil else { return }
            var trial = CheckedLine("create check.\(kind) \(kind)", number: one.head.number)
            for _ in 0..<Self.mostAttempts {
                _ = try request(trial.text)
                guard let refusal = try request("commit") else {
                    _ = try request("undo")
                    break
                }
                // Variables are those of where an instance will be.
                if refusal.message.range(of: "unknown variable") != nil { break }
                guard let next = try refused(trial, Self.inner(refusal).refusal) else { break }
                trial = next
                guard try request("begin") == nil else { return }
            }
        }
    }

    private mutating func ids() throws(Failure) -> Set<String> {
        Set(JSONValue(try connection.ask("list"))?.elements.compactMap(\.string) ?? [])
    }

    // MARK: Saying

    /// An error's code and message; nil: the line was accepted.
    struct Refusal {
        let code: String
        let message: String
    }

    mutating func request(_ line: String) throws(Failure) -> Refusal? {
        do throws(Failure) {
            _ = try connection.ask(line)
            return nil
        } catch .failed(let text) {
            let code = text.prefix { $0 != ":" }
            return Refusal(
                code: String(code), message: String(text.dropFirst(code.count).drop { $0 == ":" || $0 == " " }))
        }
    }

    /// Sends a line, without its errors if there are some. Returns false when it was not accepted.
    private mutating func say(_ line: CheckedLine) throws(Failure) -> Bool {
        var line = line
        for _ in 0..<Self.mostAttempts {
            guard let refusal = try request(line.text) else {
                note(line)
                return true
            }
            guard let next = try refused(line, refusal) else { return false }
            line = next
        }
        return false
    }

    private mutating func note(_ line: CheckedLine) {
        lines.append(line)
        if let id = line.made { if makers[id] == nil { makers[id] = line.number } }
    }

    /// Reports an error unless it is a consequence of another one. Returns the line without it; nil when there is none.
    private mutating func refused(_ line: CheckedLine, _ refusal: Refusal) throws(Failure) -> CheckedLine? {
        if let (kind, number, inner) = instance(line, refusal) { return try redefine(kind, number, inner) ? line : nil }
        let id = line.made
        if Self.quoted(in: refusal.message).contains(where: { lost.contains($0) }) {
            if let id { lost.insert(id) }
            return nil
        }
        let mended = line.mended(by: refusal.message)
        let culprit = line.culprit(of: refusal.message)
        tell(refusal, line, fix: mended?.text)
        if let id { mistaken.insert(id) } else if let id = line.positional(1) { mistaken.insert(id) }
        if let mended, mended.text != line.text { return mended }
        if refusal.code == "unknown-kind", let kind = culprit, line.words[kind].key.isEmpty {
            return line.with("layer", at: kind)
        }
        if let culprit, let rest = line.without(culprit), rest.saysSomething { return rest }
        if let id, refusal.code != "exists" { lost.insert(id) }
        return nil
    }

    /// Quoted names and their prefixes before dots: with `a`, `a.b` is missing too.
    private static func quoted(in message: String) -> [String] {
        CheckedLine.quotations(in: message).flatMap { name in [name, String(name.prefix { $0 != "." })] }
    }

    private mutating func tell(_ refusal: Refusal, _ line: CheckedLine, fix: String?) {
        let isFile = refusal.code == "io" || refusal.code == "decode"
        guard told.insert("\(line.number) \(refusal.code) \(refusal.message)").inserted else { return }
        findings.append(
            CheckFinding(
                .error, isFile ? "missing-file" : refusal.code, in: file, line: line.number,
                column: line.column(of: refusal.message), object: line.made ?? line.positional(1), refusal.message,
                fix: fix))
    }

    mutating func tell(_ severity: CheckFinding.Severity, _ code: String, _ line: CheckedLine, _ message: String) {
        findings.append(CheckFinding(severity, code, in: file, line: line.number, message))
    }

    mutating func add(_ more: [CheckFinding]) { findings += more }

    // MARK: Transactions

    private mutating func takeCommitted(_ line: CheckedLine) throws(Failure) {
        guard var open = transaction else { return }
        guard line.verb == "commit" || line.verb == "abort" else {
            transaction?.lines.append(line)
            return
        }
        transaction = nil
        if line.verb == "abort" { return }
        attempts: for _ in 0..<Self.mostAttempts + open.lines.count {
            guard try sayBegin(&open.head) else { return }
            var index = 0
            while index < open.lines.count {
                if let refusal = try request(open.lines[index].text) {
                    if let next = try refused(open.lines[index], refusal) {
                        open.lines[index] = next
                    } else {
                        open.lines.remove(at: index)
                    }
                } else {
                    index += 1
                }
            }
            guard let refusal = try request(line.text) else {
                for line in [open.head] + open.lines { note(line) }
                return
            }
            let (number, inner) = Self.inner(refusal)
            guard let number, open.lines.indices.contains(number - 1) else {
                return tell(refusal, line, fix: nil)
            }
            if let next = try refused(open.lines[number - 1], inner) {
                open.lines[number - 1] = next
            } else {
                open.lines.remove(at: number - 1)
            }
        }
    }

    private mutating func sayBegin(_ head: inout CheckedLine) throws(Failure) -> Bool {
        for _ in 0..<Self.mostAttempts {
            guard let refusal = try request(head.text) else { return true }
            guard let next = try refused(head, refusal) else { return false }
            head = next
        }
        return false
    }

    /// The failed line of a transaction, from 1, and the error.
    static func inner(_ refusal: Refusal) -> (number: Int?, refusal: Refusal) {
        guard refusal.code == "aborted", refusal.message.hasPrefix("line ") else { return (nil, refusal) }
        let digits = refusal.message.dropFirst(5).prefix { $0.isNumber }
        let rest = refusal.message.dropFirst(5 + digits.count).drop { $0 == ":" || $0 == " " }
        let code = rest.prefix { $0 != " " }
        return (Int(digits), Refusal(code: String(code), message: String(rest.dropFirst(code.count + 1))))
    }

    // MARK: Components

    private mutating func takeDefined(_ line: CheckedLine) throws(Failure) {
        guard var open = definition else { return }
        guard line.verb == "end" || line.verb == "abort" else {
            definition?.lines.append(line)
            return
        }
        definition = nil
        guard line.verb == "end", let kind = open.head.positional(1) else { return }
        guard try sayDefinition(&open) else {
            lost.insert(kind)
            return
        }
        definitions[kind] = open
        for line in [open.head] + open.lines { lines.append(line) }
    }

    private mutating func sayDefinition(_ one: inout Definition) throws(Failure) -> Bool {
        guard try sayBegin(&one.head) else { return false }
        var index = 0
        while index < one.lines.count {
            if let refusal = try request(one.lines[index].text) {
                if let next = try refused(one.lines[index], refusal) {
                    one.lines[index] = next
                } else {
                    one.lines.remove(at: index)
                }
            } else {
                index += 1
            }
        }
        guard let refusal = try request("end") else { return true }
        tell(refusal, one.head, fix: nil)
        _ = try request("abort")
        return false
    }

    /// The component, and the number (from 1) of its line that failed when an instance was created; nil: another
    /// failure.
    private func instance(_ line: CheckedLine, _ refusal: Refusal) -> (kind: String, number: Int, refusal: Refusal)? {
        guard refusal.code == "aborted", refusal.message.hasPrefix("\""),
            let mark = refusal.message.range(of: "\", line "), let kind = kind(of: line), definitions[kind] != nil
        else { return nil }
        let rest = "line " + refusal.message[mark.upperBound...]
        let (number, inner) = Self.inner(Refusal(code: "aborted", message: rest))
        return number.map { (kind, $0, inner) }
    }

    /// The kind of the instance that a line creates directly or by the rows of a list.
    private func kind(of line: CheckedLine) -> String? {
        if let kind = line.value(of: "of"), definitions[kind] != nil { return kind }
        return line.positional(2)
    }

    /// Defines a component again without the error of a line, which is reported. Returns false when that is not
    /// possible.
    private mutating func redefine(_ kind: String, _ number: Int, _ refusal: Refusal) throws(Failure) -> Bool {
        guard var one = definitions[kind], one.lines.indices.contains(number - 1) else { return false }
        if let next = try refused(one.lines[number - 1], refusal) {
            one.lines[number - 1] = next
        } else {
            one.lines.remove(at: number - 1)
        }
        guard try request("undefine \(kind)") == nil, try sayDefinition(&one) else {
            lost.insert(kind)
            return false
        }
        definitions[kind] = one
        return true
    }
}
