import Expressions
import Glibc

/// Rows of data: JSON objects, one per line, or CSV (RFC 4180) with field names in the first row.
struct RowFile {
    /// A row, or the error when it cannot be parsed.
    struct Row {
        /// Counted from 1.
        let number: Int
        /// The fields in order. CSV fields are texts, interpreted by parameter type.
        let fields: [Field]
        let problem: String?
    }

    struct Field {
        let name: String
        let value: JSONValue
    }

    private(set) var rows: [Row] = []
    /// True when values are texts to be parsed by parameter type.
    let isText: Bool

    private static let mostBytes = 1 << 28

    init(path: String) throws(Failure) {
        let ending = FileName.ending(of: path)
        guard let ending, ["jsonl", "ndjson", "csv"].contains(ending) else {
            throw .usage("--rows takes a file of JSON lines or CSV, named .jsonl or .csv: \(path)")
        }
        isText = ending == "csv"
        var bytes = try Self.read(path)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .failed("\(path) is not valid UTF-8") }
        if isText { try readTable(text, path) } else { readObjects(text) }
        guard !rows.isEmpty else { throw .failed("\(path) has no rows") }
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("cannot read \(path): \(SystemError.text())") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .failed("cannot read \(path): \(SystemError.text())") }
            if count == 0 { return bytes }
            bytes += chunk[0..<count]
            guard bytes.count <= mostBytes else { throw .failed("\(path) is larger than \(mostBytes >> 20) MiB") }
        }
    }

    private mutating func readObjects(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            let number = rows.count + 1
            guard let value = JSONValue(String(line)) else {
                rows.append(Row(number: number, fields: [], problem: "it is no JSON"))
                continue
            }
            guard case .object(let members) = value else {
                rows.append(Row(number: number, fields: [], problem: "it is no JSON object"))
                continue
            }
            rows.append(
                Row(
                    number: number, fields: members.map { Field(name: $0.key, value: $0.value) },
                    problem: Self.doubled(members.map(\.key))))
        }
    }

    private mutating func readTable(_ text: String, _ path: String) throws(Failure) {
        guard let records = CommaSeparatedText.records(of: text) else {
            throw .failed("\(path): a quote is not closed")
        }
        guard let names = records.first else { return }
        if let doubled = Self.doubled(names) { throw .failed("\(path): in its first row, \(doubled)") }
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw .failed("\(path): its first row has a field without a name")
        }
        for record in records.dropFirst() {
            let number = rows.count + 1
            guard record.count <= names.count else {
                let problem = "it has \(record.count) fields, and the first row names \(names.count)"
                rows.append(Row(number: number, fields: [], problem: problem))
                continue
            }
            let fields = zip(names, record).filter { !$0.1.isEmpty }.map { Field(name: $0.0, value: .string($0.1)) }
            rows.append(Row(number: number, fields: fields, problem: nil))
        }
    }

    private static func doubled(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.first { !seen.insert($0).inserted }.map { "\($0) is there twice" }
    }
}
