import Expressions

/// Pretty-printed JSON: indented by two, short values on one line, colored by type.
struct JSONPrinter {
    /// Maximum columns of a line.
    let width: Int
    let isColored: Bool
    /// True when each member of the outermost object gets its own line, even if all fit on one.
    var isOpen = true

    func print(_ value: JSONValue) -> String { text(value, indent: 0, used: 0) }

    /// - Parameters:
    ///   - indent: of the line that it begins on.
    ///   - used: columns of that line before it.
    private func text(_ value: JSONValue, indent: Int, used: Int) -> String {
        let compact = value.compact
        let inner = String(repeating: " ", count: indent + 2)
        let fits = used + Terminal.width(compact) <= width
        let (open, close): (String, String)
        var lines: [String] = []
        switch value {
        case .object(let members) where !fits || isOpen && indent == 0 && members.count > 1:
            (open, close) = ("{", "}")
            for (key, member) in members {
                let name = JSONValue.string(key).compact
                let rest = text(member, indent: indent + 2, used: indent + 2 + Terminal.width(name) + 3)
                lines.append(inner + Style.key.paint(name, isColored) + ": " + rest)
            }
        case .array(let values) where !fits:
            (open, close) = ("[", "]")
            lines = values.map { inner + text($0, indent: indent + 2, used: indent + 3) }
        default: return line(value)
        }
        if lines.isEmpty { return open + close }
        return open + "\n" + lines.joined(separator: ",\n") + "\n" + String(repeating: " ", count: indent) + close
    }

    /// On one line.
    private func line(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            let parts = members.map {
                Style.key.paint(JSONValue.string($0.key).compact, isColored) + ": " + line($0.value)
            }
            return "{" + parts.joined(separator: ", ") + "}"
        case .array(let values): return "[" + values.map(line).joined(separator: ", ") + "]"
        case .string: return Style.string.paint(value.compact, isColored)
        case .number: return Style.number.paint(value.compact, isColored)
        case .boolean, .null: return Style.word.paint(value.compact, isColored)
        }
    }
}

extension JSONValue {
    /// JSON without spaces, as the daemon writes it.
    var compact: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(_, let text): text
        case .string(let string): Self.quoted(string)
        case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.key) + ":" + $0.value.compact }.joined(separator: ",") + "}"
        }
    }

    /// The value as `set` accepts it: texts unquoted, numbers of a list separated by commas, empty for null.
    var raw: String {
        switch self {
        case .null: ""
        case .string(let string): string
        case .array(let values): values.map(\.raw).joined(separator: ",")
        case .boolean, .number, .object: compact
        }
    }

    /// `raw`, with one line for each element of the outermost list or member of the outermost object.
    var rawLines: [String] {
        switch self {
        case .array(let values): values.map(\.raw)
        case .object(let members): members.map(\.value.raw)
        default: [raw]
        }
    }

    /// A text as a JSON string, with quotes.
    static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
