/// The cost of computing in one currency: operations, and bytes of the texts and lists that are made.
///
/// Everything that computes takes from one of these before it works or allocates: expressions and their functions, selectors, lists, reactions.
/// An evaluation has `mostOperations` and `mostBytes`. All evaluations of one line, or of one maker in one step of time, have those of
/// `evaluations` together; the first `freeOperations` and `freeBytes` of each do not count there, so that a line may do something small for
/// many objects.
package final class ComputeBudget {
    /// Operations of one evaluation: steps of an expression, items of lists, 16 bytes of texts, four objects that a selector looks at.
    package static let mostOperations = 1_000_000
    /// Bytes of texts and lists that one evaluation makes.
    package static let mostBytes = 4 << 20
    /// Evaluations of full cost that one line computes.
    package static let evaluations = 4
    package static let freeOperations = 1024
    package static let freeBytes = 256

    /// Bytes of a text that are read or written by one operation.
    private static let bytesOfOperation = 16
    /// Operations of setting a value for one of many objects: one that was computed for it, and any other.
    private static let operationsOfComputed = 8
    private static let operationsOfValue = 4
    /// Objects that a selector looks at by one operation.
    package static let objectsOfOperation = 4

    /// The cost of the evaluation that runs.
    package private(set) var operations = 0
    package private(set) var bytes = 0
    /// The cost of all evaluations that have ended since `begin`, beyond what is free.
    private var sumOfOperations = 0
    private var sumOfBytes = 0

    private let mostOperations: Int
    private let mostBytes: Int
    private let mayOverrun: Bool

    /// One with less for an evaluation than most have.
    /// `mayOverrun`: the evaluation that comes to the end of the sum goes on to its own end, behind which `isSpent`.
    package init(
        operations: Int = ComputeBudget.mostOperations, bytes: Int = ComputeBudget.mostBytes, mayOverrun: Bool = false
    ) {
        (mostOperations, mostBytes, self.mayOverrun) = (operations, bytes, mayOverrun)
    }

    /// Begins a line, or a step of time: what was spent before counts no more.
    package func begin() { (sumOfOperations, sumOfBytes, operations, bytes) = (0, 0, 0, 0) }

    /// True when the evaluations since `begin` have used up what they have together.
    package var isSpent: Bool {
        sumOfOperations >= Self.evaluations * Self.mostOperations || sumOfBytes >= Self.evaluations * Self.mostBytes
    }

    /// The evaluation around another one.
    package struct Outer {
        fileprivate let operations: Int
        fileprivate let bytes: Int
    }

    /// Begins an evaluation, which may stand inside another one. `leave` ends it, whether it failed or not.
    package func enter() -> Outer {
        defer { (operations, bytes) = (0, 0) }
        return Outer(operations: operations, bytes: bytes)
    }

    ///
    /// `isFree`: false for work that is always for many objects, as that of a selector.
    package func leave(_ outer: Outer, isFree: Bool = true) {
        sumOfOperations += max(0, operations - (isFree ? Self.freeOperations : 0))
        sumOfBytes += max(0, bytes - Self.freeBytes)
        (operations, bytes) = (outer.operations, outer.bytes)
    }

    /// Takes operations that are about to be done.
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

    /// Takes the operations of setting so many values, which count for the line and not for one evaluation.
    package func set(values: Int, areComputed: Bool) throws(ExpressionError) {
        sumOfOperations += (areComputed ? Self.operationsOfComputed : Self.operationsOfValue) * values
        try spend(0)
    }

    /// Takes the operations that reading so many bytes costs.
    package func read(_ bytes: Int) throws(ExpressionError) { try spend(bytes / Self.bytesOfOperation) }

    /// Takes bytes of a text or list that is about to be made, with the operations that writing it costs and as many more.
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

    /// Takes the bytes of a list of so many items that is about to be made.
    func make(items: Int) throws(ExpressionError) {
        // More than any evaluation may make are not multiplied.
        try make(min(items, Self.mostBytes) * MemoryLayout<ExpressionValue>.stride, operations: items)
    }
}
