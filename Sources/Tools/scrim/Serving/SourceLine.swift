import Expressions

/// A line `#! source NAME command="…" [every=1s] [format=lines]` of a scene file: a command that sets keys of a `data`
/// object.
struct SourceLine: Equatable {
    /// How a command's output is converted to keys, as for the daemon's `source=`.
    enum Format: String, CaseIterable { case text, lines, keyvalue, json, csv }

    var name: String
    var command = ""
    /// Seconds between runs; nil for a command that keeps running and prints lines.
    var every: Double?
    var format = Format.text
    /// The number of the line, from 1.
    var line: Int

    /// The same source, wherever it stands.
    func isSame(as other: SourceLine) -> Bool {
        var moved = other
        moved.line = line
        return self == moved
    }

    /// Minimum seconds between two runs.
    static let shortest = 0.05

    /// The sources of a file. Throws `failed` with `FILE:LINE: …` for an invalid `#! source` line.
    static func all(in text: String, of file: String) throws(Failure) -> [SourceLine] {
        var sources: [SourceLine] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let rest = directive(line) else { continue }
            do throws(SourceError) {
                let words = try words(rest)
                if words.first == "on" { continue }
                let source = try SourceLine(words, number + 1)
                guard !sources.contains(where: { $0.name == source.name }) else {
                    throw SourceError("two sources feed \"\(source.name)\"")
                }
                sources.append(source)
            } catch {
                throw .failed("\(file):\(number + 1): \(error.message)")
            }
        }
        return sources
    }

    /// The words after `#!`; nil for other lines, including the interpreter line.
    static func directive(_ line: Substring) -> Substring? {
        guard line.hasPrefix("#!") else { return nil }
        let rest = line.dropFirst(2)
        guard let first = rest.first, first == " " || first == "\t" else { return nil }
        return rest.drop { $0 == " " || $0 == "\t" }.first == "/" ? nil : rest
    }

    struct SourceError: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    private init(_ words: [String], _ line: Int) throws(SourceError) {
        guard words.first == "source" else {
            throw SourceError(
                "\"\(words.first ?? "")\" is unknown behind #!: source NAME command=\"…\" or on ID EVENT command=\"…\" is expected"
            )
        }
        guard words.count > 1, !words[1].contains("=") else {
            throw SourceError("source: the name of an object of data is expected")
        }
        (name, self.line) = (words[1], line)
        for word in words.dropFirst(2) {
            guard let equals = word.firstIndex(of: "=") else {
                throw SourceError("source: \"\(word)\" found where command=, every= or format= is expected")
            }
            let value = String(word[word.index(after: equals)...])
            switch word[..<equals] {
            case "command": command = value
            case "every":
                guard let seconds = Self.seconds(value), seconds >= Self.shortest else {
                    throw SourceError("every: \"\(value)\" is no time of at least \(Self.shortest) s")
                }
                every = seconds
            case "format":
                guard let known = Format(rawValue: value) else {
                    let all = Format.allCases.map(\.rawValue).joined(separator: " ")
                    throw SourceError("format: \"\(value)\" is none of \(all)")
                }
                format = known
            default: throw SourceError("source: \"\(word[..<equals])\" is unknown: command, every and format are")
            }
        }
        guard !command.isEmpty else { throw SourceError("source: command=\"…\" is expected") }
    }

    /// `250ms`, `1s`, `5m`, `5min`, `1h`, `2d`, or seconds.
    private static func seconds(_ text: String) -> Double? {
        for (unit, factor) in [("ms", 0.001), ("min", 60.0), ("m", 60), ("s", 1), ("h", 3600), ("d", 86_400)]
        where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { $0 * factor }.flatMap { $0.isFinite ? $0 : nil }
        }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Splits words like the daemon: quotes, with backslash escapes in double ones.
    static func words(_ text: Substring) throws(SourceError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word? += character == "n" ? "\n" : character == "t" ? "\t" : String(character)
                isEscaped = false
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"" {
                    isEscaped = true
                } else {
                    word? += String(character)
                }
            } else if character == " " || character == "\t" {
                if let done = word { words.append(done) }
                word = nil
            } else {
                if word == nil { word = "" }
                if character == "\"" || character == "'" { quote = character } else { word? += String(character) }
            }
        }
        guard quote == nil else { throw SourceError("a quote is open at the end of the line") }
        if let word { words.append(word) }
        return words
    }
}

