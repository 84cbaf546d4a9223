/// Facts about a node, one bit each.
package struct NodeFlags: OptionSet, Sendable {
    package var rawValue: UInt32
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The layer and all its ancestors are drawn. A node without this flag has no meaning.
    package static let isLive = NodeFlags(rawValue: 1 << 0)
    /// The layer's picture is made in a buffer and then placed: group opacity, a mask, a blend mode, a shadow of the
    /// picture.
    package static let isGroup = NodeFlags(rawValue: 1 << 1)
    /// The drawing and sublayers are cut by rounded or fractional bounds, not only by a box.
    package static let cutsShape = NodeFlags(rawValue: 1 << 2)
    /// The layer clips to its bounds, in any way.
    package static let clips = NodeFlags(rawValue: 1 << 3)
    package static let hasBackground = NodeFlags(rawValue: 1 << 4)
    package static let hasBorder = NodeFlags(rawValue: 1 << 5)
    package static let hasMask = NodeFlags(rawValue: 1 << 6)
    /// Opacity is applied to the items and sublayers one by one.
    package static let spreadsOpacity = NodeFlags(rawValue: 1 << 8)
    /// The sublayers have a map of their own.
    package static let mapsSublayers = NodeFlags(rawValue: 1 << 9)
    /// The layer is in the `SpatialIndex` of its parent.
    package static let isIndexed = NodeFlags(rawValue: 1 << 10)
    /// Its sublayers are kept in a `SpatialIndex`.
    package static let hasIndex = NodeFlags(rawValue: 1 << 11)
    /// The extent has to be measured again.
    package static let isPending = NodeFlags(rawValue: 1 << 12)

    /// The layer became live in the update given by `stamp`.
    package static let isFresh = NodeFlags(rawValue: 1 << 13)

    /// The layer has a shadow that does not need its picture, below everything else in it.
    package static let hasShadow = NodeFlags(rawValue: 1 << 14)
    /// The layer has filters, or a shadow cast by its picture; it is a group.
    package static let hasEffects = NodeFlags(rawValue: 1 << 15)
    /// The layer is painted in a grid of its own: everything except `clip` and `extent` is in pixels of the grid, and a
    /// `Plane` places it.
    package static let isPlane = NodeFlags(rawValue: 1 << 16)
    /// The layer is seen from behind.
    package static let isTurned = NodeFlags(rawValue: 1 << 17)

    /// The layer changes the backdrop within its bounds (`backgroundFilters`); it is a group.
    package static let hasBackdrop = NodeFlags(rawValue: 1 << 18)
    /// The sublayers have no nodes: they are drawn in copies.
    package static let placesSublayers = NodeFlags(rawValue: 1 << 19)

    /// The drawing is painted above the sublayers and the border.
    package static let drawsAbove = NodeFlags(rawValue: 1 << 20)

    /// Blend modes and background filters in this group do not see the backdrop of the layer. A group without this flag
    /// exists only because its picture casts a shadow.
    package static let isIsolated = NodeFlags(rawValue: 1 << 21)
    /// A group that does not isolate, and contains a blend mode or background filters: its buffer is used for the
    /// shadow only, and the picture is painted again directly onto the backdrop.
    package static let paintsThrough = NodeFlags(rawValue: 1 << 22)

    /// True for a group that exists only because its picture casts a shadow.
    var isCaster: Bool { contains(.isGroup) && !contains(.isIsolated) }

    /// Flags of `Grouping`.
    static let group: NodeFlags = [
        .isGroup, .isIsolated, .cutsShape, .clips, .hasMask, .spreadsOpacity, .hasEffects, .hasBackdrop, .isPlane,
    ]
    /// Flags of `Appearance`.
    static let items: NodeFlags = [.drawsAbove, .hasBackground, .hasBorder, .hasShadow]
    /// Bookkeeping of the tree, kept when the layer is read again.
    static let kept: NodeFlags = [.isIndexed, .hasIndex, .isPending, .paintsThrough]
}
