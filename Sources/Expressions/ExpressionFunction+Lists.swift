import Geometry

/// Functions of lists, and of texts as lists of characters.
extension ExpressionFunction {
    /// Items of a list that an expression makes: as many as a list of a line has.
    static let mostItems = 100_000

    func list(_ arguments: ExpressionArguments) throws(ExpressionError) -> ExpressionValue {
        switch self {
        case .slice: return try slice(arguments)
        case .find: return .number(Double(try found(arguments)))
        case .join:
            let separator = try arguments.text(1)
            return .text(try items(arguments).map(\.shortestText).joined(separator: separator))
        case .append:
            var items = try items(arguments)
            for index in 1..<arguments.count { items.append(arguments[index]) }
            guard items.count <= Self.mostItems else {
                throw ExpressionError(.value, "\(usage): a list has at most \(Self.mostItems) items")
            }
            return .list(items)
        default: return .text(try plot(arguments))
        }
    }

    private func items(_ arguments: ExpressionArguments) throws(ExpressionError) -> [ExpressionValue] {
        guard case .list(let items) = arguments[0] else { throw arguments.mismatch(0) }
        return items
    }

    /// The part from one index to before another; below 0 they count from the end, and beyond the ends they are the ends.
    private func slice(_ arguments: ExpressionArguments) throws(ExpressionError) -> ExpressionValue {
        let bound = 1 << 53
        let from = try arguments.integer(1, -bound...bound)
        let to = arguments.count > 2 ? try arguments.integer(2, -bound...bound) : bound
        func range(_ count: Int) -> Range<Int> {
            func index(_ i: Int) -> Int { Swift.min(Swift.max(0, i < 0 ? count + i : i), count) }
            return index(from)..<Swift.max(index(from), index(to))
        }
        switch arguments[0] {
        case .text(let t):
            // A byte each, as most texts have it.
            if t.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
                let kept = range(t.utf8.count)
                return .text(String(decoding: t.utf8.dropFirst(kept.lowerBound).prefix(kept.count), as: UTF8.self))
            }
            let kept = range(t.count)
            return .text(String(t.dropFirst(kept.lowerBound).prefix(kept.count)))
        case .list(let items): return .list(Array(items[range(items.count)]))
        default: throw arguments.mismatch(0)
        }
    }

    /// The index of the first character at which a text stands, or of the first item that is equal; −1 when there is none.
    private func found(_ arguments: ExpressionArguments) throws(ExpressionError) -> Int {
        switch arguments[0] {
        case .list(let items): return items.firstIndex { $0 == arguments[1] } ?? -1
        case .text(let t):
            guard case .text(let part) = arguments[1] else { throw arguments.mismatch(1) }
            if part.isEmpty { return 0 }
            let (text, wanted) = (Array(t), Array(part))
            guard text.count >= wanted.count else { return -1 }
            return (0...text.count - wanted.count).first { text[$0..<$0 + wanted.count].elementsEqual(wanted) } ?? -1
        default: throw arguments.mismatch(0)
        }
    }

    /// The path of a line through values that lie evenly from left to right; `from` is at the bottom, `to` at the top.
    private func plot(_ arguments: ExpressionArguments) throws(ExpressionError) -> String {
        let items = try items(arguments)
        let (width, height) = (try arguments.number(1), try arguments.number(2))
        let (from, to) = (try arguments.number(3), try arguments.number(4))
        guard from != to else { throw ExpressionError(.value, "\(usage): from and to are equal") }
        let step = items.count > 1 ? width / Double(items.count - 1) : 0
        var out = ByteWriter()
        for (index, item) in items.enumerated() {
            guard case .number(let value) = item else {
                throw ExpressionError(.value, "\(usage) takes a list of numbers; item \(index) is \(item.type.name)")
            }
            let y = height * (1 - Swift.min(Swift.max((value - from) / (to - from), 0), 1))
            out.append(text: index == 0 ? "M " : " L ")
            out.append(text: ExpressionValue.number(FixedText.round(Double(index) * step, digits: 3)).shortestText)
            out.append(text: " ")
            out.append(text: ExpressionValue.number(FixedText.round(y, digits: 3)).shortestText)
        }
        // A path of one point is drawn as nothing: a single value is a level line.
        if items.count == 1, width > 0 { out.append(text: " h \(width)") }
        return items.isEmpty ? "none" : out.string
    }
}
