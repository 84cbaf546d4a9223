public import Geometry
public import Schema

/// Properties stored in a row.
extension LayerRow {
    /// The anchor point in the layer's own coordinates.
    public var anchor: Point {
        Point(bounds.x + anchorPoint.x * bounds.width, bounds.y + anchorPoint.y * bounds.height)
    }

    /// The value of a property stored in a layer's row; nil for others.
    public func stored(_ property: LayerProperty) -> Value? {
        switch property {
        case .position: .point(position)
        case .bounds: .rect(bounds)
        case .anchorPoint: .point(anchorPoint)
        case .opacity: .number(opacity)
        case .cornerRadius: .number(cornerRadius)
        case .backgroundColor: flags.contains(.hasBackground) ? .color(backgroundColor) : Value.none
        case .maskedCorners: .choices(UInt32(maskedCorners))
        case .cornerCurve: .choice(flags.contains(.continuousCorners) ? 1 : 0)
        case .compositingFilter: .choice(compositingFilter)
        default: LayerFlags.bit(of: property).map { .boolean(flags.contains($0)) }
        }
    }

    /// Stores a presentation value in the row or `extras`, without marks and references.
    public mutating func show(_ id: PropertyID, _ value: Value, _ initial: Value, _ extras: inout Extras) {
        if flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if store(property, value) { return }
            setHint(property, value)
        }
        extras.set(id, value == initial ? nil : value)
    }

    private mutating func store(_ property: LayerProperty, _ value: Value) -> Bool {
        switch property {
        case .position: position = value.point
        case .bounds: bounds = value.rect
        case .anchorPoint: anchorPoint = value.point
        case .opacity: opacity = value.number
        case .cornerRadius: cornerRadius = value.number
        case .backgroundColor:
            backgroundColor = value.color ?? .clear
            flags.set(.hasBackground, value.color != nil)
        case .maskedCorners: if case .choices(let bits) = value { maskedCorners = UInt8(bits & 0b1111) }
        case .cornerCurve: flags.set(.continuousCorners, value.choice == 1)
        case .compositingFilter: compositingFilter = value.choice
        default:
            guard let bit = LayerFlags.bit(of: property) else { return false }
            flags.set(bit, value.boolean)
        }
        return true
    }

    private mutating func setHint(_ property: LayerProperty, _ value: Value) {
        switch property {
        case .transform: flags.set(.hasTransform, value != .none)
        case .sublayerTransform: flags.set(.hasSublayerTransform, value != .none)
        case .mask: flags.set(.hasMask, value != .none)
        case .borderWidth: flags.set(.hasBorder, value.number > 0)
        case .shadowOpacity: flags.set(.hasShadow, value.number > 0)
        case .contents: flags.set(.hasContents, value != .none)
        case .filters, .backgroundFilters, .isolated: flags.insert(.hasFilters)
        case .transitionProgress: flags.set(.isChanging, value.number != 1)
        case .zPosition: flags.set(.hasZPosition, value.number != 0)
        default: break
        }
    }
}
