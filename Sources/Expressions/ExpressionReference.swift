/// A name that an expression asks its environment for.
package struct ExpressionReference: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A name with its dots: a field, a parameter, a property, `self.…`, `parent.…`, `root.…`, `ID.…`, `time`, `wall`.
        case name
        /// `.part` or `.part.property` of a component, with its dot.
        case part
        /// `$name`, without the sign.
        case variable
        /// The presentation value of a property: the name in `presentation(…)`; a part begins with its dot.
        case presentation
        /// An object as an argument of `exists`, `has` or `index`; a part begins with its dot.
        case object
    }

    package var kind: Kind
    package var name: String
    /// The reference's index among those of its expression: the key of an environment's cache.
    package var index: Int
}

/// An object that a function is about.
package enum ExpressionObject: Sendable {
    /// Written as a name.
    case reference(ExpressionReference)
    /// An id that was computed.
    case id(String)

    package var name: String {
        switch self {
        case .reference(let reference): reference.name
        case .id(let id): id
        }
    }
}

/// The world of an expression: the meaning of its names.
///
/// Errors need no column; the evaluation adds it.
package protocol ExpressionEnvironment {
    /// The value of a name, a part, a variable or a presentation value.
    mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue
    mutating func exists(_ object: ExpressionObject) throws(ExpressionError) -> Bool
    /// The index among the siblings.
    mutating func index(of object: ExpressionObject) throws(ExpressionError) -> Int
    /// True when the style `style` is in force.
    mutating func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool
    /// The number of objects that `selector` matches.
    mutating func count(_ selector: Selector) throws(ExpressionError) -> Int
    /// The next random number of the scene, in 0…1 without 1.
    mutating func random() -> Double
    /// Seconds since 1970: the time of a `timeText` without one.
    var wallTime: Double { get }
    /// What the evaluation takes its operations and bytes from.
    var work: ComputeBudget { get }
}
