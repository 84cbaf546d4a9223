public import Schema

/// Cache of layers known to be inside one subtree, so that repeated queries about deeper layers, by a client limited to
/// a subtree, need not walk to its top.
///
/// Updated while layers move: moving a leaf removes it, moving a layer with children clears the cache.
public struct KnownSubtree {
    /// Maximum number of cached layers; then the cache is cleared.
    private static let most = 1 << 16

    private var top: Slot = -1
    private var layers: Set<Slot> = []
    /// Number of visited layers.
    public private(set) var steps = 0

    /// True when `layer` is `top` or a descendant.
    public mutating func holds(_ layer: Slot, below top: Slot, _ rows: [LayerRow]) -> Bool {
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

    /// Call when a layer leaves its parent.
    public mutating func forget(_ layer: Slot, _ rows: [LayerRow]) {
        guard !layers.isEmpty else { return }
        if layer == top || rows[Int(layer)].firstChild >= 0 {
            layers.removeAll(keepingCapacity: true)
        } else {
            layers.remove(layer)
        }
    }
}
