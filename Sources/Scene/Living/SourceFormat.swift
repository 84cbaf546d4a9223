package import Expressions
package import Geometry

/// How a file is parsed into the fields of `data`.
package enum SourceFormat: String, CaseIterable, Sendable {
    /// The whole file as `text`.
    case text
    /// `lines`, a list, and `count`.
    case lines
    /// `KEY=VALUE` or `KEY: VALUE` on each line.
    case keyvalue
    /// The members of an object; an array becomes `items` and `count`, anything else `value`.
    case json
    /// `items`, a record for each line with the names in the first one, and `count`.
    case csv

    /// Property names of `data`, which cannot be fields.
    package static let reserved = ["kind", "source", "every", "format", "watch", "state", "message"]

    /// Maximum number of bytes read from a file.
    package static let maxBytes = 4 << 20

    /// The fields for `bytes`. One line feed at the end is ignored. Throws with a one-line reason when parsing fails.
    package func fields(_ bytes: ByteView) throws(ValueSyntax) -> [ExpressionRecord.Field] {
        var end = bytes.count
        if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
        let content = bytes[0..<end]
        switch self {
        case .text: return [.init("text", .text(Self.text(content)))]
        case .lines:
            // An empty file has no lines; a file with only a line feed has one empty line.
            let lines = bytes.isEmpty ? [] : Self.lines(content).map { ExpressionValue.text(Self.text($0)) }
            return [.init("lines", .items(lines)), .init("count", .number(Double(lines.count)))]
        case .keyvalue: return try Self.keyValues(content)
        case .json: return try Self.members(content)
        case .csv: return try Self.table(content)
        }
    }

    /// Decodes text; NUL and invalid UTF-8 are replaced by U+FFFD.
    private static func text(_ bytes: ByteView) -> String {
        let text = bytes.string
        return text.utf8.contains(0)
            ? String(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) }) : text
    }

    /// The lines without their LF or CR LF.
    private static func lines(_ bytes: ByteView) -> [ByteView] {
        var lines: [ByteView] = []
        var start = 0
        for i in 0...bytes.count where i == bytes.count || bytes[i] == 0x0A {
            let end = i > start && bytes[i - 1] == 0x0D ? i - 1 : i
            lines.append(bytes[start..<end])
            start = i + 1
        }
        return lines
    }

    private static func keyValues(_ bytes: ByteView) throws(ValueSyntax) -> [ExpressionRecord.Field] {
        var fields: [ExpressionRecord.Field] = []
        var indices: [String: Int] = [:]
        for line in lines(bytes) {
            guard let separator = (0..<line.count).first(where: { isSeparator(line[$0]) }) else { continue }
            let name = trimmed(line[0..<separator])
            guard name.count > 0, name[0] != UInt8(ascii: "#") else { continue }
            let key = Self.key(name)
            if reserved.contains(key) { continue }
            let field = ExpressionRecord.Field(key, value(trimmed(line[separator + 1..<line.count])))
            if let known = indices[key] {
                fields[known] = field
            } else {
                indices[key] = fields.count
                fields.append(field)
            }
        }
        guard !fields.isEmpty else { throw ValueSyntax("no line is KEY=VALUE or KEY: VALUE", at: 0) }
        return fields
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") }

    /// Converts a name to a key: invalid characters become `_`, and a letter is added in front if necessary.
    private static func key(_ name: ByteView) -> String {
        var key = ByteReader.isLetter(name[0]) ? "" : "_"
        for scalar in name.string.unicodeScalars {
            let byte = UInt8(ascii: scalar.isASCII ? scalar : "_")
            let isKept =
                ByteReader.isLetter(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-")
            key.unicodeScalars.append(isKept ? scalar : "_")
        }
        return key
    }

    /// A value typed by its text; a quoted value is a text without its quotes.
    private static func value(_ bytes: ByteView) -> ExpressionValue {
        if bytes.count >= 2, bytes[0] == bytes[bytes.count - 1],
            bytes[0] == UInt8(ascii: "\"") || bytes[0] == UInt8(ascii: "'")
        {
            return .text(text(bytes[1..<bytes.count - 1]))
        }
        let value = ExpressionValue(typing: bytes)
        if case .text = value { return .text(text(bytes)) }
        return value
    }

    private static func trimmed(_ bytes: ByteView) -> ByteView {
        var (start, end) = (0, bytes.count)
        while start < end, ByteReader.isSpace(bytes[start]) { start += 1 }
        while start < end, ByteReader.isSpace(bytes[end - 1]) { end -= 1 }
        return bytes[start..<end]
    }

    private static func table(_ bytes: ByteView) throws(ValueSyntax) -> [ExpressionRecord.Field] {
        guard let records = CommaSeparatedText.records(of: text(bytes)) else {
            throw ValueSyntax("a quote is not closed", at: 0)
        }
        guard let names = records.first, names.allSatisfy({ !$0.isEmpty }), Set(names).count == names.count else {
            throw ValueSyntax("the first line has to name the fields, each by a name of its own", at: 0)
        }
        let items = records.dropFirst().map { record in
            ExpressionValue.record(
                ExpressionRecord(
                    zip(names, record).map { name, field in
                        .init(name, ByteView.with(field) { ExpressionValue(typing: $0) })
                    }))
        }
        return [.init("items", .items(items)), .init("count", .number(Double(items.count)))]
    }

    private static func members(_ bytes: ByteView) throws(ValueSyntax) -> [ExpressionRecord.Field] {
        switch try ExpressionValue(json: bytes) {
        case .record(let record): return record.fields.filter { !reserved.contains($0.key) }
        case .list(let items):
            return [.init("items", .list(items)), .init("count", .number(Double(items.count)))]
        case let value: return [.init("value", value)]
        }
    }
}
