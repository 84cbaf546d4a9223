public import ScrimPluginABI

/// A size in points.
public struct Size: Equatable, Sendable {
    /// The horizontal extent.
    public var width: Double
    /// The vertical extent.
    public var height: Double

    /// Creates a size; negative lengths are kept.
    public init(_ width: Double, _ height: Double) { (self.width, self.height) = (width, height) }
}

/// The sublayers of a layout: those that are not hidden, in order. Valid during the call.
@safe
public struct Sublayers {
    private let layout: UnsafePointer<scrim_layout>

    init(_ layout: UnsafePointer<scrim_layout>) { unsafe self.layout = unsafe layout }

    /// The available width of the layer whose size is requested; infinite means unlimited. Only in `size(for:)`.
    public var width: Double { unsafe layout.pointee.width > 0 ? layout.pointee.width : .infinity }

    /// Number of sublayers.
    public var count: Int { unsafe Int(layout.pointee.count) }

    private subscript(_ index: Int) -> scrim_sublayer {
        precondition(index >= 0 && index < count, "there is no such sublayer")
        return unsafe layout.pointee.sublayers.map { unsafe $0[index] } ?? scrim_sublayer()
    }

    /// The own size of a sublayer: that of a text or a layout, otherwise the size given by its bounds.
    public func size(_ index: Int) -> Size { Size(self[index].width, self[index].height) }

    /// The own size of a sublayer for a maximum width: text wraps.
    public func size(_ index: Int, width: Double) -> Size {
        var size = Point(x: self[index].width, y: self[index].height)
        _ = unsafe layout.pointee.measure(layout, UInt32(index), width, &size)
        return Size(size.x, size.y)
    }

    /// `layout.grow`, at least 0.
    public func grow(_ index: Int) -> Double { self[index].grow }

    /// `layout.basis`; nil when none was given.
    public func basis(_ index: Int) -> Double? { self[index].basis < 0 ? nil : self[index].basis }

    /// Additional hints for a sublayer; the defaults in a host without them.
    public func hints(_ index: Int) -> Hints {
        precondition(index >= 0 && index < count, "there is no such sublayer")
        guard unsafe layout.pointee.size > 56, let list = unsafe layout.pointee.hints else { return Hints() }
        let raw = unsafe list[index]
        return Hints(
            shrink: raw.shrink, minimum: raw.minimum, maximum: raw.maximum,
            spacing: raw.spacing.isNaN ? nil : raw.spacing, alignment: raw.alignment)
    }

    /// The distances of the first and the last baseline of a sublayer from its upper edge, for a width; nil without
    /// text.
    public func baselines(_ index: Int, width: Double) -> (first: Double, last: Double)? {
        guard unsafe layout.pointee.size > 64 else { return nil }
        var found = Point(x: 0, y: 0)
        guard unsafe layout.pointee.baselines(layout, UInt32(index), width, &found) == 0 else { return nil }
        return (found.x, found.y)
    }

    /// `layout.shrink` and related properties.
    public struct Hints: Sendable {
        /// `layout.shrink`, at least 0.
        public var shrink = 1.0
        /// `layout.minimum`.
        public var minimum = 0.0
        /// `layout.maximum`; infinity without one.
        public var maximum = Double.infinity
        /// `layout.spacing`; nil when none was given.
        public var spacing: Double?
        /// The index of the choice of `layout.alignment`; 0 means the layout's own.
        public var alignment: UInt32 = 0
    }
}

/// A kind of layer that lays out its sublayers.
public protocol ArrangingKind: LayerKind {
    /// The frames of `sublayers`, relative to the layer's upper left corner. Its inputs are model values: it is called
    /// again after changes, not as time passes.
    static func frames(of sublayers: Sublayers, in size: Size, _ properties: Properties) throws(PluginFailure) -> [Rect]
    /// The size of the layer for which all sublayers have their own size, for an available width of `sublayers.width`.
    static func size(for sublayers: Sublayers, _ properties: Properties) throws(PluginFailure) -> Size
}

extension ArrangingKind {
    /// Draws nothing by default.
    public func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) {}
}
