import Expressions
import Geometry
import Schema

/// Cache of lists and records in the texts of parameters, so that reading parts of a long one repeatedly is cheap.
final class DocumentCache {
    private static let most = 16
    /// Maximum JSON bytes in the cache. The values take up to thirty times as much memory.
    private static let mostBytes = 4 << 20

    private var entries: [(json: String, value: ExpressionValue)] = []
    /// Index of the entry that is replaced next.
    private var next = 0
    private var bytes = 0

    func value(of json: String) -> ExpressionValue {
        // Strings with the same storage compare fast.
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

    /// Like `value(of:)`, for an expression that is charged for parsing a text that is not cached.
    func value(of json: String, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue {
        try work.read(json.utf8.count)
        return value(of: json)
    }

    /// The list or record of a parameter that holds one; nil for all else.
    func value(
        of value: Value, _ property: Property, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue? {
        guard case .string(let text) = value, Property.beginsJSON(text), property.holdsJSON else { return nil }
        return try self.value(of: text, work)
    }

    /// The value of a text that `ExpressionValue.json` wrote.
    static func parsed(_ json: String) -> ExpressionValue {
        (try? ByteView.with(json) { (json) throws(ValueSyntax) in try ExpressionValue(json: json) }) ?? .text(json)
    }
}
