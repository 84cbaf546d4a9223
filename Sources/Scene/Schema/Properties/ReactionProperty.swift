import Geometry

/// Trigger of a reaction: a gesture, another event of a layer, the end of one of its animations, or a change of a
/// property.
public enum ReactionTrigger: UInt8, CaseIterable, Sendable {
    case tap, pan, longPress, pinch, rotate, scroll, enter, leave, move, down, up, key, collision, animation, changed
    case singleTap, swipe, drag, drop

    private static let names = [
        "tap", "pan", "longPress", "pinch", "rotate", "scroll", "enter", "leave", "move", "down", "up", "key",
        "collision", "animation", "changed", "singleTap", "swipe", "drag", "drop",
    ]

    /// The word for it.
    public var name: String { Self.names[Int(rawValue)] }
}

/// The properties of the kind `reaction`: lines that the daemon runs on an event of a layer. Created by `on`.
public enum ReactionProperty: UInt16, CaseIterable, Sendable {
    case layer, event, name, lines, scope, when, message

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Maximum bytes of a reaction's lines, and maximum number of reactions of one layer.
    public static let mostBytes = 65_536
    public static let most = 64

    public static let schema: [Property] = [
        Property(
            "layer", .object, .none, effect: .none, bond: .attached,
            help: "to which it happens; of changed an object of the kind data too"),
        Property(
            "event", .choice, .choice(0), choices: ReactionTrigger.allCases.map(\.name), effect: .none,
            help: "what happens"),
        Property(
            "name", .string, .string(""), effect: .none, help: "what on and off call it, among those of its layer"),
        Property(
            "lines", .string, .string(""), effect: .none,
            help:
                "separated by ; or LF; all take effect, or none; {x} {y} {dx} {dy} {vx} {vy} {state} {key} say how it was"
        ),
        Property(
            "scope", .object, .none, effect: .none, bond: .attached,
            help: "the lines may change this layer and what is below it only: for who may do no more"),
        Property(
            "when", .string, .string(""), effect: .none,
            help: "an expression: the lines are run where it is true; empty is always"),
        Property(
            "message", .string, .string(""), effect: .none, isReadOnly: true,
            help: "why its lines failed the last time; empty: they did not"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "reaction", family: .other, help: "lines that are run when something happens to a layer",
        properties: schema)
}
