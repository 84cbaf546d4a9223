package import Geometry
package import Schema

/// The rounded bounds of a layer, and their map to pixels.
package struct Outline: Equatable, Sendable {
    /// Maps the layer's coordinates to pixels: of the output, or of a plane's grid.
    package var world = Affine.identity
    package var bounds = Rect.zero
    package var rounding = Rounding()
    /// Edges that are not antialiased; none where corners are rounded.
    package var hardEdges: RectEdges = []
}

/// How the corners of a layer's bounds are rounded.
package struct Rounding: Hashable, Sendable {
    /// In points; as set, not clamped.
    package var radius = 0.0
    /// One bit for each of `LayerProperty.corners`.
    package var corners: UInt8 = 0
    package var isContinuous = false

    var isSquare: Bool { corners == 0 || radius <= 0 }

    /// Extent of the rounding from the corners of the bounds, in pixels.
    func reach(_ bounds: Rect, _ world: Affine) -> Int32 {
        guard corners != 0, radius > 0 else { return 0 }
        let reach = isContinuous ? Path.continuousReach : 1
        let r = max(0, min(radius, bounds.width / 2, bounds.height / 2))
        // Clamped: half a side, which is within ±32,000.
        return Int32(min(32_000, (r * reach * world.maxScale).rounded(.up)))
    }
}

/// The items that a layer paints itself, but for their outline: two layers with equal outlines and appearances paint the same.
package struct Appearance: Equatable, Sendable {
    var flags: NodeFlags = []
    /// Pixels of the background, drawing, border and shadow.
    package var own = PixelRect.empty
    package var background = Color.clear
    package var borderColor = Color.clear
    package var borderWidth = 0.0
    /// Factor for the colours of each item.
    package var opacity = 1.0
    /// The index in `DrawingStore`; -1 when the kind draws nothing and there are no contents.
    package var drawing: DrawingPosition = -1
    /// The drawing's version; changes whenever the drawing does.
    package var version: UInt32 = 0
}

/// How a layer's picture as a whole, with its sublayers, is composited on its backdrop.
package struct Grouping: Equatable, Sendable {
    var flags: NodeFlags = []
    /// `BlendMode`'s raw value.
    package var blend: UInt8 = 0
    /// Opacity of the group's buffer.
    package var opacity = 1.0
    /// The layer that masks this one; -1 when none does.
    package var mask: Slot = -1
    /// The index in `EffectStore`; -1 without filters and shadow.
    package var effects: EffectPosition = -1
    /// The version of the effects; changes whenever they do.
    package var effectsVersion: UInt32 = 0
    /// The distance over which a pixel of the layer's picture has an effect.
    package var reach = FilterReach.zero
    /// The distance over which a pixel behind the layer affects the backdrop within its bounds.
    package var backdropReach = FilterReach.zero
}

/// Pixels in which background or contents hide everything behind: a rectangle without squares at its corners.
package struct OpaqueArea: Equatable, Sendable {
    package var rect = PixelRect.empty
    /// Side of the squares.
    package var inset: Int32 = 0
}

/// The origin of a node's values.
package struct NodeSource: Sendable {
    /// The store of the drawing and the effects: 0 is the one that all layers share, others are the paint list's own.
    var store: Int32 = 0
    var kind = KindID(0)
    /// The number of the update in which the layer was last read.
    var stamp: UInt32 = 0
}

