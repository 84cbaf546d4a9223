package import Geometry
package import Scene
import SceneTables
package import Schema

/// The state that a layer inherits from those above it.
package struct InheritedState: Equatable, Sendable {
    /// Maps the plane in which the layer is flattened to pixels: of the output, or of the grid of an enclosing `Plane`.
    package var map: Affine
    /// Maps the coordinates of the parent to that plane, if they differ in space: below a `sublayerTransform` that
    /// leaves the plane, and below a layer whose sublayers keep their depth.
    var lift: Transform3D?
    /// True when the parent is seen from behind.
    var isTurned = false
    /// True when `map` applies to the layer's own coordinates: its position and transform are left out.
    package var isOwn = false
    /// True when the layer is shown even if it is hidden: in a mirror.
    var showsHidden = false
    package var clip: PixelRect
    /// Opacity inherited from ancestors with `allowsGroupOpacity=false`.
    package var opacity = 1.0
    /// Number of enclosing buffers.
    package var nesting: Int32 = 0
    /// Maximum number of copies of the layer made by its ancestors; 0 when it is in none.
    var copies: Int32 = 0
    /// Number of enclosing groups that do not isolate, since the last one that does.
    var casters: Int32 = 0

    package init(map: Affine, clip: PixelRect) {
        self.map = map
        self.clip = clip
    }

    /// The state that the sublayers of `node`, the layer at `slot`, inherit. `flattening` was read with the node;
    /// `copy` is the transform of the current copy.
    init(
        below node: Node, _ flattening: Flattening, _ slot: Slot, _ row: LayerRow, _ view: SceneView,
        copy: Transform3D? = nil
    ) {
        map = node.world
        clip = node.innerClip
        let inheritance = node.inheritance
        opacity = inheritance.opacity
        (nesting, casters) = (inheritance.nesting, inheritance.casters)
        copies = node.copies
        isTurned = node.flags.contains(.isTurned)
        guard node.flags.contains(.mapsSublayers) || copy != nil else { return }
        var space = view.forSublayers(slot)
        if let copy { space = space.concat(copy) }
        if case .preserve3D(let solid) = flattening {
            lift = solid.concat(space)
        } else if let flat = space.affine {
            map = map.concat(flat)
        } else {
            lift = space
        }
    }
}

