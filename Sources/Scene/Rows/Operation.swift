public import Geometry

/// One way of drawing, say, that a list of operations knows: its name and its parameters. Data, from which lines are parsed,
/// checked, printed and documented.
public final class OperationForm: Sendable {
    /// Effect on the stack that a list of operations may have.
    public enum Role: UInt8, Sendable {
        case plain
        /// Goes one level deeper.
        case opens
        /// Comes back from there.
        case closes
    }

    public let name: String
    /// One line for `describe`.
    public let help: String
    public let role: Role
    /// Those that are `isPositional` stand in their order; the others are `key=value`.
    public let parameters: [Property]
    private let index: ByteTable

    public init(_ name: String, role: Role = .plain, _ parameters: [Property] = [], help: String) {
        self.name = name
        self.help = help
        self.role = role
        self.parameters = parameters
        var index = ByteTable()
        for (slot, parameter) in parameters.enumerated() { index.insert(parameter.name, slot) }
        self.index = index
    }

    /// Index of the parameter with this name.
    public func parameter(named name: ByteView) -> Int? { index.find(name) }
}

/// One operation of a list: a form of its property's, and a value for each of that form's parameters.
public struct Operation: Equatable, Sendable {
    /// Index in `Property.operations`.
    public var form: UInt8
    /// As many as the form has parameters.
    public var values: [Value]

    public init(form: UInt8, values: [Value]) {
        self.form = form
        self.values = values
    }

    /// Its part of the size of a list: about the number of its points and numbers.
    var weight: Int {
        values.reduce(0) { sum, value in
            switch value {
            case .path(let path): sum + max(path.points.count, path.commands.count)
            case .boundsPath(let path): sum + path.weight
            case .numbers(let list): sum + list.count
            // As many colours as a list may hold are as many as one drawing may have.
            case .colors(let list): sum + 16 * list.count
            // So much is drawn of it, at most, as of that many colours.
            case .string(let text): sum + 16 * text.utf8.count
            default: sum
            }
        }
    }
}

/// Operations in order, to which one is appended at a time.
///
/// A list shares its memory with the list that it was made from by appending: each sees the first `count`. So appending, taking an
/// append back, and comparing a list with its state before cost nothing that grows with the list; that makes a
/// hundred thousand lines linear. Used on the scene's thread only.
public struct OperationList: Equatable, @unchecked Sendable {
    /// The most operations of one list.
    public static let limit = 100_000
    /// The most points and numbers of one list; a colour of a list and a byte of text count as 16.
    public static let weightLimit = 1_000_000
    /// The most levels that are open at a time.
    public static let depthLimit = 256

    private struct Entry {
        var operation: Operation
        /// Levels that are open after it.
        var depth: Int32
        /// Of all up to it.
        var weight: Int32
    }

    private final class Storage {
        var entries: [Entry] = []
        /// The objects that operations name, each once, with the index of the first one that does.
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

    /// The same operations in memory of their own, for another thread.
    func detached() -> OperationList {
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

    /// The list with one more. Throws `value` when it closes a level that is not open, `limit` when the list gets too large.
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

    /// The list with `operation` in front of the one at `index`, or in its place; without an operation, without the one at
    /// `index`. Takes time with the length of the list. Throws as `appending` does, and `value` for an index beyond the end.
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

    /// The same list in memory of its own, with `body`'s operations.
    private func mapping(_ body: (Operation) -> Operation) -> OperationList {
        var list = OperationList()
        for var entry in storage.entries.prefix(count) {
            entry.operation = body(entry.operation)
            list.storage.append(entry)
        }
        list.count = count
        return list
    }

    /// True when both have the same memory: the longer one begins with the other.
    public func shares(_ other: OperationList) -> Bool { storage === other.storage }

    /// The objects that operations from `first` on name, and none before.
    public func objects(from first: Int = 0) -> [ObjectID] {
        let named = storage.named
        func slot(of bound: Int) -> Int {
            var (low, high) = (0, named.count)
            while low < high {
                let middle = (low + high) / 2
                if named[middle].first < bound { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let (start, end) = (slot(of: first), slot(of: count))
        return start < end ? named[start..<end].map(\.id) : []
    }

    /// The list with the objects that it names replaced by `body`'s; nil names none.
    func mappingObjects(_ body: (ObjectID) -> ObjectID?) -> OperationList {
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
