import Geometry

/// A function defined in the scene, such as `area(w,h)`: its expression has the arguments as local values.
package final class UserFunction: Sendable {
    package let name: String
    package let parameters: [String]
    package let body: Expression

    package init(_ name: String, _ parameters: [String], _ body: Expression) {
        (self.name, self.parameters, self.body) = (name, parameters, body)
    }

    /// Maximum number of parameters.
    package static let mostParameters = 32

    /// The syntax of a call: `area(w,h)`.
    package var usage: String { "\(name)(\(parameters.joined(separator: ",")))" }

    func wrongCount(_ given: Int) -> String {
        "\(usage) takes \(parameters.count) argument\(parameters.count == 1 ? "" : "s"), not \(given)"
    }
}

/// The functions that an expression may call besides the built-in ones.
package struct UserFunctions: Sendable {
    private var known: [String: UserFunction] = [:]
    /// True when a call of an unknown function, or with another number of arguments, fails when it is evaluated and not
    /// when it is compiled.
    package var isOpen = false

    package init() {}

    package subscript(_ name: String) -> UserFunction? {
        get { known[name] }
        set { known[name] = newValue }
    }

    /// True for a name that no function of the scene may have: that of a built-in function or a word of the language.
    package static func isTaken(_ name: String) -> Bool {
        isWord(name) || ExpressionLoop.Function(rawValue: name) != nil
            || ByteView.with(name) { ExpressionFunction($0) } != nil
    }

    /// True for a word of the language, which is no name.
    package static func isWord(_ name: String) -> Bool {
        ["and", "or", "not", "true", "false", "none"].contains(name)
    }
}

/// A call of a function of the scene, linked when the expression is compiled.
struct UserCall: Sendable {
    let name: String
    /// Nil when there was none.
    let function: UserFunction?
}
