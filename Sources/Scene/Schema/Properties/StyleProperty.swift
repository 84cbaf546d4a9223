public import Geometry

/// The properties of the kind `style` in addition to layer properties, which it adopts from all layer kinds as they are
/// used.
public enum StyleProperty: UInt16, CaseIterable, Sendable {
    case of, state, duration, timing, delay, spring

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Maximum number of styles of one layer, and of state styles of one style.
    public static let most = 64

    /// States in which a style can be active: bits in the value of `state`.
    public static let states = [
        "hover", "pressed", "focused", "disabled", "selected", "entering", "leaving", "focusVisible",
    ]

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

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "style", family: .other, help: "properties that layers share",
        properties: own + LayerProperty.schema.filter(allows).map { styled($0) })

    /// True for a property that styles may set.
    public static func allows(_ property: Property) -> Bool {
        !property.isReadOnly && !property.isOpen && property.type != .operations && property.name != "frame"
            && property.name != "style" && !property.isDerived
    }

    /// The property or part of one that `key` names in a layer kind, as a property of styles; nil when the kind has
    /// none.
    public static func property(_ key: ByteView, of kind: Kind) -> Property? {
        guard kind.family == .layer, let path = PropertyPath(key, of: kind), allows(kind[path.id]) else { return nil }
        return styled(path.property(of: kind), key.string)
    }

    /// The property as part of a style, where it only names a value.
    private static func styled(_ property: Property, _ name: String? = nil) -> Property {
        Property(
            name ?? property.name, property.type, property.initial, minimum: property.minimum,
            maximum: property.maximum, choices: property.choices, unit: property.unit, animates: property.animates,
            effect: .none, counts: property.counts, traits: property.traits.intersection([.isRising, .followsBounds]),
            help: property.help
        )
    }

    /// True for the properties that styles set in layers.
    public static func isShared(_ id: PropertyID) -> Bool { Int(id.raw) >= allCases.count }
}
