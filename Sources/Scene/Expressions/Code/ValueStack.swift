/// The value stack of a running expression, in memory owned by the evaluation.
@safe struct ValueStack: ~Copyable {
    private let base: UnsafeMutablePointer<ExpressionValue>
    private let capacity: Int
    private var count = 0

    init(_ base: UnsafeMutablePointer<ExpressionValue>, capacity: Int) {
        unsafe self.base = base
        self.capacity = capacity
    }

    var top: ExpressionValue {
        precondition(count > 0)
        return unsafe base[count - 1]
    }

    mutating func push(_ value: consuming ExpressionValue) {
        precondition(count < capacity)
        unsafe (base + count).initialize(to: value)
        count += 1
    }

    mutating func pop() -> ExpressionValue {
        precondition(count > 0)
        count -= 1
        return unsafe (base + count).move()
    }

    /// Replaces the top value.
    mutating func replace(_ value: consuming ExpressionValue) {
        precondition(count > 0)
        unsafe base[count - 1] = value
    }

    mutating func drop(_ dropped: Int) {
        precondition(dropped <= count)
        count -= dropped
        unsafe (base + count).deinitialize(count: dropped)
    }

    mutating func removeAll() { drop(count) }

    /// The last `arguments` values; valid until the stack changes.
    func arguments(_ arguments: Int, of function: ExpressionFunction) -> ExpressionArguments {
        precondition(arguments <= count)
        return unsafe ExpressionArguments(base + (count - arguments), count: arguments, of: function)
    }
}
