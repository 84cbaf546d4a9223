public import Geometry

/// Facts about a layer that fit one bit each.
public struct LayerFlags: OptionSet, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// An object stands in the slot.
    public static let isAlive = LayerFlags(rawValue: 1 << 0)
    public static let isLayer = LayerFlags(rawValue: 1 << 1)
    // Properties, stored here only.
    public static let isHidden = LayerFlags(rawValue: 1 << 2)
    public static let masksToBounds = LayerFlags(rawValue: 1 << 3)
    public static let allowsGroupOpacity = LayerFlags(rawValue: 1 << 4)
    public static let isDoubleSided = LayerFlags(rawValue: 1 << 5)
    public static let isGeometryFlipped = LayerFlags(rawValue: 1 << 6)
    public static let shouldRasterize = LayerFlags(rawValue: 1 << 7)
    public static let isInteractive = LayerFlags(rawValue: 1 << 8)
    public static let continuousCorners = LayerFlags(rawValue: 1 << 9)
    public static let hasBackground = LayerFlags(rawValue: 1 << 10)
    // Hints: a value that differs from the default stands in the extras.
    public static let hasTransform = LayerFlags(rawValue: 1 << 11)
    public static let hasSublayerTransform = LayerFlags(rawValue: 1 << 12)
    public static let hasMask = LayerFlags(rawValue: 1 << 13)
    public static let hasBorder = LayerFlags(rawValue: 1 << 14)
    public static let hasShadow = LayerFlags(rawValue: 1 << 15)
    public static let hasZPosition = LayerFlags(rawValue: 1 << 16)
    /// Has, or had, `filters`, `backgroundFilters` or `isolated`.
    public static let hasFilters = LayerFlags(rawValue: 1 << 17)
    public static let hasContents = LayerFlags(rawValue: 1 << 18)
    /// Some sublayer has, or had, a zPosition: paint order is not list order.
    public static let sortsSublayers = LayerFlags(rawValue: 1 << 19)
    /// Is, or was, the mask of some layer: changes below concern layers elsewhere in the tree.
    public static let isMask = LayerFlags(rawValue: 1 << 20)
    /// The journal holds the object: removed, and perhaps to come back.
    public static let isRemoved = LayerFlags(rawValue: 1 << 21)
    /// Hint: takes input itself, or something below does, or did; so it is of everything above such a layer.
    public static let leadsToInput = LayerFlags(rawValue: 1 << 31)
    /// The kind has a size of its own: see `SceneLayout`.
    public static let measures = LayerFlags(rawValue: 1 << 22)
    /// No size was given to the bounds: the slot has the layer's own.
    public static let fitsContent = LayerFlags(rawValue: 1 << 23)
    /// The kind lays its sublayers out: see `SceneLayout`.
    public static let arranges = LayerFlags(rawValue: 1 << 24)
    /// The parent is such a layer.
    public static let isArranged = LayerFlags(rawValue: 1 << 25)
    /// Its layout is in `layouts.stale`.
    public static let needsLayout = LayerFlags(rawValue: 1 << 26)
    /// Hint: a transition goes on from an old picture of the layer.
    public static let isChanging = LayerFlags(rawValue: 1 << 27)
    /// Some property is covered by an animation: presentation and model value differ.
    public static let isAnimated = LayerFlags(rawValue: 1 << 28)
    /// Acts by time, or on layers: an animation, a transaction that waits, a behavior, a follow. Its runner is told when it is
    /// touched.
    public static let isTimed = LayerFlags(rawValue: 1 << 29)
    /// Of a layer, which never is one of these: behaviors or follows depend on its position, and are told when it moves.
    public static let isWatched = isTimed
    /// Hint: its time is not its parent's.
    public static let hasTiming = LayerFlags(rawValue: 1 << 30)

    /// Flags that are values of properties.
    static let properties: LayerFlags = [
        .isHidden, .masksToBounds, .allowsGroupOpacity, .isDoubleSided, .isGeometryFlipped, .shouldRasterize,
        .isInteractive, .continuousCorners, .hasBackground,
    ]

    public static let initial: LayerFlags = [.isAlive, .allowsGroupOpacity, .isDoubleSided]
}

