public import Geometry
public import Schema

/// Boolean facts about a layer.
public struct LayerFlags: OptionSet, Sendable {
    public var rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The slot contains an object.
    public static let isAlive = LayerFlags(rawValue: 1 << 0)
    public static let isLayer = LayerFlags(rawValue: 1 << 1)
    // Properties, stored only here.
    public static let isHidden = LayerFlags(rawValue: 1 << 2)
    public static let masksToBounds = LayerFlags(rawValue: 1 << 3)
    public static let allowsGroupOpacity = LayerFlags(rawValue: 1 << 4)
    public static let isDoubleSided = LayerFlags(rawValue: 1 << 5)
    public static let isGeometryFlipped = LayerFlags(rawValue: 1 << 6)
    public static let shouldRasterize = LayerFlags(rawValue: 1 << 7)
    public static let isInteractive = LayerFlags(rawValue: 1 << 8)
    public static let continuousCorners = LayerFlags(rawValue: 1 << 9)
    public static let hasBackground = LayerFlags(rawValue: 1 << 10)
    // Hints: a value that differs from the default is in the extras.
    public static let hasTransform = LayerFlags(rawValue: 1 << 11)
    public static let hasSublayerTransform = LayerFlags(rawValue: 1 << 12)
    public static let hasMask = LayerFlags(rawValue: 1 << 13)
    public static let hasBorder = LayerFlags(rawValue: 1 << 14)
    public static let hasShadow = LayerFlags(rawValue: 1 << 15)
    public static let hasZPosition = LayerFlags(rawValue: 1 << 16)
    /// Has or had `filters`, `backgroundFilters` or `isolated`.
    public static let hasFilters = LayerFlags(rawValue: 1 << 17)
    public static let hasContents = LayerFlags(rawValue: 1 << 18)
    /// Some sublayer has or had a zPosition: paint order differs from list order.
    public static let sortsSublayers = LayerFlags(rawValue: 1 << 19)
    /// Is or was the mask of some layer: changes below affect layers elsewhere in the tree.
    public static let isMask = LayerFlags(rawValue: 1 << 20)
    /// The object was removed and is kept by the journal, as it may come back.
    public static let isRemoved = LayerFlags(rawValue: 1 << 21)
    /// Hint: accepts input itself, or some descendant does or did. Set in all ancestors of such a layer.
    public static let leadsToInput = LayerFlags(rawValue: 1 << 31)
    /// The kind has a natural size: see `SceneLayout`.
    public static let measures = LayerFlags(rawValue: 1 << 22)
    /// The bounds have no specified size: the slot contains the layer's own size.
    public static let fitsContent = LayerFlags(rawValue: 1 << 23)
    /// The kind lays out its sublayers: see `SceneLayout`.
    public static let arranges = LayerFlags(rawValue: 1 << 24)
    /// The parent lays out its sublayers.
    public static let isArranged = LayerFlags(rawValue: 1 << 25)
    /// Its layout is in `layouts.stale`.
    public static let needsLayout = LayerFlags(rawValue: 1 << 26)
    /// Hint: a transition continues from an old picture of the layer.
    public static let isChanging = LayerFlags(rawValue: 1 << 27)
    /// Some property is animated: presentation and model value differ.
    public static let isAnimated = LayerFlags(rawValue: 1 << 28)
    /// Acts by time or on layers: an animation, a waiting transaction, a behavior, a follow. Changes are reported to
    /// its controller.
    public static let isTimed = LayerFlags(rawValue: 1 << 29)
    /// Same bit, for layers: behaviors or follows depend on its position, and are notified when it moves.
    public static let isWatched = isTimed
    /// Hint: its local time differs from its parent's.
    public static let hasTiming = LayerFlags(rawValue: 1 << 30)

    /// Flags that are values of properties.
    public static let properties: LayerFlags = [
        .isHidden, .masksToBounds, .allowsGroupOpacity, .isDoubleSided, .isGeometryFlipped, .shouldRasterize,
        .isInteractive, .continuousCorners, .hasBackground,
    ]

    public static let initial: LayerFlags = [.isAlive, .allowsGroupOpacity, .isDoubleSided]
}

/// Origin of a layer's values, and its states; they fill the rest of a row.
public struct RowMarks: OptionSet, Sendable {
    public var rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// There are entries in `Scene.origins`.
    public static let hasOrigins = RowMarks(rawValue: 1 << 0)
    /// Has styles, or a value from a style, binding or variable: changes take the slow path.
    public static let isDependent = RowMarks(rawValue: 1 << 1)
    /// `isEnabled` is false.
    public static let isDisabled = RowMarks(rawValue: 1 << 2)
    /// One of its styles is for `hover`, `pressed` or `focused`: it accepts input.
    public static let takesInputByStyle = RowMarks(rawValue: 1 << 3)

