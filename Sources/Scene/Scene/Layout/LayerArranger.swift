public import Geometry
public import SceneTables
public import Schema

/// Lays out the sublayers of layers whose kind has `arrangesSublayers`.
public protocol LayerArranger: AnyObject {
    /// Frames of `sublayers` in the coordinates of the layer at `slot`, with size `size` and origin 0,0; nil when not
    /// possible.
    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]?
    /// The size that fits all `sublayers`, with a maximum width; nil when not possible.
    func size(for sublayers: [ArrangedLayer], in width: Double, of slot: Slot, _ scene: Scene) -> Size?
}
