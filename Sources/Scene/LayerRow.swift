package import Geometry

/// Facts about a layer that fit one bit each.
package struct LayerFlags: OptionSet, Sendable {
    package var rawValue: UInt32
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// An object stands in the slot.
    package static let isAlive = LayerFlags(rawValue: 1 << 0)
    package static let isLayer = LayerFlags(rawValue: 1 << 1)
    // Properties, stored here only.
    package static let isHidden = LayerFlags(rawValue: 1 << 2)
    package static let masksToBounds = LayerFlags(rawValue: 1 << 3)
    package static let allowsGroupOpacity = LayerFlags(rawValue: 1 << 4)
    package static let isDoubleSided = LayerFlags(rawValue: 1 << 5)
    package static let isGeometryFlipped = LayerFlags(rawValue: 1 << 6)
    package static let shouldRasterize = LayerFlags(rawValue: 1 << 7)
    package static let isInteractive = LayerFlags(rawValue: 1 << 8)
    package static let continuousCorners = LayerFlags(rawValue: 1 << 9)
    package static let hasBackground = LayerFlags(rawValue: 1 << 10)
    // Hints: a value that differs from the default stands in the extras.
    package static let hasTransform = LayerFlags(rawValue: 1 << 11)
    package static let hasSublayerTransform = LayerFlags(rawValue: 1 << 12)
    package static let hasMask = LayerFlags(rawValue: 1 << 13)
    package static let hasBorder = LayerFlags(rawValue: 1 << 14)
    package static let hasShadow = LayerFlags(rawValue: 1 << 15)
    package static let hasZPosition = LayerFlags(rawValue: 1 << 16)
    package static let hasFilters = LayerFlags(rawValue: 1 << 17)
    package static let hasContents = LayerFlags(rawValue: 1 << 18)
    /// Some sublayer has, or had, a zPosition: paint order is not list order.
    package static let sortsSublayers = LayerFlags(rawValue: 1 << 19)
    /// Is, or was, the mask of some layer: changes below concern layers elsewhere in the tree.
    package static let isMask = LayerFlags(rawValue: 1 << 20)
    /// The journal holds the object: removed, and perhaps to come back.
    package static let isRemoved = LayerFlags(rawValue: 1 << 21)
    /// Hint: takes input itself, or something below does, or did; so it is of everything above such a layer.
    package static let leadsToInput = LayerFlags(rawValue: 1 << 31)
    /// The kind has a size of its own: see `SceneLayout`.
    package static let measures = LayerFlags(rawValue: 1 << 22)
    /// No size was given to the bounds: the slot has the layer's own.
    package static let fitsContent = LayerFlags(rawValue: 1 << 23)
    /// The kind lays its sublayers out: see `SceneLayout`.
    package static let arranges = LayerFlags(rawValue: 1 << 24)
    /// The parent is such a layer.
    package static let isArranged = LayerFlags(rawValue: 1 << 25)
    /// Its layout is in `layouts.stale`.
    package static let needsLayout = LayerFlags(rawValue: 1 << 26)
    /// Hint: a transition goes on from an old picture of the layer.
    package static let isChanging = LayerFlags(rawValue: 1 << 27)
    /// Some property is covered by an animation: presentation and model value differ.
    package static let isAnimated = LayerFlags(rawValue: 1 << 28)
    /// Acts by time, or on layers: an animation, a transaction that waits, a behavior, a follow. Its runner is told when it is
    /// touched.
    package static let isTimed = LayerFlags(rawValue: 1 << 29)
    /// Of a layer, which never is one of these: behaviors or follows depend on its position, and are told when it moves.
    package static let isWatched = isTimed
    /// Hint: its time is not its parent's.
    package static let hasTiming = LayerFlags(rawValue: 1 << 30)

    /// Flags that are values of properties.
    static let properties: LayerFlags = [
        .isHidden, .masksToBounds, .allowsGroupOpacity, .isDoubleSided, .isGeometryFlipped, .shouldRasterize,
        .isInteractive, .continuousCorners, .hasBackground,
    ]

    package static let initial: LayerFlags = [.isAlive, .allowsGroupOpacity, .isDoubleSided]
}

/// Facts about where a layer's values come from, and about its states; they fill what a row has left.
package struct RowMarks: OptionSet, Sendable {
    package var rawValue: UInt16
    @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// There are entries in `Scene.origins`.
    package static let hasOrigins = RowMarks(rawValue: 1 << 0)
    /// It has styles, or a value that is a style's, a binding's or a variable's: what is set goes the long way.
    package static let isDependent = RowMarks(rawValue: 1 << 1)
    /// `isEnabled` is false.
    package static let isDisabled = RowMarks(rawValue: 1 << 2)
    /// One of its styles is for `hover`, `pressed` or `focused`: it takes input.
    package static let takesInputByStyle = RowMarks(rawValue: 1 << 3)

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
    package static let isPart = RowMarks(rawValue: 1 << 13)
    /// Is an instance of a component.
    package static let isInstance = RowMarks(rawValue: 1 << 14)
    /// Is an instance, one of whose parts takes the sublayers that it is given.
    package static let hasSlot = RowMarks(rawValue: 1 << 15)

    static let ofComponents: RowMarks = [.isPart, .isInstance, .hasSlot]
}

/// Kinds of changes of a layer since its marks were last taken.
package struct Dirty: OptionSet, Sendable {
    package var rawValue: UInt16
    @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let look = Dirty(rawValue: 1 << 0)
    package static let content = Dirty(rawValue: 1 << 1)
    package static let group = Dirty(rawValue: 1 << 2)
    package static let geometry = Dirty(rawValue: 1 << 3)
    /// The layer's own position among its siblings, or its zPosition.
    package static let order = Dirty(rawValue: 1 << 4)
    /// Made, removed, or moved to another parent.
    package static let tree = Dirty(rawValue: 1 << 5)
    /// Its list of sublayers changed.
    package static let sublayers = Dirty(rawValue: 1 << 6)

    package init(_ effect: Effect) {
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
package struct LayerRow: Sendable {
    package var position = Point.zero
    package var bounds = Rect.zero
    package var anchorPoint = Point(0.5, 0.5)
    package var opacity = 1.0
    package var cornerRadius = 0.0
    package var backgroundColor = Color.clear
    package var flags: LayerFlags = []

    /// Links are slots; -1 is none. The parent of a detached layer is `Scene.limbo`.
    package var parent: Slot = -1
    package var firstChild: Slot = -1
    package var lastChild: Slot = -1
    package var previous: Slot = -1
    package var next: Slot = -1
    package var childCount: Int32 = 0

    /// Index in `Scene.extras`; -1 when every rare property has its default.
    package var extras: Int32 = -1
    package var generation: UInt32 = 1
    package var kind = KindID.none
    package var dirty: Dirty = []
    /// A bit for each of `LayerProperty.corners`.
    package var maskedCorners: UInt8 = 0b1111
    package var compositingFilter: UInt8 = 0
    package var marks: RowMarks = []

    package init() {}

    /// True for a layer that takes input, because it was told so or because a style is for states of input.
    @inlinable package var takesInput: Bool {
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
package struct Extras: Sendable {
    /// Sorted by property.
    package var values: [(id: PropertyID, value: Value)] = []
    /// `user.*`, sorted by key.
    package var user: [(key: String, value: String)] = []

    package init() {}

    package var isEmpty: Bool { values.isEmpty && user.isEmpty }

    package func value(_ id: PropertyID) -> Value? {
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
