public import Geometry

/// The form of an operation in a list of operations, for example a drawing command: its name and parameters. Lines are
/// parsed, checked, printed and documented from this description.
public final class OperationForm: Sendable {
    /// Effect on the nesting level of a list of operations.
    public enum Role: UInt8, Sendable {
        case plain
        /// Opens a level.
        case opens
        /// Closes a level.
        case closes
    }

    public let name: String
    /// One line for `describe`.
    public let help: String
    public let role: Role
    /// Parameters with `isPositional` are written in order without names; the others as `key=value`.
    public let parameters: [Property]
    private let index: ByteTable

    public init(_ name: String, role: Role = .plain, _ parameters: [Property] = [], help: String) {
        self.name = name
        self.help = help
        self.role = role
        self.parameters = parameters
        var index = ByteTable()
        for (number, parameter) in parameters.enumerated() { index.insert(parameter.name, number) }
        self.index = index
    }

    /// Index of the parameter with this name.
    public func parameter(named name: ByteView) -> Int? { index.find(name) }
}

/// One operation of a list: a form of its property, and a value for each parameter of that form.
public struct Operation: Equatable, Sendable {
    /// Index in `Property.operations`.
    public var form: UInt8
    /// One for each parameter of the form.
    public var values: [Value]

    public init(form: UInt8, values: [Value]) {
        self.form = form
        self.values = values
    }

    /// Contribution to the size of a list: approximately the number of its points and numbers.
    public var weight: Int {
        values.reduce(0) { sum, value in
            switch value {
            case .path(let path): sum + max(path.points.count, path.commands.count)
            case .boundsPath(let path): sum + path.weight
            case .numbers(let list): sum + list.count
            // A list may have as many colors as a drawing.
            case .colors(let list): sum + 16 * list.count
            // Drawing it costs at most as much as that many colors.
            case .string(let text): sum + 16 * text.utf8.count
            default: sum
            }
        }
    }
}

/// A list of operations, built by appending.
///
/// A list shares memory with the list that it was appended to: each uses its first `count` operations. So appending,
/// reverting an append, and comparing with the previous state take constant time, and a hundred thousand lines take
/// linear time. Used only on the scene's thread.
public struct OperationList: Equatable, @unchecked Sendable {
    /// Maximum operations of one list.
    public static let limit = 100_000
    /// Maximum points and numbers of one list; a color in a list and a byte of text count as 16.
    public static let weightLimit = 1_000_000
    /// Maximum nesting depth.
    public static let depthLimit = 256

    private struct Entry {
        var operation: Operation
        /// Nesting depth after it.
        var depth: Int32
        /// Total up to it.
        public var weight: Int32
    }

    private final class Storage {
        var entries: [Entry] = []
        /// The objects that operations name, without duplicates, with the index of the first operation that does.
        var named: [(first: Int, id: ObjectID)] = []
        var known: Set<ObjectID> = []

        func append(_ entry: Entry) {
            for id in entry.operation.values.flatMap(\.namedObjects) where known.insert(id).inserted {
                named.append((entries.count, id))
            }
            entries.append(entry)
        }
    }

    private var storage = Storage()
    public private(set) var count = 0

    public init() {}

    /// A copy with its own memory, for another thread.
    public func detached() -> OperationList {
        var list = OperationList()
        list.storage.entries = storage.entries
        list.storage.named = storage.named
        list.storage.known = storage.known
        list.count = count
        return list
    }

    public subscript(_ at: Int) -> Operation {
        precondition(at >= 0 && at < count, "an operation of the list")
        return storage.entries[at].operation
    }

    public var depth: Int { count == 0 ? 0 : Int(storage.entries[count - 1].depth) }

    public static func == (a: OperationList, b: OperationList) -> Bool {
        guard a.count == b.count else { return false }
        return a.storage === b.storage || (0..<a.count).allSatisfy { a[$0] == b[$0] }
    }

    /// The list with one more operation. Throws `value` when it closes a level that is not open, `limit` when the list
    /// gets too large.
    public func appending(_ operation: Operation, _ forms: [OperationForm]) throws(SceneError) -> OperationList {
        let form = forms[Int(operation.form)]
        var depth = self.depth
        switch form.role {
        case .plain: break
        case .opens:
            guard depth < Self.depthLimit else {
                throw SceneError(.limit, "\"\(form.name)\" more than \(Self.depthLimit) deep")
            }
            depth += 1
        case .closes:
            guard depth > 0 else {
                let opener = forms.first { $0.role == .opens }?.name ?? ""
                throw SceneError(.value, "\"\(form.name)\" without \"\(opener)\"")
            }
            depth -= 1
        }
        guard count < Self.limit else { throw SceneError(.limit, "more than \(Self.limit) operations") }
        let weight = (count == 0 ? 0 : Int(storage.entries[count - 1].weight)) + operation.weight
        guard weight <= Self.weightLimit else {
            throw SceneError(.limit, "more than \(Self.weightLimit) points and numbers in all operations")
        }
        var list = self
        list.append(Entry(operation: operation, depth: Int32(depth), weight: Int32(weight)))
        return list
    }

    /// The list with `operation` inserted before or replacing the one at `index`; without an operation, with the one at
    /// `index` removed. Takes linear time. Throws like `appending`, and `value` for an index beyond the end.
    package func changed(
        at index: Int, to operation: Operation?, inserts: Bool, _ forms: [OperationForm]
    ) throws(SceneError) -> OperationList {
        guard index >= 0, index < count || inserts && index == count else {
            throw SceneError(.value, "there is no operation \(index): the list has \(count)")
        }
        var list = OperationList()
        for at in 0..<index { list = try list.appending(storage.entries[at].operation, forms) }
        if let operation { list = try list.appending(operation, forms) }
        for at in (inserts ? index : index + 1)..<max(inserts ? index : index + 1, count) {
            list = try list.appending(storage.entries[at].operation, forms)
        }
        return list
    }

    private mutating func append(_ entry: Entry) {
        if storage.entries.count != count { self = mapping { $0 } }
        storage.append(entry)
        count += 1
    }

    /// A copy with its own memory, with the operations mapped by `body`.
    private func mapping(_ body: (Operation) -> Operation) -> OperationList {
        var list = OperationList()
        for var entry in storage.entries.prefix(count) {
            entry.operation = body(entry.operation)
            list.storage.append(entry)
        }
        list.count = count
        return list
    }

    /// True when both share memory: the longer one begins with the other.
    public func shares(_ other: OperationList) -> Bool { storage === other.storage }

    /// The objects that operations from `first` on name and earlier ones do not.
    public func objects(from first: Int = 0) -> [ObjectID] {
        let named = storage.named
        func offset(of bound: Int) -> Int {
            var (low, high) = (0, named.count)
            while low < high {
                let middle = (low + high) / 2
                if named[middle].first < bound { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let (start, end) = (offset(of: first), offset(of: count))
        return start < end ? named[start..<end].map(\.id) : []
    }

    /// The list with its object ids replaced by `body`; nil means none.
    public func mappingObjects(_ body: (ObjectID) -> ObjectID?) -> OperationList {
        guard !objects().isEmpty else { return self }
        return mapping { operation in
            var operation = operation
            operation.values = operation.values.map {
                switch $0 {
                case .object(let id): body(id).map { .object($0) } ?? .none
                case .objects(let many): .objects(many.compactMap(body))
                default: $0
                }
            }
            return operation
        }
    }
}
