/// The lines of reactions and timers, checked in the scene at the end of the file: their names are resolved whether the
/// lines run or not.
struct CheckKeptLines {
    private let line: CheckedLine
    /// The object with the reaction.
    private let owner: String?
    private let lines: [CheckedLine]

    /// Nil for a line without such lines.
    init?(_ line: CheckedLine) {
        guard line.verb == "on" || line.verb == "every" || line.verb == "after", let kept = line.kept else {
            return nil
        }
        self.line = line
        owner = line.verb == "on" ? line.positional(1) : nil
        lines = Self.split(kept).map { CheckedLine($0, number: line.number) }
    }

    /// Ids of objects that the lines create.
    var made: [String] { lines.compactMap(\.made) }

    /// The lines between semicolons and line feeds outside of quotes.
    private static func split(_ text: String) -> [String] {
        var lines = [""]
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ";" || character == "\n" {
                lines.append("")
                continue
            }
            lines[lines.count - 1].append(character)
        }
        return lines.filter { $0.contains { $0 != " " && $0 != "\t" } }
    }

    /// A query with the same names, without names that are known only when an event happens; nil: none.
    private func question(_ line: CheckedLine) -> (text: String, isReal: (Int) -> Bool)? {
        let verbs: Set = ["set", "put", "create", "animate", "remove", "scrollTo", "focus"]
        guard let id = line.positional(1), !id.contains("{"), !id.hasPrefix("."), let own = owner ?? Optional(id) else {
            return nil
        }
        let name = id == "self" ? own : id
        guard name != "self", !["none", "next", "previous"].contains(name) else { return nil }
        guard verbs.contains(line.verb) else {
            let asks: Set = ["on", "off", "bind", "draw"]
            return asks.contains(line.verb) ? ("get \(WordQuoting.word(name, isFirst: false))", { _ in true }) : nil
        }
        var open: Set<Int> = []
        var words: [String] = []
        for (number, word) in line.words.enumerated() {
            let isOpen = word.isExpression || word.value.contains("{") || word.value == "self"
            if word.key.isEmpty {
                if isOpen, number > 1 { return nil }
                words.append(number == 1 ? name : word.value)
            } else if isOpen {
                // Only the key is checked: an empty value is valid for any type.
                if line.verb == "animate" { return ("get \(WordQuoting.word(name, isFirst: false))", { _ in true }) }
                open.insert(number)
                words.append(word.key + "=")
            } else {
                words.append(word.key + "=" + word.value)
            }
        }
        return (WordQuoting.line(words), { !open.contains($0) })
    }

    /// The first mistake of a name or value in the lines, as an error of the line that keeps them.
    ///
    /// - Parameters:
    ///   - known: ids of objects that come at some time.
    ///   - growing: those below whose ids others come: lists, and what kept lines make.
    func finding(
        in script: inout CheckScript, known: Set<String>, growing: Set<String>
    ) throws(Failure) -> CheckFinding? {
        let questions = lines.compactMap { line in question(line).map { (line, $0.text, $0.isReal) } }
        guard !questions.isEmpty, try script.request("begin") == nil else { return nil }
        var found: (line: CheckedLine, refusal: CheckScript.Refusal, isReal: (Int) -> Bool)?
        var asked: [(CheckedLine, (Int) -> Bool)] = []
        for (line, text, isReal) in questions {
            if text.hasPrefix("get ") {
                if let refusal = try script.request(text), found == nil { found = (line, refusal, isReal) }
            } else if let refusal = try script.request(text) {
                if found == nil { found = (line, refusal, isReal) }
            } else {
                asked.append((line, isReal))
            }
        }
        if let refusal = try script.request("commit") {
            let (number, inner) = CheckScript.inner(refusal)
            if found == nil, let number, asked.indices.contains(number - 1) {
                found = (asked[number - 1].0, inner, asked[number - 1].1)
            }
        } else {
            _ = try script.request("undo")
        }
        guard let found, isMistake(found, known, growing) else { return nil }
        let mended = found.line.mended(by: found.refusal.message)
        var fix: String?
        if let mended, let range = line.text.range(of: found.line.text) {
            fix = line.text[..<range.lowerBound] + mended.text + line.text[range.upperBound...]
        }
        return CheckFinding(
            .error, found.refusal.code, in: script.file, line: line.number, column: nil, object: owner ?? line.made,
            found.refusal.message, fix: fix)
    }

    private func isMistake(
        _ found: (line: CheckedLine, refusal: CheckScript.Refusal, isReal: (Int) -> Bool), _ known: Set<String>,
        _ growing: Set<String>
    ) -> Bool {
        switch found.refusal.code {
        case "unknown-object":
            guard let name = CheckedLine.quotations(in: found.refusal.message).first else { return false }
            return !known.contains(name) && !growing.contains(String(name.prefix { $0 != "." }))
        case "unknown-property", "unknown-kind", "unknown-verb", "unknown-variable": return true
        case "value": return found.line.culprit(of: found.refusal.message).map(found.isReal) ?? false
        default: return false
        }
    }
}
