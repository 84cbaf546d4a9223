/// Edges of a rectangle, in the order of `edgeAntialiasingMask`.
public struct RectEdges: OptionSet, Sendable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let left = RectEdges(rawValue: 1 << 0)
    public static let right = RectEdges(rawValue: 1 << 1)
    public static let bottom = RectEdges(rawValue: 1 << 2)
    public static let top = RectEdges(rawValue: 1 << 3)
}
