import Geometry

/// Functions of texts and lists, and conversions.
extension ExpressionFunction {
    func text(
        _ arguments: ExpressionArguments, _ work: ComputeBudget, wallTime: () -> Double
    ) throws(ExpressionError) -> ExpressionValue {
        switch self {
        case .number: return .number(try Self.number(arguments, work))
        case .bool: return .boolean(try Self.boolean(arguments, work))
        case .text:
            guard arguments.count > 1 else { return .text(try arguments[0].shortestText(work)) }
            let digits = try arguments.integer(1, 0...FixedText.maxDigits)
            let value = try arguments.number(0)
            var out = ByteWriter()
            FixedText.print(value, digits: digits, to: &out)
            return .text(out.string)
        case .length:
            switch arguments[0] {
            case .text(let t):
                try TextSearch.readCharacters(t, work)
                return .number(Double(t.count))
            case .list(let items): return .number(Double(items.count))
            default: throw arguments.mismatch(0)
            }
        case .upper, .lower:
            let text = try arguments.text(0)
            // A character of two bytes may become three of two bytes each; ASCII keeps its length.
            try work.make(text.utf8.count * (try TextSearch.isPlain(text, work) ? 1 : 3))
            return .text(self == .upper ? text.uppercased() : text.lowercased())
        case .trim: return .text(try TextSearch.trimmed(try arguments.text(0), work))
        case .contains:
            return .boolean(try TextSearch.contains(try arguments.text(0), try arguments.text(1), work))
        case .replace:
            return .text(
                try TextSearch.replacing(
                    try arguments.text(1), by: try arguments.text(2), in: try arguments.text(0), work))
        case .split:
            let bound = 1 << 53
            return .text(
                try TextSearch.piece(
                    try arguments.integer(2, -bound...bound), of: try arguments.text(0),
                    between: try arguments.text(1), work))
        case .format: return .text(try FormatPattern.fill(arguments, work))
        case .timeText:
            let seconds = arguments.count > 1 ? try arguments.number(1) : wallTime()
            return .text(try TimeText.text(try arguments.text(0), seconds, work))
        case .date:
            let text = try arguments.text(0)
            guard let seconds = ByteView.with(text, { WallTime.seconds($0, mayBePartial: true) }) else {
                throw ExpressionError(
                    .value, "date: \"\(text)\" is no date like 2026-11-26 or 2026-11-26T18:00:00Z")
            }
            return .number(seconds)
        case .slice, .find, .join, .append, .plot: return try list(arguments, work)
        case .concat, .insert, .removeAt, .reverse, .sort, .unique, .sum, .indexOf, .with, .without, .keys:
            return try collection(arguments, work)
        case .startsWith, .endsWith, .padStart, .padEnd, .repeatText, .chars: return try padded(arguments, work)
        case .random:
            var numbers = RandomNumbers(seed: try arguments.number(0))
            return .number(numbers.next())
        default:
            guard case .list(let items) = arguments[0] else { throw arguments.mismatch(0) }
            let index = try arguments.integer(1, -(1 << 53)...(1 << 53))
            guard items.indices.contains(index) else {
                throw ExpressionError(.value, "the list has \(items.count) items, and none at \(index)")
            }
            return items[index]
        }
    }

    private static func number(
        _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> Double {
        switch arguments[0] {
        case .number(let n): return n
        case .boolean(let b): return b ? 1 : 0
        case .none: return 0
        case .text(let t):
            try work.read(t.utf8.count)
            do {
                return try ByteView.with(t) { (view) throws(ValueSyntax) in try Quantity.number(view) }
            } catch { throw ExpressionError(.value, error.message) }
        default: throw arguments.mismatch(0)
        }
    }

    private static func boolean(
        _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> Bool {
        switch arguments[0] {
        case .number(let n): return n != 0
        case .boolean(let b): return b
        case .none: return false
        case .text(let t):
            try work.read(t.utf8.count)
            do {
                return try ByteView.with(t) { (view) throws(ValueSyntax) in try Quantity.boolean(view) }
            } catch { throw ExpressionError(.value, error.message) }
        default: throw arguments.mismatch(0)
        }
    }
}
