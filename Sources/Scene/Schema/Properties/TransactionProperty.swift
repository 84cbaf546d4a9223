import Geometry

/// The properties of the kind `transaction`: lines that wait for a time, or for pictures. Created by `begin at=` and
/// `begin wait=content` … `commit`.
public enum TransactionProperty: UInt16, CaseIterable, Sendable {
    case at, lines, duration, timing, files, scope, films, atWall

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Maximum number of waiting transactions in a scene.
    public static let most = 4096

    public static let schema: [Property] = [
        Property(
            "at", .time, .number(0), unit: "seconds", effect: .none, help: "the scene time at which it takes effect"),
        Property("lines", .string, .string(""), effect: .none, help: "separated by LF; all take effect, or none"),
        Property(
            "duration", .time, .number(0), minimum: 0, unit: "seconds", effect: .none,
            help: "above 0, what the lines set is animated"),
        Property("timing", .timing, .timing(.standard), effect: .none, help: "of these animations"),
        Property(
            "files", .string, .string(""), effect: .source,
            help: "pictures that have to be read before, separated by LF; empties itself"),
        Property(
            "scope", .object, .none, effect: .none, bond: .attached,
            help: "the lines may change this layer and its sublayers only: the rights of the client that made it"),
        Property(
            "films", .string, .string(""), effect: .source,
            help: "films whose frames have to be there before, ID TIME LOOP PATH each, separated by LF; empties itself"),
        Property(
            "atWall", .number, .none, unit: "seconds", effect: .none,
            help:
                "the time of the clock on the wall at which it takes effect, since 1970; at= follows when that clock is set"
        ),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "transaction", family: .other, help: "lines that wait for a time, or for pictures", properties: schema)
}
