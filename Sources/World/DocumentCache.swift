import Expressions
import Geometry

/// Lists and records that were read from their JSON lately, so that reading a part of a long one again costs nothing.
final class DocumentCache {
    private static let most = 16
    /// Bytes of JSON that are kept as values, which take up to thirty times as much memory.
    private static let mostBytes = 4 << 20

    private var entries: [(json: String, value: ExpressionValue)] = []
    /// The entry that is replaced next.
    private var next = 0
    private var bytes = 0

    func value(of json: String) -> ExpressionValue {
        // The same storage compares at once.
        for entry in entries where entry.json.utf8.count == json.utf8.count && entry.json == json { return entry.value }
        let value = Self.parsed(json)
        if bytes + json.utf8.count > Self.mostBytes { (entries, next, bytes) = ([], 0, 0) }
        bytes += json.utf8.count
        if entries.count < Self.most {
            entries.append((json, value))
        } else {
            bytes -= entries[next].json.utf8.count
            entries[next] = (json, value)
            next = (next + 1) % Self.most
        }
        return value
    }

    /// The same, for an expression that pays for reading a text that was not read lately.
    func value(of json: String, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue {
        try work.read(json.utf8.count)
        return value(of: json)
    }

    /// The value of a text that was written by `ExpressionValue.json`.
    static func parsed(_ json: String) -> ExpressionValue {
        (try? ByteView.with(json) { (json) throws(ValueSyntax) in try ExpressionValue(json: json) }) ?? .text(json)
    }
}
