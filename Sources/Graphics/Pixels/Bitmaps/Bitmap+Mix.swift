public import Geometry
import RowLoops

/// Cross-fades of two bitmaps.
extension Bitmap {
    /// Moves each pixel toward that of `other` by `share` (0…1). Both are argb of the same size. Exact to half a step
    /// of eight bits; equal pixels do not change.
    public func mix(_ other: Bitmap, share: Double) {
        precondition(width == other.width && height == other.height && format == .argb && other.format == .argb)
        let toward = UInt32((max(0, min(share, 1)) * 65536).rounded())
        if toward == 0 { return }
        for y in 0..<height {
            unsafe BlendRow.mix(
                row(y).assumingMemoryBound(to: UInt32.self), other.row(y).assumingMemoryBound(to: UInt32.self), toward,
                width)
        }
    }

    /// As `mix(_:share:)`, with a share for each pixel given by `wipe`; the first pixel is at `origin`.
    public func mix(_ other: Bitmap, at origin: PixelPoint, _ wipe: Wipe) {
        precondition(width == other.width && height == other.height && format == .argb && other.format == .argb)
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { shares in
            guard let line = shares.baseAddress else { return }
            for y in 0..<height {
                for x in 0..<width {
                    let p = Point(Double(Int(origin.x) + x) + 0.5, Double(Int(origin.y) + y) + 0.5)
                    unsafe line[x] = UInt8((255 * wipe.share(at: p)).rounded())
                }
                unsafe scrim_row_choose(
                    row(y).assumingMemoryBound(to: UInt32.self),
                    other.row(y).assumingMemoryBound(to: UInt32.self), line, width)
            }
        }
    }
}

/// A soft edge that moves across a rectangle.
public struct Wipe {
    /// Maps pixels to the rectangle's coordinates.
    private let back: Projective
    /// The progress at which the edge reaches a point, 0…1, is `point · way + start`.
    private let way: Point
    private let start: Double
    private let edge: Double

    /// Width of the edge, as a fraction of its path.
    private static let softness = 0.12

    /// An edge at `progress` (0…1) from one side of `rect` to the other in the direction `way`, a unit vector along an
    /// axis. `back` maps pixels to the coordinates of `rect`.
    public init(_ rect: Rect, way: Point, progress: Double, back: Projective) {
        let length = max(abs(way.x) * rect.width + abs(way.y) * rect.height, 1e-6)
        self.back = back
        self.way = way * (1 / length)
        let from = Point(way.x < 0 ? rect.maxX : rect.minX, way.y < 0 ? rect.maxY : rect.minY)
        start = -(from.x * self.way.x + from.y * self.way.y)
        edge = progress * (1 + Self.softness)
    }

    /// The share of the incoming picture, 0…1; outside the rectangle, the value at its side.
    func share(at pixel: Point) -> Double {
        let p = back.apply(pixel)
        let along = p.x * way.x + p.y * way.y + start
        guard along.isFinite else { return edge > 0 ? 1 : 0 }
        return max(0, min((edge - max(0, min(along, 1))) / Self.softness, 1))
    }
}
