/// The properties of the kind `binding`: keeps a property of an object equal to an expression. Created by `bind`.
public enum BindingProperty: UInt16, CaseIterable, Sendable {
    case object, property, value, scope, isActive, message, isTwoWay, source

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Maximum bytes of a binding's name, `ID~key`.
    public static let mostNameBytes = 255

    public static let schema: [Property] = [
        Property("object", .object, .none, effect: .none, bond: .attached, help: "of which it sets a property"),
        Property("property", .string, .string(""), effect: .none, help: "that it sets, or the part of one"),
        Property("value", .string, .string(""), effect: .none, help: "the expression that the property stays equal to"),
        Property(
            "scope", .object, .none, effect: .none, bond: .attached,
            help: "it may change this layer and what is below it only: the rights of the client that made it"),
        Property(
            "isActive", .boolean, .boolean(true), effect: .none, isReadOnly: true,
            help: "false while the expression has no value, or none that the property takes: it keeps its last"),
        Property("message", .string, .string(""), effect: .none, isReadOnly: true, help: "why it is not active"),
        Property(
            "isTwoWay", .boolean, .boolean(false), effect: .none,
            help: "value is a path, which takes over what is set of the property"),
        Property(
            "source", .object, .none, effect: .none, bond: .attached, help: "of which a two-way one sets a property too"
        ),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "binding", family: .other, help: "a property that stays equal to an expression", properties: schema)
}
