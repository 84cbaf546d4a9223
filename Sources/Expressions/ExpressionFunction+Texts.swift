import Geometry

/// Functions of texts and lists, and conversions.
extension ExpressionFunction {
    func text(_ arguments: ExpressionArguments, wallTime: () -> Double) throws(ExpressionError) -> ExpressionValue {
        switch self {
        case .number: return .number(try Self.number(arguments))
        case .bool: return .boolean(try Self.boolean(arguments))
        case .text:
            guard arguments.count > 1 else { return .text(arguments[0].shortestText) }
            let digits = try arguments.integer(1, 0...FixedText.maxDigits)
            let value = try arguments.number(0)
            var out = ByteWriter()
            FixedText.print(value, digits: digits, to: &out)
            return .text(out.string)
        case .length:
            switch arguments[0] {
            case .text(let t): return .number(Double(t.count))
            case .list(let items): return .number(Double(items.count))
            default: throw arguments.mismatch(0)
            }
        case .upper: return .text(try arguments.text(0).uppercased())
        case .lower: return .text(try arguments.text(0).lowercased())
        case .trim: return .text(TextSearch.trimmed(try arguments.text(0)))
        case .contains:
            return .boolean(TextSearch.contains(try arguments.text(0), try arguments.text(1)))
        case .replace:
            return .text(
                TextSearch.replacing(try arguments.text(1), by: try arguments.text(2), in: try arguments.text(0)))
        case .split:
            let bound = 1 << 53
            return .text(
                TextSearch.piece(
                    try arguments.integer(2, -bound...bound), of: try arguments.text(0), between: try arguments.text(1)
                ))
        case .format: return .text(try FormatPattern.fill(arguments))
        case .timeText:
            let seconds = arguments.count > 1 ? try arguments.number(1) : wallTime()
            return .text(try TimeText.text(try arguments.text(0), seconds))
        case .slice, .find, .join, .append, .plot: return try list(arguments)
        default:
            guard case .list(let items) = arguments[0] else { throw arguments.mismatch(0) }
            let index = try arguments.integer(1, -(1 << 53)...(1 << 53))
            guard items.indices.contains(index) else {
                throw ExpressionError(.value, "the list has \(items.count) items, and none at \(index)")
            }
            return items[index]
        }
    }

    private static func number(_ arguments: ExpressionArguments) throws(ExpressionError) -> Double {
        switch arguments[0] {
        case .number(let n): return n
        case .boolean(let b): return b ? 1 : 0
        case .none: return 0
        case .text(let t):
            do {
                return try ByteView.with(t) { (view) throws(ValueSyntax) in try Quantity.number(view) }
            } catch { throw ExpressionError(.value, error.message) }
        default: throw arguments.mismatch(0)
        }
    }

    private static func boolean(_ arguments: ExpressionArguments) throws(ExpressionError) -> Bool {
        switch arguments[0] {
        case .number(let n): return n != 0
        case .boolean(let b): return b
        case .none: return false
        case .text(let t):
            do {
                return try ByteView.with(t) { (view) throws(ValueSyntax) in try Quantity.boolean(view) }
            } catch { throw ExpressionError(.value, error.message) }
        default: throw arguments.mismatch(0)
        }
    }
}

/// Searching in texts, byte by byte: a character of UTF-8 never begins inside another.
enum TextSearch {
    /// `text` without spaces and line feeds at its ends.
    static func trimmed(_ text: String) -> String {
        ByteView.with(text) { view in
            var (start, end) = (0, view.count)
            while start < end, ByteReader.isSpace(view[start]) { start += 1 }
            while start < end, ByteReader.isSpace(view[end - 1]) { end -= 1 }
            return view[start..<end].string
        }
    }

    /// The first `part` in `text` from byte `start` on.
    private static func find(_ part: ByteView, in text: ByteView, from start: Int) -> Int? {
        var i = start
        while i + part.count <= text.count {
            if text[i..<i + part.count] == part { return i }
            i += 1
        }
        return nil
    }

    static func contains(_ text: String, _ part: String) -> Bool {
        ByteView.with(text) { text in ByteView.with(part) { part in find(part, in: text, from: 0) != nil } }
    }

    /// Every `old` in `text` replaced, from the beginning; an empty `old` is nowhere.
    static func replacing(_ old: String, by new: String, in text: String) -> String {
        if old.isEmpty { return text }
        var out = ByteWriter()
        ByteView.with(text) { text in
            ByteView.with(old) { old in
                var start = 0
                while let found = find(old, in: text, from: start) {
                    out.append(text[start..<found])
                    out.append(text: new)
                    start = found + old.count
                }
                out.append(text[start..<text.count])
            }
        }
        return out.string
    }

    /// The piece `index`, from 0, of those that `separator` separates; empty beyond them. Characters when it is empty.
    static func piece(_ index: Int, of text: String, between separator: String) -> String {
        guard index >= 0 else { return "" }
        if separator.isEmpty {
            guard let at = text.index(text.startIndex, offsetBy: index, limitedBy: text.endIndex), at < text.endIndex
            else { return "" }
            return String(text[at])
        }
        return ByteView.with(text) { text in
            ByteView.with(separator) { separator in
                var start = 0
                for _ in 0..<index {
                    guard let found = find(separator, in: text, from: start) else { return "" }
                    start = found + separator.count
                }
                return text[start..<(find(separator, in: text, from: start) ?? text.count)].string
            }
        }
    }
}
