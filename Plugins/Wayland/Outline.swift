import ScrimPluginABI
import ScrimPluginKit

/// Where a picture of `scale` pixels a point is opaque, and where it takes input, in its pixels.
struct Outline {
    var opaque: [PixelRect] = []
    var input: [PixelRect] = []
    var scale = 1.0

    /// Calls `body` with what of `rects` is in a part of the picture: x, y, width and height in points from its corner. What
    /// is not on whole points becomes larger when `outward`, else smaller.
    func forEach(
        of rects: [PixelRect], in part: PixelRect, outward: Bool, _ body: (Int32, Int32, Int32, Int32) -> Void
    ) {
        func low(_ edge: Int32) -> Int32 { Int32((Double(edge) / scale).rounded(outward ? .down : .up)) }
        func high(_ edge: Int32) -> Int32 { Int32((Double(edge) / scale).rounded(outward ? .up : .down)) }
        for rect in rects {
            let rect = rect.intersection(part)
            if rect.isEmpty { continue }
            let (x, y) = (low(rect.x0 - part.x0), low(rect.y0 - part.y0))
            let (width, height) = (high(rect.x1 - part.x0) - x, high(rect.y1 - part.y0) - y)
            if width > 0, height > 0 { body(x, y, width, height) }
        }
    }
}
