import Geometry

/// The properties of the kind `buffer`: pixels that a client shares in a memory file passed with `create`.
///
/// None of them changes afterwards; `damage` reports changed pixels.
public enum BufferProperty: UInt16, CaseIterable, Sendable {
    case size, stride, format

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// Indices in the choices of `format`, with Wayland's names: 32-bit words in the machine's byte order.
    public enum Format: UInt8, Sendable {
        /// 0xAARRGGBB, premultiplied.
        case argb8888
        /// 0x··RRGGBB, opaque.
        case xrgb8888
        /// 0xAABBGGRR, premultiplied.
        case abgr8888
        /// One byte of coverage.
        case a8

        public var bytesPerPixel: Int { self == .a8 ? 1 : 4 }
    }

    public static let schema: [Property] = [
        Property(
            "size", .size, .size(.zero), minimum: 0, maximum: 32_000, unit: "pixels", help: "width and height"),
        Property(
            "stride", .integer, .number(0), minimum: 0, maximum: 1_048_576, unit: "bytes",
            help: "from row to row, a multiple of 4; 0: rows follow each other"),
        Property(
            "format", .choice, .choice(0), choices: ["argb8888", "xrgb8888", "abgr8888", "a8"],
            help: "what a pixel is; colours are premultiplied"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "buffer", family: .other, help: "pixels in memory that a client shares", traits: .takesDescriptor,
        properties: schema)
}
