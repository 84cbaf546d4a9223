import Geometry
public import Schema

extension LayerProperty {
    /// The properties that layers store in their slots, in schema order.
    public static let inRow: [PropertyID] = allCases.filter { property in
        switch property {
        case .position, .bounds, .anchorPoint, .opacity, .cornerRadius, .backgroundColor, .maskedCorners, .cornerCurve,
            .compositingFilter:
            true
        default: LayerFlags.bit(of: property) != nil
        }
    }
    .map(\.id)
}

extension LayerFlags {
    /// Sets or clears flags.
    @inlinable public mutating func set(_ flag: LayerFlags, _ on: Bool) {
        if on { insert(flag) } else { remove(flag) }
    }

    /// The flag that stores a boolean property.
    public static func bit(of property: LayerProperty) -> LayerFlags? {
        switch property {
        case .isHidden: .isHidden
        case .masksToBounds: .masksToBounds
        case .allowsGroupOpacity: .allowsGroupOpacity
        case .isDoubleSided: .isDoubleSided
        case .isGeometryFlipped: .isGeometryFlipped
        case .shouldRasterize: .shouldRasterize
        case .isInteractive: .isInteractive
        default: nil
        }
    }
}
