/// The upper left corner of a pixel, in whole output pixels. y grows downward.
public struct PixelPoint: Equatable, Hashable, Sendable {
    public var x: Int32
    public var y: Int32

    @inlinable public init(_ x: Int32, _ y: Int32) {
        self.x = x
        self.y = y
    }

    public static let zero = PixelPoint(0, 0)
}

extension PixelRect {
    /// A rectangle of `width` × `height` pixels with the upper left corner at `origin`, clamped to `limit` on the far
    /// sides.
    public init(_ origin: PixelPoint, width: Int, height: Int) {
        let x1 = Int32(min(Int(origin.x) + max(width, 0), Int(Self.limit)))
        let y1 = Int32(min(Int(origin.y) + max(height, 0), Int(Self.limit)))
        self.init(origin.x, origin.y, x1, y1)
        if isEmpty { self = .empty }
    }
}
