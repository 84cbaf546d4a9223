package import Geometry
package import Pixels
package import Scene

/// What a layer looked like when a transition of it began: its whole look, with all below it, as it was placed.
package final class Look {
    let layer: ObjectID
    /// Nil until the line that asked for the look has made it.
    fileprivate(set) var transition: ObjectID?
    /// Nil when nothing was seen of the layer.
    package let picture: Picture?
    /// Where the picture's first pixel lies.
    package let origin: PixelPoint
    /// From the layer's coordinates to the pixels in which the picture was painted.
    package let world: Affine
    /// The layer's, then.
    package let bounds: Rect

    package init(_ layer: ObjectID, _ frame: LookFrame, _ bitmap: Bitmap?) {
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

/// The looks that transitions go on from, by the places of their layers. A layer has one at most.
package final class LookStore {
    private var looks: [Slot: Look] = [:]
    /// Taken before the lines that may make their transitions.
    private var early: [Slot: Look] = [:]
    package private(set) var bytes = 0

    /// Holds a look for the transition of the layer that is about to be made.
    package func keep(_ look: Look) {
        if let old = early.updateValue(look, forKey: look.layer.index) { bytes -= old.bytes }
        bytes += look.bytes
    }

    /// The transition is there: from now on it goes on from the look that was kept, if one was.
    package func claim(_ layer: Slot, for transition: ObjectID, _ scene: Scene) {
        // However far it had come, it changes from something else now.
        scene.markShown(layer, LayerProperty.transitionProgress.id)
        guard let look = early.removeValue(forKey: layer) else { return }
        look.transition = transition
        if let old = looks.updateValue(look, forKey: layer) { bytes -= old.bytes }
    }

    /// Lets go of what no transition shows any more, or ever will: when animations have shown what they have to show.
    package func sweep(_ scene: Scene) {
        if looks.isEmpty, early.isEmpty { return }
        for look in early.values { bytes -= look.bytes }
        early.removeAll()
        for (slot, look) in looks {
            let isAlive = scene.slot(of: look.layer) != nil && look.transition.flatMap(scene.slot) != nil
            if isAlive, scene.isCovered(slot, LayerProperty.transitionProgress.id) { continue }
            bytes -= look.bytes
            looks[slot] = nil
            if scene.slot(of: look.layer) != nil { scene.markShown(slot, LayerProperty.transitionProgress.id) }
        }
    }

    /// The look from which the layer at `slot` changes, and the transition's place; nil when there is none.
    func change(of slot: Slot, _ scene: Scene) -> (look: Look, transition: Slot)? {
        guard let look = looks[slot], look.layer == scene.id(of: slot),
            let transition = look.transition.flatMap(scene.slot)
        else { return nil }
        return (look, transition)
    }
}

/// Where a look is painted.
package struct LookFrame {
    /// Pixels of the layer's grid; empty when nothing is seen of it.
    package var rect = PixelRect.empty
    var world = Affine.identity
    var bounds = Rect.zero
}

extension DisplayList {
    /// Fills `list` with what paints the look of the layer at `slot`, in its own grid, of the scene as it was taken over last.
    ///
    /// Nil when no transition can be shown of it: nothing above it is drawn, it is in copies, or there is no room.
    package mutating func look(of slot: Slot, _ reader: LayerReader, into list: inout PaintList) -> LookFrame? {
        guard let around = aroundLook(of: slot, reader) else { return nil }
        var reader = reader
        reader.isTaken = slot
        list.removeAll()
        list.walk(slot, around, reader)
        guard let node = list.nodes.first else { return LookFrame() }
        guard let placed = list.planes[0] else { return nil }
        var frame = LookFrame(rect: .empty, world: node.world, bounds: node.bounds)
        guard !list.commands.isEmpty else { return frame }
        let plane = placed.inGrid(node.world)
        frame.rect = plane.seen(plane.picture).intersection(Plane.most)
        if !fits(frame.rect) {
            // What is not seen now is left out.
            frame.rect = frame.rect.intersection(placed.resting.input(for: around.clip).outset(1))
            guard fits(frame.rect) else { return nil }
        }
        list.placeInGrid(plane, frame.rect)
        return frame
    }

    private func aroundLook(of slot: Slot, _ reader: LayerReader) -> Surroundings? {
        guard Int(slot) < nodes.count, !output.isEmpty else { return nil }
        let row = reader.rows[Int(slot)]
        if row.kind == .transformLayer { return nil }
        if slot == root { return surroundings }
        guard row.parent > Scene.shelf, nodes[Int(row.parent)].isLive,
            !nodes[Int(row.parent)].flags.contains(.placesSublayers)
        else { return nil }
        return below(row.parent, reader)
    }

    private mutating func fits(_ rect: PixelRect) -> Bool {
        rect.isEmpty || rect.area <= max(4 * output.area, 1 << 20) && makeRoom(rect.area * 4)
    }
}

extension PaintList {
    /// The first layer, a plane, is painted alone, in its own grid.
    fileprivate mutating func placeInGrid(_ plane: Plane, _ rect: PixelRect) {
        planes[0] = plane
        nodes[0].blend = 0
        nodes[0].clip = rect
        nodes[0].flags.remove(.hasBackdrop)
        commands[commands.count - 1].visible = rect
    }
}
