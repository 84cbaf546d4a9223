import Geometry

/// Outputs, and the layers that they show.
///
/// An output shows the tree of its root layer, which is `root` or a detached layer, and stays detached. The frame of that layer
/// is the output's rectangle in points and cannot be set; where several outputs show one layer it follows the first of them,
/// and the others show what lies in their rectangles.
extension Scene {
    /// Each costs memory for its pictures.
    package static let mostOutputs = 16

    /// `main`, then the others as they were made.
    package var outputs: [Slot] { outputSlots.filter(isOutput) }

    /// True for the place of an output that is there.
    package func isOutput(_ slot: Slot) -> Bool {
        kinds[rows[Int(slot)].kind].family == .output
            && rows[Int(slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive
    }

    /// The layer that the output at `slot` shows; -1 for none, as for one that was removed.
    package func root(of output: Slot) -> Slot {
        guard isOutput(output) else { return -1 }
        return value(output, OutputProperty.root.id).object.flatMap { self.slot(of: $0) } ?? -1
    }

    /// The first of the outputs that show a layer; it says how large this is.
    package func firstOutput(showing root: Slot) -> Slot? { outputs.first { self.root(of: $0) == root } }

    /// The topmost of the layers above the one at `slot`, or itself.
    package func top(above slot: Slot) -> Slot {
        var top = slot
        while rows[Int(top)].parent > Scene.shelf { top = rows[Int(top)].parent }
        return top
    }

    /// True for layers whose frames are outputs' rectangles.
    package func followsOutput(_ slot: Slot) -> Bool {
        slot == Scene.root || !outputRoots.isEmpty && outputRoots.contains(slot)
    }

    /// Some output's size or root changed, or one came or went: the roots' frames follow.
    func outputChanged() {
        outputIsDirty = true
        outputRevision &+= 1
        seenRevision &+= 1
        outputRoots.removeAll()
        for output in outputs {
            let root = root(of: output)
            guard root >= 0, output == Scene.main || root != Scene.root, !outputRoots.contains(root) else { continue }
            let size = value(output, OutputProperty.size.id).size
            if root == Scene.root {
                stretch(to: size)
            } else {
                outputRoots.append(root)
                stretch(root, to: size)
            }
        }
    }

    private func stretch(to size: Size) {
        let bounds = Rect(0, 0, size.width, size.height)
        if rows[Int(Scene.root)].bounds == bounds { return }
        rows[Int(Scene.root)].bounds = bounds
        rows[Int(Scene.root)].position = Point(size.width / 2, size.height / 2)
        mark(Scene.root, .geometry)
    }

    /// A layer that was a client's to place before, and may be again: what it had is written down.
    private func stretch(_ root: Slot, to size: Size) {
        let old = rows[Int(root)]
        let bounds = Rect(old.bounds.x, old.bounds.y, size.width, size.height)
        let anchor = old.anchorPoint
        assign(root, LayerProperty.bounds.id, .rect(bounds), .geometry)
        assign(
            root, LayerProperty.position.id, .point(Point(anchor.x * size.width, anchor.y * size.height)), .geometry)
    }

    /// Throws for properties of a root layer that are its output's: `denied`. Around which point a client's layer is turned is
    /// its own.
    func checkFollower(_ slot: Slot, _ property: LayerProperty) throws(SceneError) {
        switch property {
        case .anchorPoint where slot != Scene.root: return
        case .position, .bounds, .anchorPoint, .frame:
            throw SceneError(
                .denied,
                "\"\(LayerProperty.schema[Int(property.rawValue)].name)\" of \(name(of: slot)) follows the output's size"
            )
        default: return
        }
    }

    /// Throws for what an output cannot show: `denied` for another root of `main`, `value` for what is no detached layer.
    func checkRoot(of output: Slot, _ root: ObjectID?) throws(SceneError) {
        guard output != Scene.main else {
            if root == id(of: Scene.root) { return }
            throw SceneError(.denied, "the root of main is root")
        }
        guard let root, let slot = slot(of: root), slot != Scene.root else { return }
        guard isLayer(slot) else {
            throw SceneError(.value, "\"\(name(of: slot))\" is no layer and cannot be an output's root")
        }
        guard rows[Int(slot)].parent == Scene.limbo else {
            throw SceneError(
                .value, "\"\(name(of: slot))\" has a parent; an output's root is detached (parent=none), or root")
        }
    }

    /// Throws `value` when the layer at `slot`, which is to get a parent, is an output's root.
    func checkDetached(_ slot: Slot) throws(SceneError) {
        guard !outputRoots.isEmpty, outputRoots.contains(slot), let output = firstOutput(showing: slot) else {
            return
        }
        throw SceneError(
            .value, "\"\(name(of: slot))\" is the root of the output \"\(name(of: output))\" and stays detached")
    }
}
