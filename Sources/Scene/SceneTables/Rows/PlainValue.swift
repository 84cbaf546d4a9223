import Geometry
public import Schema

/// A value of a property that a layer stores in its slot as plain numbers: passed around without reference counting.
public struct PlainValue: Sendable {
    public enum Field: UInt8, Sendable {
        case position, positionX, positionY, bounds, anchorPoint, opacity, cornerRadius, backgroundColor, isHidden,
            frame

        /// True for what sets the place or the size of a layer.
        @inlinable public var places: Bool {
            switch self {
            case .position, .positionX, .positionY, .bounds, .frame: true
            case .anchorPoint, .opacity, .cornerRadius, .backgroundColor, .isHidden: false
            }
        }

        /// True for what a layer's own size may depend on or determine.
        @inlinable public var resizes: Bool { self == .bounds || self == .frame || self == .anchorPoint }
    }

    public var field: Field
    /// A number, a point, or a rectangle in the first components; a boolean as 0 or 1; a color as 0xRRGGBBAA.
    public var numbers: SIMD4<Double>

    @inlinable public init(_ field: Field, _ numbers: SIMD4<Double>) {
        self.field = field
        self.numbers = numbers
    }
}

extension LayerRow {
    /// Stores one value, which may be a frame, in the row of a layer without a transform. Returns the resulting marks.
    public mutating func setAll(_ value: PlainValue) -> Dirty {
        guard value.field == .frame else { return set(value) }
        let n = value.numbers
        var dirty = set(PlainValue(.bounds, SIMD4(bounds.x, bounds.y, n.z, n.w)))
        dirty.formUnion(
            set(PlainValue(.position, SIMD4(n.x + anchorPoint.x * n.z, n.y + anchorPoint.y * n.w, 0, 0))))
        return dirty
    }

    /// Stores one value in the row. Returns the resulting marks; empty when it is unchanged.
    public mutating func set(_ value: PlainValue) -> Dirty {
        let n = value.numbers
        marks.formUnion(value.field.givenMark)
        switch value.field {
        case .position:
            let new = Point(n.x, n.y)
            if position == new { return [] }
            position = new
            return .geometry
        case .positionX:
            if position.x == n.x { return [] }
            position.x = n.x
            return .geometry
        case .positionY:
            if position.y == n.x { return [] }
            position.y = n.x
            return .geometry
        case .bounds:
            let new = Rect(n.x, n.y, n.z, n.w)
            if bounds == new { return [] }
            bounds = new
            return .geometry
        case .anchorPoint:
            let new = Point(n.x, n.y)
            if anchorPoint == new { return [] }
            anchorPoint = new
            return .geometry
        case .frame: preconditionFailure("a frame is set as bounds and position")
        case .opacity:
            if opacity == n.x { return [] }
            opacity = n.x
            return .group
        case .cornerRadius:
            if cornerRadius == n.x { return [] }
            cornerRadius = n.x
            return .group
        case .backgroundColor:
            let bits = UInt32(n.x)
            let new = Color(
                UInt8(bits >> 24), UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255))
            if flags.contains(.hasBackground), backgroundColor == new { return [] }
            backgroundColor = new
            flags.insert(.hasBackground)
            return .look
        case .isHidden:
            if flags.contains(.isHidden) == (n.x != 0) { return [] }
            flags.set(.isHidden, n.x != 0)
            return .group
        }
    }
}

extension PlainValue.Field {
    /// True for properties applied after the others of a line.
    public var isGeometry: Bool {
        switch self {
        case .position, .positionX, .positionY, .bounds, .frame: true
        case .anchorPoint, .opacity, .cornerRadius, .backgroundColor, .isHidden: false
        }
    }

    /// The mark that a client has set the property.
    fileprivate var givenMark: RowMarks {
        switch self {
        case .position, .positionX, .positionY: .givenPosition
        case .bounds: .givenBounds
        case .anchorPoint: .givenAnchorPoint
        case .opacity: .givenOpacity
        case .cornerRadius: .givenCornerRadius
        case .backgroundColor: .givenBackgroundColor
        case .isHidden: .givenIsHidden
        case .frame: []
        }
    }

    /// The property that is set, for subscribers.
    public var property: PropertyID {
        switch self {
        case .position, .positionX, .positionY: LayerProperty.position.id
        case .bounds: LayerProperty.bounds.id
        case .anchorPoint: LayerProperty.anchorPoint.id
        case .opacity: LayerProperty.opacity.id
        case .cornerRadius: LayerProperty.cornerRadius.id
        case .backgroundColor: LayerProperty.backgroundColor.id
        case .isHidden: LayerProperty.isHidden.id
        case .frame: LayerProperty.frame.id
        }
    }
}