extension SourceLine.Format {
    /// The words `key=value` or `key:='…'` from a command's output; nil when the output has another format.
    func words(of output: String) -> [String]? {
        switch self {
        case .text: return ["text:=" + Self.literal(Self.trimmed(output))]
        case .lines:
            let text = Self.trimmed(output)
            let lines = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false)
            let list = "[" + lines.map { Self.json(String($0)) }.joined(separator: ",") + "]"
            return ["lines=" + list, "count=\(lines.count)"].map { WordQuoting.word($0, isFirst: false) }
        case .keyvalue:
            var words: [String] = []
            for line in output.split(separator: "\n") {
                guard let end = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { continue }
                let value = line[line.index(after: end)...].drop { $0 == " " || $0 == "\t" }
                guard let key = Self.key(String(line[..<end])), !value.isEmpty else { continue }
                words.append(WordQuoting.word("\(key)=\(value)", isFirst: false))
            }
            return words.isEmpty ? nil : words
        case .csv:
            guard let records = CommaSeparatedText.records(of: output), let names = records.first else { return nil }
            let items = records.dropFirst().map { record in
                JSONValue.object(zip(names, record).map { (key: $0, value: Self.typed($1)) })
            }
            return [Self.word("items", .array(Array(items))), "count=\(items.count)"]
        case .json:
            guard let value = JSONValue(output) else { return nil }
            switch value {
            case .object(let members):
                return members.compactMap { key, value in Self.key(key).map { Self.word($0, value) } }
            case .array(let items):
                return [Self.word("items", value), "count=\(items.count)"]
            default: return [Self.word("value", value)]
            }
        }
    }

    private static func word(_ key: String, _ value: JSONValue) -> String {
        switch value {
        case .string(let text): return "\(key):=" + literal(text)
        case .null: return "\(key)="
        default: return WordQuoting.word("\(key)=\(json(value))", isFirst: false)
        }
    }

    /// A field of a table: a number, a boolean or a text.
    private static func typed(_ field: String) -> JSONValue {
        if field == "true" || field == "false" { return .boolean(field == "true") }
        guard case .number(let number, let text)? = JSONValue(field) else { return .string(field) }
        return .number(number, text: text)
    }

    /// Keys reserved by the daemon.
    private static let reserved: Set = ["kind", "source", "every", "format", "watch", "state", "message"]

    /// A name with invalid characters replaced by `_`; nil for a reserved key.
    private static func key(_ name: String) -> String? {
        var key = ""
        for scalar in name.unicodeScalars.drop(while: { $0 == " " || $0 == "\t" }) {
            let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            key.unicodeScalars.append(isKept || scalar == "." || scalar == "-" ? scalar : "_")
        }
        while key.hasSuffix("_") { key.removeLast() }
        guard let first = key.unicodeScalars.first, !reserved.contains(key) else { return nil }
        return first.properties.isAlphabetic && first.isASCII ? key : "_" + key
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        if text.hasSuffix("\r\n") { text.removeLast() } else if text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    /// A text as an expression literal; control characters become spaces.
    private static func literal(_ text: String) -> String {
        var out = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": out += "\\'"
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "'"
    }

    private static func json(_ text: String) -> String { JSONValue.quoted(text) }

    private static func json(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(_, let text): text
        case .string(let text): json(text)
        case .array(let items): "[" + items.map { json($0) }.joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { json($0.key) + ":" + json($0.value) }.joined(separator: ",") + "}"
        }
    }
}
