import Animation
import Scene
import SceneTables
import Schema

/// Lets a transition of two layers that replaces a running one of the same layers continue from the presented state,
/// forward or backward.
struct TransitionTakeover {
    /// Presented progress of the transition itself before the line, if it existed.
    private let before: Transition.Seen?
    private let ends: (from: Value, to: Value)?

    /// Create before the words of a line are applied. `slot`: nil for an object that the line creates.
    init(_ slot: Slot?, at time: Double, _ scene: Scene) {
        guard let slot, scene.rows[Int(slot)].kind == .transition else {
            (before, ends) = (nil, nil)
            return
        }
        before = Transition.seen(slot, at: time, scene)
        ends = Self.ends(slot, scene)
    }

    /// Lets the created or changed transition at `slot` take over.
    func apply(to slot: Slot, at time: Double, saysBegin: Bool, _ scene: Scene) throws(SceneError) {
        let now = Self.ends(slot, scene)
        guard let from = now.from.object, let to = now.to.object, let layer = scene.slot(of: to) else { return }
        if let ends, ends == now { return }
        func isOfBoth(_ seen: Transition.Seen) -> Bool {
            seen.from == from && seen.to == to || seen.from == to && seen.to == from
        }
        // An existing transition starts again.
        if ends != nil, !saysBegin { scene.times.stampBegin(slot, nil) }
        var found = before.flatMap { isOfBoth($0) ? $0 : nil }
        for other in scene.relations.attached(to: layer)
        where other != slot && scene.rows[Int(other)].kind == .transition {
            guard let seen = Transition.seen(other, at: time, scene), isOfBoth(seen) else { continue }
            found = seen
            try scene.objects.remove(other)
        }
        let isReversed = found.map { $0.from != from } ?? false
        func set(_ property: TransitionProperty, _ value: Value) throws(SceneError) {
            try scene.set(slot, property.id, value)
        }
        guard let found else {
            // Its earlier takeover ends.
            if ends != nil, scene.value(slot, TransitionProperty.isReversed.id).boolean {
                try set(.isReversed, .boolean(false))
                try set(.startProgress, .number(0))
            }
            return
        }
        try set(.type, found.type)
        try set(.subtype, found.subtype)
        try set(.isReversed, .boolean(isReversed))
        try set(.startProgress, .number(isReversed ? 1 - found.progress : found.progress))
    }

    private static func ends(_ slot: Slot, _ scene: Scene) -> (from: Value, to: Value) {
        (scene.value(slot, TransitionProperty.from.id), scene.value(slot, TransitionProperty.to.id))
    }
}
