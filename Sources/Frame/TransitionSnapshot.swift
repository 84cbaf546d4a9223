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
