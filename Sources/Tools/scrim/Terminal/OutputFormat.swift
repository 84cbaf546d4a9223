import Expressions
import Glibc

/// How the payloads of replies are printed.
struct OutputFormat {
    enum Form {
        /// Pretty-printed on a terminal, otherwise unchanged.
        case auto
        case compact, pretty
        /// Values without JSON syntax, one per line.
        case raw
        case template(Template)
    }

    var form = Form.auto
    var coloring = Coloring.auto

    /// Handles an option of this group; returns false for others.
    mutating func take(_ name: String, _ joined: String?, _ options: inout OptionReader) throws(Failure) -> Bool {
        switch name {
        case "-r", "--raw": form = .raw
        case "--json": form = .compact
        case "--pretty": form = .pretty
        case "--format": form = .template(try Template(options.value(of: name, joined: joined)))
        case "--color", "--colour":
            let word = try options.value(of: name, joined: joined)
            guard let coloring = Coloring(rawValue: word) else {
                throw .usage("\(name) takes auto, always or never: \(word)")
            }
            self.coloring = coloring
        default: return false
        }
        return true
    }

    /// True when payloads are printed unchanged.
    var isVerbatim: Bool {
        switch form {
        case .compact: true
        case .auto: !Console.isTerminal(STDOUT_FILENO)
        case .pretty, .raw, .template: false
        }
    }

    /// Prints a payload with an LF; nothing for an empty one.
    func print(_ payload: String) throws(Failure) {
        if payload.isEmpty { return }
        guard !isVerbatim, let value = JSONValue(payload) else { return try Console.printLine(payload) }
        let text = text(of: value)
        if !text.isEmpty { try Console.printLine(text) }
    }

    private func text(of value: JSONValue) -> String {
        switch form {
        case .raw: value.rawLines.joined(separator: "\n")
        case .template(let template): template.lines(for: value).joined(separator: "\n")
        case .auto, .compact, .pretty:
            JSONPrinter(width: Terminal.size().columns, isColored: coloring.applies(to: STDOUT_FILENO)).print(value)
        }
    }
}

/// Text with value names in braces: `{position.x} {name}`. `{{` and `}}` are braces, `\n` and `\t` as in C.
struct Template {
    private enum Part {
        case text(String)
        case value(String)
    }

    private var parts: [Part] = []

    /// The names in it, in order.
    var names: [String] { parts.compactMap { if case .value(let name) = $0 { name } else { nil } } }

    init(_ text: String) throws(Failure) {
        var plain = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}": plain.append(rest.removeFirst())
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .usage("--format: a { without its }: \(text)") }
                parts.append(.text(plain))
                parts.append(.value(String(rest[..<end])))
                plain = ""
                rest = rest[rest.index(after: end)...]
            case "\\" where rest.first == "n" || rest.first == "t":
                plain.append(rest.removeFirst() == "n" ? "\n" : "\t")
            default: plain.append(character)
            }
        }
        parts.append(.text(plain))
    }

    /// One line for each element of a list or each of several objects by id, otherwise a single one.
    func lines(for value: JSONValue) -> [String] {
        if case .array(let values) = value { return values.map { line($0, id: nil) } }
        let members = value.members
        let isOfObjects = !members.isEmpty && members.allSatisfy { if case .object = $0.value { true } else { false } }
        return isOfObjects ? members.map { line($0.value, id: $0.key) } : [line(value, id: nil)]
    }

    private func line(_ value: JSONValue, id: String?) -> String {
        var line = ""
        for part in parts {
            switch part {
            case .text(let text): line += text
            case .value("id") where id != nil: line += id ?? ""
            case .value(let path): line += (path.isEmpty ? value : value.value(at: path[...]))?.raw ?? ""
            }
        }
        return line
    }
}

extension JSONValue {
    /// Names for list elements, as in key paths, in addition to `0`, `1` and so on.
    private static let parts = ["x": 0, "y": 1, "width": 2, "height": 3]

    /// The value at a dotted path. Names may contain dots: the longest existing one is used.
    func value(at path: Substring) -> JSONValue? {
        if let value = self[String(path)] { return value }
        var end = path.endIndex
        while let dot = path[..<end].lastIndex(of: ".") {
            if let value = self[String(path[..<dot])] { return value.value(at: path[path.index(after: dot)...]) }
            end = dot
        }
        guard case .array(let values) = self else { return nil }
        let dot = path.firstIndex(of: ".") ?? path.endIndex
        let name = String(path[..<dot])
        let size = values.count == 2 ? ["width": 0, "height": 1] : [:]
        guard let index = Int(name) ?? size[name] ?? Self.parts[name], values.indices.contains(index) else {
            return nil
        }
        return dot == path.endIndex ? values[index] : values[index].value(at: path[path.index(after: dot)...])
    }
}
