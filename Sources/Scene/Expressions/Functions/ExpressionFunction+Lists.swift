import Geometry

/// Functions of lists, and of texts as lists of characters.
extension ExpressionFunction {
    /// Maximum number of items in a list created by an expression; the same as for a list in a line.
    static let mostItems = 1_000_000

    func list(_ arguments: ExpressionArguments, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue {
        switch self {
        case .slice: return try slice(arguments, work)
        case .find: return .number(Double(try found(arguments, work)))
        case .join:
            return .text(try joined(try items(arguments), try arguments.text(1), work))
        case .append:
            let items = try items(arguments)
            guard items.count + arguments.count - 1 <= Self.mostItems else {
                throw ExpressionError(.value, "\(usage): a list has at most \(Self.mostItems) items")
            }
            try work.make(items: arguments.count - 1)
            return .list(items.appending((1..<arguments.count).map { arguments[$0] }))
        default: return .text(try plot(arguments, work))
        }
    }

    private func items(_ arguments: ExpressionArguments) throws(ExpressionError) -> ExpressionList {
        guard case .list(let items) = arguments[0] else { throw arguments.mismatch(0) }
        return items
    }

    /// The part from one index up to another, exclusive; negative indices count from the end, and indices out of range
    /// are clamped.
    private func slice(
        _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        let bound = 1 << 53
        let from = try arguments.integer(1, -bound...bound)
        let to = arguments.count > 2 ? try arguments.integer(2, -bound...bound) : bound
        func range(_ count: Int) -> Range<Int> {
            func index(_ i: Int) -> Int { Swift.min(Swift.max(0, i < 0 ? count + i : i), count) }
            return index(from)..<Swift.max(index(from), index(to))
        }
        switch arguments[0] {
        case .text(let t):
            // One byte per character, the most frequent case.
            if try TextSearch.isPlain(t, work) {
                let kept = range(t.utf8.count)
                try work.make(kept.count)
                return .text(String(decoding: t.utf8.dropFirst(kept.lowerBound).prefix(kept.count), as: UTF8.self))
            }
            // Counted once, and traversed once.
            try TextSearch.readCharacters(t, work)
            try TextSearch.readCharacters(t, work)
            let kept = range(t.count)
            let part = t.dropFirst(kept.lowerBound).prefix(kept.count)
            try work.make(part.utf8.count)
            return .text(String(part))
        case .list(let items):
            let kept = range(items.count)
            if kept.count == items.count { return .list(items) }
            try work.make(items: kept.count)
            return .items(Array(items[kept]))
        default: throw arguments.mismatch(0)
        }
    }

    /// The items as one text.
    private func joined(
        _ items: ExpressionList, _ separator: String, _ work: ComputeBudget
    ) throws(ExpressionError) -> String {
        var out = ByteWriter()
        for (index, item) in items.enumerated() {
            if index > 0 {
                try work.make(separator.utf8.count)
                out.append(text: separator)
            }
            try work.spend(1)
            try item.print(to: &out, work)
        }
        return out.string
    }

    /// The index of the first character at which a text occurs, or of the first equal item; −1 when there is none.
    private func found(_ arguments: ExpressionArguments, _ work: ComputeBudget) throws(ExpressionError) -> Int {
        switch arguments[0] {
        case .list(let items):
            let wanted = arguments[1]
            for (index, item) in items.enumerated() where try item.equals(wanted, work) { return index }
            return -1
        case .text(let t):
            guard case .text(let part) = arguments[1] else { throw arguments.mismatch(1) }
            return try TextSearch.index(of: part, in: t, work)
        default: throw arguments.mismatch(0)
        }
    }

    /// The path of a line through evenly spaced values from left to right; `from` is at the bottom, `to` at the top.
    private func plot(_ arguments: ExpressionArguments, _ work: ComputeBudget) throws(ExpressionError) -> String {
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
            let before = out.count
            let y = height * (1 - Swift.min(Swift.max((value - from) / (to - from), 0), 1))
            out.append(text: index == 0 ? "M " : " L ")
            out.append(FixedText.round(Double(index) * step, digits: 3))
            out.append(text: " ")
            out.append(FixedText.round(y, digits: 3))
            try work.make(out.count - before, operations: 1)
        }
        // A path of one point draws nothing, so a single value becomes a horizontal line.
        if items.count == 1, width > 0 { out.append(text: " h \(width)") }
        return items.isEmpty ? "none" : out.string
    }
}
