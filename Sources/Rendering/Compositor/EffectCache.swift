import Frame
import Geometry
import Pixels

/// Prepared filters and shadows of layers, cached between frames. Not thread-safe.
final class EffectCache {
    final class Made {
        /// The key for which they were prepared.
        private let version: UInt32
        private let map: Affine
        private let bounds: Rect
        private let shape: CornerShape

        let filters: FilterChain
        let backdrop: FilterChain
        let shadow: ShadowPlan?

        init(_ node: Node, _ effects: LayerEffects, _ renderer: PixelRenderer) {
            (version, map, bounds, shape) = (node.group.effectsVersion, node.world, node.bounds, node.shape)
            filters = renderer.chain(effects.filters, node.world)
            backdrop = renderer.chain(effects.backdrop, node.world)
            shadow = effects.shadow(node)
        }

        func isFor(_ node: Node) -> Bool {
            version == node.group.effectsVersion && map == node.world && bounds == node.bounds && shape == node.shape
        }
    }

    /// Indexed like `EffectStore`, so no larger than that.
    private var known: [Made?] = []

    func made(for node: Node, _ drawings: DrawingStore) -> Made {
        let at = Int(node.group.effects)
        if known.count <= at { known.append(contentsOf: repeatElement(nil, count: at + 1 - known.count)) }
        if let made = known[at], made.isFor(node) { return made }
        let made = Made(node, drawings.effects.entries[at].effects, drawings.pixelRenderer)
        known[at] = made
        return made
    }

    func removeAll() { known.removeAll() }
}
