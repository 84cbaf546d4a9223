/// Index of a property in its kind's schema.
public struct PropertyID: Equatable, Hashable, Comparable, Sendable {
    public var raw: UInt16

    @inlinable public init(_ raw: UInt16) { self.raw = raw }
    @inlinable public static func < (a: PropertyID, b: PropertyID) -> Bool { a.raw < b.raw }
}

/// A property of one object.
public struct ObjectProperty: Hashable, Sendable {
    public var slot: Slot
    public var id: PropertyID

    public init(slot: Slot, id: PropertyID) {
        self.slot = slot
        self.id = id
    }
}

/// The work that has to be repeated when a property changes. It determines the frame's cost.
public enum Effect: UInt8, Sendable {
    /// No visible effect.
    case none = 0
    /// The layer's own picture.
    case look
    /// The layer's own picture, including the kind's drawing.
    case content
    /// Compositing of the layer's whole subtree onto its backdrop (opacity, mask, clipping, blending).
    case group
    /// Positions of the layer and its descendants.
    case geometry
    /// Paint order of siblings.
    case order
    /// The output's buffer: its size or scale.
    case output
    /// Source of a picture: first its reader is updated, then the frame.
    case source
}

/// One property of a kind: the single source for parsing, validation, `describe`, `dump` and the documentation.
///
/// A class, because passing it around then costs one reference count instead of five.
public final class Property: Sendable {
    /// Maximum bytes of a text that a line sets in a property, a data key or `user.`.
    public static let mostTextBytes = 1 << 20

    public let name: String
    public let type: PropertyType
    public let initial: Value
    /// The allowed range of a number (inclusive), in `unit`.
    public let minimum: Double
    public let maximum: Double
    public let choices: [String]
    public let unit: String
    public let traits: PropertyTraits
    public let effect: Effect
    /// The property for which this one is an alias; for derived properties that animate.
    public let standsFor: PropertyPath?
    /// The value that is read while unset, where that differs from a set value; then `initial` is `.none`.
    public let unset: Value?
    /// The consequence of removing one of the two objects, for properties that name objects.
    public let bond: Bond
    /// Allowed count of numbers, colors or objects in a list, or of commands in a path.
    public let counts: ClosedRange<Int>
    /// Allowed operations in a list.
    public let operations: [OperationForm]
    /// One line for `describe`.
    public let help: String

    /// Lifetime relation between two objects.
    public enum Bond: Sendable {
        /// The reference is only cleared.
        case loose
        /// The object is removed with the one that it names.
        case attached
        /// The named objects are removed with it.
        case owner
    }

    public init(
        _ name: String, _ type: PropertyType, _ initial: Value, minimum: Double = -.infinity,
        maximum: Double = .infinity, choices: [String] = [], unit: String = "", animates: Bool = false,
        effect: Effect = .look, isDerived: Bool = false, isReadOnly: Bool = false, standsFor: PropertyPath? = nil,
        unset: Value? = nil, bond: Bond = .loose, counts: ClosedRange<Int> = 0...Int.max,
        operations: [OperationForm] = [], traits: PropertyTraits = [], help: String
    ) {
        self.name = name
        self.type = type
        self.initial = initial
        self.minimum = minimum
        self.maximum = maximum
        self.choices = choices
        self.unit = unit
        var all = traits
        if animates { all.insert(.animates) }
        if isDerived { all.insert(.isDerived) }
        if isReadOnly { all.insert(.isReadOnly) }
        self.traits = all
        self.effect = effect
        self.standsFor = standsFor
        self.unset = unset
        self.bond = bond
        self.counts = counts
        self.operations = operations
        self.help = help
    }
}

extension Property {
    /// The property as a parameter of a component, with the default `value`.
    func asParameter(_ value: Value) -> Property {
        Property(
            name, type, .none, minimum: minimum, maximum: maximum, choices: choices, unit: unit, effect: effect,
            standsFor: standsFor, unset: value, bond: bond, counts: counts, operations: operations,
            traits: traits.union(.isParameter), help: help)
    }
}

/// Boolean traits of a property.
public struct PropertyTraits: OptionSet, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Values can be interpolated.
    public static let animates = PropertyTraits(rawValue: 1 << 0)
    /// The numbers of a list never decrease.
    public static let isRising = PropertyTraits(rawValue: 1 << 1)
    /// Computed from other properties: not stored, and not part of `dump` or `get` without names.
    public static let isDerived = PropertyTraits(rawValue: 1 << 2)
    /// Read-only.
    public static let isReadOnly = PropertyTraits(rawValue: 1 << 3)
    /// A text that its kind may reject (`LayerMeasurer.refusal`).
    public static let isChecked = PropertyTraits(rawValue: 1 << 4)
    /// Parameter of a component: setting it to its default counts as set. `unset` is the default.
    public static let isParameter = PropertyTraits(rawValue: 1 << 5)
    /// Represents any number of properties whose names begin with its name; has no value itself.
    public static let isOpen = PropertyTraits(rawValue: 1 << 6)
    /// Required parameter of an operation.
    public static let isRequired = PropertyTraits(rawValue: 1 << 7)
    /// Parameter of an operation that is written without its name.
    public static let isPositional = PropertyTraits(rawValue: 1 << 8)
    /// A path that may follow the bounds of its layer.
    public static let followsBounds = PropertyTraits(rawValue: 1 << 9)
    /// Changes by itself from the value that was set, with time or layout: later values are no conflict for `undo`.
    public static let goesOn = PropertyTraits(rawValue: 1 << 10)
    /// A text that is never shown: it reads as `set` or `unset`.
    public static let isSecret = PropertyTraits(rawValue: 1 << 11)
    /// Continuation state of the object, known to whoever moves it: see `SceneContinuation`. Part of dumps and copies,
    /// but not of `get` without names.
    public static let isContinuation = PropertyTraits(rawValue: 1 << 12)
    /// A rectangle whose width and height may be `auto`, by content.
    public static let sizesByContent = PropertyTraits(rawValue: 1 << 13)
}

extension Property {
    public var animates: Bool { traits.contains(.animates) }
    public var isRising: Bool { traits.contains(.isRising) }
    public var isDerived: Bool { traits.contains(.isDerived) }
    public var isReadOnly: Bool { traits.contains(.isReadOnly) }
    public var isChecked: Bool { traits.contains(.isChecked) }
    public var isParameter: Bool { traits.contains(.isParameter) }
    /// A parameter whose default is a list or a record, `[…]` or `{…}`: expressions read its text as one.
    public var holdsJSON: Bool {
        guard isParameter, case .string(let text)? = unset else { return false }
        return Self.beginsJSON(text)
    }
    /// Whether a text can be a list or a record.
    public static func beginsJSON(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "[") || text.utf8.first == UInt8(ascii: "{")
    }
    public var isOpen: Bool { traits.contains(.isOpen) }
    public var isRequired: Bool { traits.contains(.isRequired) }
    public var isPositional: Bool { traits.contains(.isPositional) }
    public var isSecret: Bool { traits.contains(.isSecret) }
    public var isContinuation: Bool { traits.contains(.isContinuation) }

    /// A value as it may be shown: for a secret, only whether it is set.
    public func readable(_ value: Value) -> Value {
        guard isSecret else { return value }
        return .string(isUnset(value) ? "unset" : "set")
    }

    /// True for the value of an unset secret.
    public func isUnset(_ value: Value) -> Bool { value == .none || value == .string("") }
}
