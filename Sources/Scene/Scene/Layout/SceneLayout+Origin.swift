import Geometry
import SceneTables
import Schema

/// The default anchor point of layers, which `layout.origin` of a layer sets for all layers below it.
///
/// It is a computed value: neither dumped nor in the journal, and computed again when a layer gets another parent, when
/// its own anchor point is unset, and when `layout.origin` changes.
extension SceneLayout {
    /// Sets where anchor points of layers below are by default.
    func storeOrigin(_ slot: Slot, _ value: Value) {
        let origin = LayoutOrigin(rawValue: value.choice) ?? .auto
        scene.layouts.origins[slot] = origin == .auto ? nil : origin
    }

    /// The origin that counts for the layer at `slot`: that of the nearest layer above with one.
    private func origin(of slot: Slot) -> LayoutOrigin {
        var at = scene.rows[Int(slot)].parent
        while at >= 0 {
            if let origin = scene.layouts.origins[at] { return origin }
            at = scene.rows[Int(at)].parent
        }
        return .center
    }

    /// Call when a layer's anchor point may no longer be set, or was reverted: its default is computed again, while a
    /// change is reverted at its end.
    func doubtAnchor(_ slot: Slot) {
        guard !scene.layouts.origins.isEmpty else { return }
        if scene.layouts.isTakingBack { scene.layouts.doubtful.insert(slot) } else { inheritOrigin(slot) }
    }

    /// Ends the reverting of a change.
    func endTakingBack() {
        scene.layouts.isTakingBack = false
        if scene.layouts.doubtful.isEmpty { return }
        for slot in scene.layouts.doubtful.sorted() where scene.rows[Int(slot)].flags.contains(.isAlive) {
            inheritOrigin(slot)
        }
        scene.layouts.doubtful.removeAll()
    }

    /// Computes the default anchor points of layers below again.
    func originFollows(below slot: Slot) {
        scene.tree.forEachChild(slot) { inheritOrigin($0) }
    }

    /// Computes the default anchor point of a layer again, and those below it.
    func inheritOrigin(_ top: Slot) {
        let origin = origin(of: top)
        var at = top
        while true {
            setDefaultAnchor(at, origin)
            if scene.layouts.origins[at] == nil, scene.rows[Int(at)].firstChild >= 0 {
                at = scene.rows[Int(at)].firstChild
                continue
            }
            while at != top, scene.rows[Int(at)].next < 0 { at = scene.rows[Int(at)].parent }
            if at == top { return }
            at = scene.rows[Int(at)].next
        }
    }

    private func setDefaultAnchor(_ slot: Slot, _ origin: LayoutOrigin) {
        let id = LayerProperty.anchorPoint.id
        guard scene.rows[Int(slot)].flags.contains(.isLayer), !scene.styles.isNotedAsGiven(slot, id),
            !scene.styles.isStyled(slot, id)
        else { return }
        let initial = scene.kind(of: slot)[id].initial
        let value = origin == .topLeft ? Value.point(.zero) : initial
        guard scene.value(slot, id) != value else { return }
        let isFollowing = scene.styleTable.isComputing
        scene.styleTable.isComputing = true
        scene.assign(slot, id, value, .geometry)
        keepDefinedFrame(slot, value.point)
        scene.styleTable.isComputing = isFollowing
        if scene.layouts.isSized(slot) { needLayout(slot) }
        if scene.outputTable.shows(slot) { scene.outputs.outputChanged() }
    }

    /// Keeps a part where its definition's `frame` is, as it would be if it were made now. Along an axis that a binding
    /// sets, and for a part whose position was set since, the position stays as of any other layer.
    private func keepDefinedFrame(_ slot: Slot, _ anchor: Point) {
        let id = LayerProperty.position.id
        guard let owner = scene.components.owner(of: slot),
            let frames = scene.components.definition(of: scene.rows[Int(owner)].kind)?.frames, !frames.isEmpty,
            let frame = frames[String(scene.name(of: slot).dropFirst(scene.name(of: owner).count))]
        else { return }
        let alterations = scene.components.alterations(of: slot)
        guard alterations?.isLater != true, alterations?.properties.contains(id) != true else { return }
        let bound = scene.relations.boundKeys(of: slot)
        if bound.contains("position") || bound.contains("frame") { return }
        var position = saidPosition(slot)
        if !bound.contains("position.x") { position.x = frame.x + (frame.width.isAuto ? 0 : anchor.x * frame.width) }
        if !bound.contains("position.y") { position.y = frame.y + (frame.height.isAuto ? 0 : anchor.y * frame.height) }
        if position != saidPosition(slot) { scene.assign(slot, id, .point(position), .geometry) }
    }
}
