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

    /// A rectangle in points of a surface.
    struct PointRect: Equatable {
        var x: Int32, y: Int32, width: Int32, height: Int32
    }

    /// The regions of a surface; initially nothing is opaque and everything takes input.
    struct Regions: Equatable {
        var opaque: [PointRect] = []
        /// Nil: everything.
        var input: [PointRect]?
    }

    /// The regions of the surface that shows `part` of the picture; `takesAll`: all of it takes input.
    func regions(in part: PixelRect, takesAll: Bool) -> Regions {
        // What is not on whole points: none of it is opaque, all of it takes input.
        Regions(
            opaque: rects(opaque, in: part, outward: false),
            input: takesAll ? nil : rects(input, in: part, outward: true))
    }

    /// The intersections of `rects` with a part of the picture, from that part's corner. Fractions of points are rounded to
    /// larger rectangles when `outward`, else to smaller ones.
    private func rects(_ rects: [PixelRect], in part: PixelRect, outward: Bool) -> [PointRect] {
        func low(_ edge: Int32) -> Int32 { Int32((Double(edge) / scale).rounded(outward ? .down : .up)) }
        func high(_ edge: Int32) -> Int32 { Int32((Double(edge) / scale).rounded(outward ? .up : .down)) }
        return rects.compactMap { rect in
            let rect = rect.intersection(part)
            if rect.isEmpty { return nil }
            let (x, y) = (low(rect.x0 - part.x0), low(rect.y0 - part.y0))
            let (width, height) = (high(rect.x1 - part.x0) - x, high(rect.y1 - part.y0) - y)
            return width > 0 && height > 0 ? PointRect(x: x, y: y, width: width, height: height) : nil
        }
    }
}
