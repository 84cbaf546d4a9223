import Geometry
import SceneTables
public import Schema

/// A row as it is while its layer is lifted, and as it is otherwise.
public struct LiftedRow: Sendable {
    public let slot: Slot
    /// The row by itself.
    fileprivate let own: LayerRow
    fileprivate let ownExtras: Extras?
    /// Its next sibling when it was lifted: layers that were lifted before it are no longer there.
    fileprivate var next: Slot = -1
    /// Position and transform that show it in the root's coordinates.
    fileprivate var position: Point
    fileprivate var transform: Affine
    fileprivate var opacity: Double

    public var parent: Slot { own.parent }

    /// True when both show the layer at the same location.
    public func isSeen(like other: LiftedRow) -> Bool {
        slot == other.slot && position == other.position && transform == other.transform && opacity == other.opacity
    }
}

/// Lifts layers while an output reads the scene.
public struct SceneLifting {
    let scene: Scene

    /// Above every zPosition in use: the root may sort its sublayers.
    private static let top = 1e12

    /// False in a scene without lifted layers, where nothing is asked.
    public var isActive: Bool { !scene.lifted.animations.isEmpty || !scene.lifted.carried.isEmpty }

    /// A drag carries the layer from now on, or no longer does.
    public func carry(_ layer: ObjectID, _ carries: Bool) {
        guard scene.lifted.carried.contains(layer) != carries else { return }
        if carries { scene.lifted.carried.insert(layer) } else { scene.lifted.carried.remove(layer) }
        if let slot = scene.slot(of: layer), scene.value(slot, LayerProperty.layoutLift.id).boolean {
            scene.mark(slot, .geometry)
        }
    }

    /// The `lifts` of an animation has become true.
    func note(_ animation: Slot) { scene.lifted.animations.insert(scene.id(of: animation)) }

    /// Makes the lifted layers below `root` its last sublayers, until `lower` puts them back. Between the two nothing else may change the
    /// tree.
    public func lift(to root: Slot) -> [LiftedRow] {
        guard isActive, root > Scene.objectRoot,
            scene.rows[Int(root)].flags.isDisjoint(with: [.hasSublayerTransform, .isGeometryFlipped])
        else { return [] }
        scene.layout.fit()
        var rows = layers.compactMap { lifted($0, to: root) }
        for at in rows.indices {
            rows[at].next = scene.rows[Int(rows[at].slot)].next
            raise(rows[at], to: root)
        }
        return rows
    }

    /// Puts back what `lift` has lifted.
    public func lower(_ rows: [LiftedRow]) {
        for row in rows.reversed() {
            let at = Int(row.slot)
            relink(row.slot, under: row.parent, before: row.next)
            (scene.rows[at].position, scene.rows[at].opacity) = (row.own.position, row.own.opacity)
            for flag in [LayerFlags.hasTransform, .hasZPosition] {
                scene.rows[at].flags.set(flag, row.own.flags.contains(flag))
            }
            if let extras = row.ownExtras {
                scene.extras[Int(row.own.extras)] = extras
            } else if row.own.extras < 0, scene.rows[at].extras >= 0 {
                scene.extras.remove(scene.rows[at].extras)
                scene.rows[at].extras = -1
            }
        }
    }

    /// The lifted layers, the foremost last: those in flight in the order of their animations, then the carried ones.
    private var layers: [Slot] {
        var animations: [Slot] = []
        for id in scene.lifted.animations {
            guard let slot = scene.slot(of: id) else {
                scene.lifted.animations.remove(id)
                continue
            }
            guard !scene.rows[Int(slot)].flags.contains(.isRemoved),
                scene.value(slot, AnimationProperty.lifts.id).boolean
            else { continue }
            animations.append(slot)
        }
        animations.sort { scene.rows[Int($0)].objectRank < scene.rows[Int($1)].objectRank }
        var layers: [Slot] = []
        for animation in animations {
            guard let layer = scene.value(animation, AnimationProperty.layer.id).object,
                let slot = scene.slot(of: layer), !layers.contains(slot)
            else { continue }
            layers.append(slot)
        }
        let carried = scene.lifted.carried.compactMap { scene.slot(of: $0) }.sorted()
        for slot in carried where scene.value(slot, LayerProperty.layoutLift.id).boolean {
            layers.removeAll { $0 == slot }
            layers.append(slot)
        }
        return layers
    }

    /// A layer as it is seen in the root's coordinates; nil where it stays: at the root, hidden with a parent, in depth, and in copies.
    private func lifted(_ slot: Slot, to root: Slot) -> LiftedRow? {
        let own = scene.rows[Int(slot)]
        guard own.flags.contains(.isLayer), !own.flags.contains(.isRemoved), slot != root else { return nil }
        var opacity = own.opacity
        var map = Affine.identity
        var at = own.parent
        while at != root {
            guard at > Scene.objectRoot else { return nil }
            let row = scene.rows[Int(at)]
            guard row.flags.isDisjoint(with: [.isHidden, .isRemoved]), row.kind != .transformLayer,
                !scene.kinds[row.kind].placesSublayers, let outer = scene.geometry.toParent(at),
                let inner = Projective(scene.geometry.forSublayers(at)).affine
            else { return nil }
            map = outer.concat(inner).concat(map)
            opacity *= row.opacity
            at = row.parent
        }
        let turn = Affine(map.a, map.b, map.c, map.d, 0, 0)
        guard let transform = scene.geometry.transform(slot).affine else { return nil }
        return LiftedRow(
            slot: slot, own: own, ownExtras: own.extras < 0 ? nil : scene.extras[Int(own.extras)],
            position: map.apply(own.position), transform: turn.concat(transform), opacity: opacity)
    }

    private func raise(_ row: LiftedRow, to root: Slot) {
        let at = Int(row.slot)
        relink(row.slot, under: root, before: -1)
        scene.rows[at].position = row.position
        scene.rows[at].opacity = row.opacity
        var extras = row.ownExtras ?? Extras()
        let isTurned = row.transform != .identity
        extras.set(LayerProperty.transform.id, isTurned ? .transform(Transform3D(row.transform)) : nil)
        let sorts = scene.rows[Int(root)].flags.contains(.sortsSublayers)
        extras.set(LayerProperty.zPosition.id, sorts ? .number(Self.top) : nil)
        scene.rows[at].flags.set(.hasTransform, isTurned)
        scene.rows[at].flags.set(.hasZPosition, sorts)
        if row.ownExtras != nil {
            scene.extras[Int(row.own.extras)] = extras
        } else if !extras.isEmpty {
            scene.rows[at].extras = scene.extras.insert(extras)
        }
    }

    /// Moves a layer from list to list. Nothing that follows the tree is told: it comes back before anybody asks.
    private func relink(_ slot: Slot, under parent: Slot, before next: Slot) {
        scene.tree.takeOut(slot)
        scene.tree.putIn(slot, under: parent, before: next)
    }
}

extension Scene {
    /// Layers painted above everything else.
    public var lifting: SceneLifting { SceneLifting(scene: self) }
}
