import Geometry

/// The reason why an expression was rejected by the compiler or failed at run time.
package struct ExpressionError: Error, Equatable, Sendable {
    package enum Code: Sendable {
        /// The text is not an expression.
        case syntax
        /// An unknown function, a wrong number of arguments, a wrong type, or a number that is not finite.
        case value
        /// Too long, too deeply nested, too many operators and calls; or the `ComputeBudget` is used up.
        case limit
        case unknownObject
        case unknownProperty
        case unknownVariable
    }

    package var code: Code
    /// The error and the expectation, on one line.
    package var message: String
    /// The number of the wrong character in the expression, from 1; 0 when unknown.
    package var column: Int

    package init(_ code: Code, _ message: String, column: Int = 0) {
        self.code = code
        self.message = message
        self.column = column
    }

    /// The error at byte `offset` of `text`.
    init(_ code: Code, _ message: String, at offset: Int, in text: ByteView) {
        self.init(code, message, column: Self.column(offset, in: text))
    }

    /// The message with its column: `column 3: a value is expected`.
    package var description: String { column > 0 ? "column \(column): \(message)" : message }

    /// The number of the character that begins at byte `offset`, from 1.
    static func column(_ offset: Int, in text: ByteView) -> Int {
        var column = 1
        for i in 0..<min(offset, text.count) where text[i] & 0xC0 != 0x80 { column += 1 }
        return column
    }
}
