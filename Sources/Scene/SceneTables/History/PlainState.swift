public import Geometry
public import Schema

/// The values of a layer that the fast path of `set` changes.
public struct PlainState: Equatable, Sendable {
    public var position: Point
    public var bounds: Rect
    public var anchorPoint: Point
    public var opacity: Double
    public var cornerRadius: Double
    public var backgroundColor: Color
    public var hasBackground: Bool
    public var isHidden: Bool
    /// The values that count as set.
    public var marks: RowMarks

    public init(_ row: LayerRow) {
        (position, bounds, anchorPoint) = (row.position, row.bounds, row.anchorPoint)
        (opacity, cornerRadius, backgroundColor) = (row.opacity, row.cornerRadius, row.backgroundColor)
        hasBackground = row.flags.contains(.hasBackground)
        isHidden = row.flags.contains(.isHidden)
        marks = row.marks.intersection(.given)
    }

    /// The row of a layer with these values and otherwise defaults.
    public func row(below parent: Slot) -> LayerRow {
        var row = LayerRow()
        row.kind = .layer
        row.parent = parent
        row.flags = LayerFlags.initial.union(.isLayer)
        (row.position, row.bounds, row.anchorPoint) = (position, bounds, anchorPoint)
        (row.opacity, row.cornerRadius, row.backgroundColor) = (opacity, cornerRadius, backgroundColor)
        row.flags.set(.hasBackground, hasBackground)
        row.flags.set(.isHidden, isHidden)
        row.marks = marks
        return row
    }

    /// Calls `body` with the properties that differ from `other`: the value here, and in `other`.
    public func forEachChange(to other: PlainState, _ body: (LayerProperty, Value, Value) -> Void) {
        if position != other.position { body(.position, .point(position), .point(other.position)) }
        if bounds != other.bounds { body(.bounds, .rect(bounds), .rect(other.bounds)) }
        if anchorPoint != other.anchorPoint { body(.anchorPoint, .point(anchorPoint), .point(other.anchorPoint)) }
        if opacity != other.opacity { body(.opacity, .number(opacity), .number(other.opacity)) }
        if cornerRadius != other.cornerRadius {
            body(.cornerRadius, .number(cornerRadius), .number(other.cornerRadius))
        }
        if background != other.background { body(.backgroundColor, background, other.background) }
        if isHidden != other.isHidden { body(.isHidden, .boolean(isHidden), .boolean(other.isHidden)) }
    }

    private var background: Value { hasBackground ? .color(backgroundColor) : .none }
}