/// Facts about the origin of a layer's values, and about its states; they fill the rest of a row.
public struct RowMarks: OptionSet, Sendable {
    public var rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// There are entries in `Scene.origins`.
    public static let hasOrigins = RowMarks(rawValue: 1 << 0)
    /// It has styles, or a value that is a style's, a binding's or a variable's: changes go the long way.
    public static let isDependent = RowMarks(rawValue: 1 << 1)
    /// `isEnabled` is false.
    public static let isDisabled = RowMarks(rawValue: 1 << 2)
    /// One of its styles is for `hover`, `pressed` or `focused`: it takes input.
    public static let takesInputByStyle = RowMarks(rawValue: 1 << 3)

    // Properties of the row that a client has set, were it to their defaults.
    static let givenPosition = RowMarks(rawValue: 1 << 4)
    static let givenBounds = RowMarks(rawValue: 1 << 5)
    static let givenAnchorPoint = RowMarks(rawValue: 1 << 6)
    static let givenOpacity = RowMarks(rawValue: 1 << 7)
    static let givenCornerRadius = RowMarks(rawValue: 1 << 8)
    static let givenBackgroundColor = RowMarks(rawValue: 1 << 9)
    static let givenIsHidden = RowMarks(rawValue: 1 << 10)
    static let givenMasksToBounds = RowMarks(rawValue: 1 << 11)
    static let givenIsInteractive = RowMarks(rawValue: 1 << 12)

    static let given: RowMarks = [
        givenPosition, givenBounds, givenAnchorPoint, givenOpacity, givenCornerRadius, givenBackgroundColor,
        givenIsHidden, givenMasksToBounds, givenIsInteractive,
    ]

    /// The mark of a property of layers; nil for one whose mark stands in `Scene.origins`.
    static func given(_ property: LayerProperty) -> RowMarks? {
        switch property {
        case .position: givenPosition
        case .bounds: givenBounds
        case .anchorPoint: givenAnchorPoint
        case .opacity: givenOpacity
        case .cornerRadius: givenCornerRadius
        case .backgroundColor: givenBackgroundColor
        case .isHidden: givenIsHidden
        case .masksToBounds: givenMasksToBounds
        case .isInteractive: givenIsInteractive
        default: nil
        }
    }
    /// Belongs to an instance of a component, which alone changes it.
    public static let isPart = RowMarks(rawValue: 1 << 13)
    /// Is an instance of a component.
    public static let isInstance = RowMarks(rawValue: 1 << 14)
    /// Is an instance, one of whose parts takes the sublayers that it is given.
    public static let hasSlot = RowMarks(rawValue: 1 << 15)

    static let ofComponents: RowMarks = [.isPart, .isInstance, .hasSlot]
}

/// Hints that spare others a look at a layer's rare properties or at its neighbours; they share a byte with `maskedCorners`.
public struct RowHints: OptionSet, Sendable {
    public var rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Some sublayer has, or had, an `autoresizingMask`.
    public static let resizesSublayers = RowHints(rawValue: 1 << 4)
    /// It has, or had, an `autoresizingMask`.
    public static let isAutoresizing = RowHints(rawValue: 1 << 5)
    /// Some mirror shows it, or did.
    public static let isMirrored = RowHints(rawValue: 1 << 6)
    /// Not all of its edges are antialiased, or were not.
    public static let hasHardEdges = RowHints(rawValue: 1 << 7)
}

/// Kinds of changes of a layer since its marks were last taken.
public struct Dirty: OptionSet, Sendable {
    public var rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let look = Dirty(rawValue: 1 << 0)
    public static let content = Dirty(rawValue: 1 << 1)
    public static let group = Dirty(rawValue: 1 << 2)
    public static let geometry = Dirty(rawValue: 1 << 3)
    /// The layer's own position among its siblings, or its zPosition.
    public static let order = Dirty(rawValue: 1 << 4)
    /// Made, removed, or moved to another parent.
    public static let tree = Dirty(rawValue: 1 << 5)
    /// Its list of sublayers changed.
    public static let sublayers = Dirty(rawValue: 1 << 6)