/// A layer in the display tree: everything that painting needs, mostly in output pixels.
///
/// Plain numbers, so that a million nodes are one block of memory.
package struct Node: Sendable {
    private var structure: NodeFlags = []
    package var outline = Outline()
    package var appearance = Appearance()
    package var group = Grouping()
    /// The box left by the clips of ancestors.
    package var clip = PixelRect.empty
    /// Pixels that the layer and everything below it paint.
    package var extent = PixelRect.empty
    /// The bounding box of the bounds, not clipped; the sublayers of a clipping layer stay inside.
    package var box = PixelRect.empty
    package var solid = OpaqueArea()

    var source = NodeSource()
    package var parent: Slot = -1
    /// Number of buffers around the layer's picture.
    package var nesting: Int32 = 0
    var depth: Int32 = 0
    /// Maximum number of copies of the layer made by its ancestors; 0 when it is in none.
    var copies: Int32 = 0
    /// Number of enclosing groups that do not isolate, up to the nearest one that does.
    var casters: Int32 = 0
    /// The paint order among indexed siblings; 0 when none is assigned.
    var key: UInt32 = 0

    package init() {}

    /// All flags. Each is stored in the part it belongs to, so that comparing a part includes its flags.
    package var flags: NodeFlags {
        get { structure.union(appearance.flags).union(group.flags) }
        set {
            appearance.flags = newValue.intersection(.items)
            group.flags = newValue.intersection(.group)
            structure = newValue.subtracting(.items).subtracting(.group)
        }
    }

    package var world: Affine {
        get { outline.world }
        set { outline.world = newValue }
    }
    package var bounds: Rect { outline.bounds }
    package var drawing: DrawingPosition { appearance.drawing }
    var own: PixelRect { appearance.own }

    package var isLive: Bool { structure.contains(.isLive) }
    package var isGroup: Bool { group.flags.contains(.isGroup) }
    package var paintsThrough: Bool { structure.contains(.paintsThrough) }
    /// True for a group that exists only because its picture casts a shadow.
    var isCaster: Bool { group.flags.isCaster }
    /// True when the backdrop in the enclosing group affects the layer's appearance.
    var meetsBackdrop: Bool { group.blend != 0 || group.flags.contains(.hasBackdrop) }

    /// The layer's own opacity multiplied by that of ancestors which pass theirs down.
    package var opacity: Double { appearance.opacity * group.opacity }

    /// Moves the opacity to the group's buffer if there is one. Call after setting the flags.
    mutating func settleOpacity() {
        guard isGroup, !flags.contains(.spreadsOpacity) else { return }
        (group.opacity, appearance.opacity) = (appearance.opacity, 1)
    }
}

/// Comparison of parts, each of which determines different pixels.
extension Node {
    /// True when both paint the same items with the same result.
    func looksLike(_ o: Node) -> Bool { outline == o.outline && appearance == o.appearance }

    /// True when both are planes with the same picture in their grid, sublayers aside.
    func picturesLike(_ o: Node) -> Bool {
        looksLike(o) && group.flags == o.group.flags && group.effects == o.group.effects
            && group.effectsVersion == o.group.effectsVersion
    }

    /// True when both place their subtree as a whole in the same way.
    func groupsLike(_ o: Node) -> Bool { group == o.group && groupOutline == o.groupOutline }

    /// The part of the outline that determines how the subtree as a whole is placed.
    private enum GroupOutline: Equatable {
        case none
        /// A mask moves with its layer.
        case map(Affine)
        /// The bounds cut the sublayers, limit a blend mode, or position effects.
        case whole(Outline)
    }

    private var groupOutline: GroupOutline {
        if group.flags.contains(.cutsShape) || group.blend != 0 || group.effects >= 0 { return .whole(outline) }
        return group.flags.contains(.hasMask) ? .map(outline.world) : .none
    }

    /// The state that sublayers inherit, apart from a `sublayerTransform`.
    struct Inheritance: Equatable {
        var world: Affine
        var clip: PixelRect
        var opacity: Double
        var nesting: Int32
        var casters: Int32
        var isTurned: Bool
    }

    var inheritance: Inheritance {
        Inheritance(
            world: outline.world, clip: innerClip,
            opacity: group.flags.contains(.spreadsOpacity) ? appearance.opacity : 1,
            nesting: nesting &+ (isGroup ? 1 : 0) &+ (group.flags.contains(.cutsShape) ? 1 : 0)
                &+ (group.flags.contains(.isPlane) ? 1 : 0),
            casters: !isGroup ? casters : group.flags.contains(.isIsolated) ? 0 : casters &+ 1,
            isTurned: structure.contains(.isTurned))
    }

