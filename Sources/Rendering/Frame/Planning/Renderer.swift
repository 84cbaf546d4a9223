package import Geometry

/// Carries paint lists out. Reading and planning depend on it for what effects reach and cost, and for the memory of pictures; of pixels
/// they know nothing.
///
/// Its answers are functions of the arguments: what is damaged and what is painted have to agree.
package protocol Renderer: AnyObject {
    /// The filters and the shadow of a layer's own picture, under the map of `node`.
    func extent(of effects: LayerEffects, _ node: Node) -> EffectExtent
    /// The filters of what lies behind the layer.
    func backdropExtent(of effects: LayerEffects, _ node: Node) -> EffectExtent
    /// The area of the shadow that bounds or a path cast; empty without one.
    func shadowPixels(of effects: LayerEffects, _ node: Node) -> PixelRect

    /// A picture for colours with alpha, of any content; nil without memory, or where a side is too long.
    func makePicture(width: Int, height: Int) -> (any PictureHandle)?
    /// The picture of this size that `PictureHandle.packed` gave; nil where the bytes are no such ones.
    func unpack(_ packed: [UInt8], width: Int, height: Int) -> (any PictureHandle)?
}

/// The reach of effects, and their cost.
package struct EffectExtent {
    /// How far a pixel's effect goes.
    package var reach: FilterReach
    /// How many plain buffers of the same size can be filled in the time of all filters.
    package var weight: Int

    package init(reach: FilterReach, weight: Int) { (self.reach, self.weight) = (reach, weight) }
}
