public import Geometry

/// A sublayer as a layout sees it.
public struct ArrangedLayer: Equatable, Sendable {
    public var slot: Slot
    /// Its own size without `insets`, in points, at least 0.
    public var size: Size
    /// `layout.grow`, at least 0.
    public var grow: Double
    /// `layout.basis`; nil when none was given.
    public var basis: Double?
    /// `layout.shrink`, at least 0.
    public var shrink = 1.0
    /// `layout.minimum` and `layout.maximum`.
    public var lengths: (minimum: Double, maximum: Double) = (0, .infinity)
    /// `layout.spacing`; nil when none was given.
    public var spacing: Double?
    /// The choice of `layout.alignment`.
    public var alignment: UInt8 = 0
    /// `layout.alignmentInsets`, which `size` is without.
    public var insets = EdgeInsets()

    public init(slot: Slot, size: Size, grow: Double = 0, basis: Double? = nil) {
        (self.slot, self.size, self.grow, self.basis) = (slot, size, grow, basis)
    }

    public static func == (a: ArrangedLayer, b: ArrangedLayer) -> Bool {
        a.slot == b.slot && a.size == b.size && a.grow == b.grow && a.basis == b.basis && a.shrink == b.shrink
            && a.lengths == b.lengths && a.spacing == b.spacing && a.alignment == b.alignment && a.insets == b.insets
    }
}

/// Lays out the sublayers of layers whose kind has `arrangesSublayers`.
public protocol LayerArranger: AnyObject {
    /// A frame for each of `sublayers`, in the coordinates of the layer at `slot`, whose size is `size` and whose origin counts
    /// as 0,0; nil when it cannot.
    func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]?
    /// The size in which all `sublayers` have theirs, in a layer at most `width` wide; nil when it cannot.
    func size(for sublayers: [ArrangedLayer], in width: Double, of slot: Slot, _ scene: Scene) -> Size?
}
