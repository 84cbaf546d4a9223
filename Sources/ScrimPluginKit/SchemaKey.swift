/// The properties of a kind by key: the enum's order is the schema's, and a switch over it gives each property, so that the
/// compiler keeps the two together.
///
///     enum Key: Int, SchemaKey {
///         case radius, color
///
///         var property: Property {
///             switch self {
///             case .radius: Property("radius", .number(10), range: 0...1000, help: "of the dot")
///             case .color: Property("color", .color(.red), help: "of the dot")
///             }
///         }
///     }
///
///     static let schema = Key.schema
public protocol SchemaKey: CaseIterable, RawRepresentable<Int> {
    /// The property of the key.
    var property: Property { get }
}

extension SchemaKey {
    /// All properties, in the order of the cases; raw values must be the default ones, from 0.
    public static var schema: [Property] {
        allCases.enumerated().map { index, key in
            precondition(key.rawValue == index, "keys of a schema have the raw values 0, 1, 2 and so on")
            return key.property
        }
    }
}
