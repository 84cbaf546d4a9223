/// The rounded corners of a layer: `maskedCorners`.
public struct Corners: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let topLeft = Corners(rawValue: 1)
    public static let topRight = Corners(rawValue: 2)
    public static let bottomRight = Corners(rawValue: 4)
    public static let bottomLeft = Corners(rawValue: 8)
    public static let all: Corners = [.topLeft, .topRight, .bottomRight, .bottomLeft]
}

extension CornerShape {
    /// The same radius for the chosen corners, clamped to half the shorter side of `size`.
    public init(radius: Double, masked: Corners = .all, size: Size, isContinuous: Bool = false) {
        let r = max(0, min(radius, size.width / 2, size.height / 2))
        self.init(
            topLeft: masked.contains(.topLeft) ? r : 0, topRight: masked.contains(.topRight) ? r : 0,
            bottomRight: masked.contains(.bottomRight) ? r : 0, bottomLeft: masked.contains(.bottomLeft) ? r : 0,
            isContinuous: isContinuous)
    }

    /// The corners of the inner edge of a border `width` points wide: concentric, so each radius is smaller by the
    /// width.
    public func inset(by width: Double) -> CornerShape {
        CornerShape(
            topLeft: max(0, topLeft - width), topRight: max(0, topRight - width),
            bottomRight: max(0, bottomRight - width), bottomLeft: max(0, bottomLeft - width),
            isContinuous: isContinuous)
    }

    /// All radii multiplied by `k`, for example to convert points to pixels.
    public func scaled(by k: Double) -> CornerShape {
        CornerShape(
            topLeft: topLeft * k, topRight: topRight * k, bottomRight: bottomRight * k, bottomLeft: bottomLeft * k,
            isContinuous: isContinuous)
    }
}
