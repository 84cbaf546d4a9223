import Geometry

/// The properties of `each`, after those of `LayerProperty`: a list of instances of a component, one for each record.
///
/// The first eight are those of `stack`, in its order: its plugin lays out the rows.
public enum EachProperty: UInt16, CaseIterable, Sendable {
    case axis, spacing, alignment, distribution, margins, isWrapped, lineSpacing, direction
    case of, list, key, rowHeight, rowWidth, overscan, length, first, scope
    // `where`.
    case condition, sortBy, descending, shown

    @inlinable public var id: PropertyID { PropertyID(UInt16(LayerProperty.allCases.count) + rawValue) }

    /// Maximum number of existing instances of one list.
    public static let mostRows = 1000
    /// Maximum nesting depth of lists.
    public static let deepest = 16

    private static let own: [Property] = [
        Property(
            "axis", .choice, .choice(0), choices: ["horizontal", "vertical"], effect: .none, help: "a row, or a column"),
        Property(
            "spacing", .number, .number(0), minimum: -1e6, maximum: 1e6, unit: "points", effect: .none,
            help: "between two neighbours; with equalSpacing and equalCentering, at least"),
        Property(
            "alignment", .choice, .choice(0),
            choices: ["fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"],
            effect: .none, help: "across the axis; leading is left or top, baselines are those of texts in a row"),
        Property(
            "distribution", .choice, .choice(0),
            choices: ["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering", "packed"],
            effect: .none,
            help: "along the axis: who takes the room that is left"),
        Property(
            "margins", .numbers, .none, minimum: -1e6, maximum: 1e6, unit: "points", effect: .none,
            help: "around all: one number, vertical and horizontal, or top, left, bottom, right"),
        Property(
            "isWrapped", .boolean, .boolean(false), effect: .none,
            help: "those that have no room go on in a new row or column"),
        Property(
            "lineSpacing", .number, .number(0), minimum: -1e6, maximum: 1e6, unit: "points", effect: .none,
            help: "between these rows or columns"),
        Property(
            "direction", .choice, .choice(0), choices: ["leftToRight", "rightToLeft"], effect: .none,
            help: "where a row begins, and which side is leading in a column"),
        Property("of", .string, .string(""), effect: .none, help: "the component of which the rows are instances"),
        Property(
            "in", .string, .string(""), effect: .none,
            help: "the list: a key of data (d.items), a part of one, or a parameter that holds JSON"),
        Property(
            "key", .string, .string(""), effect: .none,
            help: "the field of a record by which it keeps its row; without one, its index"),
        Property(
            "rowHeight", .number, .none, minimum: 0.01, maximum: 1e6, unit: "points", effect: .none,
            help: "of each row of a column: then only rows that are seen exist"),
        Property(
            "rowWidth", .number, .none, minimum: 0.01, maximum: 1e6, unit: "points", effect: .none,
            help: "the same along a horizontal axis"),
        Property(
            "overscan", .number, .number(100), minimum: 0, maximum: 1e6, unit: "points", effect: .none,
            help: "how far beyond what is seen rows exist, with rowHeight or rowWidth"),
        Property("length", .number, .number(0), effect: .none, isReadOnly: true, help: "records of the list"),
        Property(
            "first", .number, .number(0), effect: .none, isReadOnly: true, help: "index of the first row that exists"),
        Property(
            "scope", .object, .none, effect: .none, bond: .attached,
            help: "its rows' lines may change this layer and what is below it only: for who may do no more"),
        Property(
            "where", .string, .string(""), effect: .none,
            help: "an expression: records for which it is true have rows; it knows their fields, and item"),
        Property(
            "sortBy", .string, .string(""), effect: .none,
            help: "an expression: rows stand in the order of its numbers, texts or booleans"),
        Property("descending", .boolean, .boolean(false), effect: .none, help: "the order of sortBy is turned"),
        Property(
            "shown", .number, .number(0), effect: .none, isReadOnly: true, help: "records for which where is true"),
    ]

    /// The kind, for the registry.
    public static let kind: Kind = {
        var schema = LayerProperty.schema
        let anchor = schema[Int(LayerProperty.anchorPoint.rawValue)]
        // A list grows to the right and down.
        schema[Int(LayerProperty.anchorPoint.rawValue)] = Property(
            anchor.name, anchor.type, .point(.zero), unit: anchor.unit, animates: anchor.animates,
            effect: anchor.effect, help: anchor.help)
        return Kind(
            name: "each", family: .layer,
            help: "instances of a component, one for each record of a list, laid out as by stack",
            traits: .arrangesSublayers, properties: schema + own)
    }()
}
