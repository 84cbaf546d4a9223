/// Type of a property's value, which determines how its text is parsed and printed. For the formats see
/// docs/protocol.md, "Values".
public enum PropertyType: UInt8, Sendable {
    case number = 0
    case boolean
    /// Seconds; accepts `ms` and `s`.
    case time
    /// Radians; accepts `deg`, `rad`, `turn`.
    case angle
    case point
    case size
    case rect
    /// A color, or `none`.
    case color
    /// One of the descriptor's choices.
    case choice
    /// Any of the descriptor's choices, comma-separated.
    case choices
    case numbers
    case colors
    case transform
    case path
    case filters
    case timing
    case string
    /// The id of an object, or none.
    case object
    /// Ids of objects.
    case objects
    /// An integer.
    case integer
    /// The id of an object with pixels, a file's path, or none.
    case contents

    /// A repeat count: a number, or `inf`.
    case count
    /// A value of the type of the animated property.
    case animated
    /// Such values, separated by `|` or as a JSON array.
    case keyframes
    /// Timing functions.
    case timings

    /// Operations, appended one by one; see `OperationForm`.
    case operations
    /// x, y and a radius of at least 0.
    case circle
    /// Rectangles; only read.
    case rects

    /// True when the scene checks the named objects.
    public var canBeRefused: Bool { self == .object || self == .objects || self == .contents }

    /// True when values may name objects.
    public var namesObjects: Bool { canBeRefused || self == .operations }

    /// The name used by `describe` and plugin manifests.
    public var name: String {
        switch self {
        case .number: "number"
        case .boolean: "boolean"
        case .time: "time"
        case .angle: "angle"
        case .point: "point"
        case .size: "size"
        case .rect: "rectangle"
        case .color: "color"
        case .choice: "choice"
        case .choices: "choices"
        case .numbers: "numbers"
        case .colors: "colors"
        case .transform: "transform"
        case .path: "path"
        case .filters: "filters"
        case .timing: "timing"
        case .string: "string"
        case .object: "id"
        case .objects: "ids"
        case .integer: "integer"
        case .contents: "contents"
        case .count: "count"
        case .animated: "value"
        case .keyframes: "values"
        case .timings: "timings"
        case .operations: "operations"
        case .circle: "circle"
        case .rects: "rectangles"
        }
    }
}
