import Geometry
public import Schema

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
    private(set) var seen: [Slot: Set<ObjectID>] = [:]
    /// Layers that were placed in a container and are not yet seen there.
    private var fresh: [ObjectID: Slot] = [:]
    /// Those of them that `stamp` has not been told of; and with their scene times, the first first.
    private var (new, waiting): ([Placed], [(time: Double, placed: Placed)]) = ([], [])
    /// Number of layers in a container that is worth a look for layers that are gone.
    private var many: [Slot: Int] = [:]
    /// Where layers are seen that have come from another parent: anchor points, in the root's coordinates.
    var arrivals: [ObjectID: Point] = [:]
    var moves: [LayoutMove] = []

    mutating func insert(_ container: Slot, seen layers: Set<ObjectID>) {
        containers.insert(container)
        seen[container] = layers
    }

    mutating func forget(_ container: Slot) {
        guard !containers.isEmpty, containers.remove(container) != nil else { return }
        seen[container] = nil
        many[container] = nil
    }

    private struct Placed {
        let layer: ObjectID
        let container: Slot
    }

    /// Seconds after which a layer counts as seen: a frame. Not when a frame shows it, so that a film, a restarted daemon
    /// and one with another refresh rate have the same moves.
    private static let frame = 1.0 / 60
    /// Tolerance for rounding errors in sums of intervals, in seconds.
    private static let tolerance = 1e-9

    /// A layer is placed in a container. True when it has been seen there.
    mutating func place(_ layer: ObjectID, in container: Slot) -> Bool {
        if seen[container]?.contains(layer) == true { return true }
        if fresh.updateValue(container, forKey: layer) != container {
            new.append(Placed(layer: layer, container: container))
        }
        return false
    }

    /// A layer is in a container, but not to be seen.
    mutating func hide(_ layer: ObjectID, in container: Slot) {
        seen[container]?.remove(layer)
        fresh[layer] = nil
    }

    /// What was placed since the last call was placed at `time`, which never goes back.
    mutating func stamp(at time: Double) {
        for placed in new { waiting.append((time, placed)) }
        new.removeAll(keepingCapacity: true)
    }

    /// What was placed a frame before `time` has been seen. `isThere`: whether a layer is still in a container.
    mutating func see(at time: Double, _ isThere: (ObjectID, Slot) -> Bool) {
        let due = waiting.prefix { $0.time + Self.frame <= time + Self.tolerance }.count
        if due == 0 { return }
        for (_, placed) in waiting[..<due] where fresh[placed.layer] == placed.container {
            fresh[placed.layer] = nil
            let container = placed.container
            guard seen[container]?.insert(placed.layer).inserted == true else { continue }
            // Each layer that comes pays for a look at one that may be gone.
            guard let count = seen[container]?.count, count > many[container] ?? 64 else { continue }
            seen[container] = seen[container]?.filter { isThere($0, container) }
            many[container] = max(64, 2 * (seen[container]?.count ?? 0))
        }
        waiting.removeSubrange(..<due)
    }

    /// True while a layer waits to count as seen.
    var hasFresh: Bool { !waiting.isEmpty || !new.isEmpty }

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
