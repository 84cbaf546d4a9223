/// The properties of the kind `dormant`: lines that could not be carried out when they were loaded, and wait for what they lack.
///
/// Clients know one kind. Here there are two of that name: one for the shelf, and one of layers, which keeps the place of a layer
/// among its siblings and is shown by nothing.
public enum DormantProperty: UInt16, CaseIterable, Sendable {
    case line, message

    private static let schema: [Property] = [
        Property(
            "line", .string, .string(""), effect: .none,
            help: "that could not be carried out, with those that belong to it, separated by LF"),
        Property("message", .string, .string(""), effect: .none, help: "the reason: what it lacks"),
    ]

    /// The index of the property in one of the two kinds.
    func id(_ kind: KindID) -> PropertyID {
        PropertyID(rawValue + (kind == .dormantLayer ? UInt16(LayerProperty.allCases.count) : 0))
    }

    /// The core's kind, to be added to the registry.
    static let kind = Kind(
        name: "dormant", family: .other, help: "a line that waits for what it lacks to be carried out",
        properties: schema)

    /// The kind of those that stand in a layer's place, which nobody finds by its name.
    static let layerKind = Kind(
        name: "dormant", family: .layer, help: kind.help, properties: LayerProperty.schema + schema)
}

extension KindID {
    /// Its objects are lines that wait for what they lack.
    @inlinable public var isDormant: Bool { self == .dormant || self == .dormantLayer }
}
