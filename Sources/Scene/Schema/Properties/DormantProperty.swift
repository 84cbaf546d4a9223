/// The properties of the kind `dormant`: lines that could not be carried out when they were loaded.
///
/// Clients see one kind. Internally there are two: one outside of the tree, and one for layers, which keeps the layer's
/// position among its siblings and is invisible.
public enum DormantProperty: UInt16, CaseIterable, Sendable {
    case line, message

    private static let schema: [Property] = [
        Property(
            "line", .string, .string(""), effect: .none,
            help: "that could not be carried out, with those that belong to it, separated by LF"),
        Property("message", .string, .string(""), effect: .none, help: "the reason: what it lacks"),
    ]

    /// The index of the property in one of the two kinds.
    public func id(_ kind: KindID) -> PropertyID {
        PropertyID(rawValue + (kind == .dormantLayer ? UInt16(LayerProperty.allCases.count) : 0))
    }

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "dormant", family: .other, help: "a line that waits for what it lacks to be carried out",
        properties: schema)

    /// The kind in the place of a layer, which is not found by name.
    public static let layerKind = Kind(
        name: "dormant", family: .layer, help: kind.help, properties: LayerProperty.schema + schema)
}

extension KindID {
    /// Its objects are lines that could not be carried out.
    @inlinable public var isDormant: Bool { self == .dormant || self == .dormantLayer }
}
