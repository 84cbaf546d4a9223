package import Geometry
import Pixels
package import Scene

/// What a layer gets from those above it.
package struct Surroundings: Equatable, Sendable {
    /// From the coordinates of the parent to output pixels, with the parent's own map for sublayers.
    package var map: Affine
    package var clip: PixelRect
    /// From ancestors with `allowsGroupOpacity=false`.
    package var opacity = 1.0
    /// Buffers that are open.
    package var nesting: Int32 = 0

    package init(map: Affine, clip: PixelRect) {
        self.map = map
        self.clip = clip
    }

    /// What `node`, the layer at `place`, gives to its sublayers.
    init(below node: Node, _ place: Int32, _ slot: LayerSlot, _ scene: Scene) {
        map = node.world
        clip = node.innerClip
        opacity = node.inheritedBelow
        nesting = node.nestingBelow
        guard node.flags.contains(.mapsSublayers) else { return }
        if slot.flags.contains(.hasSublayerTransform) {
            let x = slot.bounds.x + slot.anchorPoint.x * slot.bounds.width
            let y = slot.bounds.y + slot.anchorPoint.y * slot.bounds.height
            map = map.concat(.translation(x, y)).concat(scene.sublayerTransform(place).flattened)
                .concat(.translation(-x, -y))
        }
        if slot.flags.contains(.isGeometryFlipped) {
            map = map.concat(Affine(1, 0, 0, -1, 0, slot.bounds.minY + slot.bounds.maxY))
        }
    }
}

/// Reads a layer's properties into a node: the one place that knows what they mean for the picture.
///
/// Used by the retained list and by whole walks alike (masks, snapshots, tests' oracles).
package struct LayerReader {
    let scene: Scene
    let slots: [LayerSlot]
    let drawings: DrawingStore

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
        /// Its map flattens it: an edge seen edge-on, a scale of zero, numbers beyond all bounds.
        case flat
        case turnedAway
        /// The ancestors' clips leave nothing.
        case clipped
    }

    /// The layer at `place`; throws why it does not draw.
    package func read(_ place: Int32, _ around: Surroundings) throws(Absence) -> Node {
        let slot = slots[Int(place)]
        guard !slot.flags.contains(.isHidden) else { throw .hidden }
        var node = Node()
        node.opacity = around.opacity * slot.opacity
        guard node.opacity >= Self.leastOpacity else { throw .transparent }
        guard !around.clip.isEmpty else { throw .clipped }
        node.world = around.map.concat(toParent(place, slot))
        let det = node.world.determinant
        guard det.isFinite, abs(det) > 1e-9, node.world.tx.isFinite, node.world.ty.isFinite else { throw .flat }
        if !slot.flags.contains(.isDoubleSided), isTurnedAway(place, slot) { throw .turnedAway }

        node.flags = .isLive
        node.bounds = slot.bounds
        node.clip = around.clip
        node.nesting = around.nesting
        node.parent = slot.parent
        node.radius = slot.cornerRadius
        node.corners = slot.maskedCorners
        node.blend = slot.compositingFilter
        if slot.flags.contains(.continuousCorners) { node.flags.insert(.continuousCorners) }
        if !slot.flags.contains(.allowsGroupOpacity) { node.flags.insert(.spreadsOpacity) }
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
        if slot.kind != .layer, let (at, entry) = drawings.drawing(of: place, slot, scene) {
            node.drawing = at
            node.version = entry.version
            drawn = PixelRect(covering: node.world.boundingBox(entry.extent))
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
        let effects = effects(place, slot, isPlain: isPlain)
        let shadow = effects.map { readEffects($0, place, &items, &node) } ?? .empty
        readGroup(place, slot, items, &node)

        var own = drawn.union(shadow)
        if node.flags.contains(.hasBackground) || node.flags.contains(.hasBorder) || isUnbounded(node) {
            own = own.union(node.box)
        }
        node.own = own.intersection(node.pictureClip)
        if node.flags.contains(.hasBackground), node.background.alpha == 255, node.itemOpacity >= 1,
            node.world.keepsAxes
        {
            node.solid = PixelRect(inside: sharp.outset(Self.noise, Self.noise)).intersection(node.pictureClip)
            node.solidInset = node.cornerReach
        }
    }

    /// Where a shadow that needs no picture is; empty for others.
    private func readEffects(
        _ effects: LayerEffects, _ place: Int32, _ items: inout Int, _ node: inout Node
    ) -> PixelRect {
        guard node.nesting < Self.maxNesting - 1 else { return .empty }
        (node.effects, node.effectsVersion) = drawings.effects.keep(effects, for: place)
        if effects.needPicture {
            node.flags.insert(.hasEffects)
            node.reach = effects.reach(node)
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
        if slot.flags.contains(.hasMask), scene.mask(place) != nil {
            node.flags.formUnion([.hasMask, .isGroup])
        }
        if node.blend != 0 || node.flags.contains(.hasEffects) { node.flags.insert(.isGroup) }
        if node.opacity < 1, isCompound, !node.flags.contains(.spreadsOpacity) { node.flags.insert(.isGroup) }
    }

    private func isUnbounded(_ node: Node) -> Bool {
        guard node.blend != 0, let mode = BlendMode(rawValue: node.blend) else { return false }
        return !mode.isBounded
    }

    /// True when every edge of `r`, in pixels, is on a pixel's edge.
    static func isAligned(_ r: Rect) -> Bool {
        func near(_ v: Double) -> Bool { abs(v - v.rounded()) <= noise }
        return near(r.minX) && near(r.minY) && near(r.maxX) && near(r.maxY)
    }

    /// `Scene.toParent` without its look at the slot.
    private func toParent(_ place: Int32, _ slot: LayerSlot) -> Affine {
        guard slot.flags.contains(.hasTransform) else {
            return .translation(
                slot.position.x - (slot.bounds.x + slot.anchorPoint.x * slot.bounds.width),
                slot.position.y - (slot.bounds.y + slot.anchorPoint.y * slot.bounds.height))
        }
        return scene.toParent(place)
    }

    /// Seen from behind: the normal of the plane points away, whether or not the picture is mirrored.
    private func isTurnedAway(_ place: Int32, _ slot: LayerSlot) -> Bool {
        var t = scene.transform(place)
        if slot.parent >= 0, slots[Int(slot.parent)].flags.contains(.hasSublayerTransform) {
            t = scene.sublayerTransform(slot.parent).concat(t)
        }
        return t.isBackFacing
    }
}

extension Transform3D {
    /// The z of the transformed normal is negative: the sign of the inverse's m33, as CSS `backface-visibility` has it.
    package var isBackFacing: Bool {
        func det3(
            _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double,
            _ i: Double
        ) -> Double { a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) }
        let c11 = det3(m22, m23, m24, m32, m33, m34, m42, m43, m44)
        let c12 = det3(m21, m23, m24, m31, m33, m34, m41, m43, m44)
        let c13 = det3(m21, m22, m24, m31, m32, m34, m41, m42, m44)
        let c14 = det3(m21, m22, m23, m31, m32, m33, m41, m42, m43)
        let determinant = m11 * c11 - m12 * c12 + m13 * c13 - m14 * c14
        return det3(m11, m12, m14, m21, m22, m24, m41, m42, m44) * determinant < 0
    }
}
