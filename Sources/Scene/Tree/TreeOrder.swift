/// Answers about the tree that would take long walks, kept where somebody asked and followed while the tree changes.
public struct TreeOrder {
    /// Positions of children of wide parents.
    public internal(set) var siblings = SiblingOrder()
    /// Layers known to be inside the subtree that was asked about last.
    public internal(set) var known = KnownSubtree()

    /// Some layer has, or had, a time of its own.
    var hasTimedLayers = false

    /// A child was linked into its list.
    mutating func insert(_ child: Slot, into parent: Slot, _ rows: [LayerRow]) {
        if siblings.isActive { siblings.insert(child, into: parent, rows) }
    }

    /// A child has left the list of its parent.
    mutating func remove(_ child: Slot, from parent: Slot, _ rows: [LayerRow]) {
        if siblings.isActive { siblings.remove(child, from: parent, rows) }
        known.forget(child, rows)
    }

    /// A row is emptied.
    mutating func forget(_ parent: Slot) { if siblings.isActive { siblings.drop(parent) } }
}
