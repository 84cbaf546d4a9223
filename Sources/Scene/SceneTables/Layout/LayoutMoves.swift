public import Geometry
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

    public init(layer: ObjectID, container: ObjectID, id: PropertyID, from: Value, model: Value, lifts: Bool) {
        (self.layer, self.container, self.id) = (layer, container, id)
        (self.from, self.model, self.lifts) = (from, model, lifts)
    }
}

/// Positions before layouts moved layers, for transitions of layouts. Empty in a scene without any.
public struct LayoutMoves {
    /// Containers with a transition.
    public private(set) var containers: Set<Slot> = []
    /// Layers that have been seen in a container: what is new stands there at once.
    public private(set) var seen: [Slot: Set<ObjectID>] = [:]
    /// Layers that were placed in a container and are not yet seen there.
    private var fresh: [ObjectID: Slot] = [:]
    /// Those of them that `stamp` has not been told of; and with their scene times, the first first.
    private var (new, waiting): ([Placed], [(time: Double, placed: Placed)]) = ([], [])
    /// Number of layers in a container that is worth a look for layers that are gone.
    private var many: [Slot: Int] = [:]
    /// Where layers are seen that have come from another parent: anchor points, in the root's coordinates.
    public var arrivals: [ObjectID: Point] = [:]
    public var moves: [LayoutMove] = []

    public init() {}

    /// Adds a container with a transition, and the layers that are seen there already.
    public mutating func insert(_ container: Slot, seen layers: Set<ObjectID>) {
        containers.insert(container)
        seen[container] = layers
    }

    /// Removes a container.
    public mutating func forget(_ container: Slot) {
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
    public mutating func place(_ layer: ObjectID, in container: Slot) -> Bool {
        if seen[container]?.contains(layer) == true { return true }
        if fresh.updateValue(container, forKey: layer) != container {
            new.append(Placed(layer: layer, container: container))
        }
        return false
    }

    /// A layer is in a container, but not to be seen.
    public mutating func hide(_ layer: ObjectID, in container: Slot) {
        seen[container]?.remove(layer)
        fresh[layer] = nil
    }

    /// What was placed since the last call was placed at `time`, which never goes back.
    public mutating func stamp(at time: Double) {
        for placed in new { waiting.append((time, placed)) }
        new.removeAll(keepingCapacity: true)
    }

    /// What was placed a frame before `time` has been seen. `isThere`: whether a layer is still in a container.
    public mutating func see(at time: Double, _ isThere: (ObjectID, Slot) -> Bool) {
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
    public var hasFresh: Bool { !waiting.isEmpty || !new.isEmpty }

    /// Drops all moves, or those noted after the first `count`.
    public mutating func dropMoves(after count: Int = 0) {
        if moves.count > count { moves.removeSubrange(count...) }
        if !arrivals.isEmpty { arrivals = [:] }
    }
}
