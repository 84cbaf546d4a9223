public import Geometry

/// A sublayer as a layout sees it.
public struct ArrangedLayer: Equatable, Sendable {
    public var slot: Slot
    /// Its own size, in points, at least 0.
    public var size: Size
    /// `layout.grow`, at least 0.
    public var grow: Double
    /// `layout.basis`; nil when none was given.
    public var basis: Double?

    public init(slot: Slot, size: Size, grow: Double = 0, basis: Double? = nil) {
        (self.slot, self.size, self.grow, self.basis) = (slot, size, grow, basis)
    }
}

/// Lays out the sublayers of layers whose kind has `arrangesSublayers`.
public protocol LayerArranger: AnyObject {
    /// A frame for each of `sublayers`, in the coordinates of the layer at `slot`, whose size is `size` and whose origin counts
    /// as 0,0; nil when it cannot.
    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]?
    /// The size in which all `sublayers` have theirs; nil when it cannot.
    func size(for sublayers: [ArrangedLayer], of slot: Slot, _ scene: Scene) -> Size?
}
