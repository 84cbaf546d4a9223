package import Geometry
import Pixels
package import Scene

/// What a layer gets from those above it.
package struct Surroundings: Equatable, Sendable {
    /// From the plane in which the layer is flattened to pixels: of the output, or of the grid of a `Plane` above.
    package var map: Affine
    /// From the coordinates of the parent to that plane, when those differ in space: below a `sublayerTransform` that leaves
    /// the plane, and below a layer whose sublayers keep their depth.
    var lift: Transform3D?
    /// The parent is seen from behind.
    var isTurned = false
    /// `map` begins at the layer's own coordinates: what its position and transform do is left out.
    package var isOwn = false
    package var clip: PixelRect
    /// From ancestors with `allowsGroupOpacity=false`.
    package var opacity = 1.0
    /// Buffers that are open.
    package var nesting: Int32 = 0
    /// How many copies those above make of the layer, at most; 0 when it is in none.
    var copies: Int32 = 0

    package init(map: Affine, clip: PixelRect) {
        self.map = map
        self.clip = clip
    }

    /// What `node`, the layer at `place`, gives to its sublayers. `relief`: what was read with the node; `copy`: where the copy
    /// of them is.
    init(
        below node: Node, _ relief: Relief, _ place: Int32, _ slot: LayerSlot, _ scene: Scene,
        copy: Transform3D? = nil
    ) {
        map = node.world
        clip = node.innerClip
        opacity = node.inheritedBelow
        nesting = node.nestingBelow
        copies = node.copies
        isTurned = node.flags.contains(.isTurned)
        guard node.flags.contains(.mapsSublayers) || copy != nil else { return }
        var space = scene.forSublayers(place)
        if let copy { space = space.concat(copy) }
        if case .solid(let solid) = relief {
            lift = solid.concat(space)
        } else if let flat = space.affine {
            map = map.concat(flat)
        } else {
            lift = space
        }
    }
}

