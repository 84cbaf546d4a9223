package import Expressions
import Geometry

/// The keys of a list's rows, and the changes of rows that follow from a change of the list.
package struct KeyedRows: Sendable {
    /// Only appended to, by the rows of a list that was appended to. Touched by one thread at a time.
    private final class Storage: @unchecked Sendable {
        let field: String?
        var keys: [String] = []
        var seen: Set<String> = []

        init(_ field: String?) { self.field = field }

        func append(_ item: ExpressionValue, at index: Int) throws(Flaw) {
            guard let field else { return keys.append("\(index)") }
            guard case .record(let record) = item, let value = record[field], value != .none else {
                throw Flaw(message: "item \(index) has no key \"\(field)\"")
            }
            let key = KeyedRows.idText(value.shortestText)
            guard !key.isEmpty, key.utf8.count <= 64 else {
                throw Flaw(message: "item \(index): a key has 1 to 64 bytes")
            }
            guard seen.insert(key).inserted else { throw Flaw(message: "two items have the key \"\(key)\"") }
            keys.append(key)
        }

        func cut(to count: Int) {
            for key in keys[count...] { seen.remove(key) }
            keys.removeSubrange(count...)
        }
    }

    private let storage: Storage
    package let count: Int

    /// The keys in the list's order, in the form used in ids.
    package var keys: [String] { Array(storage.keys[..<count]) }

    package subscript(index: Int) -> String { storage.keys[index] }

    /// The reason why a list has no rows.
    package struct Flaw: Error, Equatable, Sendable {
        package var message: String
    }

    /// The keys of `list`: the field `field` of each record, or the index without one. Throws when two are equal or one
    /// is missing. Where `list` begins with the one that `known` rows have, only the others are visited.
    package init(
        _ list: ExpressionList, key field: String?, after known: (rows: KeyedRows, list: ExpressionList)? = nil
    ) throws(Flaw) {
        if let known, known.list.isStart(of: list), known.rows.count == known.list.count,
            known.rows.storage.keys.count == known.rows.count, known.rows.storage.field == field
        {
            storage = known.rows.storage
        } else {
            storage = Storage(field)
            storage.keys.reserveCapacity(list.count)
        }
        let start = storage.keys.count
        do throws(Flaw) {
            for index in start..<list.count { try storage.append(list[index], at: index) }
        } catch {
            storage.cut(to: start)
            throw error
        }
        count = list.count
    }

    /// A subset of the rows, in another order.
    package init(_ all: KeyedRows, at indices: [Int]) {
        storage = Storage(all.storage.field)
        storage.keys = indices.map { all[$0] }
        count = indices.count
    }

    /// Replaces characters not allowed in ids by `_`.
    fileprivate static func idText(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    guard scalar.isASCII else { return "_" }
                    let byte = UInt8(ascii: scalar)
                    let isKept =
                        ByteReader.isLetter(byte) || ByteReader.isDigit(byte) || scalar == "_" || scalar == "."
                        || scalar == ":" || scalar == "-"
                    return isKept ? scalar : "_"
                }))
    }

    /// The changes, in this order: `removed` rows are removed, `inserted` rows created, then each key of the new list
    /// is moved to its index.
    package struct Changes: Equatable, Sendable {
        package var removed: [String] = []
        package var inserted: [String] = []
        /// Existing keys that have another predecessor now: those outside a longest subsequence that kept its order.
        package var moved: [String] = []
    }

    /// The changes from `old` rows to these, with as few moves as possible.
    package func changes(from old: KeyedRows) -> Changes {
        var changes = Changes()
        if keys == old.keys { return changes }
        var oldIndices: [String: Int] = [:]
        for (at, key) in old.keys.enumerated() { oldIndices[key] = at }
        let stays = Set(keys)
        changes.removed = old.keys.filter { !stays.contains($0) }
        changes.inserted = keys.filter { oldIndices[$0] == nil }
        let kept = keys.filter { oldIndices[$0] != nil }
        let still = Self.longestIncreasing(kept.map { oldIndices[$0] ?? 0 })
        for (at, key) in kept.enumerated() where !still.contains(at) { changes.moved.append(key) }
        return changes
    }

    /// Indices of a longest increasing subsequence (patience sorting).
    private static func longestIncreasing(_ values: [Int]) -> Set<Int> {
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: values.count)
        for (at, value) in values.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[at] = ends[low - 1] }
            if low == ends.count { ends.append(at) } else { ends[low] = at }
        }
        var result: Set<Int> = []
        var at = ends.last ?? -1
        while at >= 0 {
            result.insert(at)
            at = before[at]
        }
        return result
    }

    /// The range of rows, each `rowHeight` high, that are between `from` and `to`, extended by `overscan`. `length` is
    /// the number of rows.
    package static func visible(
        from: Double, to: Double, overscan: Double, rowHeight: Double, length: Int
    ) -> Range<Int> {
        guard rowHeight > 0, to > from, length > 0 else { return 0..<0 }
        func bounded(_ row: Double) -> Int { Int(min(max(row, 0), Double(length))) }
        let first = bounded(((from - overscan) / rowHeight).rounded(.down))
        let last = bounded(((to + overscan) / rowHeight).rounded(.up))
        return first..<max(first, last)
    }
}

extension KeyedRows: Equatable {
    package static func == (a: KeyedRows, b: KeyedRows) -> Bool {
        a.count == b.count && (a.storage === b.storage || a.storage.keys[..<a.count] == b.storage.keys[..<b.count])
    }
}
