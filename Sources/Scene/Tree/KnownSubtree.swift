/// Layers known to be inside one subtree, so that asking again and again about ever deeper layers does not walk to its top
/// each time, as a client does that may change one subtree.
///
/// Kept true while layers move: a layer that leaves its parent is forgotten, one that holds others forgets all.
public struct KnownSubtree {
    /// Layers that are remembered; then it begins anew.
    private static let most = 1 << 16

    private var top: Slot = -1
    private var layers: Set<Slot> = []
    /// Layers visited so far.
    public private(set) var steps = 0

    /// True when `layer` is `top` or below it.
    mutating func holds(_ layer: Slot, below top: Slot, _ rows: [LayerRow]) -> Bool {
        if layer == top { return true }
        if top != self.top {
            layers.removeAll(keepingCapacity: true)
            self.top = top
        }
        var at = layer
        while at >= 0, at != top, !layers.contains(at) {
            steps += 1
            at = rows[Int(at)].parent
        }
        guard at >= 0 else { return false }
        let end = at
        at = layer
        while at != end {
            if layers.count >= Self.most { layers.removeAll(keepingCapacity: true) }
            layers.insert(at)
            at = rows[Int(at)].parent
        }
        return true
    }

    /// A layer leaves its parent.
    mutating func forget(_ layer: Slot, _ rows: [LayerRow]) {
        guard !layers.isEmpty else { return }
        if layer == top || rows[Int(layer)].firstChild >= 0 {
            layers.removeAll(keepingCapacity: true)
        } else {
            layers.remove(layer)
        }
    }
}