    public init(_ effect: Effect) {
        switch effect {
        case .none, .output: self = []
        case .look: self = .look
        case .content, .source: self = [.look, .content]
        case .group: self = .group
        case .geometry: self = .geometry
        case .order: self = .order
        }
    }
}

/// An object's row: links, and, for a layer, the properties that most layers set. Rare ones are in `Scene.extras`.
///
/// Plain numbers only, so that a million of them are one block of memory that is walked without counting references.
public struct LayerRow: Sendable {
    public var position = Point.zero
    public var bounds = Rect.zero
    public var anchorPoint = Point(0.5, 0.5)
    public var opacity = 1.0
    public var cornerRadius = 0.0
    public var backgroundColor = Color.clear
    public var flags: LayerFlags = []

    /// Links are slots; -1 is none. The parent of a detached layer is `Scene.limbo`.
    public var parent: Slot = -1
    public var firstChild: Slot = -1
    public var lastChild: Slot = -1
    public var previous: Slot = -1
    public var next: Slot = -1
    public var childCount: Int32 = 0

    /// Index in `Scene.extras`; -1 when every rare property has its default.
    public var extras: Int32 = -1
    public var generation: UInt32 = 1
    public var kind = KindID.none
    public var dirty: Dirty = []
    /// `maskedCorners` in the lower four bits, `hints` in the upper ones.
    @usableFromInline var cornersAndHints: UInt8 = 0b1111
    public var compositingFilter: UInt8 = 0
    public var marks: RowMarks = []

    public init() {}

    /// A bit for each of `LayerProperty.corners`.
    @inlinable public var maskedCorners: UInt8 {
        get { cornersAndHints & 0b1111 }
        set { cornersAndHints = cornersAndHints & ~0b1111 | newValue & 0b1111 }
    }

    @inlinable public var hints: RowHints {
        get { RowHints(rawValue: cornersAndHints & ~0b1111) }
        set { cornersAndHints = cornersAndHints & 0b1111 | newValue.rawValue & ~0b1111 }
    }

    /// Order of an object that is no layer among all that are none: it rises along their list. They have no geometry, whose room it
    /// takes.
    var shelfRank: Double {
        get { position.x }
        set { position.x = newValue }
    }

    /// True for a layer that takes input, because it was told so or because a style is for states of input.
    @inlinable public var takesInput: Bool {
        flags.contains(.isInteractive) || marks.contains(.takesInputByStyle)
    }

    /// True when the properties that rows hold are the same.
    func hasEqualProperties(to other: LayerRow) -> Bool {
        position == other.position && bounds == other.bounds && anchorPoint == other.anchorPoint
            && opacity == other.opacity && cornerRadius == other.cornerRadius
            && backgroundColor == other.backgroundColor && maskedCorners == other.maskedCorners
            && compositingFilter == other.compositingFilter
            && flags.intersection(.properties) == other.flags.intersection(.properties)
            && marks.intersection(.given) == other.marks.intersection(.given)
    }
}

/// The properties of an object that differ from their defaults and do not stand in its slot.
public struct Extras: Sendable {
    /// Sorted by property.
    public var values: [(id: PropertyID, value: Value)] = []
    /// `user.*`, sorted by key.
    public var user: [(key: String, value: String)] = []

    public init() {}

    public var isEmpty: Bool { values.isEmpty && user.isEmpty }

    public func value(_ id: PropertyID) -> Value? {
        for entry in values where entry.id == id { return entry.value }
        return nil
    }

    mutating func set(_ id: PropertyID, _ value: Value?) {
        let index = values.firstIndex { $0.id >= id } ?? values.count
        let isThere = index < values.count && values[index].id == id
        if let value {
            if isThere { values[index].value = value } else { values.insert((id, value), at: index) }
        } else if isThere {
            values.remove(at: index)
        }
    }

    mutating func setUser(_ key: String, _ value: String?) {
        let index = user.firstIndex { $0.key >= key } ?? user.count
        let isThere = index < user.count && user[index].key == key
        if let value {
            if isThere { user[index].value = value } else { user.insert((key, value), at: index) }
        } else if isThere {
            user.remove(at: index)
        }
    }
}

extension RowMarks {
    mutating func set(_ mark: RowMarks, _ on: Bool) {
        if on { insert(mark) } else { remove(mark) }
    }
}
