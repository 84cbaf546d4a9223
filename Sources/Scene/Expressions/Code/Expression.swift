package import Geometry

/// A compiled expression: postfix code in one array, with the constants and names that it uses.
package struct Expression: Sendable {
    /// Maximum size in bytes, number of operators and calls, and nesting depth of an expression.
    package static let maxBytes = 4096
    package static let maxOperations = 256
    package static let maxDepth = 64

    /// The source text.
    package let text: String
    /// The type of the result as far as it is known from literals.
    package let type: ExpressionType
    /// The names that it uses, each once.
    package let references: [ExpressionReference]
    /// The selectors that it counts.
    package let selectors: [Selector]
    /// True when it computes a selector, or the id of an object, at run time.
    package let computesNames: Bool
    /// The functions of the scene that it calls, also through others.
    package let functions: Set<String>
    /// True when it depends on wall-clock time without using the name `wall`: `timeText` of the current time.
    package let usesWallTime: Bool

    /// Numbers of references and selectors in this text itself, which come before those of the functions that it calls.
    let own: (references: Int, selectors: Int)
    let code: [Instruction]
    let constants: [ExpressionValue]
    let members: [String]
    let recordKeys: [[String]]
    let loops: [ExpressionLoop]
    let calls: [UserCall]
    /// Number of local values: parameters, then items and accumulators of loops.
    let localCount: Int
    /// Maximum number of values on the stack.
    let stackSize: Int

    /// Compiles `text`; types are checked as far as they are known from literals. `functions` may be called. For the
    /// body of a function, `parameters` are the names of its arguments.
    package init(
        _ text: ByteView, _ functions: UserFunctions = UserFunctions(), parameters: [String]? = nil
    ) throws(ExpressionError) {
        var compiler = ExpressionCompiler(text, functions, parameters)
        try compiler.compile()
        self.text = text.string
        type = compiler.resultType == .angle ? .number : compiler.resultType
        references = compiler.references
        selectors = compiler.selectors
        computesNames = compiler.computesNames
        usesWallTime = compiler.usesWallTime
        self.functions = compiler.called
        calls = compiler.calls
        own = compiler.own
        code = compiler.code
        constants = compiler.constants
        members = compiler.members
        recordKeys = compiler.recordKeys
        loops = compiler.loops
        localCount = compiler.localCount
        stackSize = compiler.maxHeight
    }

    /// True when the result can have the type `type`.
    package func mayBe(_ type: ExpressionType) -> Bool { self.type.mayBe(type) }
}

extension Expression: Equatable {
    /// Compares the source texts.
    package static func == (a: Expression, b: Expression) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
}