    // Properties of the row that a client has set, even to their defaults.
    static let givenPosition = RowMarks(rawValue: 1 << 4)
    public static let givenBounds = RowMarks(rawValue: 1 << 5)
    public static let givenAnchorPoint = RowMarks(rawValue: 1 << 6)
    static let givenOpacity = RowMarks(rawValue: 1 << 7)
    static let givenCornerRadius = RowMarks(rawValue: 1 << 8)
    static let givenBackgroundColor = RowMarks(rawValue: 1 << 9)
    static let givenIsHidden = RowMarks(rawValue: 1 << 10)
    public static let givenMasksToBounds = RowMarks(rawValue: 1 << 11)
    public static let givenIsInteractive = RowMarks(rawValue: 1 << 12)

    /// All of these.
    public static let given = RowMarks(rawValue: 0x1FF << 4)

    /// The mark of a layer property; nil for one whose mark is in `Scene.origins`.
    public static func given(_ property: LayerProperty) -> RowMarks? {
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
    /// Part of an instance of a component, which alone may change it.
    public static let isPart = RowMarks(rawValue: 1 << 13)
    /// An instance of a component.
    public static let isInstance = RowMarks(rawValue: 1 << 14)
    /// An instance with a part that takes its sublayers.
    public static let hasSlot = RowMarks(rawValue: 1 << 15)

    public static let ofComponents = RowMarks(rawValue: 0b111 << 13)
}

/// Hints that avoid reading a layer's rare properties or its neighbors; they share a byte with `maskedCorners`.
public struct RowHints: OptionSet, Sendable {
    public var rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Some sublayer has or had an `autoresizingMask`.
    public static let resizesSublayers = RowHints(rawValue: 1 << 4)
    /// Has or had an `autoresizingMask`.
    public static let isAutoresizing = RowHints(rawValue: 1 << 5)
    /// Some mirror shows or showed it.
    public static let isMirrored = RowHints(rawValue: 1 << 6)
    /// Some of its edges are or were not antialiased.
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
    /// The layer's position among its siblings, or its zPosition.
    public static let order = Dirty(rawValue: 1 << 4)
    /// Created, removed, or moved to another parent.
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

/// The row of an object: links, and, for a layer, the most frequent properties. Rare ones are in `Scene.extras`.
///
/// Only plain numbers, so that a million rows are one block of memory without reference counting.
public struct LayerRow: Sendable {
    public var position = Point.zero
    public var bounds = Rect.zero
    public var anchorPoint = Point(0.5, 0.5)
    public var opacity = 1.0
    public var cornerRadius = 0.0
    public var backgroundColor = Color.clear
    public var flags: LayerFlags = []

    /// Links are slots; −1 is none. The parent of a detached layer is `Scene.detachedRoot`, the root of detached layers.
    public var parent: Slot = -1
    public var firstChild: Slot = -1
    public var lastChild: Slot = -1
    public var previous: Slot = -1
    public var next: Slot = -1
    public var childCount: Int32 = 0

    /// Index in `Scene.extras`; −1 when all rare properties have their defaults.
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

    /// Order of an object that is no layer among all of these, increasing along their list. Stored in `position.x`, as
    /// such objects have no geometry.
    public var objectRank: Double {
        get { position.x }
        set { position.x = newValue }
    }

    /// True for a layer that accepts input, by its property or because a style is for input states.
    @inlinable public var takesInput: Bool {
        flags.contains(.isInteractive) || marks.contains(.takesInputByStyle)
    }

    /// True when the properties stored in rows are equal.
    public func hasEqualProperties(to other: LayerRow) -> Bool {
        position == other.position && bounds == other.bounds && anchorPoint == other.anchorPoint
            && opacity == other.opacity && cornerRadius == other.cornerRadius
            && backgroundColor == other.backgroundColor && maskedCorners == other.maskedCorners
            && compositingFilter == other.compositingFilter
            && flags.intersection(.properties) == other.flags.intersection(.properties)
            && marks.intersection(.given) == other.marks.intersection(.given)
    }
}

/// The properties of an object that differ from their defaults and are not stored in its slot.
public struct Extras: Sendable {
    /// Sorted by property.
    public var values: [(id: PropertyID, value: Value)] = []
    /// `user.*`, sorted by key.
    public var user: [(key: String, value: String)] = []

    public init() {}

    public var isEmpty: Bool { values.isEmpty && user.isEmpty }

    /// The value of a property; nil for its default.
    @inlinable public func value(_ id: PropertyID) -> Value? {
        // By index: an element of an iteration is copied as a whole.
        for at in values.indices where values[at].id == id { return values[at].value }
        return nil
    }

    /// Sets the value of a property; nil: its default.
    public mutating func set(_ id: PropertyID, _ value: Value?) {
        let index = values.firstIndex { $0.id >= id } ?? values.count
        let isThere = index < values.count && values[index].id == id
        if let value {
            if isThere { values[index].value = value } else { values.insert((id, value), at: index) }
        } else if isThere {
            values.remove(at: index)
        }
    }

    /// Sets the value of `user.KEY`; nil removes it.
    public mutating func setUser(_ key: String, _ value: String?) {
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
    /// Sets or clears marks.
    @inlinable public mutating func set(_ mark: RowMarks, _ on: Bool) {
        if on { insert(mark) } else { remove(mark) }
    }
}
