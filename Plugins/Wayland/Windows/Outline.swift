import ScrimPluginABI
import ScrimPluginKit

/// The opaque area and the area that accepts input of a picture with `scale` pixels per point, in its pixels.
struct Outline {
    private(set) var opaque: [PixelRect] = []
    private(set) var input: [PixelRect] = []
    private(set) var scale = 1.0

    /// Maximum number of rectangles, which are sent to the compositor individually; above it, the input area is their
    /// bounding box.
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

    /// The regions of a surface; initially nothing is opaque and everything accepts input.
    struct Regions: Equatable {
        var opaque: [PointRect] = []
        /// Nil means everything.
        var input: [PointRect]?
    }

    /// The regions of the surface that shows `part` of the picture; with `takesAll`, all of it accepts input.
    func regions(in part: PixelRect, takesAll: Bool) -> Regions {
        // Fractions of points are not opaque, but accept input.
        Regions(
            opaque: rects(opaque, in: part, outward: false),
            input: takesAll ? nil : rects(input, in: part, outward: true))
    }

    /// The intersections of `rects` with a part of the picture, relative to that part's corner, in points. Rounded to
    /// larger rectangles if `outward`, otherwise to smaller ones.
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
