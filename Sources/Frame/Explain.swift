package import Geometry
package import Scene

/// Why a layer is or is not seen, and its cost in pixels.
package struct ExplainReport: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// At least one pixel is to be seen.
        case visible
        /// In no tree that an output shows; with the topmost layer of its tree.
        case detached(Slot)
        /// `isHidden`, of the layer or of an ancestor.
        case hidden(by: Slot)
        /// Opacity 0, of the layer or of an ancestor.
        case transparent(by: Slot)
        /// Edge-on or scaled to nothing, the layer or an ancestor.
        case flat(Slot)
        /// Seen from behind with `isDoubleSided=false`, the layer or an ancestor.
        case turnedAway(Slot)
        /// Neither a background nor a border nor a drawing, or no size.
        case empty
        /// The layout of its parent left it no room.
        case squeezed(by: Slot)
        case outside
        /// The bounds of an ancestor cut it off.
        case clipped(by: Slot)
        /// The mask of the layer or of an ancestor shows nothing.
        case maskEmpty(Slot)
        /// Opaque layers in front hide all of it.
        case covered(by: [Slot])
    }

    package var reason: Reason
    /// The layer's own part on the output.
    package var extent = PixelRect.empty
    /// Pixels of that which nothing hides.
    package var visiblePixels = 0
    /// Pixels of the buffer in which its subtree is composed; 0 when it needs none.
    package var groupPixels = 0
    /// Pixels that it paints itself when all of it is damaged.
    package var ownPixels = 0
    /// The kind's drawing is kept, or the bitmap of a rasterized layer.
    package var isCached = false
    /// The frame's budget has no buffers for it: no group opacity, blend mode, mask, filter, perspective.
    package var isReduced = false
}

extension DisplayList {
    /// As of the last `update`.
    package mutating func explain(_ slot: Slot, _ scene: Scene) -> ExplainReport {
        let reader = LayerReader(scene, drawings)
        guard Int(slot) < tree.nodes.count else { return ExplainReport(reason: .detached(slot)) }
        var chain: [Slot] = []
        var at = slot
        while at > Scene.shelf {
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
            // The clip that first leaves nothing of the clips above it, or may later cut the layer.
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
        if node.isGroup || node.flags.contains(.cutsShape) { report.groupPixels = tree.nodes[Int(slot)].extent.area }
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
                // A text without letters, or in no colour.
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

    /// Why a layer has nothing to show: it shows nothing, or its parent's layout has taken the size that it has by itself.
    private func emptiness(of slot: Slot, _ reader: LayerReader) -> ExplainReport.Reason {
        let row = reader.rows[Int(slot)]
        let own = reader.scene.layout.ownSize(of: slot)
        let isSqueezed =
            row.flags.contains(.isArranged) && row.bounds.isEmpty && own.width > 0 && own.height > 0
        return isSqueezed ? .squeezed(by: row.parent) : .empty
    }
}
