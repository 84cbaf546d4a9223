public import Geometry
public import Schema

/// A sublayer as input of a layout.
public struct ArrangedLayer: Equatable, Sendable {
    public var slot: Slot
    /// Its own size without `insets`, in points, at least 0.
    public var size: Size
    /// `layout.grow`, at least 0.
    public var grow: Double
    /// `layout.basis`; nil when unset.
    public var basis: Double?
    /// `layout.shrink`, at least 0.
    public var shrink = 1.0
    /// `layout.minimum` and `layout.maximum`.
    public var lengths: (minimum: Double, maximum: Double) = (0, .infinity)
    /// `layout.spacing`; nil when unset.
    public var spacing: Double?
    /// The choice of `layout.alignment`.
    public var alignment: UInt8 = 0
    /// `layout.alignmentInsets`, not included in `size`.
    public var insets = EdgeInsets()

    public init(slot: Slot, size: Size, grow: Double = 0, basis: Double? = nil) {
        (self.slot, self.size, self.grow, self.basis) = (slot, size, grow, basis)
    }

    /// Takes the properties `layout.…` that differ from their defaults; all of them in one scan.
    public mutating func take(_ extras: Extras) {
        for (id, value) in extras.values where id >= LayerProperty.layoutGrow.id {
            if id > LayerProperty.layoutAlignmentInsets.id { return }
            switch (LayerProperty(rawValue: id.raw), value) {
            case (.layoutGrow, .number(let number)): grow = number
            case (.layoutBasis, .number(let number)): basis = number
            case (.layoutShrink, .number(let number)): shrink = number
            case (.layoutMinimum, .number(let number)): lengths.minimum = number
            case (.layoutMaximum, .number(let number)): lengths.maximum = number
            case (.layoutSpacing, .number(let number)): spacing = number
            case (.layoutAlignment, .choice(let choice)): alignment = choice
            case (.layoutAlignmentInsets, .numbers(let numbers)):
                insets = EdgeInsets(numbers)
                size = insets.within(size)
            default: break
            }
        }
    }

    public static func == (a: ArrangedLayer, b: ArrangedLayer) -> Bool {
        a.slot == b.slot && a.size == b.size && a.grow == b.grow && a.basis == b.basis && a.shrink == b.shrink
            && a.lengths == b.lengths && a.spacing == b.spacing && a.alignment == b.alignment && a.insets == b.insets
    }
}
