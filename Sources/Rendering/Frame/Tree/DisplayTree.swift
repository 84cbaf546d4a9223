import Geometry
import Scene
import SceneTables
import Schema

/// The layers shown by an output: one node for each, kept between frames, with the order of sublayers, spatial indexes,
/// extents, and the users of masks.
///
/// The tree holds positions; changes are in `DamageTracker` and paint commands in `Planner`. Only `TreeUpdate` modifies
/// it.
struct DisplayTree {
    private(set) var output = PixelRect.empty
    /// Maps points of the root layer to pixels.
    private(set) var map = Affine.identity
    /// The layer shown; -1 for none.
    var root = Scene.root
    /// Indexed by slot.
    var nodes = NodeTable()
    var liveCount = 0
    var order = PaintOrder()
    /// The placements of layers that are planes.
    var planes: [Slot: Plane] = [:]
    /// The layers whose sublayers keep their depth (preserve-3d).
    var spaces: [Slot: DepthSpace] = [:]
    /// Live layers whose blend modes can make opaque pixels behind them transparent.
    var erasing: Set<Slot> = []
    /// Live layers with background filters, in the order in which they got them.
    var backdrops: [Slot] = []
    var masks = MaskUsers()
    var copies = CopyRecords()
    var through = ThroughPainting()
    var budget = FrameBudget()
    let drawings: DrawingStore

    /// A layer whose sublayers keep their depth.
    struct DepthSpace {
        /// Maps the layer's coordinates to the plane in which its sublayers are flattened.
        var map: Transform3D
        /// The outermost enclosing layer of the same kind: all layers below that are painted in one depth order.
        var outermost: Slot
    }

    init(drawings: DrawingStore) { self.drawings = drawings }

    mutating func configure(_ output: PixelRect, _ map: Affine) { (self.output, self.map) = (output, map) }

    /// Removes all nodes.
    mutating func reset() {
        nodes.removeAll()
        liveCount = 0
        order.reset(output)
        planes.removeAll()
        spaces.removeAll()
        erasing.removeAll()
        backdrops.removeAll()
        masks = MaskUsers()
        copies = CopyRecords()
        through = ThroughPainting()
        budget.removeAll()
    }

    // MARK: Inheritance

    /// The inherited state of the root layer.
    var inherited: InheritedState { InheritedState(map: map, clip: output) }

    /// The state that the sublayers of the live layer at `slot` inherit.
    func below(_ slot: Slot, _ reader: LayerReader) -> InheritedState {
        let node = nodes[Int(slot)]
        let flattening = node.flags.contains(.mapsSublayers) ? flattening(of: slot) : .none
        return InheritedState(below: node, flattening, slot, reader.rows[Int(slot)], reader.view)
    }

    /// The inherited state of a layer if everything above it is drawn; nil when the layer cannot be drawn.
    func inherited(by slot: Slot, _ reader: LayerReader) -> InheritedState? {
        let row = reader.rows[Int(slot)]
        guard row.flags.contains(.isLayer), row.flags.contains(.isAlive), !row.flags.contains(.isRemoved)
        else { return nil }
        if slot == root { return inherited }
        guard row.parent > Scene.objectRoot, nodes.isLive(Int(row.parent)),
            !nodes.flags(Int(row.parent)).contains(.placesSublayers)
        else { return nil }
        return below(row.parent, reader)
    }

    // MARK: Depth

    /// The flattening of the layer at `slot`, as read with its node.
    func flattening(of slot: Slot) -> Flattening {
        if let space = spaces[slot] { return .preserve3D(space.map) }
        return planes[slot].map { .plane($0) } ?? .none
    }

    /// The outermost layer that keeps depth around the sublayers of `parent`; nil when `parent` does not keep depth.
    func space(below parent: Slot) -> Slot? { spaces.isEmpty ? nil : spaces[parent]?.outermost }

    /// The plane whose grid contains the layer at `slot`; -1 for the output.
    func plane(around slot: Slot) -> Slot {
        if planes.isEmpty { return -1 }
        var at = nodes.parent(Int(slot))
        while at >= 0, !nodes.flags(Int(at)).contains(.isPlane) { at = nodes.parent(Int(at)) }
        return at
    }

    /// True when the layer or one above it is a plane.
    func isInPlane(_ slot: Slot, _ scene: Scene) -> Bool {
        guard !planes.isEmpty || !spaces.isEmpty else { return false }
        var at = slot
        while at >= 0 {
            if nodes.flags(Int(at)).contains(.isPlane) { return true }
            at = scene.rows[Int(at)].parent
        }
        return false
    }

    // MARK: Rectangles on their way up

    /// The pixels that show `rect` of the layer's picture, in the space that contains the layer.
    func seen(_ rect: PixelRect, of slot: Slot) -> PixelRect { nodes[Int(slot)].seen(rect, through: planes[slot]) }

    /// The pixels of the output that show `rect`, which is in the space that contains the layer at `slot`, or in its
    /// own grid.
    func onOutput(_ rect: PixelRect, of slot: Slot) -> PixelRect {
        if planes.isEmpty { return rect }
        var rect = rect
        var at = slot
        while at >= 0, nodes.isLive(Int(at)) {
            if nodes.flags(Int(at)).contains(.isPlane) { rect = seen(rect, of: at) }
            at = nodes.parent(Int(at))
        }
        return rect
    }

    /// True when a change in the layer's picture shows in a different rectangle around it.
    func isChanger(_ slot: Slot) -> Bool {
        nodes.reaches(Int(slot)) || nodes.flags(Int(slot)).contains(.isPlane)
    }

    /// The nearest ancestor that is a plane, or has filters or a shadow that reach beyond a pixel; -1 when there is
    /// none.
    func changer(above slot: Slot, _ reader: LayerReader) -> Slot {
        if drawings.effects.isEmpty, planes.isEmpty { return -1 }
        var at = reader.rows[Int(slot)].parent
        while at >= 0, nodes.isLive(Int(at)) {
            if isChanger(at) { return at }
            at = reader.rows[Int(at)].parent
        }
        return -1
    }
}
