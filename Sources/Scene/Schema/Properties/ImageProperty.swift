import Geometry

/// The properties of the kind `image`: a picture's file. `contents=PATH` creates an unnamed one.
///
/// `size`, `frames`, `state` and `message` are set by the decoder; read-only for clients.
public enum ImageProperty: UInt16, CaseIterable, Sendable {
    case path, colorSpace, watch, size, frames, state, message

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Indices in the choices of `state`.
    public enum State: UInt8, Sendable {
        case loading, ready, failed
    }

    public static let schema: [Property] = [
        Property(
            "path", .string, .string(""), effect: .source,
            help: "the file: PNG, JPEG, WebP, GIF, AVIF, JPEG XL, HEIC, TIFF, QOI, ICO or SVG"),
        Property(
            "colorSpace", .choice, .choice(0), choices: ["sRGB"], help: "what the file's numbers mean"),
        Property(
            "watch", .boolean, .boolean(false), effect: .source, help: "the file is read again when it changes on disk"),
        Property(
            "size", .size, .size(.zero), unit: "pixels", effect: .none, isDerived: true, isReadOnly: true,
            help: "width and height; 0,0 while they are not known"),
        Property(
            "frames", .integer, .number(0), effect: .none, isDerived: true, isReadOnly: true,
            help: "how many there are; 0 while that is not known"),
        Property(
            "state", .choice, .choice(0), choices: ["loading", "ready", "failed"], effect: .none, isDerived: true,
            isReadOnly: true, help: "whether there are pixels to show"),
        Property(
            "message", .string, .string(""), effect: .none, isDerived: true, isReadOnly: true,
            help: "why it failed"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "image", family: .other, help: "a picture's file, decoded once for all layers that show it",
        properties: schema)
}
