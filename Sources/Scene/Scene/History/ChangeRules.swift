import Geometry
import SceneTables
import Schema

/// Rules that are checked before a change: kinds of referenced objects, cycles, detached layers, outputs' roots.
struct ChangeRules {
    let scene: Scene

    func checkMask(_ slot: Slot, _ mask: ObjectID?) throws(SceneError) {
        guard let mask, let target = scene.slot(of: mask) else { return }
        guard scene.isLayer(target) else {
            throw SceneError(.value, "\"\(scene.name(of: target))\" is no layer and cannot be a mask")
        }
        if AncestrySearch.holds(target, slot, scene) {
            throw SceneError(
                .cycle, "\"\(scene.name(of: target))\" holds \"\(scene.name(of: slot))\" and cannot be its mask")
        }
        guard scene.rows[Int(target)].parent == Scene.detachedRoot else {
            throw SceneError(.value, "\"\(scene.name(of: target))\" has a parent; a mask is detached (parent=none)")
        }
    }

    /// Throws for an object that the mirror at `slot` cannot show: `value` when it is no layer, `cycle` when it
    /// contains the mirror.
    func checkOriginal(of slot: Slot, _ original: ObjectID?) throws(SceneError) {
        guard let original, let target = scene.slot(of: original) else { return }
        guard scene.isLayer(target) else {
            throw SceneError(.value, "of: \"\(scene.name(of: target))\" is no layer")
        }
        if AncestrySearch.holds(target, slot, scene) {
            throw SceneError(
                .cycle, "\"\(scene.name(of: target))\" holds \"\(scene.name(of: slot))\", which cannot show it")
        }
    }

    func checkContents(_ object: ObjectID?) throws(SceneError) {
        guard let object, let target = scene.slot(of: object) else { return }
        guard scene.rows[Int(target)].kind.isPicture else {
            throw SceneError(.value, "\"\(scene.name(of: target))\" is no image, buffer or video")
        }
    }

    /// Throws `value` when the value names an object of another kind than these.
    func checkKinds(of value: Value, _ kinds: [String]) throws(SceneError) {
        for case let target? in value.namedObjects.map(scene.slot)
        where !kinds.contains(scene.kind(of: target).name) {
            throw SceneError(
                .value,
                "\"\(scene.name(of: target))\" is a \(scene.kind(of: target).name); \(kinds.joined(separator: " or ")) is expected"
            )
        }
    }

    /// Checks the styles of a layer. Throws `value` for an object that is no style, `limit` for too many.
    func checkStyles(_ value: Value) throws(SceneError) {
        try checkKinds(of: value, [StyleProperty.kind.name])
        guard value.namedObjects.count <= StyleProperty.most else {
            throw SceneError(.limit, "style: a layer has at most \(StyleProperty.most) styles")
        }
    }

    /// Checks the base style of the state style at `slot`. Throws `value` for an object that is no style or is itself a
    /// state style, `limit` when the base has too many.
    func checkBase(of slot: Slot, _ base: ObjectID?) throws(SceneError) {
        guard let base, let target = scene.slot(of: base) else { return }
        try checkKinds(of: .object(base), [StyleProperty.kind.name])
        guard target != slot, scene.value(target, StyleProperty.of.id) == .none,
            scene.styles.stateStyles(of: slot).isEmpty
        else {
            throw SceneError(.value, "of: \"\(scene.name(of: target))\" is for states of a style itself")
        }
        guard scene.styles.stateStyles(of: target).count < StyleProperty.most else {
            throw SceneError(
                .limit, "of: \"\(scene.name(of: target))\" has \(StyleProperty.most) styles for states already")
        }
    }

    /// Checks that the objects have one of the kinds and that references form no cycle.
    func checkObjects(_ slot: Slot, _ value: Value, _ kinds: [String]) throws(SceneError) {
        try checkKinds(of: value, kinds)
        var open = value.namedObjects.compactMap { scene.slot(of: $0) }
        var seen = Set(open)
        while let object = open.popLast() {
            if object == slot { throw SceneError(.cycle, "\"\(scene.name(of: slot))\" would name itself") }
            for next in scene.relations.namedObjects(by: object) where seen.insert(next).inserted { open.append(next) }
        }
    }