/// Reads a layer's properties into a node: the one place that knows what they mean for the picture.
///
/// Used by the retained list and by whole walks alike (masks, snapshots, tests' oracles).
package struct LayerReader {
    let scene: Scene
    var slots: [LayerSlot]
    let drawings: DrawingStore
    /// What is seen at another time than the rest, while a copy with a delay is read.
    var past: Past?
    /// The layer whose look is taken: it is read as a plane; -1 when none's is.
    var isTaken: Int32 = -1

    /// Deeper groups are painted without a buffer of their own, so that hostile nesting costs no memory.
    static let maxNesting: Int32 = 64
    /// Edges this near to a pixel's edge are on it: the noise of multiplied maps. Below what coverage can tell.
    static let noise = 1.0 / 4096
    /// Opacities below half a step of eight bits draw nothing.
    static let leastOpacity = 0.5 / 255

    package init(_ scene: Scene, _ drawings: DrawingStore) {
        self.scene = scene
        slots = scene.slots
        self.drawings = drawings
    }

    /// Why a layer draws nothing, nor anything below it.
    package enum Absence: Error, Equatable, Sendable {
        case hidden
        case transparent
        /// Its map flattens it: an edge seen edge-on, a scale of zero, numbers beyond all bounds; or it is behind the eye.
        case flat
        case turnedAway
        /// The ancestors' clips leave nothing.
        case clipped
    }

    /// The layer at `place`; throws why it does not draw. `relief` becomes what it has of the third dimension.
    package func read(_ place: Int32, _ around: Surroundings, _ relief: inout Relief) throws(Absence) -> Node {
        let slot = slots[Int(place)]
        // What is gone already may still be seen to go.
        let change = changeSource(place, slot, around)
        guard change != nil || !slot.flags.contains(.isHidden) else { throw .hidden }
        var node = Node()
        node.opacity = slot.flags.contains(.isHidden) ? 0 : around.opacity * slot.opacity
        guard change != nil || node.opacity >= Self.leastOpacity else { throw .transparent }
        guard !around.clip.isEmpty else { throw .clipped }
        node.flags = .isLive
        node.bounds = slot.bounds
        node.clip = around.clip
        node.nesting = around.nesting
        node.copies = around.copies
        node.parent = slot.parent
        relief = try stand(place, slot, around, &node)
        if change != nil || place == isTaken { relief = plane(relief, change, slot, &node) }
        if slot.kind == .transformLayer {
            node.flags.formUnion([.mapsSublayers, .spreadsOpacity])
            return node
        }
        node.radius = slot.cornerRadius
        node.corners = slot.maskedCorners
        node.blend = slot.compositingFilter
        if slot.flags.contains(.continuousCorners) { node.flags.insert(.continuousCorners) }
        if !slot.flags.contains(.allowsGroupOpacity) { node.flags.insert(.spreadsOpacity) }
        if slot.kind != .layer {
            let kind = scene.kinds[slot.kind]
            if kind.placesSublayers { node.flags.insert(.placesSublayers) }
            if kind.drawsAbove { node.flags.insert(.drawsAbove) }
        }
        if slot.flags.contains(.hasSublayerTransform) || slot.flags.contains(.isGeometryFlipped) {
            node.flags.insert(.mapsSublayers)
        }
        readItems(place, slot, &node)
        return node
    }

    private func readItems(_ place: Int32, _ slot: LayerSlot, _ node: inout Node) {
        var items = 0
        let sharp = node.world.boundingBox(slot.bounds)
        let hasArea = !slot.bounds.isEmpty && sharp.width.isFinite && sharp.height.isFinite
        if hasArea {
            node.box = PixelRect(covering: sharp.outset(-Self.noise, -Self.noise))
            if slot.flags.contains(.hasBackground), slot.backgroundColor.alpha > 0 {
                node.background = slot.backgroundColor
                node.flags.insert(.hasBackground)
                items += 1
            }
            if slot.flags.contains(.hasBorder) {
                let color = (scene.rare(place, .borderColor)?.color) ?? .black
                // `borderColor=none` is stored as no colour.
                let isNone = scene.rare(place, .borderColor) == Value.none
                if color.alpha > 0, !isNone {
                    node.borderWidth = scene.number(place, .borderWidth)
                    node.borderColor = color
                    node.flags.insert(.hasBorder)
                    items += 1
                }
            }
        }
        var drawn = PixelRect.empty
        let (store, number) = store(for: place)
        node.store = number
        if DrawingStore.concerns(slot), let (at, entry) = store.drawing(of: place, slot, scene), entry.paints {
            node.drawing = at
            node.version = entry.version
            drawn = PixelRect(covering: node.world.boundingBox(entry.extent)).outset(entry.drawing.slack)
            items += entry.isCompound ? 2 : 1
        }
        if slot.flags.contains(.masksToBounds) {
            node.flags.insert(.clips)
            drawn = drawn.intersection(node.box)
            let isSharp = node.world.keepsAxes && node.shape.isSquare && Self.isAligned(sharp)
            let room = node.nesting < Self.maxNesting
            if !isSharp, hasArea, room, slot.childCount > 0 || node.drawing >= 0 { node.flags.insert(.cutsShape) }
        }
        let isPlain =
            node.flags.contains(.hasBackground) && node.background.alpha == 255 && node.drawing < 0
            && slot.childCount == 0 && !slot.flags.contains(.hasContents)
        let effects = effects(place, slot, isPlain: isPlain, isCopied: node.copies > 0)
        var shadow = PixelRect.empty
        if let effects {
            shadow = readEffects(effects, place, &items, &node)
        } else {
            store.effects.forget(place)
        }
        readGroup(place, slot, items, &node)

        var own = drawn.union(shadow)
        if node.flags.contains(.hasBackground) || node.flags.contains(.hasBorder) || node.isUnbounded {
            own = own.union(node.box)
        }
        node.own = own.intersection(node.pictureClip)
        guard node.itemOpacity >= 1, node.world.keepsAxes else { return }
        if node.flags.contains(.hasBackground), node.background.alpha == 255 {
            node.solid = PixelRect(inside: sharp.outset(Self.noise, Self.noise)).intersection(node.pictureClip)
            node.solidInset = node.cornerReach
        }
        if node.drawing >= 0 { readSolidContents(store, sharp, &node) }
    }

    /// Where what the layer draws and its effects are kept, and that store's number.
    func store(for place: Int32) -> (store: DrawingStore, number: Int32) {
        guard let past, past.places.contains(place) else { return (drawings, 0) }
        return (past.store, past.number)
    }

    /// An opaque picture hides what is behind it, the background too.
    private func readSolidContents(_ store: DrawingStore, _ sharp: Rect, _ node: inout Node) {
        guard let contents = store.entries[Int(node.drawing)].contents, contents.picture.isOpaque else { return }
        let whole = node.world.boundingBox(contents.layout.destination)
        var solid = PixelRect(inside: whole.outset(Self.noise, Self.noise)).intersection(node.pictureClip)
        var inset: Int32 = 0
        if node.flags.contains(.clips) {
            solid = solid.intersection(PixelRect(inside: sharp.outset(Self.noise, Self.noise)))
            inset = node.cornerReach
        }
        guard solid.area > node.solid.area || (solid == node.solid && inset < node.solidInset) else { return }
        (node.solid, node.solidInset) = (solid, inset)
    }

    /// Where a shadow that needs no picture is; empty for others.
    private func readEffects(
        _ effects: LayerEffects, _ place: Int32, _ items: inout Int, _ node: inout Node
    ) -> PixelRect {
        guard node.nesting < Self.maxNesting - 1 else { return .empty }
        (node.effects, node.effectsVersion) = store(for: place).store.effects.keep(effects, for: place)
        if effects.needPicture {
            node.flags.insert(.hasEffects)
            node.reach = effects.reach(node, drawings.chain(effects.filters, node.world))
        }
        if !effects.backdrop.isEmpty, !node.box.isEmpty {
            node.flags.insert(.hasBackdrop)
            node.backdropReach = drawings.chain(effects.backdrop, node.world).reach
        }
        guard effects.caster != .nothing, effects.caster != .picture else { return .empty }
        if !effects.needPicture { node.flags.insert(.hasShadow) }
        items += 1
        return effects.shadow(node)?.pixels() ?? .empty
    }

    private func readGroup(_ place: Int32, _ slot: LayerSlot, _ items: Int, _ node: inout Node) {
        guard node.nesting < Self.maxNesting - 1 else {
            node.blend = 0
            node.flags.insert(.spreadsOpacity)
            return
        }
        let isCompound = items > 1 || slot.childCount > 0
        if slot.flags.contains(.hasMask), let mask = scene.mask(place) {
            node.mask = mask
            node.flags.formUnion([.hasMask, .isGroup])
        }
        if node.blend != 0 || !node.flags.isDisjoint(with: [.hasEffects, .hasBackdrop]) { node.flags.insert(.isGroup) }
        if node.opacity < 1, isCompound, !node.flags.contains(.spreadsOpacity) { node.flags.insert(.isGroup) }
    }

    /// True when every edge of `r`, in pixels, is on a pixel's edge.
    static func isAligned(_ r: Rect) -> Bool {
        func near(_ v: Double) -> Bool { abs(v - v.rounded()) <= noise }
        return near(r.minX) && near(r.minY) && near(r.maxX) && near(r.maxY)
    }
}
