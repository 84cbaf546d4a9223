/// A step of a compiled expression: pops values from the stack and pushes one.
struct Instruction: Equatable, Sendable {
    enum Operation: UInt8, Sendable {
        /// A constant or the value of a reference; `operand` is its index.
        case constant, reference
        /// Functions about objects, given by a reference (`operand`) or an id on the stack.
        case existsReference, existsID, indexReference, indexID, hasReference, hasID
        /// The number of objects matched by a selector, which is compiled (`operand`) or a text on the stack.
        case countSelector, countText
        /// A part of a value; `operand` is the index of its name.
        case member
        case negate, not
        case add, subtract, multiply, divide, remainder
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        /// Continues at `operand`.
        case jump
        /// Pops a boolean, and continues at `operand` when it is false.
        case jumpIfFalse
        /// Continues at `operand` when the boolean is false (`and`) or true (`or`), and keeps it; otherwise pops it.
        case and, or
        /// Fails unless the value on the stack is a boolean.
        case boolean
        /// Makes a list of `count` values, or a record of `count` values whose keys are in the list of names `operand`.
        case makeList, makeRecord
        /// The item of a list, or the field of a record; the index or name is on top of the stack.
        case item
        /// An argument of a function, the item of a loop, its index, or its accumulator; `operand` is the index of the local value.
        case local
        /// Executes the code up to the end of the loop `operand` for each item of the list on the stack.
        case loop
        /// Calls the function `operand` with `count` arguments.
        case call
        /// Calls the function of the scene `operand` with `count` arguments.
        case callUser
    }

    var operation: Operation
    /// Number of arguments of a call.
    var count: UInt16 = 0
    /// The byte of the expression to which errors refer.
    var offset: UInt16 = 0
    var operand: Int32 = 0
}

/// A function that iterates over a list: `map(x in list, EXPR)`.
struct ExpressionLoop: Sendable {
    enum Function: String, Sendable { case map, filter, find, any, all, fold }

    var function: Function
    /// Indices of the local values for the item, its index, and the accumulator of `fold`.
    var item: Int
    var index: Int
    var sum = -1
    /// Index after the last instruction of its expression.
    var end = 0
}
