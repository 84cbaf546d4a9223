/// The cost of computing, as operations and as bytes of texts and lists created.
///
/// Everything that computes takes from a budget before it works or allocates: expressions and their functions,
/// selectors, lists, reactions. An evaluation may use `mostOperations` and `mostBytes`. All evaluations of one line, or
/// of one source in one step of time, share the cost of `evaluations`; the first `freeOperations` and `freeBytes` of
/// each are not counted there, so that a line may do something small for many objects.
package final class ComputeBudget {
    /// Maximum operations of one evaluation. An operation is a step of an expression, an item of a list, 16 bytes of
    /// text, or four objects tested by a selector.
    package static let mostOperations = 1_000_000
    /// Maximum size of texts and lists created by one evaluation, in bytes.
    package static let mostBytes = 4 << 20
    /// Maximum number of evaluations at full cost for one line.
    package static let evaluations = 4
    package static let freeOperations = 1024
    package static let freeBytes = 256

    /// Number of bytes of text read or written per operation.
    private static let bytesOfOperation = 16
    /// Operations for setting a value on one of many objects: a value computed for it, and any other.
    private static let operationsOfComputed = 8
    private static let operationsOfValue = 4
    /// Number of objects that a selector tests per operation.
    package static let objectsOfOperation = 4

    /// The cost of the current evaluation.
    package private(set) var operations = 0
    package private(set) var bytes = 0
    /// The cost of all evaluations since `begin`, without the free part.
    private var sumOfOperations = 0
    private var sumOfBytes = 0

    private let mostOperations: Int
    private let mostBytes: Int
    private let mayOverrun: Bool

    /// A budget with a lower limit per evaluation. `mayOverrun`: the evaluation that exceeds the sum may finish, after
    /// which `isSpent` is true.
    package init(
        operations: Int = ComputeBudget.mostOperations, bytes: Int = ComputeBudget.mostBytes, mayOverrun: Bool = false
    ) {
        (mostOperations, mostBytes, self.mayOverrun) = (operations, bytes, mayOverrun)
    }

    /// Begins a line, or a step of time, with nothing spent.
    package func begin() { (sumOfOperations, sumOfBytes, operations, bytes) = (0, 0, 0, 0) }

    /// True when the evaluations since `begin` have used up their common budget.
    package var isSpent: Bool {
        sumOfOperations >= Self.evaluations * Self.mostOperations || sumOfBytes >= Self.evaluations * Self.mostBytes
    }

    /// The state of the enclosing evaluation.
    package struct Outer {
        fileprivate let operations: Int
        fileprivate let bytes: Int
    }

    /// Begins an evaluation, which may be nested in another one. `leave` ends it, even after an error.
    package func enter() -> Outer {
        defer { (operations, bytes) = (0, 0) }
        return Outer(operations: operations, bytes: bytes)
    }

    /// Ends an evaluation. `isFree` is false for work that always concerns many objects, such as that of a selector,
    /// which has no free part.
    package func leave(_ outer: Outer, isFree: Bool = true) {
        sumOfOperations += max(0, operations - (isFree ? Self.freeOperations : 0))
        sumOfBytes += max(0, bytes - Self.freeBytes)
        (operations, bytes) = (outer.operations, outer.bytes)
    }

    /// Takes operations before they are executed.
    package func spend(_ more: Int) throws(ExpressionError) {
        guard more <= mostOperations - operations else {
            operations = mostOperations
            throw ExpressionError(.limit, "computing takes more than \(mostOperations) operations")
        }
        operations += more
        guard mayOverrun || sumOfOperations + operations - Self.freeOperations <= Self.evaluations * Self.mostOperations
        else {
            throw ExpressionError(
                .limit,
                "computing takes more than \(Self.evaluations * Self.mostOperations) operations in one line or step of time"
            )
        }
    }

    /// Takes the operations of setting `values` values, which count for the line and not for one evaluation.
    package func set(values: Int, areComputed: Bool) throws(ExpressionError) {
        sumOfOperations += (areComputed ? Self.operationsOfComputed : Self.operationsOfValue) * values
        try spend(0)
    }

    /// Takes the operations for reading `bytes` bytes.
    package func read(_ bytes: Int) throws(ExpressionError) { try spend(bytes / Self.bytesOfOperation) }

    /// Takes bytes of a text or list before it is created, with the operations for writing it plus `operations`.
    package func make(_ more: Int, operations: Int = 0) throws(ExpressionError) {
        guard more <= mostBytes - bytes else {
            bytes = mostBytes
            throw ExpressionError(.limit, "computing makes more than \(mostBytes) bytes of texts and lists")
        }
        bytes += more
        guard mayOverrun || sumOfBytes + bytes - Self.freeBytes <= Self.evaluations * Self.mostBytes else {
            throw ExpressionError(
                .limit,
                "computing makes more than \(Self.evaluations * Self.mostBytes) bytes of texts and lists in one line or step of time"
            )
        }
        try spend(operations + more / Self.bytesOfOperation)
    }

    /// Takes the bytes of a list of `items` items before it is created.
    func make(items: Int) throws(ExpressionError) {
        // Limited first, so that the multiplication does not overflow.
        try make(min(items, Self.mostBytes) * MemoryLayout<ExpressionValue>.stride, operations: items)
    }
}
