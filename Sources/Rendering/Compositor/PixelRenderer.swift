package import Frame
package import Geometry
package import Pixels

/// Filters that somebody else brings: plugins'.
package protocol FilterSource: AnyObject {
    /// The filter for a function that is no CSS one, under a map from points to pixels; nil when nobody has it.
    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)?
}

/// Paints lists on bitmaps (`Painter`) and on pages (`VectorRecorder`): what planning asks about both.
package final class PixelRenderer: Renderer {
    package weak var filters: (any FilterSource)?

    package init() {}

    /// The filters of a list under a map from points to pixels.
    func chain(_ functions: [FilterFunction], _ map: Affine) -> FilterChain {
        FilterChain(functions, map: map) { filters?.filter($0, map: map) }
    }

    package func extent(of effects: LayerEffects, _ node: Node) -> EffectExtent {
        let chain = chain(effects.filters, node.world)
        let pixel = PixelRect(0, 0, 1, 1)
        var box = chain.output(of: pixel)
        if effects.caster == .picture, let shadow = effects.shadow(node) {
            // On a rotated plane the reach varies slightly by position, due to rounding; the margin covers it.
            let margin: Int32 = shadow.isTurned ? 3 : 0
            box = box.union(shadow.pixels(picture: box).outset(margin))
        }
        let reach = FilterReach(left: -box.x0, top: -box.y0, right: box.x1 - 1, bottom: box.y1 - 1)
        return EffectExtent(reach: reach, weight: chain.weight)
    }

    package func backdropExtent(of effects: LayerEffects, _ node: Node) -> EffectExtent {
        let chain = chain(effects.backdrop, node.world)
        return EffectExtent(reach: chain.reach, weight: chain.weight)
    }

    package func shadowPixels(of effects: LayerEffects, _ node: Node) -> PixelRect {
        effects.shadow(node)?.pixels() ?? .empty
    }

    package func makePicture(width: Int, height: Int) -> (any PictureHandle)? {
        (try? Bitmap(width: width, height: height)).map { Picture(shared: $0, .argb) }
    }

    package func unpack(_ packed: [UInt8], width: Int, height: Int) -> (any PictureHandle)? {
        guard max(width, height) <= Bitmap.maxSide else { return nil }
        return PackedPixels.unpack(packed, width: width, height: height).map { Picture(shared: $0, .argb) }
    }
}

extension LayerEffects {
    /// The plan for the shadow under the map of `node`; nil when there is none.
    func shadow(_ node: Node) -> ShadowPlan? {
        let cast: ShadowPlan.Caster
        switch caster {
        case .nothing: return nil
        case .bounds: cast = .bounds(node.bounds, node.shape)
        case .path(let path): cast = .path(path)
        case .picture: cast = .picture
        }
        return ShadowPlan(cast, map: node.world, offset: shadowOffset, sigma: shadowRadius)
    }
}

extension DrawingStore {
    /// The renderer of a store that a compositor made.
    var pixelRenderer: PixelRenderer {
        guard let renderer = renderer as? PixelRenderer else { preconditionFailure("a store of another renderer") }
        return renderer
    }
}
