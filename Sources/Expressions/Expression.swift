package import Geometry

/// An expression, compiled: postfix code in one array, with the constants and names that it mentions beside it.
package struct Expression: Sendable {
    /// The most bytes, operators and calls, and the deepest nesting of an expression.
    package static let maxBytes = 4096
    package static let maxOperations = 256
    package static let maxDepth = 64

    /// The text as it was written.
    package let text: String
    /// The type of the result as far as literals tell.
    package let type: ExpressionType
    /// Names that are asked for, each once.
    package let references: [ExpressionReference]
    /// Selectors that are counted.
    package let selectors: [Selector]
    /// True when it counts a selector that it computes, or asks for an object whose id it computes.
    package let computesNames: Bool
    /// True when it depends on wall-clock time without a name for it: `timeText` of now.
    package let usesWallTime: Bool

    let code: [Instruction]
    let constants: [ExpressionValue]
    let members: [String]
    let recordKeys: [[String]]
    let loops: [ExpressionLoop]
    /// Items and sums of loops.
    let localCount: Int
    /// The most values on the stack at once.
    let stackSize: Int

    /// Compiles `text`, which is checked as far as literals tell.
    package init(_ text: ByteView) throws(ExpressionError) {
        var compiler = ExpressionCompiler(text)
        try compiler.compile()
        self.text = text.string
        type = compiler.resultType == .angle ? .number : compiler.resultType
        references = compiler.references
        selectors = compiler.selectors
        computesNames = compiler.computesNames
        usesWallTime = compiler.usesWallTime
        code = compiler.code
        constants = compiler.constants
        members = compiler.members
        recordKeys = compiler.recordKeys
        loops = compiler.loops
        localCount = compiler.localCount
        stackSize = compiler.maxHeight
    }

    /// True when a value of `type` can come out.
    package func mayBe(_ type: ExpressionType) -> Bool { self.type.mayBe(type) }
}

extension Expression: Equatable {
    /// Expressions with the same text are equal.
    package static func == (a: Expression, b: Expression) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
}
