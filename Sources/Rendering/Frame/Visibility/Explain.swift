package import Geometry
package import Scene
import SceneTables
package import Schema

/// The reason why a layer is or is not visible, and its cost in pixels.
package struct ExplainReport: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// At least one pixel is visible.
        case visible
        /// Not in a tree shown by an output; holds the topmost layer of its tree.
        case detached(Slot)
        /// `isHidden` of the layer or an ancestor.
        case hidden(by: Slot)
        /// Opacity 0 of the layer or an ancestor.
        case transparent(by: Slot)
        /// Edge-on or scaled to 0: the layer or an ancestor.
        case flat(Slot)
        /// `isDoubleSided=false` and seen from behind: the layer or an ancestor.
        case turnedAway(Slot)
        /// No background, border or drawing, or an empty size.
        case empty
        /// The layout of its parent gave it no space.
        case squeezed(by: Slot)
        case outside
        /// Outside the bounds of a clipping ancestor.
        case clipped(by: Slot)
        /// Hidden by the mask of the layer or an ancestor.
        case maskEmpty(Slot)
        /// Completely hidden by opaque layers in front.
        case covered(by: [Slot])
    }

    package var reason: Reason
    /// The layer's own part on the output, in pixels.
    package var extent = PixelRect.empty
    /// Number of pixels of `extent` that are not hidden.
    package var visiblePixels = 0
    /// Pixels of the buffer in which its subtree is composed; 0 without a buffer.
    package var groupPixels = 0
    /// Number of pixels painted for the layer itself when all of it is damaged.
    package var ownPixels = 0
    /// True when the kind's drawing, or the bitmap of a rasterized layer, is cached.
    package var isCached = false
    /// True when the frame's budget leaves no buffers for it: no group opacity, blend mode, mask, filter, perspective.
    package var isReduced = false
}

extension DisplayList {
    /// Explains the layer as of the last `update`.
    package mutating func explain(_ slot: Slot, _ scene: Scene) -> ExplainReport {
        let reader = LayerReader(scene, drawings)
        guard Int(slot) < tree.nodes.count else { return ExplainReport(reason: .detached(slot)) }
        var chain: [Slot] = []
        var at = slot
        while at > Scene.objectRoot {
            chain.append(at)
            if at == root { break }
            at = reader.rows[Int(at)].parent
        }
        guard chain.last == root else { return ExplainReport(reason: .detached(chain.last ?? slot)) }

        // From the root down, as the layers are read for painting.
        var around = tree.inherited
        var clippedBy: Slot?
        var node = Node()
        for one in chain.reversed() {
            var flattening = Flattening.none
            do throws(LayerReader.Absence) {
                node = try reader.read(one, around, &flattening)
            } catch {
                return ExplainReport(reason: Self.reason(error, one, clippedBy))
            }
            if node.flags.contains(.hasMask), let mask = scene.geometry.mask(one), isEmpty(mask, node, reader) {
                return ExplainReport(reason: .maskEmpty(one))
            }
            if one == slot { break }
            around = InheritedState(below: node, flattening, one, reader.rows[Int(one)], reader.view)
            // The outermost ancestor whose clip leaves nothing, or could cut the layer further down.
            if node.flags.contains(.clips), node.innerClip != node.clip { clippedBy = one }
        }
        return explain(slot, node, chain, clippedBy, reader)
    }

    private static func reason(
        _ absence: LayerReader.Absence, _ slot: Slot, _ clippedBy: Slot?
    ) -> ExplainReport.Reason {
        switch absence {
        case .hidden: .hidden(by: slot)
        case .transparent: .transparent(by: slot)
        case .flat: .flat(slot)
        case .turnedAway: .turnedAway(slot)
        case .clipped: clippedBy.map { .clipped(by: $0) } ?? .outside
        }
    }

    private func isEmpty(_ mask: Slot, _ node: Node, _ reader: LayerReader) -> Bool {
        var list = PaintList()
        list.walk(mask, InheritedState(masking: node), reader)
        return !list.commands.contains {
            [.background, .border, .drawing, .foreground, .shadow, .effects].contains($0.kind)
        }
    }

    private mutating func explain(
        _ slot: Slot, _ node: Node, _ chain: [Slot], _ clippedBy: Slot?, _ reader: LayerReader
    ) -> ExplainReport {
        var report = ExplainReport(reason: .visible)
        report.extent = tree.onOutput(node.own, of: slot)
        report.ownPixels = node.own.area
        report.isCached = node.drawing >= 0 || bitmaps.isKept(slot)
        report.isReduced = chain.contains { drawings.isReduced($0) }
        if node.isGroup || node.flags.contains(.cutsShape) { report.groupPixels = tree.nodes.extent(Int(slot)).area }
        let paints =
            node.drawing >= 0 || !node.flags.isDisjoint(with: [.hasBackground, .hasBorder, .hasShadow, .hasBackdrop])
        guard paints else {
            report.reason = emptiness(of: slot, reader)
            return report
        }
        guard !node.own.isEmpty else {
            let whole = node.drawing >= 0 ? drawings.entries[Int(node.drawing)].extent : node.bounds
            let box = PixelRect(covering: node.world.boundingBox(whole)).union(node.box)
            if node.drawing >= 0, whole.isEmpty {
                // For example, a text without letters or with a transparent colour.
                let isDrawn = !drawings.entries[Int(node.drawing)].drawing.isEmpty
                report.reason = isDrawn ? .transparent(by: slot) : emptiness(of: slot, reader)
            } else if box.isEmpty {
                report.reason = emptiness(of: slot, reader)
            } else {
                report.reason = box.intersects(output) ? clippedBy.map { .clipped(by: $0) } ?? .outside : .outside
            }
            return report
        }
        var by: [Slot]? = []
        query.reveal(slot, node.own, &by, tree, reader)
        report.visiblePixels = query.region.area
        guard query.region.isEmpty, let by else { return report }
        report.reason = by.isEmpty ? .outside : .covered(by: by)
        return report
    }

    /// The reason why a layer is empty: it shows nothing, or its parent's layout removed its size.
    private func emptiness(of slot: Slot, _ reader: LayerReader) -> ExplainReport.Reason {
        let row = reader.rows[Int(slot)]
        let own = reader.scene.layout.ownSize(of: slot)
        let isSqueezed =
            row.flags.contains(.isArranged) && row.bounds.isEmpty && own.width > 0 && own.height > 0
        return isSqueezed ? .squeezed(by: row.parent) : .empty
    }
}
