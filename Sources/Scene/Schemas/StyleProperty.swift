import Geometry

/// The properties of the kind `style` beside those of layers, which it takes from all kinds of layers as they are used.
public enum StyleProperty: UInt16, CaseIterable, Sendable {
    case of, state, duration, timing, delay, spring

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Styles of one layer, and styles for states of one style.
    public static let most = 64

    /// States in which a style can be in force: each a bit of the value of `state`.
    public static let states = ["hover", "pressed", "focused", "disabled", "selected", "entering", "leaving"]

    private static let own: [Property] = [
        Property(
            "of", .object, .none, effect: .none, bond: .attached,
            help: "the style for whose states it is; it goes with that one"),
        Property(
            "state", .choices, .choices(0), choices: states, effect: .none,
            help: "in force while a layer that has the style of is in all of these states"),
        Property(
            "duration", .time, .none, minimum: 0, maximum: 1e9, unit: "seconds", effect: .none,
            help: "properties that change because it comes into force or goes animate for so long"),
        Property("timing", .timing, .none, effect: .none, help: "of these animations"),
        Property("delay", .time, .number(0), unit: "seconds", effect: .none, help: "until they begin"),
        Property(
            "spring", .numbers, .none, effect: .none, counts: 3...4,
            help: "mass,stiffness,damping[,velocity] of these animations, in place of duration and timing"),
    ]

    /// The core's kind, to be added to the registry.
    public static let kind = Kind(
        name: "style", family: .other, help: "properties that layers share",
        properties: own + LayerProperty.schema.filter(allows).map { styled($0) })

    /// True for a property that layers may take from styles.
    static func allows(_ property: Property) -> Bool {
        !property.isReadOnly && !property.isOpen && property.type != .operations && property.name != "frame"
            && property.name != "style" && !property.isDerived
    }

    /// The property of styles that `key` names, a part of one too, by a kind of layers; nil when that has none.
    static func property(_ key: ByteView, of kind: Kind) -> Property? {
        guard kind.family == .layer, let path = PropertyPath(key, of: kind), allows(kind[path.id]) else { return nil }
        return styled(path.property(of: kind), key.string)
    }

    /// The property as styles have it: it only names a value.
    private static func styled(_ property: Property, _ name: String? = nil) -> Property {
        Property(
            name ?? property.name, property.type, property.initial, minimum: property.minimum,
            maximum: property.maximum, choices: property.choices, unit: property.unit, animates: property.animates,
            effect: .none, counts: property.counts, traits: property.traits.intersection([.isRising, .followsBounds]),
            help: property.help
        )
    }

    /// True for one of the properties that layers take.
    public static func isShared(_ id: PropertyID) -> Bool { Int(id.raw) >= allCases.count }
}
