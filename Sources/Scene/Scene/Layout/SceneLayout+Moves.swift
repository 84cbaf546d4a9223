import Geometry
public import SceneTables
import Schema

extension SceneLayout {
    /// True while a container has a transition.
    public var hasTransitions: Bool { !scene.layouts.moves.containers.isEmpty }

    /// A container has a transition from now on, or none any more. What it holds has been seen.
    func noteTransition(_ slot: Slot, hasTransition: Bool) {
        guard hasTransition else { return scene.layouts.moves.forget(slot) }
        if scene.layouts.moves.containers.contains(slot) { return }
        var layers: Set<ObjectID> = []
        scene.tree.forEachChild(slot) { if !isHidden($0) { layers.insert(scene.id(of: $0)) } }
        scene.layouts.moves.insert(slot, seen: layers)
    }

    /// What was placed since the last call was placed at this scene time.
    public func notePlaced(at time: Double) {
        if scene.layouts.moves.hasFresh { scene.layouts.moves.stamp(at: time) }
    }

    /// What was placed a frame before this scene time has been seen; with infinity all that was placed.
    public func noteSeen(at time: Double) {
        guard scene.layouts.moves.hasFresh else { return }
        scene.layouts.moves.see(at: time) { layer, container in
            scene.slot(of: layer).map { scene.rows[Int($0)].parent == container } ?? false
        }
    }

    /// Layers that layouts have moved since the last call.
    public func takeMoves() -> [LayoutMove] {
        defer { scene.layouts.moves.dropMoves() }
        return scene.layouts.moves.moves
    }

    /// True while a layer waits to count as seen.
    public var hasFresh: Bool { scene.layouts.moves.hasFresh }

    /// Number of moves that wait to be taken.
    public var moveCount: Int { scene.layouts.moves.moves.count }

    /// Drops the moves noted after the first `count`: something else animates them.
    public func dropMoves(after count: Int) { scene.layouts.moves.dropMoves(after: count) }

    /// A layer is about to come to another parent: where that has a transition, it goes there from where it is seen.
    func noteDeparture(_ slot: Slot, to parent: Slot) {
        let old = scene.rows[Int(slot)].parent
        guard scene.layouts.moves.containers.contains(parent), old > Scene.objectRoot else { return }
        scene.layouts.moves.arrivals[scene.id(of: slot)] =
            scene.geometry.toRoot(old).apply(scene.shown(slot, LayerProperty.position.id).point)
    }

    /// Runs `place`, which puts a sublayer where the layout of its superlayer has it, and notes from where it comes.
    func moving(_ slot: Slot, _ place: () -> Void) {
        let container = scene.rows[Int(slot)].parent
        guard hasTransitions, scene.layouts.moves.containers.contains(container) else { return place() }
        let layer = scene.id(of: slot)
        guard !isHidden(slot), !isMoved(slot) else {
            scene.layouts.moves.hide(layer, in: container)
            return place()
        }
        let isNew = !scene.layouts.moves.place(layer, in: container)
        let arrival = scene.layouts.moves.arrivals.removeValue(forKey: layer)
        guard !isNew || arrival != nil else { return place() }
        let ids = [LayerProperty.position.id, LayerProperty.bounds.id]
        var from = ids.map { scene.shown(slot, $0) }
        let models = ids.map { scene.value(slot, $0) }
        if let arrival, let inverse = scene.geometry.toRoot(container).inverse {
            from[0] = .point(inverse.apply(arrival))
        }
        place()
        for (at, id) in ids.enumerated() where scene.value(slot, id) != models[at] || at == 0 && arrival != nil {
            // The first counts: from there it is seen to go.
            guard !scene.layouts.moves.moves.contains(where: { $0.layer == layer && $0.id == id }) else { continue }
            scene.layouts.moves.moves.append(
                LayoutMove(
                    layer: layer, container: scene.id(of: container), id: id, from: from[at], model: models[at],
                    lifts: at == 0 && arrival != nil))
        }
    }
}
