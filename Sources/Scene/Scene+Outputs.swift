import Geometry

/// Outputs, and the layers that they show.
///
/// An output shows the tree of its root layer, which is `root` or a detached layer, and stays detached. The frame of that layer
/// is the output's rectangle in points and cannot be set; where several outputs show one layer it follows the first of them,
/// and the others show the part in their rectangles.
extension Scene {
    /// Each costs memory for its pictures.
    package static let mostOutputs = 16

    /// `main`, then the others as they were made.
    package var outputs: [Slot] { outputTable.slots.filter(isOutput) }

    /// True for the slot of an output that is there.
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
        slot == Scene.root || outputTable.shows(slot)
    }

    /// Some output's size or root changed, or one came or went: the roots' frames follow.
    func outputChanged() {
        changes.outputs &+= 1
        changes.visible &+= 1
        outputTable.removeRoots()
        for output in outputs {
            let root = root(of: output)
            guard root >= 0, output == Scene.main || root != Scene.root, !outputTable.shows(root) else { continue }
            let size = value(output, OutputProperty.size.id).size
            if root == Scene.root {
                stretch(to: size)
            } else {
                outputTable.show(root)
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

    /// A layer that was a client's to position before, and may be again: its old geometry is journaled.
    private func stretch(_ root: Slot, to size: Size) {
        let old = rows[Int(root)]
        let bounds = Rect(old.bounds.x, old.bounds.y, size.width, size.height)
        let anchor = old.anchorPoint
        assign(root, LayerProperty.bounds.id, .rect(bounds), .geometry)
        assign(
            root, LayerProperty.position.id, .point(Point(anchor.x * size.width, anchor.y * size.height)), .geometry)
    }
}