/// Reads a layer's properties into a node; the only code that interprets them for painting.
///
/// Used by the retained list and by complete walks (masks, snapshots, reference results in tests).
package struct LayerReader {
    /// The presentation values to read.
    var view: SceneView
    /// The scene's rows.
    var rows: [LayerRow]
    let drawings: DrawingStore
    /// The current copy with a delay.
    var instance: DelayedInstance?
    /// The layer whose snapshot is taken, which is read as a plane; -1 for none.
    var snapshotOf: Slot = -1

    /// Maximum number of nested buffers; deeper groups are painted without one, to bound the memory.
    static let maxNesting: Int32 = 64
    /// The nesting of layers without buffers due to the frame's budget, and of all below them.
    package static let reduced = maxNesting + 1
    /// Maximum nesting of picture shadows that contain blend modes. Each paints its contents twice, so deeper ones
    /// isolate instead.
    static let mostCasters: Int32 = 8
    /// Distance, in pixels, within which an edge counts as aligned to a pixel: rounding errors of multiplied maps.
    /// Smaller than a step of coverage.
    static let noise = 1.0 / 4096
    /// Minimum visible opacity: half a step of eight bits.
    static let leastOpacity = 0.5 / 255

    package init(_ scene: Scene, _ drawings: DrawingStore) {
        view = SceneView(scene)
        rows = scene.rows
        self.drawings = drawings
    }

    var scene: Scene { view.scene }

    /// The row of the object at `slot`, with delayed values if there are any.
    func row(_ slot: Slot) -> LayerRow { view.delayedRow(slot) ?? rows[Int(slot)] }

    /// The reason why a layer draws nothing, including everything below it.
    package enum Absence: Error, Equatable, Sendable {
        case hidden
        case transparent
        /// The map is singular (edge-on, a scale of 0, numbers out of range), or the layer is behind the eye.
        case flat
        case turnedAway
        /// The ancestors' clips leave nothing.
        case clipped
    }

    /// Reads the layer at `slot`; throws the reason when it does not draw. Stores how it keeps depth in `flattening`.
    package func read(_ slot: Slot, _ around: InheritedState, _ flattening: inout Flattening) throws(Absence) -> Node {
        let row = row(slot)
        // A hidden layer may still be visible during its transition.
        let change = changeSource(slot, row, around)
        let isHidden = row.flags.contains(.isHidden) && !around.showsHidden
        guard change != nil || !isHidden else { throw .hidden }
        var node = Node()
        node.appearance.opacity = isHidden ? 0 : around.opacity * row.opacity
        guard change != nil || node.appearance.opacity >= Self.leastOpacity else { throw .transparent }
        guard !around.clip.isEmpty else { throw .clipped }
        node.flags = .isLive
        node.outline.bounds = row.bounds
        node.clip = around.clip
        node.nesting = drawings.isReduced(slot) ? Self.reduced : around.nesting
        (node.copies, node.casters) = (around.copies, around.casters)
        (node.parent, node.source.kind) = (row.parent, row.kind)
        flattening = try stand(slot, row, around, &node)
        if change != nil || slot == snapshotOf { flattening = plane(flattening, change, row, &node) }
        if row.kind == .transformLayer {
            node.flags.formUnion([.mapsSublayers, .spreadsOpacity])
            // Nested transform layers are painted in one order, which the outermost one holds.
            let isOutermost = row.parent < 0 || rows[Int(row.parent)].kind != .transformLayer
            if isOutermost, node.nesting < Self.maxNesting - 1, isIsolated(slot, row) {
                node.flags.formUnion([.isGroup, .isIsolated])
            }
            return node
        }
        node.outline.rounding.radius = row.cornerRadius
        node.outline.rounding.corners = row.maskedCorners
        node.group.blend = row.compositingFilter
        node.outline.rounding.isContinuous = row.flags.contains(.continuousCorners)
        if row.hints.contains(.hasHardEdges), row.cornerRadius == 0 || row.maskedCorners == 0,
            case .choices(let smooth)? = view.rare(slot, .edgeAntialiasingMask)
        {
            node.outline.hardEdges = RectEdges(rawValue: ~UInt8(smooth & 0b1111) & 0b1111)
        }
        // A rasterized layer is flattened before opacity and transform, whatever `allowsGroupOpacity` says.
        let isFlattened = row.flags.contains(.shouldRasterize) && node.flags.contains(.isPlane)
        if !row.flags.contains(.allowsGroupOpacity), !isFlattened { node.flags.insert(.spreadsOpacity) }
        if row.kind != .layer {
            let kind = scene.kinds[row.kind]
            if kind.placesSublayers { node.flags.insert(.placesSublayers) }
            if kind.drawsAbove { node.flags.insert(.drawsAbove) }
        }
        if row.flags.contains(.hasSublayerTransform) || row.flags.contains(.isGeometryFlipped) {
            node.flags.insert(.mapsSublayers)
        }
        readItems(slot, row, &node)
        return node
    }

    private func readItems(_ slot: Slot, _ row: LayerRow, _ node: inout Node) {
        var items = 0
        let sharp = node.world.boundingBox(row.bounds)
        let hasArea = !row.bounds.isEmpty && sharp.width.isFinite && sharp.height.isFinite
        if hasArea {
            node.box = PixelRect(covering: sharp.outset(-Self.noise, -Self.noise))
            if row.flags.contains(.hasBackground), row.backgroundColor.alpha > 0 {
                node.appearance.background = row.backgroundColor
                node.flags.insert(.hasBackground)
                items += 1
            }
            if row.flags.contains(.hasBorder) {
                let color = (view.rare(slot, .borderColor)?.color) ?? .black
                // `borderColor=none` is stored as no colour.
                let isNone = view.rare(slot, .borderColor) == Value.none
                if color.alpha > 0, !isNone {
                    node.appearance.borderWidth = view.number(slot, .borderWidth)
                    node.appearance.borderColor = color
                    node.flags.insert(.hasBorder)
                    items += 1
                }
            }
        }
        var drawn = PixelRect.empty
        let (store, number) = store(for: slot)
        node.source.store = number
        if DrawingStore.concerns(row), let (at, entry) = store.drawing(of: slot, row, view), entry.paints {
            node.appearance.drawing = at
            node.appearance.version = entry.version
            drawn = PixelRect(covering: node.world.boundingBox(entry.extent)).outset(entry.drawing.slack)
            items += entry.isCompound ? 2 : 1
        }
        if row.flags.contains(.masksToBounds) {
            node.flags.insert(.clips)
            drawn = drawn.intersection(node.box)
            let isSharp = node.world.keepsAxes && node.shape.isSquare && Self.isAligned(sharp)
            let room = node.nesting < Self.maxNesting
            if !isSharp, hasArea, room, row.holdsLayers || node.drawing >= 0 { node.flags.insert(.cutsShape) }
        }
        let isPlain =
            node.flags.contains(.hasBackground) && node.appearance.background.alpha == 255 && node.drawing < 0
            && !row.holdsLayers && !row.flags.contains(.hasContents)
        let effects = effects(slot, row, isPlain: isPlain, isCopied: node.copies > 0)
        var shadow = PixelRect.empty
        if let effects {
            shadow = readEffects(effects, slot, &items, &node)
        } else {
            store.effects.forget(slot, isCopied: node.copies > 0)
        }
        readGroup(slot, row, items, &node)
        node.settleOpacity()

        var own = drawn.union(shadow)
        if node.flags.contains(.hasBackground) || node.flags.contains(.hasBorder) || node.isUnbounded {
            own = own.union(node.box)
        }
        node.appearance.own = own.intersection(node.pictureClip)
        guard node.itemOpacity >= 1, node.world.keepsAxes else { return }
        if node.flags.contains(.hasBackground), node.appearance.background.alpha == 255 {
            let solid = PixelRect(inside: sharp.outset(Self.noise, Self.noise)).intersection(node.pictureClip)
            node.solid = OpaqueArea(rect: solid, inset: node.cornerReach)
        }
        if node.drawing >= 0 { readSolidContents(store, sharp, &node) }
    }

    /// The store with the layer's drawing and effects, and its number.
    func store(for slot: Slot) -> (store: DrawingStore, number: Int32) {
        guard let instance, instance.slots.contains(slot) else { return (drawings, 0) }
        return (instance.store, instance.number)
    }

    /// Makes an opaque picture hide everything behind it, including the background.
    private func readSolidContents(_ store: DrawingStore, _ sharp: Rect, _ node: inout Node) {
        guard let contents = store.entries[Int(node.drawing)].contents, contents.picture.isOpaque else { return }
        let whole = node.world.boundingBox(contents.layout.destination)
        var solid = PixelRect(inside: whole.outset(Self.noise, Self.noise)).intersection(node.pictureClip)
        var inset: Int32 = 0
        if node.flags.contains(.clips) {
            solid = solid.intersection(PixelRect(inside: sharp.outset(Self.noise, Self.noise)))
            inset = node.cornerReach
        }
        let known = node.solid
        guard solid.area > known.rect.area || (solid == known.rect && inset < known.inset) else { return }
        node.solid = OpaqueArea(rect: solid, inset: inset)
    }

    /// Reads the filters and the shadow. Sets the box of a shadow that does not need the layer's picture; it is empty
    /// for others.
    private func readEffects(
        _ effects: LayerEffects, _ slot: Slot, _ items: inout Int, _ node: inout Node
    ) -> PixelRect {
        guard node.nesting < Self.maxNesting - 1 else { return .empty }
        let kept = store(for: slot).store.effects
        (node.group.effects, node.group.effectsVersion) = kept.keep(effects, for: slot, isCopied: node.copies > 0)
        var (weight, backdropWeight) = (0, 0)
        if effects.needPicture {
            node.flags.insert(.hasEffects)
            let extent = drawings.renderer.extent(of: effects, node)
            (node.group.reach, weight) = (extent.reach, extent.weight)
        }
        if !effects.backdrop.isEmpty, !node.box.isEmpty {
            node.flags.insert(.hasBackdrop)
            let extent = drawings.renderer.backdropExtent(of: effects, node)
            (node.group.backdropReach, backdropWeight) = (extent.reach, extent.weight)
        }
        kept.weigh(node.group.effects, filters: weight, backdrop: backdropWeight)
        guard effects.caster != .nothing, effects.caster != .picture else { return .empty }
        if !effects.needPicture { node.flags.insert(.hasShadow) }
        items += 1
        return drawings.renderer.shadowPixels(of: effects, node)
    }

    private func readGroup(_ slot: Slot, _ row: LayerRow, _ items: Int, _ node: inout Node) {
        guard node.nesting < Self.maxNesting - 1 else {
            node.group.blend = 0
            node.flags.insert(.spreadsOpacity)
            return
        }
        if row.flags.contains(.hasMask), let mask = view.mask(slot) {
            node.group.mask = mask
            node.flags.insert(.hasMask)
        }
        let hasEffects = node.flags.contains(.hasEffects)
        let isCompound = items > 1 || row.holdsLayers || hasEffects
        let isFaded = node.appearance.opacity < 1 && isCompound && !node.flags.contains(.spreadsOpacity)
        if isFaded || node.group.blend != 0 || !node.flags.isDisjoint(with: [.hasMask, .hasBackdrop, .isPlane])
            || hasEffects && node.casters >= Self.mostCasters || isIsolated(slot, row) || isFiltered(slot, row)
        {
            node.flags.formUnion([.isGroup, .isIsolated])
        } else if hasEffects {
            node.flags.insert(.isGroup)
        }
    }

    private func isIsolated(_ slot: Slot, _ row: LayerRow) -> Bool {
        row.flags.contains(.hasFilters) && view.rare(slot, .isolated)?.boolean == true
    }

    /// True when the layer has filters of its picture or backdrop, even if they have no effect.
    private func isFiltered(_ slot: Slot, _ row: LayerRow) -> Bool {
        func isSet(_ property: LayerProperty) -> Bool {
            if case .filters(let list)? = view.rare(slot, property) { !list.isEmpty } else { false }
        }
        return row.flags.contains(.hasFilters) && (isSet(.filters) || isSet(.backgroundFilters))
    }

    /// True when every edge of `r`, in pixels, is aligned to pixels.
    static func isAligned(_ r: Rect) -> Bool {
        func near(_ v: Double) -> Bool { abs(v - v.rounded()) <= noise }
        return near(r.minX) && near(r.minY) && near(r.maxX) && near(r.maxY)
    }
}

extension LayerRow {
    /// True for a layer whose picture may contain other layers: sublayers, or the layer shown by a mirror.
    fileprivate var holdsLayers: Bool { childCount > 0 || kind == .mirror }
}
