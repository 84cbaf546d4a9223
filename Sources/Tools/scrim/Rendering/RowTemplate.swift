import Expressions

/// The parameters of a template. Converts rows to lines that set them.
struct RowTemplate {
    private let properties: [RowFile.Field]
    /// Start of a row's line.
    private let head: String
    let hasID: Bool

    /// Queries a daemon that has run the template.
    init(_ connection: inout Connection, _ path: String) throws(Failure) {
        let kind: String
        if let payload = try Self.ask("get template kind", &connection), let known = JSONValue(payload)?["kind"]?.string
        {
            kind = known
            head = "set template"
        } else {
            guard let name = try Self.lastDefinition(&connection) else {
                throw .failed("\(path) has no instance `template`, and defines no component")
            }
            kind = name
            let size = JSONValue(try connection.ask("get root bounds"))?["bounds"]?.elements.compactMap(\.number) ?? []
            let middle = size.count == 4 ? "\(size[2] / 2),\(size[3] / 2)" : "0,0"
            head = WordQuoting.line(["create", "template", name, "position=\(middle)"])
        }
        guard let payload = try Self.ask(WordQuoting.line(["describe", kind, "format=schema"]), &connection),
            let schema = JSONValue(payload)
        else { throw .failed("\(path): `template` is a \(kind) and no instance of a component") }
        properties = (schema["properties"]?.members ?? []).map { RowFile.Field(name: $0.key, value: $0.value) }
        hasID = properties.contains { $0.name == "id" }
    }

    private static func ask(_ line: String, _ connection: inout Connection) throws(Failure) -> String? {
        do throws(Failure) { return try connection.ask(line) } catch .failed { return nil }
    }

    private static func lastDefinition(_ connection: inout Connection) throws(Failure) -> String? {
        guard let lines = JSONValue(try connection.ask("dump"))?.elements else { return nil }
        var name: String?
        for line in lines {
            let words = (line.string ?? "").split(separator: " ", maxSplits: 2)
            if words.count > 1, words[0] == "define" { name = String(words[1]) }
        }
        return name
    }

    /// A row as a line. Throws `failed` with the invalid field.
    func line(of row: RowFile.Row, isText: Bool) throws(Failure) -> String {
        var line = head
        for field in row.fields where field.name != "id" || hasID {
            let (name, value) = (field.name, field.value)
            guard let property = properties.first(where: { $0.name == name })?.value else {
                throw .failed(
                    "\(name): the template has no such field; it has \(properties.map(\.name).joined(separator: " "))")
            }
            line += " " + (try Self.word(name, value, property, isText: isText))
        }
        return line
    }

    /// A value quoted so that it cannot be taken for a reference, an expression or another word.
    private static func word(
        _ name: String, _ value: JSONValue, _ property: JSONValue, isText: Bool
    ) throws(Failure) -> String {
        func wrong(_ wanted: String) -> Failure { .failed("\(name): \(wanted) is expected, not \(value.compact)") }
        let type = property["type"]?.string ?? "string"
        let isColor = property["format"]?.string == "color"
        if isText, case .string(let text) = value {
            if type == "string", !isColor, property["enum"] == nil { return try literal(name, text) }
            guard !text.hasPrefix("$") else { throw wrong("a value") }
            return WordQuoting.word("\(name)=\(text)", isFirst: false)
        }
        switch (type, value) {
        case ("string", .string(let text)):
            if !isColor, property["enum"] == nil { return try literal(name, text) }
            guard !text.hasPrefix("$"), !text.isEmpty else { throw wrong(isColor ? "a color" : "a choice") }
            return WordQuoting.word("\(name)=\(text)", isFirst: false)
        case ("number", .number(_, let text)): return "\(name)=\(text)"
        case ("boolean", .boolean(let flag)): return "\(name)=\(flag)"
        case ("array", .array(let items)):
            var texts: [String] = []
            let isOfColors = property["items"]?["format"] != nil
            for item in items {
                switch item {
                case .number(_, let text) where !isOfColors: texts.append(text)
                case .string(let text) where isOfColors && !text.hasPrefix("$") && !text.isEmpty: texts.append(text)
                default: throw wrong(isOfColors ? "a list of colors" : "a list of numbers")
                }
            }
            guard !texts.isEmpty else { throw wrong("a list") }
            return WordQuoting.word("\(name)=\(texts.joined(separator: ","))", isFirst: false)
        default: throw wrong(type == "array" ? "a list" : isColor ? "a color" : "a \(type)")
        }
    }

    /// A quoted text. Throws for characters that lines cannot contain.
    private static func literal(_ name: String, _ text: String) throws(Failure) -> String {
        // An empty word would restore the default.
        if text.isEmpty { return "\(name):=''" }
        guard !text.unicodeScalars.contains(where: { $0.value == 0 }) else {
            throw .failed("\(name): a text has no NUL")
        }
        guard text.hasPrefix("$") else { return WordQuoting.word("\(name)=\(text)", isFirst: false) }
        var literal = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": literal += "\\'"
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return "\(name):=\(literal)'"
    }
}
