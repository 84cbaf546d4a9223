import Geometry

/// Functions that derive lists and records from others.
extension ExpressionFunction {
    func collection(
        _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        switch self {
        case .with, .without, .keys: return try record(arguments, work)
        case .concat: return try joinedLists(arguments, work)
        default: break
        }
        guard case .list(let list) = arguments[0] else { throw arguments.mismatch(0) }
        var items = list.array
        try work.spend(items.count)
        switch self {
        case .insert:
            let index = try place(arguments, in: 0...items.count, of: items)
            try checkCount(items.count + 1)
            items.insert(arguments[2], at: index)
        case .removeAt:
            guard !items.isEmpty else { throw Self.missing(arguments[1], in: items) }
            items.remove(at: try place(arguments, in: 0...items.count - 1, of: items))
        case .reverse: items.reverse()
        case .sort: items = try sorted(items, arguments, work)
        case .unique: items = try distinct(items, work)
        case .sum:
            var sum = 0.0
            for item in items {
                guard case .number(let n) = item else {
                    throw ExpressionError(.value, "\(usage) adds numbers, not \(item.type.name)")
                }
                sum += n
            }
            return .number(sum)
        default:
            for (index, item) in items.enumerated() where try item.equals(arguments[1], work) {
                return .number(Double(index))
            }
            return .number(-1)
        }
        try work.make(items: items.count)
        return .items(items)
    }

    /// The first list with the items of the others behind its own, which are not copied.
    private func joinedLists(
        _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        guard case .list(var list) = arguments[0] else { throw arguments.mismatch(0) }
        for at in 1..<Swift.max(1, arguments.count) {
            guard case .list(let more) = arguments[at] else { throw arguments.mismatch(at) }
            try checkCount(list.count + more.count)
            try work.make(items: more.count)
            list = list.appending(more.array)
        }
        return .list(list)
    }

    private func checkCount(_ count: Int) throws(ExpressionError) {
        guard count <= Self.mostItems else {
            throw ExpressionError(.value, "\(usage): a list has at most \(Self.mostItems) items")
        }
    }

    private static func missing(_ index: ExpressionValue, in items: [ExpressionValue]) -> ExpressionError {
        ExpressionError(.value, "the list has \(items.count) items, and none at \(index.shortestText)")
    }

    private func place(
        _ arguments: ExpressionArguments, in range: ClosedRange<Int>, of items: [ExpressionValue]
    ) throws(ExpressionError) -> Int {
        let n = try arguments.number(1)
        guard n.rounded() == n, n >= Double(range.lowerBound), n <= Double(range.upperBound) else {
            throw Self.missing(arguments[1], in: items)
        }
        return Int(n)
    }

    /// Stable, also in descending order.
    private func sorted(
        _ items: [ExpressionValue], _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> [ExpressionValue] {
        let descending = "descending"
        var key: String?
        var isDescending = false
        if arguments.count == 2 {
            let word = try arguments.text(1)
            if word == descending { isDescending = true } else { key = word }
        } else if arguments.count == 3 {
            key = try arguments.text(1)
            guard try arguments.text(2) == descending else {
                throw ExpressionError(.value, "\(usage): 'descending' is expected, not '\(try arguments.text(2))'")
            }
            isDescending = true
        }
        var keyed: [(key: ExpressionValue, item: ExpressionValue)] = []
        for item in items {
            guard let key else {
                keyed.append((item, item))
                continue
            }
            let part = try ByteView.with(key) { (key) throws(ExpressionError) in try item.member(key, work) }
            guard let part else {
                throw ExpressionError(.value, "\(usage): \(item.type.name) has no field \"\(key)\"")
            }
            keyed.append((part, item))
        }
        try SortOrder.check(keyed.map(\.key), usage)
        try work.spend(items.count * Swift.max(1, Int.bitWidth - items.count.leadingZeroBitCount))
        let order = keyed.indices.sorted {
            if let isLess = SortOrder.isLess(keyed[$0].key, keyed[$1].key) { return isLess != isDescending }
            return $0 < $1
        }
        return order.map { keyed[$0].item }
    }

    private func distinct(
        _ items: [ExpressionValue], _ work: ComputeBudget
    ) throws(ExpressionError) -> [ExpressionValue] {
        var seen: Set<String> = []
        var kept: [ExpressionValue] = []
        for item in items where seen.insert("\(item.type.rawValue) \(try item.shortestText(work))").inserted {
            kept.append(item)
        }
        return kept
    }

    private func record(
        _ arguments: ExpressionArguments, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        guard case .record(var record) = arguments[0] else { throw arguments.mismatch(0) }
        try work.make(items: record.fields.count + 1)
        if self == .keys { return .items(record.fields.map { .text($0.key) }) }
        let key = try arguments.text(1)
        if self == .without {
            record.fields.removeAll { $0.key == key }
        } else if let at = record.fields.lastIndex(where: { $0.key == key }) {
            record.fields[at].value = arguments[2]
        } else {
            record.fields.append(.init(key, arguments[2]))
        }
        return .record(record)
    }

    // MARK: Texts

    func padded(_ arguments: ExpressionArguments, _ work: ComputeBudget) throws(ExpressionError) -> ExpressionValue {
        let text = try arguments.text(0)
        try TextSearch.readCharacters(text, work)
        switch self {
        case .startsWith: return .boolean(text.utf8.starts(with: try arguments.text(1).utf8))
        case .endsWith: return .boolean(text.utf8.reversed().starts(with: try arguments.text(1).utf8.reversed()))
        case .chars:
            try work.make(items: text.count)
            return .items(text.map { .text(String($0)) })
        case .repeatText:
            let count = try arguments.integer(1, 0...Self.mostItems)
            try work.make(text.utf8.count * count)
            return .text(String(repeating: text, count: count))
        default:
            let length = try arguments.integer(1, 0...Self.mostItems)
            let fill = arguments.count > 2 ? try arguments.text(2) : " "
            guard fill.count == 1 else {
                throw ExpressionError(.value, "\(usage): c is one character, not \"\(fill)\"")
            }
            let missing = Swift.max(0, length - text.count)
            try work.make(text.utf8.count + missing * fill.utf8.count)
            let padding = String(repeating: fill, count: missing)
            return .text(self == .padStart ? padding + text : text + padding)
        }
    }
}

/// The order used to sort values: numbers; texts by their bytes; false before true. Types cannot be mixed.
package enum SortOrder {
    /// Throws `value` for values that cannot be compared.
    package static func check(_ values: [ExpressionValue], _ what: String) throws(ExpressionError) {
        for value in values {
            switch value {
            case .number, .text, .boolean: break
            default: throw ExpressionError(.value, "\(what): \(value.type.name) has no order")
            }
            if let first = values.first, first.type != value.type {
                throw ExpressionError(.value, "\(what): \(first.type.name) and \(value.type.name) have no order")
            }
        }
    }

    /// Nil when they are equal.
    package static func isLess(_ a: ExpressionValue, _ b: ExpressionValue) -> Bool? {
        switch (a, b) {
        case (.number(let a), .number(let b)): a == b ? nil : a < b
        case (.text(let a), .text(let b)):
            a.utf8.elementsEqual(b.utf8) ? nil : a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.boolean(let a), .boolean(let b)): a == b ? nil : !a
        default: nil
        }
    }
}
