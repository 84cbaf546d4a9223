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

/// Work to be repeated when a property changes. The frame's cost follows from this.
public enum Effect: UInt8, Sendable {
    /// Nothing that can be seen.
    case none = 0
    /// The layer's own picture.
    case look
    /// The layer's own picture, and the kind has to draw itself again.
    case content
    /// Compositing of the layer's whole subtree onto its backdrop (opacity, mask, clipping, blending).
    case group
    /// Where the layer and all below it are.
    case geometry
    /// In which order siblings are painted.
    case order
    /// The output's buffer: its size or scale.
    case output
    /// Source of a picture: first its reader has to look, then the frame.
    case source
}

/// One property of a kind: the only source for parsing, validation, `describe`, `dump` and the documentation.
///
/// A class, so that handing it around costs one reference and not five.
public final class Property: Sendable {
    /// The most bytes of a text that a line gives to a property, a key of data or `user.`.
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
    /// The property that it is another name for: of a derived one that animates.
    public let standsFor: PropertyPath?
    /// The value that reads while none is set, where that differs from setting it; then `initial` is `.none`.
    public let unset: Value?
    /// Consequence of removing one of the two objects, for properties that name objects.
    public let bond: Bond
    /// How many a list of numbers, colours or objects may have, and how many commands a path.
    public let counts: ClosedRange<Int>
    /// Operations that a list may have.
    public let operations: [OperationForm]
    /// One line for `describe`.
    public let help: String

    /// How far two objects belong together.
    public enum Bond: Sendable {
        /// The reference is cleared, no more.
        case loose
        /// The object goes with the one that it names.
        case attached
        /// The named objects go with it.
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

/// Yes or no about a property.
public struct PropertyTraits: OptionSet, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Values between two others have a meaning.
    public static let animates = PropertyTraits(rawValue: 1 << 0)
    /// The numbers of a list never decrease.
    public static let isRising = PropertyTraits(rawValue: 1 << 1)
    /// Computed from others: it is not stored, nor part of `get` without names or of `dump`.
    public static let isDerived = PropertyTraits(rawValue: 1 << 2)
    /// Can be read only.
    public static let isReadOnly = PropertyTraits(rawValue: 1 << 3)
    /// A text that its kind may refuse (`LayerMeasurer.refusal`).
    public static let isChecked = PropertyTraits(rawValue: 1 << 4)
    /// Parameter of a component: one that was set to its default counts as set. `unset` is the default.
    public static let isParameter = PropertyTraits(rawValue: 1 << 5)
    /// It stands for any number of properties that begin with its name, and has no value itself.
    public static let isOpen = PropertyTraits(rawValue: 1 << 6)
    /// Of an operation's parameters: it has to be given.
    public static let isRequired = PropertyTraits(rawValue: 1 << 7)
    /// Of an operation's parameters: it stands there without its name.
    public static let isPositional = PropertyTraits(rawValue: 1 << 8)
    /// A path that may follow the bounds of its layer.
    public static let followsBounds = PropertyTraits(rawValue: 1 << 9)
    /// Goes on by itself from the value that was set, with time or with a layout: a later value is nobody's change, and is no
    /// conflict for `undo`.
    public static let goesOn = PropertyTraits(rawValue: 1 << 10)
    /// A text that is kept and never shown: it reads as `set` or `unset`.
    public static let isSecret = PropertyTraits(rawValue: 1 << 11)
    /// How its object goes on, which those know that carry it out: see `SceneContinuation`. It is part of dumps and copies, and not of `get`
    /// without names.
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
    public var isOpen: Bool { traits.contains(.isOpen) }
    public var isRequired: Bool { traits.contains(.isRequired) }
    public var isPositional: Bool { traits.contains(.isPositional) }
    public var isSecret: Bool { traits.contains(.isSecret) }
    public var isContinuation: Bool { traits.contains(.isContinuation) }

    /// A value as it may be shown: of a secret only whether there is one.
    public func readable(_ value: Value) -> Value {
        guard isSecret else { return value }
        return .string(isUnset(value) ? "unset" : "set")
    }

    /// True for the value of a secret that there is not.
    public func isUnset(_ value: Value) -> Bool { value == .none || value == .string("") }
}
