/// Facts about a layer in the display list that fit one bit each.
package struct NodeFlags: OptionSet, Sendable {
    package var rawValue: UInt32
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The layer and all above it are drawn: the node is true. All other nodes mean nothing.
    package static let isLive = NodeFlags(rawValue: 1 << 0)
    /// Its picture is made in a buffer of its own and then placed: group opacity, a mask, a blend mode, a shadow of the picture.
    package static let isGroup = NodeFlags(rawValue: 1 << 1)
    /// Its drawing and sublayers are cut by the rounded or fractional bounds, not by a box alone.
    package static let cutsShape = NodeFlags(rawValue: 1 << 2)
    /// It clips to its bounds, whichever way.
    package static let clips = NodeFlags(rawValue: 1 << 3)
    package static let hasBackground = NodeFlags(rawValue: 1 << 4)
    package static let hasBorder = NodeFlags(rawValue: 1 << 5)
    package static let hasMask = NodeFlags(rawValue: 1 << 6)
    /// Opacity goes to the items and sublayers one by one.
    package static let spreadsOpacity = NodeFlags(rawValue: 1 << 8)
    /// Has a map of its own for its sublayers.
    package static let mapsSublayers = NodeFlags(rawValue: 1 << 9)
    /// It stands in the `SpatialIndex` of its parent.
    package static let isIndexed = NodeFlags(rawValue: 1 << 10)
    /// Its sublayers are kept in a `SpatialIndex`.
    package static let hasIndex = NodeFlags(rawValue: 1 << 11)
    /// Waits for its extent to be measured again.
    package static let isPending = NodeFlags(rawValue: 1 << 12)

    /// Became live in the update of its `stamp`.
    package static let isFresh = NodeFlags(rawValue: 1 << 13)

    /// A shadow that needs no picture, beneath everything else in it.
    package static let hasShadow = NodeFlags(rawValue: 1 << 14)
    /// Filters, or a shadow that its picture casts: it is a group.
    package static let hasEffects = NodeFlags(rawValue: 1 << 15)
    /// It is painted in a grid of its own: all but `clip` and `extent` is in pixels of that, and a `Plane` places them.
    package static let isPlane = NodeFlags(rawValue: 1 << 16)
    /// It is seen from behind.
    package static let isTurned = NodeFlags(rawValue: 1 << 17)

    /// Changes the backdrop within its bounds: `backgroundFilters`. It is a group.
    package static let hasBackdrop = NodeFlags(rawValue: 1 << 18)
    /// Its sublayers have no nodes: they are drawn in copies, as its drawing says.
    package static let placesSublayers = NodeFlags(rawValue: 1 << 19)

    /// Its drawing lies above its sublayers and border.
    package static let drawsAbove = NodeFlags(rawValue: 1 << 20)

    /// A group in whose picture blend modes and background filters see nothing of what lies behind the layer. A group that does
    /// not isolate is one only because its shadow is cast by its picture.
    package static let isIsolated = NodeFlags(rawValue: 1 << 21)
    /// A group that does not isolate, with a blend mode or background filters in it: the buffer serves the shadow alone, and
    /// the picture is painted again onto what lies behind.
    package static let paintsThrough = NodeFlags(rawValue: 1 << 22)

    /// Flags of `Grouping`.
    static let group: NodeFlags = [
        .isGroup, .isIsolated, .cutsShape, .clips, .hasMask, .spreadsOpacity, .hasEffects, .hasBackdrop, .isPlane,
    ]
    /// Flags of `Appearance`.
    static let items: NodeFlags = [.drawsAbove, .hasBackground, .hasBorder, .hasShadow]
    /// Bookkeeping of the tree, which outlives reading the layer again.
    static let kept: NodeFlags = [.isIndexed, .hasIndex, .isPending, .paintsThrough]
}
