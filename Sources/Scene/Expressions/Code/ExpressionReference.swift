/// A name that an expression asks its environment for.
package struct ExpressionReference: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A name with its dots: a field, a parameter, a property, `self.…`, `parent.…`, `root.…`, `ID.…`, `time`, `wall`.
        case name
        /// `.part` or `.part.property` of a component, with its dot.
        case part
        /// `$name`, without the sign.
        case variable
        /// The presentation value of a property: the name in `presentation(…)`; for a part, beginning with its dot.
        case presentation
        /// An object as an argument of `exists`, `has` or `index`; for a part, beginning with its dot.
        case object
    }

    package var kind: Kind
    package var name: String
    /// The index of the reference in its expression: a key for the environment's cache; −1 in the body of a function.
    package var index: Int
}

/// The object argument of a function.
package enum ExpressionObject: Sendable {
    /// Given as a name.
    case reference(ExpressionReference)
    /// A computed id.
    case id(String)

    package var name: String {
        switch self {
        case .reference(let reference): reference.name
        case .id(let id): id
        }
    }
}

/// Resolves the names in an expression.
///
/// Errors need no column; the evaluation adds it.
package protocol ExpressionEnvironment {
    /// The value of a name, a part, a variable or a presentation value.
    mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue
    mutating func exists(_ object: ExpressionObject) throws(ExpressionError) -> Bool
    /// The index of an object among its siblings.
    mutating func index(of object: ExpressionObject) throws(ExpressionError) -> Int
    /// True when the style applies to the object.
    mutating func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool
    /// The number of objects that `selector` matches.
    mutating func count(_ selector: Selector) throws(ExpressionError) -> Int
    /// The next random number of the scene, in 0 ..< 1.
    mutating func random() -> Double
    /// Seconds since 1970, for `timeText` without a time.
    var wallTime: Double { get }
    /// The budget of the evaluation.
    var work: ComputeBudget { get }
}
