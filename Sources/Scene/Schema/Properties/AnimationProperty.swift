import Geometry

/// The properties of all kinds of the family `animation`, in schema order: CAMediaTiming's.
public enum TimingProperty: UInt16, CaseIterable, Sendable {
    case duration, delay, speed, timeOffset, beginTime, repeatCount, repeatDuration, autoreverses, fillMode
    case isRemovedOnCompletion, timing, transaction, frameRate

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Indices in the choices of `fillMode`.
    public enum FillMode: UInt8, Sendable {
        case removed, forwards, backwards, both
    }

    /// `duration`: the value that is read while unset; nil for none.
    static func schema(duration: Value?) -> [Property] {
        [
            Property(
                "duration", .time, .none, minimum: 0, unit: "seconds", effect: .none, unset: duration,
                help: "of one run; in a group, what is not set is the group's"),
            Property(
                "delay", .time, .number(0), unit: "seconds", effect: .none,
                help: "how long after beginTime it begins"),
            Property("speed", .number, .number(1), effect: .none, help: "how fast it goes; below 0 backward"),
            Property(
                "timeOffset", .time, .number(0), unit: "seconds", effect: .none,
                help: "how far into a run it begins; what is left out at the front comes at the end"),
            Property(
                "beginTime", .time, .none, unit: "seconds", effect: .none,
                help: "in the layer's time; not set, it is the time at which it is made"),
            Property(
                "repeatCount", .count, .number(1), minimum: 0, effect: .none,
                help: "runs; fractions are allowed, inf is for ever"),
            Property(
                "repeatDuration", .time, .number(0), minimum: 0, unit: "seconds", effect: .none,
                help: "how long it is repeated; above 0 it goes before repeatCount"),
            Property(
                "autoreverses", .boolean, .boolean(false), effect: .none, help: "each run is followed by one backward"),
            Property(
                "fillMode", .choice, .choice(0), choices: ["removed", "forwards", "backwards", "both"], effect: .none,
                help: "whether its first value shows before it begins, its last after it ends"),
            Property(
                "isRemovedOnCompletion", .boolean, .boolean(true), effect: .none, help: "the object goes when it ends"),
            Property("timing", .timing, .timing(.linear), effect: .none, help: "how its time bends"),
            Property(
                "transaction", .string, .string(""), effect: .none,
                help:
                    "the named transaction that made it, which is told to be completed with the last of its animations"),
            Property(
                "frameRate", .number, .number(0), minimum: 0, maximum: 1000, unit: "frames a second", effect: .none,
                help: "how often it is sampled at most; 0 is in each frame"),
        ]
    }
}

/// The properties of `animation` and `spring`, after those of `TimingProperty`.
public enum AnimationProperty: UInt16, CaseIterable, Sendable {
    case layer = 13
    case property, from, to, by, isAdditive, isCumulative, isImplicit, lifts
    // Only `animation`.
    case values, keyTimes, timings, calculationMode, path, rotationMode
    case tensionValues, continuityValues, biasValues

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Indices in the choices of `calculationMode`.
    public enum CalculationMode: UInt8, Sendable {
        case linear, discrete, paced, cubic, cubicPaced
    }

    /// Indices in the choices of `rotationMode`.
    public enum RotationMode: UInt8, Sendable {
        case none, auto, autoReverse
    }

    public static let common: [Property] = [
        Property("layer", .object, .none, effect: .none, bond: .attached, help: "what it animates"),
        Property(
            "property", .string, .string(""), effect: .none, help: "the layer's property, or a key path into it"),
        Property("from", .animated, .none, effect: .none, help: "the value at the start; not set, the layer's"),
        Property("to", .animated, .none, effect: .none, help: "the value at the end; not set, the layer's"),
        Property("by", .animated, .none, effect: .none, help: "the difference of the two"),
        Property(
            "isAdditive", .boolean, .boolean(false), effect: .none,
            help: "adds to what is there instead of replacing it"),
        Property(
            "isCumulative", .boolean, .boolean(false), effect: .none, help: "each run begins where the last one ended"),
        Property(
            "isImplicit", .boolean, .boolean(false), effect: .none,
            help: "made by animate or an animated transaction; the next one of its property replaces it"),
        Property(
            "lifts", .boolean, .boolean(false), effect: .none,
            help: "its layer is painted above everything in its output, and not cut, while it is there"),
    ]

