public import Geometry
public import SceneTables
public import Schema

/// Outputs, and the layers that they show.
public struct SceneOutputs {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    public func extent(of output: Slot) -> OutputExtent {
        OutputExtent(
            scene.value(output, OutputProperty.size.id).size, scale: scene.value(output, OutputProperty.scale.id).number
        )
    }

    /// The part of the root layer that an output shows; nil: all of it, from 0,0.
    public func viewport(of output: Slot) -> Rect? {
        guard isOutput(output), case .rect(let rect) = scene.value(output, OutputProperty.viewport.id), rect.width > 0,
            rect.height > 0
        else { return nil }
        return rect
    }

    /// A point of an output in points of the root layer that it shows.
    public func rootPoint(_ point: Point, on output: Slot) -> Point {
        guard let viewport = viewport(of: output) else { return point }
        let size = scene.value(output, OutputProperty.size.id).size
        return Point(
            viewport.x + point.x * viewport.width / size.width, viewport.y + point.y * viewport.height / size.height)
    }

    /// The size of the root layer that an output shows: its own, or where that is a part, of the whole, as the primary of a replica has it.
    func rootSize(of output: Slot) -> Size {
        let size = scene.value(output, OutputProperty.size.id).size
        guard let viewport = viewport(of: output) else { return size }
        return scene.wholeSize ?? Size(max(viewport.maxX, 1), max(viewport.maxY, 1))
    }

    /// Total pixels of all outputs.
    public var outputPixels: Int { all.reduce(0) { $0 + extent(of: $1).pixels } }

    /// Throws `limit` when an output's picture is too large, or when the total has come to exceed `limit.outputPixels`.
    ///
    /// - Parameter before: `outputPixels` before the change; a total that has not grown is accepted.
    public func checkOutputs(since before: Int) throws(SceneError) {
        for output in all { try extent(of: output).check(scene.name(of: output)) }
        try checkSum(outputPixels, since: before)
    }

    /// Throws like `checkOutputs` would if a screen's reply were stored.
    public func checkScreen(_ output: Slot, size: Size?, scale: Double?) throws(SceneError) {
        let old = extent(of: output)
        let new = OutputExtent(
            size ?? scene.value(output, OutputProperty.size.id).size,
            scale: scale ?? scene.value(output, OutputProperty.scale.id).number)
        try new.check(scene.name(of: output))
        let before = outputPixels
        try checkSum(before - old.pixels + new.pixels, since: before)
    }

    private func checkSum(_ sum: Int, since before: Int) throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitOutputPixels.id).number)
        guard sum > limit, sum > before else { return }
        throw SceneError(
            .limit,
            "all outputs would be \(sum) pixels; limit.outputPixels allows \(limit), set daemon limit.outputPixels=N for more"
        )
    }

    /// True for properties that a root layer gets from its output.
    public static func followsOutput(_ id: PropertyID) -> Bool {
        id == LayerProperty.position.id || id == LayerProperty.bounds.id
    }

    /// Maximum number of outputs; each needs memory for its pictures.
    public static let mostOutputs = 16

    /// `main`, then the others in creation order.
    public var all: [Slot] { scene.outputTable.slots.filter(isOutput) }

    /// True for the slot of an existing output.
    public func isOutput(_ slot: Slot) -> Bool {
        scene.kinds[scene.rows[Int(slot)].kind].family == .output
            && scene.rows[Int(slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive
    }

    /// The layer that the output at `slot` shows; −1 for none or a removed output.
    public func root(of output: Slot) -> Slot {
        guard isOutput(output) else { return -1 }
        return scene.value(output, OutputProperty.root.id).object.flatMap { scene.slot(of: $0) } ?? -1
    }

    /// The first output that shows a layer; it determines the layer's size.
    public func firstOutput(showing root: Slot) -> Slot? { all.first { self.root(of: $0) == root } }

    /// The topmost ancestor of the layer at `slot`, or itself.
    public func top(above slot: Slot) -> Slot {
        var top = slot
        while scene.rows[Int(top)].parent > Scene.objectRoot { top = scene.rows[Int(top)].parent }
        return top
    }

    /// True for layers whose frames are controlled by outputs.
    public func followsOutput(_ slot: Slot) -> Bool {
        slot == Scene.root || scene.outputTable.shows(slot)
    }

    /// Call when an output's size or root has changed, or one was created or removed: updates the roots' frames.
    public func outputChanged() {
        scene.changes.noteOutputs()
        scene.changes.noteVisible()
        scene.outputTable.removeRoots()
        for output in all {
            let root = root(of: output)
            guard root >= 0, output == Scene.main || root != Scene.root, !scene.outputTable.shows(root) else {
                continue
            }
            let size = rootSize(of: output)
            if root == Scene.root {
                stretch(to: size)
            } else {
                scene.outputTable.show(root)
                stretch(root, to: size)
            }
        }
    }

    private func stretch(to size: Size) {
        let bounds = Rect(0, 0, size.width, size.height)
        let old = scene.rows[Int(Scene.root)].bounds
        if old == bounds { return }
        scene.rows[Int(Scene.root)].bounds = bounds
        scene.rows[Int(Scene.root)].position = Point(size.width / 2, size.height / 2)
        scene.mark(Scene.root, .geometry)
        if scene.changes.events.isRecording {
            scene.changes.events.note(.changed(Scene.root, LayerProperty.bounds.id))
            scene.changes.events.note(.changed(Scene.root, LayerProperty.position.id))
        }
        scene.resizing.follow(Scene.root, from: old.size)
    }

    /// Sets the size of a root layer that clients could position before and may again: its old geometry is journaled.
    private func stretch(_ root: Slot, to size: Size) {
        let old = scene.rows[Int(root)]
        let bounds = Rect(old.bounds.x, old.bounds.y, size.width, size.height)
        let anchor = old.anchorPoint
        scene.assign(root, LayerProperty.bounds.id, .rect(bounds), .geometry)
        scene.assign(
            root, LayerProperty.position.id, .point(Point(anchor.x * size.width, anchor.y * size.height)), .geometry)
    }
}

extension Scene {
    /// Outputs, and the layers that they show.
    @inlinable public var outputs: SceneOutputs { SceneOutputs(self) }
}
