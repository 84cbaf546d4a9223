public import Geometry
public import Schema

/// Size of an output's picture in pixels, and its limits.
public struct OutputExtent: Equatable, Sendable {
    /// Maximum side length in pixels; limits the coordinates of pixel rectangles.
    public static let longestSide = 32_000
    /// Maximum pixels of one output: one gibibyte of memory.
    public static let mostPixels = 1 << 28

    /// Pixels, at least 1.
    public let width: Int
    public let height: Int

    public init(_ size: Size, scale: Double) {
        width = max(1, Int((size.width * scale).rounded()))
        height = max(1, Int((size.height * scale).rounded()))
    }

    /// Pixels in memory, where rows are padded to 64 bytes.
    public var pixels: Int { (width + 15) / 16 * 16 * height }

    /// Throws `limit` with the name of the limit that the picture of the output `name` exceeds.
    public func check(_ name: String) throws(SceneError) {
        if width > Self.longestSide || height > Self.longestSide {
            throw SceneError(
                .limit, "\"\(name)\" would be \(width)x\(height) pixels; output.side allows \(Self.longestSide)")
        }
        if pixels > Self.mostPixels {
            throw SceneError(
                .limit, "\"\(name)\" would be \(width)x\(height) pixels; output.pixels allows \(Self.mostPixels)")
        }
    }
}
