package import Geometry
package import Pixels
package import Scene

/// The picture of a layer, with all below it, before the content change that a transition of it shows.
package final class TransitionSnapshot {
    let layer: ObjectID
    /// Nil until the line that asked for the snapshot has made it.
    fileprivate(set) var transition: ObjectID?
    /// Nil when nothing was seen of the layer.
    package let picture: Picture?
    /// Where the picture's first pixel lies.
    package let origin: PixelPoint
    /// From the layer's coordinates to the pixels in which the picture was painted.
    package let world: Affine
    /// The layer's, then.
    package let bounds: Rect

    package init(_ layer: ObjectID, _ frame: SnapshotFrame, _ bitmap: Bitmap?) {
        self.layer = layer
        picture = bitmap.map { Picture(shared: $0, .argb) }
        origin = PixelPoint(frame.rect.x0, frame.rect.y0)
        (world, bounds) = (frame.world, frame.bounds)
    }

    /// Pixels of the grid that the picture holds.
    package var frame: PixelRect {
        guard let bitmap = picture?.bitmap else { return .empty }
        return PixelRect(origin, width: bitmap.width, height: bitmap.height)
    }

    var bytes: Int { picture?.bitmap.byteCount ?? 0 }
}

/// The snapshots that transitions begin with, by slot. A layer has one at most.
package final class TransitionSnapshots {
    private var snapshots: [Slot: TransitionSnapshot] = [:]
    /// Taken before the lines that may make their transitions.
    private var early: [Slot: TransitionSnapshot] = [:]
    package private(set) var bytes = 0

    /// Holds a snapshot for the transition of the layer that is about to be made.
    package func keep(_ snapshot: TransitionSnapshot) {
        if let old = early.updateValue(snapshot, forKey: snapshot.layer.index) { bytes -= old.bytes }
        bytes += snapshot.bytes
    }

    /// The transition was made: from now on it begins with the snapshot that was kept, if one was.
    package func claim(_ layer: Slot, for transition: ObjectID, _ scene: Scene) {
        // However far it had come, it changes from something else now.
        scene.presentation.markShown(layer, LayerProperty.transitionProgress.id)
        guard let snapshot = early.removeValue(forKey: layer) else { return }
        snapshot.transition = transition
        if let old = snapshots.updateValue(snapshot, forKey: layer) { bytes -= old.bytes }
    }

    /// Lets go of snapshots that no transition shows any more, or ever will: to be called when animations have been advanced.
    package func sweep(_ scene: Scene) {
        if snapshots.isEmpty, early.isEmpty { return }
        for snapshot in early.values { bytes -= snapshot.bytes }
        early.removeAll()
        for (slot, snapshot) in snapshots {
            let isAlive = scene.slot(of: snapshot.layer) != nil && snapshot.transition.flatMap(scene.slot) != nil
            if isAlive, scene.presentation.isCovered(slot, LayerProperty.transitionProgress.id) { continue }
            bytes -= snapshot.bytes
            snapshots[slot] = nil
            if scene.slot(of: snapshot.layer) != nil {
                scene.presentation.markShown(slot, LayerProperty.transitionProgress.id)
            }
        }
    }

    /// The snapshot from which the layer at `slot` changes, and the transition; nil when there is none.
    func change(of slot: Slot, _ scene: Scene) -> (snapshot: TransitionSnapshot, transition: Slot)? {
        guard let snapshot = snapshots[slot], snapshot.layer == scene.id(of: slot),
            let transition = snapshot.transition.flatMap(scene.slot)
        else { return nil }
        return (snapshot, transition)
    }
}

/// The pixels in which a snapshot is painted.
package struct SnapshotFrame {
    /// Pixels of the layer's grid; empty when nothing is seen of it.
    package var rect = PixelRect.empty
    var world = Affine.identity
    var bounds = Rect.zero
}

extension DisplayList {
    /// Fills `list` with the commands that paint a snapshot of the layer at `slot`, in its own grid, of the scene as it was taken
    /// over last.
    ///
    /// Nil when no transition can be shown of it: nothing above it is drawn, it is in copies, or there is no room.
    package func snapshot(of slot: Slot, _ reader: LayerReader, into list: inout PaintList) -> SnapshotFrame? {
        guard let state = inherited(bySnapshotOf: slot, reader) else { return nil }
        var reader = reader
        reader.snapshotOf = slot
        list.removeAll()
        list.walk(slot, state, reader)
        guard let node = list.nodes.first else { return SnapshotFrame() }
        guard let placed = list.planes[0] else { return nil }
        var frame = SnapshotFrame(rect: .empty, world: node.world, bounds: node.bounds)
        guard !list.commands.isEmpty else { return frame }
        let plane = placed.inGrid(node.world)
        frame.rect = plane.seen(plane.picture).intersection(Plane.most)
        if !fits(frame.rect) {
            // The part that is not seen now is left out.
            frame.rect = frame.rect.intersection(placed.resting.input(for: state.clip).outset(1))
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
    /// The first layer, a plane, is painted alone, in its own grid.
    fileprivate mutating func placeInGrid(_ plane: Plane, _ rect: PixelRect) {
        planes[0] = plane
        nodes[0].group.blend = 0
        nodes[0].clip = rect
        nodes[0].flags.remove(.hasBackdrop)
        commands[commands.count - 1].visible = rect
    }
}