    /// Throws `denied` for properties of a root layer that its output controls. The anchor point of a client's layer is
    /// its own.
    func checkFollower(_ slot: Slot, _ property: LayerProperty) throws(SceneError) {
        switch property {
        case .anchorPoint where slot != Scene.root: return
        case .position, .bounds, .anchorPoint, .frame:
            throw SceneError(
                .denied,
                "\"\(LayerProperty.schema[Int(property.rawValue)].name)\" of \(scene.name(of: slot)) follows the output's size"
            )
        default: return
        }
    }

    /// Throws for a root that the output cannot show: `denied` for another root of `main`, `value` for a layer that is
    /// not detached.
    func checkRoot(of output: Slot, _ root: ObjectID?) throws(SceneError) {
        guard output != Scene.main else {
            if root == scene.id(of: Scene.root) { return }
            throw SceneError(.denied, "the root of main is root")
        }
        guard let root, let slot = scene.slot(of: root), slot != Scene.root else { return }
        guard scene.isLayer(slot) else {
            throw SceneError(.value, "\"\(scene.name(of: slot))\" is no layer and cannot be an output's root")
        }
        guard scene.rows[Int(slot)].parent == Scene.detachedRoot else {
            throw SceneError(
                .value, "\"\(scene.name(of: slot))\" has a parent; an output's root is detached (parent=none), or root")
        }
    }

    /// Throws `value` when the layer at `slot`, which will get a parent, is an output's root.
    func checkDetached(_ slot: Slot) throws(SceneError) {
        guard scene.outputTable.shows(slot), let output = scene.outputs.firstOutput(showing: slot) else {
            return
        }
        throw SceneError(
            .value,
            "\"\(scene.name(of: slot))\" is the root of the output \"\(scene.name(of: output))\" and stays detached")
    }

    /// The first layer that uses the one at `slot` as mask.
    func maskUser(of slot: Slot) -> References.Referrer? {
        scene.relations.referring(to: slot).first { $0.property == LayerProperty.mask.id && scene.isLayer($0.slot) }
    }

    /// Throws like `Scene.move` for a layer and its new parent.
    func checkMove(_ slot: Slot, to parent: Slot) throws(SceneError) {
        guard !Scene.isFixed(slot), scene.isLayer(slot) else {
            throw SceneError(.denied, "\"\(scene.name(of: slot))\" has no place among layers that could be changed")
        }
        if parent > Scene.objectRoot {
            try checkDetached(slot)
            guard scene.isLayer(parent) else {
                throw SceneError(.value, "\"\(scene.name(of: parent))\" is no layer and takes no sublayers")
            }
            if AncestrySearch.holds(slot, parent, scene) {
                guard scene.tree.isInside(parent, slot) || !scene.relations.hasMirrors else {
                    throw SceneError(
                        .cycle,
                        "\"\(scene.name(of: slot))\" cannot go below \"\(scene.name(of: parent))\", which a mirror in it shows"
                    )
                }
                throw SceneError(
                    .cycle, "\"\(scene.name(of: slot))\" cannot go below \"\(scene.name(of: parent))\", which it holds")
            }
            if scene.rows[Int(slot)].parent == Scene.detachedRoot, let user = maskUser(of: slot) {
                throw SceneError(
                    .value,
                    "\"\(scene.name(of: slot))\" is the mask of \"\(scene.name(of: user.slot))\" and stays detached")
            }
        }
    }

    /// Throws `value` for a sibling that is the layer itself or has another parent.
    func checkSiblings(_ slot: Slot, _ sibling: Slot, _ parent: Slot) throws(SceneError) {
        guard sibling != slot else {
            throw SceneError(.value, "\"\(scene.name(of: slot))\" cannot be placed beside itself")
        }
        guard scene.rows[Int(sibling)].parent == parent else {
            throw SceneError(.value, "\"\(scene.name(of: sibling))\" has another parent")
        }
    }
}
