import Geometry
import Scene
import SceneTables
package import Schema

extension DisplayList {
    /// Fills `list` with the commands that paint a snapshot of the layer at `slot`, in its own grid, as of the last
    /// `update`.
    ///
    /// Nil when no transition of it can be shown: its ancestors are not drawn, it is in copies, or the budget is
    /// exhausted.
    package func snapshot(of slot: Slot, _ reader: LayerReader, into list: inout PaintList) -> SnapshotFrame? {
        guard let state = inherited(bySnapshotOf: slot, reader) else { return nil }
        var reader = reader
        reader.snapshotOf = slot
        list.removeAll()
        list.walk(slot, state, reader)
        guard !list.nodes.isEmpty else { return SnapshotFrame() }
        let node = list.nodes[0]
        guard let placed = list.planes[0] else { return nil }
        var frame = SnapshotFrame(rect: .empty, world: node.world, bounds: node.bounds)
        guard !list.commands.isEmpty else { return frame }
        let plane = placed.inGrid(node.world)
        frame.rect = plane.seen(plane.picture).intersection(Plane.most)
        if !fits(frame.rect) {
            // The invisible part is left out.
            frame.rect = frame.rect.intersection(placed.resting.input(for: state.clip).pixels.outset(1))
            guard fits(frame.rect) else { return nil }
        }
        list.placeInGrid(plane, frame.rect)
        return frame
    }

    private func inherited(bySnapshotOf slot: Slot, _ reader: LayerReader) -> InheritedState? {
        guard Int(slot) < tree.nodes.count, !output.isEmpty, reader.rows[Int(slot)].kind != .transformLayer else {
            return nil
        }
        return tree.inherited(by: slot, reader)
    }

    private func fits(_ rect: PixelRect) -> Bool {
        rect.isEmpty
            || rect.area <= max(4 * output.area, 1 << 20)
                && bitmaps.makeRoom(rect.area * 4 + drawings.snapshots.bytes)
    }
}

extension PaintList {
    /// Makes the first layer a plane that is painted alone, in its own grid.
    fileprivate mutating func placeInGrid(_ plane: Plane, _ rect: PixelRect) {
        planes[0] = plane
        nodes[0].group.blend = 0
        nodes[0].clip = rect
        nodes.remove(.hasBackdrop, 0)
        commands[commands.count - 1].visible = rect
    }
}
