/// The properties of the kind `constraint`: NSLayoutConstraint's.
public enum ConstraintProperty: UInt16, CaseIterable, Sendable {
    case item, attribute, relation, toItem, toAttribute, multiplier, constant, priority, isActive, isSatisfied, message

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// The lowest priority of a required constraint.
    public static let required = 1000.0

    private static let relations = ["equal", "lessThanOrEqual", "greaterThanOrEqual"]

    public static let schema: [Property] = [
        Property(
            "item", .object, .none, effect: .none, bond: .attached,
            help: "the layer that it places, or the parent whose size follows a sublayer; it goes with it"),
        Property(
            "attribute", .choices, .choices(0), choices: ConstraintAttribute.names, effect: .none,
            help: "of item's frame; with several, it holds for each"),
        Property(
            "relation", .choice, .choice(0), choices: relations, effect: .none,
            help: "of the attribute to multiplier times the other attribute plus constant"),
        Property(
            "toItem", .object, .none, effect: .none, bond: .attached,
            help: "a sibling of item or its parent; without one, the attribute is constant"),
        Property(
            "toAttribute", .choice, .choice(0), choices: ["same"] + ConstraintAttribute.names, effect: .none,
            help: "of toItem's frame; same: the one that attribute says"),
        Property("multiplier", .number, .number(1), minimum: -1e6, maximum: 1e6, effect: .none, help: "of toAttribute"),
        Property(
            "constant", .number, .number(0), minimum: -1e9, maximum: 1e9, unit: "points", effect: .none,
            help: "added to it"),
        Property(
            "priority", .number, .number(required), minimum: 1, maximum: required, effect: .none,
            help: "where not all can hold, those of higher priority do, of equal ones the earlier; 1000 is required"),
        Property("isActive", .boolean, .boolean(true), effect: .none, help: "false: it places nothing"),
        Property(
            "isSatisfied", .boolean, .boolean(true), effect: .none, isReadOnly: true, traits: .goesOn,
            help: "false where those before it do not let it hold, or its layers are not together"),
        Property(
            "message", .string, .string(""), effect: .none, isReadOnly: true, traits: .goesOn, help: "why it does not"),
    ]

    /// The kind, for the registry.
    public static let kind = Kind(
        name: "constraint", family: .other,
        help: "a relation of a layer's frame to that of a sibling or of its parent, which lays it out",
        properties: schema
    )
}

/// An attribute of a frame that constraints relate, in the parent's coordinates.
public enum ConstraintAttribute: UInt8, CaseIterable {
    case left, right, top, bottom, width, height, centerX, centerY, firstBaseline, lastBaseline
    case leading, trailing
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
    case centerXWithinMargins, centerYWithinMargins

    public static let names = [
        "left", "right", "top", "bottom", "width", "height", "centerX", "centerY", "firstBaseline", "lastBaseline",
        "leading", "trailing", "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin",
        "trailingMargin", "centerXWithinMargins", "centerYWithinMargins",
    ]

    /// The attributes of a value of the type `choices`.
    public static func list(_ value: Value) -> [ConstraintAttribute] {
        guard case .choices(let bits) = value else { return [] }
        return allCases.filter { bits & 1 << UInt32($0.rawValue) != 0 }
    }

    /// Attributes can only be related within the same dimension, except horizontal centers, which can be related to
    /// both others.
    public enum Dimension {
        case across, reading, middle, down, length

        public func goes(with other: Dimension) -> Bool {
            self == other || self == .middle && (other == .across || other == .reading)
                || other == .middle && (self == .across || self == .reading)
        }
    }

    public var dimension: Dimension {
        switch self {
        case .left, .right, .leftMargin, .rightMargin: .across
        case .leading, .trailing, .leadingMargin, .trailingMargin: .reading
        case .centerX, .centerXWithinMargins: .middle
        case .top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin, .centerYWithinMargins:
            .down
        case .width, .height: .length
        }
    }

    /// True for horizontal lengths and positions.
    public var isAcross: Bool {
        switch dimension {
        case .across, .reading, .middle: true
        case .down: false
        case .length: self == .width
        }
    }

    /// The left or right attribute that leading or trailing means.
    public func physical(isMirrored: Bool) -> ConstraintAttribute {
        switch self {
        case .leading: isMirrored ? .right : .left
        case .trailing: isMirrored ? .left : .right
        case .leadingMargin: isMirrored ? .rightMargin : .leftMargin
        case .trailingMargin: isMirrored ? .leftMargin : .rightMargin
        default: self
        }
    }

    /// Difference between the attribute with and without these insets.
    public func correction(_ insets: EdgeInsets) -> Double {
        switch self {
        case .left, .leading: insets.left
        case .right, .trailing: -insets.right
        case .top: insets.top
        case .bottom: -insets.bottom
        case .centerX: (insets.left - insets.right) / 2
        case .centerY: (insets.top - insets.bottom) / 2
        case .width: -(insets.left + insets.right)
        case .height: -(insets.top + insets.bottom)
        default: 0
        }
    }

    /// Inset of the attribute from the edge or center, in points, toward larger coordinates.
    public func inset(_ margins: EdgeInsets) -> Double {
        switch self {
        case .leftMargin: margins.left
        case .rightMargin: -margins.right
        case .topMargin: margins.top
        case .bottomMargin: -margins.bottom
        case .centerXWithinMargins: (margins.left - margins.right) / 2
        case .centerYWithinMargins: (margins.top - margins.bottom) / 2
        default: 0
        }
    }
}
