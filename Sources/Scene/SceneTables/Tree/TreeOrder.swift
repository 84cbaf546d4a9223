public import Schema

/// Cached results of long tree walks, updated while the tree changes.
public struct TreeOrder {
    /// Indices of children of parents with many children.
    public var siblings = SiblingOrder()
    /// Layers known to be inside the subtree of the last query.
    public var known = KnownSubtree()

    /// True when some layer has or had its own time.
    public var hasTimedLayers = false

    public init() {}

    /// Call when a child was linked into its list.
    public mutating func insert(_ child: Slot, into parent: Slot, _ rows: [LayerRow]) {
        if siblings.isActive { siblings.insert(child, into: parent, rows) }
    }

    /// Call when a child has left the list of its parent.
    public mutating func remove(_ child: Slot, from parent: Slot, _ rows: [LayerRow]) {
        if siblings.isActive { siblings.remove(child, from: parent, rows) }
        known.forget(child, rows)
    }

    /// Call when a row is freed.
    public mutating func forget(_ parent: Slot) { if siblings.isActive { siblings.drop(parent) } }
}
