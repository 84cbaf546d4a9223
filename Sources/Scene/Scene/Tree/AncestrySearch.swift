import SceneTables
public import Schema

/// Searches a path from one layer down to another, through sublayers, masks and mirrored layers.
///
/// Searches alternately upward from the lower layer and downward from the upper one, so that the time is proportional
/// to the smaller of depth and subtree size. A new layer is empty: one step.
public struct AncestrySearch {
    private let top: Slot
    private let goal: Slot
    /// Number of visited layers in both directions.
    private var steps = 0

    // Upward: ancestors, the layers that a mask masks, and mirrors of a mirrored layer.
    private var above: Slot
    private var openAbove: [Slot] = []
    private var seenAbove: Set<Slot> = []
    private var meetsMasks = false
    // Downward: the tree below `root`, in order, then those of masks and mirrored layers found in it.
    private var root: Slot
    private var below: Slot
    private var openBelow: [Slot] = []
    private var seenBelow: Set<Slot> = []

    /// True when `goal` is `top`, a descendant, or below a mask or mirrored layer in its subtree.
    static func holds(_ top: Slot, _ goal: Slot, _ scene: Scene) -> Bool { run(from: top, to: goal, scene).holds }

    /// The result, and the number of visited layers.
    public static func run(from top: Slot, to goal: Slot, _ scene: Scene) -> (holds: Bool, steps: Int) {
        var search = AncestrySearch(from: top, to: goal)
        while true {
            if let holds = search.stepDown(scene) ?? search.stepUp(scene) { return (holds, search.steps) }
        }
    }

    private init(from top: Slot, to goal: Slot) {
        (self.top, self.goal) = (top, goal)
        (above, root, below) = (goal, top, top)
    }

    /// Visits the next layer upward; nil while the search continues.
    private mutating func stepUp(_ scene: Scene) -> Bool? {
        // Paths branch at masks and may join again above.
        while above <= Scene.objectRoot || meetsMasks && !seenAbove.insert(above).inserted {
            guard let next = openAbove.popLast() else { return false }
            above = next
        }
        steps += 1
        if above == top { return true }
        let row = scene.rows[Int(above)]
        if row.flags.contains(.isMask), scene.references.isNamed(above) {
            meetsMasks = true
            for user in scene.references.users(of: above)
            where user.property == LayerProperty.mask.id && scene.isLayer(user.slot) {
                openAbove.append(user.slot)
            }
        }
        if row.hints.contains(.isMirrored), scene.references.isNamed(above) {
            meetsMasks = true
            openAbove += scene.relations.mirrors(of: above)
        }
        above = row.parent
        return nil
    }

    /// Visits the next layer downward; nil while the search continues.
    private mutating func stepDown(_ scene: Scene) -> Bool? {
        steps += 1
        if below == goal { return true }
        let row = scene.rows[Int(below)]
        if row.flags.contains(.hasMask), let mask = scene.geometry.mask(below), seenBelow.insert(mask).inserted {
            openBelow.append(mask)
        }
        if row.kind == .mirror, let original = scene.relations.original(of: below), seenBelow.insert(original).inserted
        {
            openBelow.append(original)
        }
        if row.firstChild >= 0 {
            below = row.firstChild
            return nil
        }
        var at = below
        while at != root, scene.rows[Int(at)].next < 0 {
            at = scene.rows[Int(at)].parent
            steps += 1
        }
        if at != root {
            below = scene.rows[Int(at)].next
            return nil
        }
        guard let next = openBelow.popLast() else { return false }
        (root, below) = (next, next)
        return nil
    }
}
