import Schema

/// Finds the layers whose picture casts a shadow and contains blend modes or background filters that see the layer's
/// backdrop: these pictures are painted twice (`NodeFlags.paintsThrough`).
///
/// Determined from the whole tree, not from its visible part, so that the result does not depend on the damage.
struct ThroughPainting {
    /// Live layers with a blend mode or background filters.
    private var blending: Set<Slot> = []
    /// Live groups that do not isolate.
    private var casters: Set<Slot> = []
    private var found: Set<Slot> = []
    private var isStale = false

    /// Records a changed node of the layer at `slot`, which was `old`.
    mutating func note(_ slot: Slot, _ old: Node, _ new: Node) {
        let changed = old.flags.symmetricDifference(new.flags)
        guard !changed.isDisjoint(with: Self.concerned) || old.meetsBackdrop != new.meetsBackdrop else { return }
        isStale = true
        if new.meetsBackdrop { blending.insert(slot) } else if !blending.isEmpty { blending.remove(slot) }
        if new.isCaster { casters.insert(slot) } else if !casters.isEmpty { casters.remove(slot) }
    }

    private static let concerned: NodeFlags = [.isLive, .isGroup, .isIsolated, .hasBackdrop]

    /// Invalidates the result, because copies were recorded again.
    mutating func noteCopies() { isStale = true }

    /// The layers whose `paintsThrough` is to be set and to be removed, in ascending order. Compared with the nodes, as
    /// a slot may belong to another layer since the last time.
    fileprivate mutating func settle(_ tree: DisplayTree) -> (set: [Slot], removed: [Slot]) {
        guard isStale else { return ([], []) }
        isStale = false
        guard !casters.isEmpty || !found.isEmpty else { return ([], []) }
        var now: Set<Slot> = []
        func climb(from first: Slot) {
            var at = first
            while at >= 0, tree.nodes.isLive(Int(at)), !tree.nodes.flags(Int(at)).contains(.isIsolated) {
                if tree.nodes.flags(Int(at)).isCaster, !now.insert(at).inserted { return }
                at = tree.nodes.parent(Int(at))
            }
        }
        for slot in blending { climb(from: tree.nodes.parent(Int(slot))) }
        for slot in tree.copies.slots where tree.copies[slot]?.meetBackdrop == true { climb(from: slot) }
        defer { found = now }
        return (
            now.filter { !tree.nodes.flags(Int($0)).contains(.paintsThrough) }.sorted(),
            found.subtracting(now).filter { tree.nodes.flags(Int($0)).contains(.paintsThrough) }.sorted()
        )
    }
}

extension DisplayTree {
    /// Updates the flags of the layers that are painted through, and records the damage.
    mutating func settleThroughPainting(_ tracker: inout DamageTracker) {
        var through = through
        let changed = through.settle(self)
        self.through = through
        for slot in changed.set {
            nodes.insert(.paintsThrough, Int(slot))
            tracker.record(slot, nodes.extent(Int(slot)))
        }
        for slot in changed.removed {
            nodes.remove(.paintsThrough, Int(slot))
            if nodes.isLive(Int(slot)) { tracker.record(slot, nodes.extent(Int(slot))) }
        }
    }
}
