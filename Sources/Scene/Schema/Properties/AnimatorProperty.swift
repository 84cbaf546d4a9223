/// The properties of `animator`, after those that it shares with `group`: UIViewPropertyAnimator's.
public enum AnimatorProperty: UInt16, CaseIterable, Sendable {
    // After `GroupProperty.animations`.
    case progress = 14
    case isPaused, isReversed, velocity, spring, motion

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "animator", family: .animation,
        help: "has animations stand where its progress says, until it is let go",
        properties: TimingProperty.schema(duration: .number(0.25)) + [
            Property(
                "animations", .objects, .objects([]), effect: .none, bond: .owner,
                help: "what it moves: begin animator=ID adds what a transaction sets"),
            Property(
                "progress", .number, .number(0), minimum: -10, maximum: 10, effect: .none, traits: .goesOn,
                help: "0 is the beginning, 1 the end; told in each frame while it runs"),
            Property(
                "isPaused", .boolean, .boolean(true), effect: .none, help: "false: it goes on from where it is"),
            Property(
                "isReversed", .boolean, .boolean(false), effect: .none, help: "it goes to its beginning, not to its end"
            ),
            Property(
                "velocity", .number, .number(0), minimum: -1e6, maximum: 1e6, effect: .none,
                help: "of its progress, per second; with a spring it goes on with it"),
            Property(
                "spring", .numbers, .none, minimum: 0, maximum: 1e9, effect: .none, counts: 3...3,
                help: "mass, stiffness, damping: it goes on so, instead of evenly in its duration"),
            Property(
                "motion", .numbers, .none, effect: .none, traits: [.isContinuation, .goesOn],
                help: "how it goes on, in numbers of its own; where it is set it goes on so"),
        ])
}
