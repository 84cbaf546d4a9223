package import Geometry
package import Pixels
package import Scene

/// Facts about a layer in the display list that fit one bit each.
package struct NodeFlags: OptionSet, Sendable {
    package var rawValue: UInt32
    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The layer and all above it are drawn: the node is true. All other nodes mean nothing.
    package static let isLive = NodeFlags(rawValue: 1 << 0)
    /// Its picture is made in a buffer of its own and then placed: group opacity, a mask, a blend mode.
    package static let isGroup = NodeFlags(rawValue: 1 << 1)
    /// Its drawing and sublayers are cut by the rounded or fractional bounds, not by a box alone.
    package static let cutsShape = NodeFlags(rawValue: 1 << 2)
    /// It clips to its bounds, whichever way.
    package static let clips = NodeFlags(rawValue: 1 << 3)
    package static let hasBackground = NodeFlags(rawValue: 1 << 4)
    package static let hasBorder = NodeFlags(rawValue: 1 << 5)
    package static let hasMask = NodeFlags(rawValue: 1 << 6)
    package static let continuousCorners = NodeFlags(rawValue: 1 << 7)
    /// Opacity goes to the items and sublayers one by one.
    package static let spreadsOpacity = NodeFlags(rawValue: 1 << 8)
    /// Has a map of its own for its sublayers.
    package static let mapsSublayers = NodeFlags(rawValue: 1 << 9)
    /// A place among many siblings is kept in a `SpatialIndex`.
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

    /// Changes what lies behind its bounds: `backgroundFilters`. It is a group.
    package static let hasBackdrop = NodeFlags(rawValue: 1 << 18)
    /// Its sublayers have no nodes: they are drawn in copies, as its drawing says.
    package static let placesSublayers = NodeFlags(rawValue: 1 << 19)

    /// Its drawing lies above its sublayers and border.
    package static let drawsAbove = NodeFlags(rawValue: 1 << 20)

    /// What concerns how the subtree as a whole is placed.
    static let group: NodeFlags = [
        .isGroup, .cutsShape, .clips, .hasMask, .spreadsOpacity, .hasEffects, .hasBackdrop, .isPlane,
    ]
    /// What the layer paints itself.
    static let look: NodeFlags = [.drawsAbove, .hasBackground, .hasBorder, .hasShadow, .continuousCorners]
    /// Bookkeeping of the list, which outlives a new look.
    static let kept: NodeFlags = [.isIndexed, .hasIndex, .isPending]
}

