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
