import Geometry

/// The properties of the kind `follow`: computes a layer's path or position from positions of other layers.
public enum FollowProperty: UInt16, CaseIterable, Sendable {
    case layer, path, position, scope, named

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    private static let schema: [Property] = [
        Property(
            "layer", .object, .none, effect: .look, bond: .attached,
            help: "whose property it is; the follow goes with it"),
        Property(
            "path", .string, .none, effect: .look,
            help: "the layer's path, with {ID} or {ID+dx,dy} where the position of a layer is put in"),
        Property(
            "position", .string, .none, effect: .look, help: "the layer's position: {ID}, {ID+dx,dy}, or x,y"),
        Property(
            "scope", .object, .none, effect: .look, bond: .attached,
            help: "acts only while its layer is this one or below it: the rights of the client that made it"),
        Property(
            "named", .objects, .objects([]), effect: .none, isReadOnly: true, bond: .attached,
            help: "the layers that its texts name; the follow goes with each of them"),
    ]

    /// The names in `{NAME}` and `{NAME+dx,dy}` of a text.
    public static func names(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "}" && $0 != "+" })
        }
    }

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "follow", family: .other, help: "keeps a layer's path or position where other layers are",
        properties: schema)
}
