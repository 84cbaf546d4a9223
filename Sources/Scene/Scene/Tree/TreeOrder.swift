import Schema

/// Cached results of long tree walks, updated while the tree changes.
public struct TreeOrder {
    /// Indices of children of parents with many children.
    public internal(set) var siblings = SiblingOrder()
    /// Layers known to be inside the subtree of the last query.
    public internal(set) var known = KnownSubtree()

    /// True when some layer has or had its own time.
    var hasTimedLayers = false

    /// Call when a child was linked into its list.
    mutating func insert(_ child: Slot, into parent: Slot, _ rows: [LayerRow]) {
        if siblings.isActive { siblings.insert(child, into: parent, rows) }
    }

    /// Call when a child has left the list of its parent.
    mutating func remove(_ child: Slot, from parent: Slot, _ rows: [LayerRow]) {
        if siblings.isActive { siblings.remove(child, from: parent, rows) }
        known.forget(child, rows)
    }

    /// Call when a row is freed.
    mutating func forget(_ parent: Slot) { if siblings.isActive { siblings.drop(parent) } }
}
