import Geometry

/// Layers that layouts have moved in containers with a `layout.transition`, until somebody has them go there.
public struct LayoutMove: Sendable {
    public let layer: ObjectID
    public let container: ObjectID
    public let id: PropertyID
    /// Where it is seen, in the container, and the model value before.
    public let from: Value
    public let model: Value
    /// True when it comes from another container: it is painted above both.
    public let lifts: Bool
}

/// Positions before layouts moved layers, for transitions of layouts. Empty in a scene without any.
struct LayoutMoves {
    /// Containers with a transition.
    private(set) var containers: Set<Slot> = []
    /// Layers that have been seen in a container: what is new stands there at once.
    var placed: [Slot: Set<ObjectID>] = [:]
    /// Layers that were placed since the last frame.
    var fresh: [(container: Slot, layer: ObjectID)] = []
    /// Where layers are seen that have come from another parent: anchor points, in the root's coordinates.
    var arrivals: [ObjectID: Point] = [:]
    var moves: [LayoutMove] = []

    mutating func insert(_ container: Slot, seen layers: Set<ObjectID>) {
        containers.insert(container)
        placed[container] = layers
    }

    mutating func forget(_ container: Slot) {
        guard !containers.isEmpty, containers.remove(container) != nil else { return }
        placed[container] = nil
    }

    /// Drops all moves, or those noted after the first `count`.
    mutating func dropMoves(after count: Int = 0) {
        if moves.count > count { moves.removeSubrange(count...) }
        if !arrivals.isEmpty { arrivals = [:] }
    }
}

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

    /// A frame has shown all that was placed.
    public func noteSeen() {
        for (container, layer) in scene.layouts.moves.fresh where scene.layouts.moves.containers.contains(container) {
            scene.layouts.moves.placed[container]?.insert(layer)
        }
        scene.layouts.moves.fresh.removeAll(keepingCapacity: true)
    }

    /// Layers that layouts have moved since the last call.
    public func takeMoves() -> [LayoutMove] {
        defer { scene.layouts.moves.dropMoves() }
        return scene.layouts.moves.moves
    }

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
            scene.layouts.moves.placed[container]?.remove(layer)
            return place()
        }
        let isNew = scene.layouts.moves.placed[container]?.contains(layer) != true
        if isNew { scene.layouts.moves.fresh.append((container, layer)) }
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
