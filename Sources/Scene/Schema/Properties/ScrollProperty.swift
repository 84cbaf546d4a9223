package import Geometry

/// The properties of `scroll`, after those of `LayerProperty`: CAScrollLayer's.
public enum ScrollProperty: UInt16, CaseIterable, Sendable {
    case scrollPoint, scrollMode

    @inlinable public var id: PropertyID { PropertyID(UInt16(LayerProperty.allCases.count) + rawValue) }

    /// Indices in the choices of `scrollMode`.
    public enum Mode: UInt8, CaseIterable, Sendable {
        case none, vertically, horizontally, both

        static let names = ["none", "vertically", "horizontally", "both"]

        /// `point`, with the coordinates that the mode locks taken from `old`.
        package func move(_ old: Point, to point: Point) -> Point {
            Point(
                self == .horizontally || self == .both ? point.x : old.x,
                self == .vertically || self == .both ? point.y : old.y)
        }
    }

    private static let own: [Property] = [
        Property(
            "scrollPoint", .point, .point(.zero), unit: "points", animates: true, effect: .geometry, isDerived: true,
            standsFor: PropertyPath(LayerProperty.bounds.id, .origin),
            help: "what is seen at the upper left corner: the origin of bounds, as far as scrollMode lets it be set"),
        Property(
            "scrollMode", .choice, .choice(Mode.both.rawValue), choices: Mode.names, effect: .none,
            help: "the directions in which scrollPoint scrolls"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "scroll", family: .layer, help: "a window onto its sublayers: clips, and scrolls by scrollPoint",
        properties: LayerProperty.schema(clipping: true) + own)
}

extension LayerProperty {
    /// The common schema, with `masksToBounds` initially true if `clipping`.
    static func schema(clipping: Bool) -> [Property] {
        var schema = schema
        if clipping {
            let old = schema[Int(LayerProperty.masksToBounds.rawValue)]
            schema[Int(LayerProperty.masksToBounds.rawValue)] = Property(
                old.name, old.type, .boolean(true), effect: old.effect, help: old.help)
        }
        return schema
    }
}
