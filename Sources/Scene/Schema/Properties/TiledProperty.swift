import Geometry

/// The properties of `tiled`, after those of `LayerProperty`: CATiledLayer's.
public enum TiledProperty: UInt16, CaseIterable, Sendable {
    case tileSize, levelsOfDetail, levelsOfDetailBias

    @inlinable public var id: PropertyID { PropertyID(UInt16(LayerProperty.allCases.count) + rawValue) }

    private static let own: [Property] = [
        Property(
            "tileSize", .size, .size(Size(256, 256)), minimum: 16, maximum: 16384, unit: "pixels", effect: .source,
            help: "of the files' pixels"),
        Property(
            "levelsOfDetail", .integer, .number(1), minimum: 1, maximum: 24, effect: .source,
            help: "how many levels there are; level 0 is the finest, each further one has half of its pixels"),
        Property(
            "levelsOfDetailBias", .integer, .number(0), minimum: 0, maximum: 24, effect: .source,
            help: "how often level 0 has twice as many pixels per point as contentsScale says"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "tiled", family: .layer,
        help: "shows a large picture by its tiles: contents is a path with {level}, {x} and {y}, or clients draw them",
        properties: LayerProperty.schema + own)
}
