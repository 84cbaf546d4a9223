import Expressions

/// A pattern for replies: `ok`, `ok JSON`, `error`, `error CODE` or `error CODE MESSAGE`.
///
/// In JSON, `…` stands for any value, or for the members or items that are not named, `~N` for a number within 1e-6 of N, and `~N±E` for
/// one within E. In a message `…` stands for any text.
struct ReplyPattern {
    private enum Form {
        /// With any payload.
        case ok
        case payload(Value)
        /// Empty: any.
        case error(code: String, message: [String]?)
    }

    /// A pattern of a JSON value.
    private indirect enum Value {
        case any
        case exactly(JSONValue)
        case near(Double, within: Double)
        case array([Value], hasMore: Bool)
        case object([(key: String, value: Value)], hasMore: Bool)
    }

    /// The pattern as it was written.
    let text: String
    private let form: Form

    /// Nil for a text that is no pattern.
    init?(_ text: String) {
        self.text = text
        let (word, rest) = TestFile.split(text)
        switch word {
        case "ok" where rest.isEmpty: form = .ok
        case "ok":
            var parser = Parser(text: Array(rest))
            guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
            if case .any = value { form = .ok } else { form = .payload(value) }
        case "error":
            let (code, message) = TestFile.split(rest)
            if code.isEmpty || code == "…" {
                form = .error(code: "", message: nil)
            } else {
                let parts = message.split(separator: "…", omittingEmptySubsequences: false).map { String($0) }
                form = .error(code: code, message: message.isEmpty ? nil : parts)
            }
        default: return nil
        }
    }

    func matches(_ reply: Reply) -> Bool {
        switch (form, reply) {
        case (.ok, .ok): return true
        case (.payload(let pattern), .ok(let payload)):
            return JSONValue(payload).map { Self.matches($0, pattern) } ?? false
        case (.error(let code, let parts), .error(let text)):
            // `CODE: MESSAGE`.
            let end = text.firstIndex(of: ":") ?? text.endIndex
            guard code.isEmpty || code == text[..<end] else { return false }
            let message = text[end...].dropFirst(2)
            return parts.map { Self.matches(message, $0) } ?? true
        default: return false
        }
    }

    private static func matches(_ text: Substring, _ parts: [String]) -> Bool {
        guard parts.count > 1 else { return text == parts[0] }
        guard text.hasPrefix(parts[0]), text.hasSuffix(parts[parts.count - 1]) else { return false }
        let ends = parts[0].utf8.count + parts[parts.count - 1].utf8.count
        guard text.utf8.count >= ends else { return false }
        var rest = text.utf8.dropFirst(parts[0].utf8.count).dropLast(parts[parts.count - 1].utf8.count)
        for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
            let wanted = Array(part.utf8)
            while !rest.starts(with: wanted) {
                if rest.isEmpty { return false }
                rest = rest.dropFirst()
            }
            rest = rest.dropFirst(wanted.count)
        }
        return true
    }

    private static func matches(_ value: JSONValue, _ pattern: Value) -> Bool {
        switch (pattern, value) {
        case (.any, _): return true
        case (.near(let number, let tolerance), .number(let found, _)):
            return abs(found - number) <= tolerance * (1 + 1e-12)
        case (.array(let patterns, let hasMore), .array(let values)):
            guard hasMore ? values.count >= patterns.count : values.count == patterns.count else { return false }
            return zip(patterns, values).allSatisfy { matches($1, $0) }
        case (.object(let patterns, let hasMore), .object(let members)):
            guard hasMore || members.count == patterns.count else { return false }
            return patterns.allSatisfy { one in value[one.key].map { matches($0, one.value) } ?? false }
        case (.exactly(let wanted), _):
            switch (wanted, value) {
            case (.null, .null): return true
            case (.boolean(let a), .boolean(let b)): return a == b
            case (.number(let a, _), .number(let b, _)): return a == b
            case (.string(let a), .string(let b)): return a == b
            default: return false
            }
        default: return false
        }
    }

    /// Reads patterns of values.
    private struct Parser {
        let text: [Character]
        var at = 0

        private var next: Character? { at < text.count ? text[at] : nil }

        var isAtEnd: Bool {
            mutating get {
                skipSpace()
                return at == text.count
            }
        }

        private mutating func skipSpace() { while let next, next == " " || next == "\t" { at += 1 } }

        private mutating func take(_ character: Character) -> Bool {
            skipSpace()
            guard next == character else { return false }
            at += 1
            return true
        }

        mutating func value(depth: Int) -> Value? {
            guard depth < 64 else { return nil }
            skipSpace()
            switch next {
            case "…":
                at += 1
                return .any
            case "~":
                at += 1
                guard let number = number() else { return nil }
                guard take("±") else { return .near(number, within: 1e-6) }
                skipSpace()
                return self.number().map { .near(number, within: $0) }
            case "[":
                at += 1
                return array(depth)
            case "{":
                at += 1
                return object(depth)
            case "\"": return string().map { .exactly(.string($0)) }
            default: return word()
            }
        }

        private mutating func array(_ depth: Int) -> Value? {
            var values: [Value] = []
            if take("]") { return .array([], hasMore: false) }
            repeat {
                if take("…") {
                    if take("]") { return .array(values, hasMore: true) }
                    values.append(.any)
                    continue
                }
                guard let value = value(depth: depth + 1) else { return nil }
                values.append(value)
            } while take(",")
            return take("]") ? .array(values, hasMore: false) : nil
        }

        private mutating func object(_ depth: Int) -> Value? {
            var members: [(key: String, value: Value)] = []
            var hasMore = false
            if take("}") { return .object([], hasMore: false) }
            repeat {
                if take("…") {
                    hasMore = true
                    continue
                }
                skipSpace()
                guard next == "\"", let key = string(), take(":"), let value = value(depth: depth + 1) else {
                    return nil
                }
                members.append((key, value))
            } while take(",")
            return take("}") ? .object(members, hasMore: hasMore) : nil
        }

        private mutating func number() -> Double? {
            let start = at
            while let next, !" ,]}±\t".contains(next) { at += 1 }
            return Double(String(text[start..<at])).flatMap { $0.isFinite ? $0 : nil }
        }

        private mutating func word() -> Value? {
            let start = at
            while let next, !" ,]}\t".contains(next) { at += 1 }
            return JSONValue(String(text[start..<at])).map { .exactly($0) }
        }

        private mutating func string() -> String? {
            let start = at
            at += 1
            while let character = next, character != "\"" { at += character == "\\" ? 2 : 1 }
            guard at < text.count else { return nil }
            at += 1
            return JSONValue(String(text[start..<at]))?.string
        }
    }
}
