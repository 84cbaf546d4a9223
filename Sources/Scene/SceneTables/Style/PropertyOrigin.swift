public import Schema

/// Origin of a property's value, where the value alone is not enough.
///
/// Most properties have none: a nondefault value was set, and a default was not. An entry tells that the default was
/// set, that a style set the value, or that the literal refers to variables.
public struct PropertyOrigin: Equatable, Sendable {
    public enum Source: Equatable, Sendable {
        /// Set by a client.
        case given
        /// Set by this active style.
        case style(ObjectID)
    }

    public var source: Source
    /// The literal as written, when it refers to variables; otherwise empty.
    public var text: String
    /// Variables that the literal refers to, without duplicates.
    public var variables: [String]

    public init(_ source: Source, text: String = "", variables: [String] = []) {
        self.source = source
        self.text = text
        self.variables = variables
    }

    public var refersToVariables: Bool { !variables.isEmpty }

    /// True for a value set by a style.
    public var isStyled: Bool { if case .style = source { true } else { false } }

    /// True unless it only says that the default was set.
    public var isDependent: Bool { source != .given || refersToVariables }
}
