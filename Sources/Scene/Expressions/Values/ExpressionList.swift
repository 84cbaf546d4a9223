import Geometry
import Synchronization

/// The items of a list.
///
/// A list that another one was appended to shares its storage with it, so that appending takes amortized constant time, whoever keeps the
/// list as it was before.
package struct ExpressionList: RandomAccessCollection, Sendable {
    /// Only appended to: what a list sees of it never changes. Other threads read it, in copies of a scene: they keep the
    /// array that they iterate over, and the next item goes into an array of its own.
    private final class Storage: Sendable {
        struct Items {
            var items: [ExpressionValue]
            /// The leading items known to be as JSON would give them again, and their sums.
            var plainCount = 0
            var plain = PlainExtent()
        }

        let state: Mutex<Items>

        init(_ items: [ExpressionValue]) { state = Mutex(Items(items: items)) }
    }

    private let storage: Storage
    package let count: Int

    package init(_ items: [ExpressionValue] = []) { (storage, count) = (Storage(items), items.count) }

    private init(_ storage: Storage, count: Int) { (self.storage, self.count) = (storage, count) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> ExpressionValue {
        precondition(index < count)
        return storage.state.withLock { $0.items[index] }
    }

    /// The items, without a copy.
    private var slice: ArraySlice<ExpressionValue> { storage.state.withLock { $0.items[..<count] } }

    package func makeIterator() -> ArraySlice<ExpressionValue>.Iterator { slice.makeIterator() }

    /// The items as an array of their own.
    package var array: [ExpressionValue] {
        storage.state.withLock { count == $0.items.count ? $0.items : Array($0.items[..<count]) }
    }

    /// The list with items behind its last one. The first to append to a list does not copy it.
    package func appending(_ more: [ExpressionValue]) -> ExpressionList {
        let isLast = storage.state.withLock { state in
            guard state.items.count == count else { return false }
            state.items.append(contentsOf: more)
            return true
        }
        return isLast ? ExpressionList(storage, count: count + more.count) : ExpressionList(array + more)
    }

    /// True when `other` is known to begin with this list, or to be this list.
    package func isStart(of other: ExpressionList) -> Bool { storage === other.storage && count <= other.count }

    /// The list with the values that its JSON would be read as, and the extent of that JSON. Of a list that was appended to, only the new
    /// items are visited.
    fileprivate func plain(
        _ work: ComputeBudget?
    ) throws(ExpressionError) -> (list: ExpressionList, extent: PlainExtent) {
        let known = storage.state.withLock { $0.plainCount }
        if known > count { return try ExpressionList(array).plain(work) }
        var new = PlainExtent()
        for item in slice[known...] {
            let item = try item.plainItem(work)
            guard item.isSame else {
                var items: [ExpressionValue] = []
                for item in self { items.append(try item.plainItem(work).value) }
                return try ExpressionList(items).plain(work)
            }
            new.add(item.extent)
        }
        let extent = storage.state.withLock { state in
            // Only the loop adds to it.
            state.plainCount = count
            state.plain.add(new)
            return state.plain
        }
        return (self, extent.enclosed(count))
    }
}

/// The bytes and the depth of JSON.
private struct PlainExtent {
    var bytes = 0
    var depth = 0

    mutating func add(_ other: PlainExtent) { (bytes, depth) = (bytes + other.bytes, max(depth, other.depth)) }

    /// With brackets around, and commas between `count` items.
    func enclosed(_ count: Int) -> PlainExtent { PlainExtent(bytes: bytes + 2 + max(0, count - 1), depth: depth + 1) }
}

extension ExpressionList: Equatable {
    package static func == (a: ExpressionList, b: ExpressionList) -> Bool {
        a.count == b.count && (a.storage === b.storage || a.elementsEqual(b))
    }
}

extension ExpressionList: ExpressibleByArrayLiteral {
    package init(arrayLiteral items: ExpressionValue...) { self.init(items) }
}

extension ExpressionValue {
    /// A list of these items.
    package static func items(_ items: [ExpressionValue]) -> ExpressionValue { .list(ExpressionList(items)) }

    /// The value that its JSON is read as, and the bytes of that JSON: colors become texts, points lists. Nil when it is nested too deep to
    /// be read.
    package var plain: (value: ExpressionValue, bytes: Int)? {
        // Without a budget nothing is thrown.
        guard let item = try? plainItem(nil), item.extent.depth <= JSONReader.maxDepth else { return nil }
        return (item.value, item.extent.bytes)
    }

    /// Takes what storing the value costs from the budget: what was stored before is free.
    func payForStoring(_ work: ComputeBudget) throws(ExpressionError) { _ = try plainItem(work) }

    fileprivate func plainItem(
        _ work: ComputeBudget?
    ) throws(ExpressionError) -> (value: ExpressionValue, extent: PlainExtent, isSame: Bool) {
        switch self {
        case .none, .boolean, .number, .text:
            var out = ByteWriter()
            json(to: &out)
            try work?.make(out.count, operations: 1)
            return (self, PlainExtent(bytes: out.count), true)
        case .list(let items):
            let (list, extent) = try items.plain(work)
            return (.list(list), extent, items.isStart(of: list))
        case .record(let record):
            var extent = PlainExtent()
            var isSame = true
            var fields: [ExpressionRecord.Field] = []
            for field in record.fields {
                let item = try field.value.plainItem(work)
                var key = ByteWriter()
                ExpressionValue.text(field.key).json(to: &key)
                extent.add(item.extent)
                extent.bytes += key.count + 1
                isSame = isSame && item.isSame
                fields.append(.init(field.key, item.value))
            }
            let value = isSame ? self : .record(ExpressionRecord(fields))
            return (value, extent.enclosed(fields.count), isSame)
        case .color, .point, .size, .rect:
            var out = ByteWriter()
            json(to: &out)
            let text = out.string
            try work?.make(text.utf8.count, operations: 1)
            let value = ByteView.with(text) { try? ExpressionValue(json: $0) } ?? .none
            return (value, PlainExtent(bytes: text.utf8.count, depth: 1), false)
        }
    }
}
