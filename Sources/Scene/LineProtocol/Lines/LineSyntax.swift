/// The error in a line that cannot be split into words, and its location.
package struct LineSyntax: Error, Equatable, Sendable {
    package enum Code: Sendable {
        case syntax
        case limit
    }

    package var code: Code
    /// The error and the expectation, on one line.
    package var message: String
    /// In bytes from the beginning of the line.
    package var offset: Int

    package init(_ message: String, at offset: Int, code: Code = .syntax) {
        self.code = code
        self.message = message
        self.offset = offset
    }
}
