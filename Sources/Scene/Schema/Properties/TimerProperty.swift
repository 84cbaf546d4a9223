/// The properties of the kind `timer`: lines that are run at scene times. Created by `every` and `after`.
public enum TimerProperty: UInt16, CaseIterable, Sendable {
    case interval, repeats, lines, align, isPaused, next, left, scope, message

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// The clock to whose multiples of the interval a timer is aligned.
    public enum Align: UInt8, CaseIterable, Sendable {
        /// Counts from its creation, not aligned.
        case scene
        case wall

        package static let names = ["scene", "wall"]
    }

    public static let schema: [Property] = [
        Property(
            "interval", .time, .number(1), minimum: 0.001, maximum: 1e9, unit: "seconds", effect: .none,
            help: "between two times, or before the only one; at least the refresh interval of main"),
        Property("repeats", .boolean, .boolean(true), effect: .none, help: "false: it fires once and goes"),
        Property(
            "lines", .string, .string(""), effect: .none, help: "separated by ; or LF; all take effect, or none"),
        Property(
            "align", .choice, .choice(0), choices: Align.names, effect: .none,
            help: "wall: it fires at multiples of the interval in wall-clock time"),
        Property(
            "isPaused", .boolean, .boolean(false), effect: .none,
            help: "it does not fire, and keeps the time that is left"
        ),
        Property(
            "next", .time, .none, unit: "seconds", effect: .none,
            help: "the scene time at which it fires; none while paused"
        ),
        Property(
            "left", .time, .none, minimum: 0, unit: "seconds", effect: .none,
            help: "the time that is left of a paused one"),
        Property(
            "scope", .object, .none, effect: .none, bond: .attached,
            help: "the lines may change this layer and what is below it only: the rights of the client that made it"),
        Property(
            "message", .string, .string(""), effect: .none, isReadOnly: true,
            help: "why its lines failed the last time; empty: they did not"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "timer", family: .other, help: "lines that are run at scene times", properties: schema)
}
