import Geometry

/// The properties of the kind `video`: a film's file, and its position.
///
/// `time` follows the film, and seeks when it is set. `size`, `frames`, `duration`, `state` and `message` are set by
/// the decoder; read-only for clients.
public enum VideoProperty: UInt16, CaseIterable, Sendable {
    case path, time, rate, loop, volume, size, frames, duration, state, message

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    public static let schema: [Property] = [
        Property(
            "path", .string, .string(""), effect: .source,
            help: "the file: MP4, QuickTime, Matroska, WebM, AVI, Ogg, FLV, MPEG-TS, y4m, or a Lottie animation"),
        Property(
            "time", .time, .number(0), minimum: 0, maximum: 1e6, unit: "seconds", effect: .source, traits: .goesOn,
            help: "the film's time that is shown; setting it goes there"),
        Property(
            "rate", .number, .number(1), minimum: 0, maximum: 16, effect: .source,
            help: "seconds of the film to a second of the scene; 0: it stands still"),
        Property(
            "loop", .boolean, .boolean(false), effect: .source,
            help: "after the last frame comes the first; else the last one stays"),
        Property(
            "volume", .number, .number(0), minimum: 0, maximum: 1, effect: .none,
            help: "kept for those who play the sound; the daemon plays none"),
        Property(
            "size", .size, .size(.zero), unit: "pixels", effect: .none, isDerived: true, isReadOnly: true,
            help: "width and height, of a Lottie animation its own; 0,0 while they are not known"),
        Property(
            "frames", .integer, .number(0), effect: .none, isDerived: true, isReadOnly: true,
            help: "how many there are; 0 while that is not known"),
        Property(
            "duration", .time, .number(0), unit: "seconds", effect: .none, isDerived: true, isReadOnly: true,
            help: "how long it is; 0 while that is not known"),
        Property(
            "state", .choice, .choice(0), choices: ["loading", "ready", "failed", "ended"], effect: .none,
            isDerived: true,
            isReadOnly: true, help: "whether there are pixels to show; ended: the last frame is shown, and stays"),
        Property(
            "message", .string, .string(""), effect: .none, isDerived: true, isReadOnly: true,
            help: "why it failed"),
    ]

    /// Indices in the choices of `state`.
    public enum State: UInt8, Sendable {
        case loading, ready, failed, ended
    }

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "video", family: .other, help: "a film's file, shown by the layers whose contents it is",
        properties: schema)
}
