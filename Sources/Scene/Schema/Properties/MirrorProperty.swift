/// The properties of `mirror`, after those of `LayerProperty`.
public enum MirrorProperty: UInt16, CaseIterable, Sendable {
    case of

    @inlinable public var id: PropertyID { PropertyID(UInt16(LayerProperty.allCases.count) + rawValue) }

    private static let own: [Property] = [
        Property(
            "of", .object, .none, effect: .content,
            help:
                "the layer that it shows, hidden or not, with all below it; the size of its bounds is fitted by contentsGravity"
        )
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "mirror", family: .layer, help: "shows another layer live, wherever that is in the tree",
        traits: .placesSublayers, properties: LayerProperty.schema + own)
}
