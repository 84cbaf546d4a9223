/// The kind `theme`: its keys are variables.
public enum ThemeProperty {
    /// The kind, for the registry.
    public static let kind = Kind(
        name: "theme", family: .other, help: "variables: every key is one, and $KEY refers to it", traits: .hasFreeKeys,
        properties: [])
}

/// The properties of the kind `data`: its keys are values provided by clients or files.
public enum DataProperty: UInt16, CaseIterable, Sendable {
    case source, every, format, watch, state, message

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Indices in the choices of `state`.
    public enum State: UInt8, Sendable {
        case none, ready, failed
    }

    private static let schema: [Property] = [
        Property(
            "source", .string, .none, effect: .source,
            help: "file:PATH or fifo:PATH: what the daemon reads the keys from"),
        Property(
            "every", .time, .none, minimum: 0.001, maximum: 1e9, unit: "seconds", effect: .source,
            help: "how often, in scene time; not set, once"),
        Property(
            "format", .choice, .choice(0), choices: ["text", "lines", "keyvalue", "json", "csv"], effect: .source,
            help: "how bytes become keys"),
        Property(
            "watch", .boolean, .boolean(false), effect: .source, help: "the file is read again when it changes on disk"),
        Property(
            "state", .choice, .choice(0), choices: ["none", "ready", "failed"], effect: .none, isDerived: true,
            isReadOnly: true, help: "whether the source could be read last"),
        Property(
            "message", .string, .string(""), effect: .none, isDerived: true, isReadOnly: true,
            help: "why it could not be read"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "data", family: .other, help: "values under keys of your choice, typed by their texts",
        traits: .hasFreeKeys, properties: schema)
}
