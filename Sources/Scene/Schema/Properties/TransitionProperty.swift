public import Geometry

/// The properties of `transition`, after those of `TimingProperty`: CATransition's for one layer, and
/// UIView.transition's for two.
public enum TransitionProperty: UInt16, CaseIterable, Sendable {
    case from = 13
    case to, type, subtype, showHide, layer, startProgress, endProgress, isReversed, look

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Indices in the choices of `type`.
    public enum Style: UInt8, CaseIterable, Sendable {
        case fade, moveIn, push, reveal, flip, cube, wipe, curl

        // Explicit, because the runtime would search all conformances for each type.
        static let names = ["fade", "moveIn", "push", "reveal", "flip", "cube", "wipe", "curl"]

        /// True when it works with two layers through their properties; the others cut a single layer's picture.
        public var hasTwoLayers: Bool { self != .wipe && self != .curl }

        /// True when a layer that clips to its bounds shows nothing beyond them during the transition.
        public var staysInside: Bool {
            switch self {
            case .moveIn, .push, .reveal, .curl: true
            case .fade, .flip, .cube, .wipe: false
            }
        }
    }

    /// Indices in the choices of `subtype`: the side that `to` comes from, with y downward.
    public enum Side: UInt8, CaseIterable, Sendable {
        case fromLeft, fromRight, fromTop, fromBottom

        static let names = ["fromLeft", "fromRight", "fromTop", "fromBottom"]

        /// Direction of the incoming layer: a unit vector.
        public var way: Point {
            switch self {
            case .fromLeft: Point(1, 0)
            case .fromRight: Point(-1, 0)
            case .fromTop: Point(0, 1)
            case .fromBottom: Point(0, -1)
            }
        }
    }

    private static let schema: [Property] = [
        Property("from", .object, .none, effect: .none, bond: .attached, help: "the layer that goes"),
        Property("to", .object, .none, effect: .none, bond: .attached, help: "the layer that comes"),
        Property(
            "type", .choice, .choice(0), choices: Style.names, effect: .none,
            help: "how one gives way to the other"),
        Property(
            "subtype", .choice, .choice(0), choices: Side.names, effect: .none,
            help: "the side that what comes is from; a fade has none"),
        Property(
            "showHide", .boolean, .boolean(false), effect: .none,
            help: "sets isHidden of both, at once: what goes is seen until it is gone all the same"),
        Property(
            "layer", .object, .none, effect: .none, bond: .attached,
            help: "the layer whose look gives way to the one that it comes to have; instead of from and to"),
        Property(
            "startProgress", .number, .number(0), effect: .none, help: "how far the change has come when it begins"),
        Property("endProgress", .number, .number(1), effect: .none, help: "how far the change comes"),
        Property(
            "isReversed", .boolean, .boolean(false), effect: .none,
            help: "shows the change of to into from, backward: so it takes over from the opposite one"),
        Property(
            "look", .string, .none, effect: .none, traits: [.isContinuation, .goesOn],
            help: "the picture from which the layer comes: pixels, packed"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "transition", family: .animation, help: "one layer, or one look of a layer, gives way to another",
        properties: TimingProperty.schema(duration: .number(0.25)) + schema)
}
