/// A step of a compiled expression: takes values from the stack and puts one there.
struct Instruction: Equatable, Sendable {
    enum Operation: UInt8, Sendable {
        /// A constant or the value of a reference; `operand` is its index.
        case constant, reference
        /// Functions about objects: of a reference (`operand`), or of an id on the stack.
        case existsReference, existsID, indexReference, indexID, hasReference, hasID
        /// The number of objects that a selector matches, which is compiled (`operand`) or a text on the stack.
        case countSelector, countText
        /// A part of a value; `operand` is the index of its name.
        case member
        case negate, not
        case add, subtract, multiply, divide, remainder
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        /// Goes on at `operand`.
        case jump
        /// Takes a boolean, and goes on at `operand` when it is false.
        case jumpIfFalse
        /// Goes on at `operand` when the boolean is false (`and`) or true (`or`), which stays; else takes it.
        case and, or
        /// Holds the value to be a boolean.
        case boolean
        /// Makes a list of `count` values, or a record of `count` whose keys are the list of names `operand`.
        case makeList, makeRecord
        /// The item of a list, or the field of a record, that the value above it says.
        case item
        /// The item of a loop, its index, or its sum; `operand` is its index.
        case local
        /// Goes over the list below with the code up to the end of the loop `operand`.
        case loop
        /// Calls the function `operand` with `count` arguments.
        case call
    }

    var operation: Operation
    /// The arguments of a call.
    var count: UInt16 = 0
    /// The byte of the expression to which an error belongs.
    var offset: UInt16 = 0
    var operand: Int32 = 0
}

/// A function that goes over a list: `map(x in list, EXPR)`.
struct ExpressionLoop: Sendable {
    enum Function: String, Sendable { case map, filter, find, any, all, fold }

    var function: Function
    /// The local values of the item and of its index, and of the sum of `fold`.
    var item: Int
    var index: Int
    var sum = -1
    /// Behind the last instruction of its expression.
    var end = 0
}
