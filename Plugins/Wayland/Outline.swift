import ScrimPluginABI
import ScrimPluginKit

/// Where a picture of `scale` pixels a point is opaque, and where it takes input, in its pixels.
struct Outline {
    private(set) var opaque: [PixelRect] = []
    private(set) var input: [PixelRect] = []
    private(set) var scale = 1.0

    /// Beyond so many rectangles, which go to the compositor one by one, input is taken in one that holds them all.
    private static let most = 4096

    init() {}

    init(opaque: [PixelRect], input: [PixelRect], scale: Double) {
        self.opaque = Array(opaque.prefix(Self.most))
        self.input = input.count > Self.most ? [input.reduce(input[0]) { $0.union($1) }] : input
        self.scale = scale
    }

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