/// A layer as the display list keeps it: everything that painting needs, in output pixels where that is settled.
///
/// Plain numbers, so that a million of them are one block and equality is a few compares.
package struct Node: Sendable {
    /// From the layer's coordinates to output pixels.
    package var world = Affine.identity
    package var bounds = Rect.zero
    /// What the ancestors' clips leave, as a box.
    package var clip = PixelRect.empty
    /// What the layer itself paints: background, drawing, border.
    package var own = PixelRect.empty
    /// What the layer and everything below it paint.
    package var extent = PixelRect.empty
    /// The bounding box of the bounds, not clipped; a clipping layer's sublayers stay inside.
    package var box = PixelRect.empty
    /// Where background or contents hide what is behind, but for squares of `solidInset` at the corners; empty when nowhere.
    package var solid = PixelRect.empty
    package var solidInset: Int32 = 0

    /// The layer's own times what came down from ancestors that spread theirs.
    package var opacity = 1.0
    /// In points; as set, not clamped.
    package var radius = 0.0
    package var borderWidth = 0.0
    package var background = Color.clear
    package var borderColor = Color.clear
    /// A bit for each of `LayerProperty.corners`.
    package var corners: UInt8 = 0
    /// `BlendMode`'s raw value.
    package var blend: UInt8 = 0
    package var flags: NodeFlags = []
    /// The place in `DrawingStore`; -1 when neither the kind draws something nor contents are shown.
    package var drawing: Int32 = -1
    /// Which store `drawing` and `effects` are in: 0 is the one that all layers share, others are the paint list's own.
    var store: Int32 = 0
    /// Of the drawing; changes whenever the drawing does.
    package var version: UInt32 = 0
    /// The place in `EffectStore`; -1 without filters and shadow.
    package var effects: Int32 = -1
    /// Of the effects; changes whenever they do.
    package var effectsVersion: UInt32 = 0
    /// How far a pixel of the layer's picture has an effect.
    package var reach = FilterReach.zero
    /// How far a pixel behind the layer has an effect on what lies behind its bounds.
    package var backdropReach = FilterReach.zero

    /// The layer that masks this one; -1 when none does.
    package var mask: Slot = -1
    package var parent: Slot = -1
    /// Buffers that are open around the layer's picture.
    package var nesting: Int32 = 0
    var depth: Int32 = 0
    /// How many copies of the layer those above make, at most; 0 when it is in none.
    var copies: Int32 = 0
    /// The order among indexed siblings; 0 when none was given.
    var key: UInt32 = 0
    /// The update that looked at the layer last.
    var stamp: UInt32 = 0

    package init() {}

    @inlinable package var isLive: Bool { flags.contains(.isLive) }
    @inlinable package var isGroup: Bool { flags.contains(.isGroup) }

    /// What each item's colours are multiplied by.
    package var itemOpacity: Double { isGroup && !flags.contains(.spreadsOpacity) ? 1 : opacity }
    /// What the group's buffer is multiplied by.
    package var groupOpacity: Double { isGroup && !flags.contains(.spreadsOpacity) ? opacity : 1 }

    /// True when the background covers every pixel of `rect` in full, or contents on top of it do.
    package func isSolid(in rect: PixelRect) -> Bool {
        var found = false
        forEachSolid { if $0.contains(rect) { found = true } }
        return found
    }

    /// The rounding of the bounds, in points.
    package var shape: CornerShape {
        let r = max(0, min(radius, bounds.width / 2, bounds.height / 2))
        return CornerShape(
            topLeft: corners & 1 != 0 ? r : 0, topRight: corners & 2 != 0 ? r : 0,
            bottomRight: corners & 8 != 0 ? r : 0, bottomLeft: corners & 4 != 0 ? r : 0,
            isContinuous: flags.contains(.continuousCorners))
    }

    /// How far from the bounds' corners, in pixels, their rounding reaches.
    var cornerReach: Int32 {
        guard corners != 0 else { return 0 }
        let reach = flags.contains(.continuousCorners) ? Path.continuousReach : 1
        let r = max(0, min(radius, bounds.width / 2, bounds.height / 2))
        // Clamped: half a side within ±32,000.
        return Int32(min(32_000, (r * reach * world.maxScale).rounded(.up)))
    }

    /// Calls `body` with at most eight rectangles, which do not overlap, that hold all pixels of `rect` that the rounded
    /// bounds cover in part or not at all, as far as they are in `box`.
    package func forEachEdge(in rect: PixelRect, _ body: (PixelRect) -> Void) {
        func give(_ part: PixelRect) {
            let part = part.intersection(rect)
            if !part.isEmpty { body(part) }
        }
        let sharp = world.boundingBox(bounds).outset(LayerReader.noise, LayerReader.noise)
        let inside = PixelRect(inside: sharp)
        let i = cornerReach
        guard world.keepsAxes, inside.width > 2 * i, inside.height > 2 * i else { return give(box) }
        let (x0, x1, y0, y1) = (inside.x0 + i, inside.x1 - i, inside.y0 + i, inside.y1 - i)
        give(PixelRect(box.x0, box.y0, x0, y0))
        give(PixelRect(x0, box.y0, x1, inside.y0))
        give(PixelRect(x1, box.y0, box.x1, y0))
        give(PixelRect(box.x0, y0, inside.x0, y1))
        give(PixelRect(inside.x1, y0, box.x1, y1))
        give(PixelRect(box.x0, y1, x0, box.y1))
        give(PixelRect(x0, inside.y1, x1, box.y1))
        give(PixelRect(x1, y1, box.x1, box.y1))
    }

    /// What may be seen of the layer, in the pixels in which it is painted.
    package var room: PixelRect { flags.contains(.isPlane) ? Plane.most : clip }

    /// What of the layer's picture has an effect there.
    package var pictureClip: PixelRect { reach == .zero ? room : reach.input(for: room) }

    /// The clip for what is below.
    var innerClip: PixelRect { flags.contains(.clips) ? pictureClip.intersection(box) : pictureClip }

    /// Where a picture that fills `rect` is seen; of a plane, in its own grid.
    func seen(_ rect: PixelRect) -> PixelRect {
        (flags.contains(.hasEffects) ? reach.output(of: rect) : rect).intersection(room)
    }

    /// A plane's layer as it is painted in its grid: whole, for that opacity and blend mode come when it is placed.
    var inGrid: Node {
        var node = self
        node.clip = Plane.most
        node.blend = 0
        if !flags.contains(.spreadsOpacity) { node.opacity = 1 }
        node.flags.subtract([.isPlane, .hasBackdrop])
        if flags.isDisjoint(with: [.hasMask, .hasEffects]) { node.flags.remove(.isGroup) }
        return node
    }

    /// True when both, planes, have the same picture in their grid but for what is below them.
    func picturesLike(_ o: Node) -> Bool {
        looksLike(o) && world == o.world && flags.intersection(.group) == o.flags.intersection(.group)
            && effects == o.effects && effectsVersion == o.effectsVersion
    }

    /// Where `backgroundFilters` change what lies behind; `plane`: how the layer is placed if it is one.
    package func backdropArea(_ plane: Plane?) -> PixelRect {
        guard flags.contains(.hasBackdrop) else { return .empty }
        return (plane?.resting.seen(box) ?? box).intersection(clip)
    }

    /// Changes what is behind also where the layer paints nothing.
    var isUnbounded: Bool {
        flags.contains(.hasBackdrop) || (blend != 0 && BlendMode(rawValue: blend)?.isBounded == false)
    }

    /// True when both paint the same items with the same result.
    func looksLike(_ o: Node) -> Bool {
        world == o.world && bounds == o.bounds && own == o.own && background == o.background
            && borderWidth == o.borderWidth && borderColor == o.borderColor && radius == o.radius
            && corners == o.corners && drawing == o.drawing && version == o.version
            && itemOpacity == o.itemOpacity && flags.intersection(.look) == o.flags.intersection(.look)
    }

    /// True when both place their subtree as a whole in the same way.
    func groupsLike(_ o: Node) -> Bool {
        guard flags.intersection(.group) == o.flags.intersection(.group), blend == o.blend,
            groupOpacity == o.groupOpacity, mask == o.mask, effects == o.effects,
            effectsVersion == o.effectsVersion, reach == o.reach, backdropReach == o.backdropReach
        else { return false }
        // A mask and effects move with their layer.
        if flags.contains(.hasMask) || effects >= 0, world != o.world { return false }
        // The shape of the bounds cuts the sublayers, or says where an operator has effect.
        guard flags.contains(.cutsShape) || blend != 0 || effects >= 0 else { return true }
        return world == o.world && bounds == o.bounds && radius == o.radius && corners == o.corners
            && flags.contains(.continuousCorners) == o.flags.contains(.continuousCorners)
    }

    /// True when both give their sublayers the same surroundings (but for a map of their own).
    func surroundsLike(_ o: Node) -> Bool {
        world == o.world && innerClip == o.innerClip && inheritedBelow == o.inheritedBelow
            && nestingBelow == o.nestingBelow && flags.contains(.isTurned) == o.flags.contains(.isTurned)
            && !flags.union(o.flags).contains(.mapsSublayers)
    }

    var inheritedBelow: Double { flags.contains(.spreadsOpacity) ? opacity : 1 }
    var nestingBelow: Int32 {
        nesting &+ (isGroup ? 1 : 0) &+ (flags.contains(.cutsShape) ? 1 : 0) &+ (flags.contains(.isPlane) ? 1 : 0)
    }
}