    private static let keyframes: [Property] = [
        Property("values", .keyframes, .none, effect: .none, help: "keyframes; they go before from, to and by"),
        Property(
            "keyTimes", .numbers, .none, minimum: 0, maximum: 1, effect: .none,
            traits: .isRising, help: "when each value is reached; evenly while it is not set"),
        Property("timings", .timings, .none, effect: .none, help: "how time bends between two values"),
        Property(
            "calculationMode", .choice, .choice(0), choices: ["linear", "discrete", "paced", "cubic", "cubicPaced"],
            effect: .none, help: "what is between the values"),
        Property("path", .path, .none, effect: .none, help: "keyframes of a point; it goes before values"),
        Property(
            "rotationMode", .choice, .choice(0), choices: ["none", "auto", "autoReverse"], effect: .none,
            help: "turns the layer along the path, or against it"),
        Property(
            "tensionValues", .numbers, .none, minimum: -1, maximum: 1, effect: .none,
            help: "in cubic modes, of the curve at each value: tighter above 0, rounder below"),
        Property(
            "continuityValues", .numbers, .none, minimum: -1, maximum: 1, effect: .none,
            help: "a corner at each value: outward above 0, inward below"),
        Property(
            "biasValues", .numbers, .none, minimum: -1, maximum: 1, effect: .none,
            help: "which way the curve leans at each value: it overshoots behind it above 0, before it below"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "animation", family: .animation, help: "moves a property from value to value",
        properties: TimingProperty.schema(duration: .number(0.25)) + common + keyframes)
}

/// The properties of `spring`, after those that it shares with `animation`.
public enum SpringProperty: UInt16, CaseIterable, Sendable {
    case mass = 22
    case stiffness, damping, initialVelocity, allowsOverdamping, perceptualDuration, bounce, settlingDuration, velocity

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// The properties derived from a perceptual duration.
    public static let physical = [SpringProperty.mass, .stiffness, .damping].map(\.id)

    private static let least = 1e-9

    private static let schema: [Property] = [
        Property("mass", .number, .number(1), minimum: least, effect: .none, help: "above 0"),
        Property("stiffness", .number, .number(100), minimum: least, effect: .none, help: "above 0"),
        Property("damping", .number, .number(10), minimum: 0, effect: .none, help: "0 swings for ever"),
        Property(
            "initialVelocity", .number, .number(0), effect: .none,
            help: "fractions of the distance per second, toward the target"),
        Property(
            "allowsOverdamping", .boolean, .boolean(false), effect: .none,
            help: "false: more than critical damping acts as critical"),
        Property(
            "perceptualDuration", .time, .none, minimum: 0.001, unit: "seconds", effect: .none,
            help: "with bounce, another way to say mass, stiffness and damping; it goes before them"),
        Property(
            "bounce", .number, .number(0), minimum: -1, maximum: 1, effect: .none,
            help: "0: none; 1: for ever; below 0: overdamped"),
        Property(
            "settlingDuration", .count, .number(0), unit: "seconds", effect: .none, isDerived: true, isReadOnly: true,
            help: "when it has come to rest"),
        Property(
            "velocity", .animated, .none, effect: .none,
            help: "of the property at the start, per second, in any direction; it goes before initialVelocity"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "spring", family: .animation, help: "moves a property as a damped spring moves",
        properties: TimingProperty.schema(duration: nil) + AnimationProperty.common + schema)
}

/// The properties of `group`, after those of `TimingProperty`.
public enum GroupProperty: UInt16, CaseIterable, Sendable {
    case animations = 13

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "group", family: .animation, help: "runs animations in a time of its own",
        properties: TimingProperty.schema(duration: .number(0.25)) + [
            Property(
                "animations", .objects, .objects([]), effect: .none, bond: .owner,
                help: "they do not start by themselves")
        ])
}