    /// True when both give their sublayers the same state.
    func surroundsLike(_ o: Node) -> Bool {
        !structure.union(o.structure).contains(.mapsSublayers) && inheritance == o.inheritance
    }
}

/// Geometry of one node.
extension Node {
    /// The opacity of each item.
    package var itemOpacity: Double { appearance.opacity }
    /// The opacity of the group's buffer.
    package var groupOpacity: Double { group.opacity }

    /// True when the background or opaque contents cover every pixel of `rect` completely.
    package func isSolid(in rect: PixelRect) -> Bool {
        var found = false
        forEachSolid { if $0.contains(rect) { found = true } }
        return found
    }

    /// The rounding of the bounds, in points.
    package var shape: CornerShape {
        let r = max(0, min(outline.rounding.radius, bounds.width / 2, bounds.height / 2))
        let corners = outline.rounding.corners
        return CornerShape(
            topLeft: corners & 1 != 0 ? r : 0, topRight: corners & 2 != 0 ? r : 0,
            bottomRight: corners & 8 != 0 ? r : 0, bottomLeft: corners & 4 != 0 ? r : 0,
            isContinuous: outline.rounding.isContinuous)
    }

    /// Extent of the corners' rounding from the corners of the bounds, in pixels.
    var cornerReach: Int32 { outline.rounding.reach(bounds, world) }

    /// Calls `body` with at most eight rectangles that do not overlap and contain all pixels of `rect` inside `box`
    /// that the rounded bounds do not cover completely.
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

    /// The clip in the pixels in which the layer is painted.
    package var room: PixelRect { flags.contains(.isPlane) ? Plane.most : clip }

    /// The part of the layer's picture that affects pixels in `room`.
    package var pictureClip: PixelRect { group.reach == .zero ? room : group.reach.input(for: room) }

    /// The clip of the sublayers.
    var innerClip: PixelRect { flags.contains(.clips) ? pictureClip.intersection(box) : pictureClip }

    /// The visible pixels of a picture that fills `rect`; for a plane, in its own grid.
    func seen(_ rect: PixelRect) -> PixelRect {
        (flags.contains(.hasEffects) ? group.reach.output(of: rect) : rect).intersection(room)
    }

    /// The pixels that show `rect` of the layer's picture, in the space that contains the layer; `plane` is its
    /// placement if it is one.
    func seen(_ rect: PixelRect, through plane: Plane?) -> PixelRect {
        let inside = seen(rect)
        guard flags.contains(.isPlane), let plane else { return inside }
        return plane.seen(GridRect(inside).intersection(plane.picture)).intersection(clip)
    }

    /// Copies the version of the drawing and the painted pixels from `other`.
    mutating func takeDrawing(of other: Node) {
        (appearance.version, appearance.own) = (other.appearance.version, other.appearance.own)
    }

    /// A plane's layer as it is painted in its grid: without clip, opacity and blend mode, which are applied when it is
    /// placed.
    var inGrid: Node {
        var node = self
        node.clip = Plane.most
        node.group.blend = 0
        if !flags.contains(.spreadsOpacity) { (node.appearance.opacity, node.group.opacity) = (1, 1) }
        node.flags.subtract([.isPlane, .hasBackdrop])
        if flags.isDisjoint(with: [.hasMask, .hasEffects]) { node.flags.remove(.isGroup) }
        return node
    }

    /// The pixels that `backgroundFilters` change; `plane` is the layer's placement if it is one.
    package func backdropArea(_ plane: Plane?) -> PixelRect {
        guard flags.contains(.hasBackdrop) else { return .empty }
        return (plane?.resting.seen(GridRect(box)) ?? box).intersection(clip)
    }

    /// True when the layer changes the backdrop even in pixels that it does not paint.
    var isUnbounded: Bool {
        flags.contains(.hasBackdrop) || (group.blend != 0 && BlendMode(rawValue: group.blend)?.isBounded == false)
    }
}
