public import Geometry
import Glibc

/// A page that is rolled back over itself, seen from above: flat up to a line, then around a cylinder, and lying on its
/// back behind that. All lengths are in the page's coordinates.
public struct PageCurl {
    /// Maps the page's coordinates to pixels.
    private let map: Projective
    private let back: Projective
    private let page: Rect
    /// The direction across the cylinder, toward the lifted end.
    private let across: Point
    /// The position along `across` at which the page leaves the plane.
    private let fold: Double
    private let radius: Double
    /// Opacity of the shadow, which vanishes with the page.
    private let depth: Float
    /// Approximate number of pixels per unit.
    private let scale: Double

    /// Rotation of the cylinder relative to the lifted side, so that a corner comes first.
    private static let tilt = 0.22
    /// Radius of the cylinder, as a fraction of the path's length.
    private static let thickness = 0.13
    /// Length of a shadow, as a multiple of the height.
    private static let shadowLength = 1.6

    /// A page rolled up by `progress` (0…1) in the direction `way`, a unit vector along an axis. Nil when the map is
    /// singular.
    public init?(_ page: Rect, way: Point, progress: Double, map: Projective) {
        guard let back = map.inverse, page.width > 0, page.height > 0 else { return nil }
        (self.map, self.back, self.page) = (map, back, page)
        let (c, s) = (cos(Self.tilt), sin(Self.tilt))
        let toward = Point(-way.x, -way.y)
        let across = Point(toward.x * c - toward.y * s, toward.y * c + toward.x * s)
        self.across = across
        let along = [page.minX, page.maxX].flatMap { x in
            [page.minY, page.maxY].map { x * across.x + $0 * across.y }
        }
        let (near, far) = (along.min() ?? 0, along.max() ?? 0)
        radius = max((far - near) * Self.thickness, 1e-6)
        fold = far + (near - radius - far) * progress
        depth = Float(max(0, min((1 - progress) * 6, 1)))
        scale = map.linear(at: page.origin + Point(page.width, page.height) * 0.5).maxScale
    }

    /// The visible part, on a line across the cylinder, of a page that ends there at `last`.
    private struct Section {
        var fold: Double
        var radius: Double
        var last: Double

        /// The maximum angle around the cylinder.
        var turn: Double { (last - fold) / radius }
        /// The farthest visible position.
        var outline: Double { turn < .pi / 2 ? fold + radius * sin(max(turn, 0)) : fold + radius }
        /// The position of the page's end, when it is seen from behind.
        var end: Double { turn < .pi ? fold + radius * sin(turn) : fold - (last - fold - .pi * radius) }
        /// The height of the page at its outline, and at its end.
        var outlineHeight: Double { turn < .pi / 2 ? radius * (1 - cos(max(turn, 0))) : radius }
        var endHeight: Double { turn < .pi ? radius * (1 - cos(turn)) : 2 * radius }

        /// The point of the page that faces up at `x`, and its slope there: 0 flat, 1 upright.
        func front(_ x: Double) -> (position: Double, slope: Double) {
            if x <= fold { return (x, 0) }
            let sine = min((x - fold) / radius, 1)
            return (fold + radius * asin(sine), sine)
        }

        /// The point whose back is visible at `x`, and its angle around the cylinder, π/2 to π.
        func back(_ x: Double) -> (position: Double, angle: Double) {
            if x <= fold { return (fold + .pi * radius + (fold - x), .pi) }
            let angle = .pi - asin(min((x - fold) / radius, 1))
            return (fold + radius * angle, angle)
        }
    }

    /// The section of the page on the line through `p` across the cylinder; nil off the page.
    private func section(through p: Point) -> Section? {
        let here = p.x * across.x + p.y * across.y
        var (low, high) = (-Double.infinity, Double.infinity)
        func hold(_ at: Double, _ step: Double, _ a: Double, _ b: Double) {
            if abs(step) < 1e-12 {
                if at < a || at > b { low = .infinity }
                return
            }
            let (s, t) = ((a - at) / step, (b - at) / step)
            (low, high) = (max(low, min(s, t)), min(high, max(s, t)))
        }
        hold(p.x, across.x, page.minX, page.maxX)
        hold(p.y, across.y, page.minY, page.maxY)
        guard low < high else { return nil }
        return Section(fold: fold, radius: radius, last: here + high)
    }

    /// The premultiplied colour of the page and its shadow, blue first, 0…255. `sample` is the page's colour at one of
    /// its points; `ground` is the opacity, 0…1, of the picture below, which limits the shadow.
    fileprivate func color(at pixel: Point, ground: Float, _ sample: (Point) -> SIMD4<Float>) -> SIMD4<Float> {
        let p = back.apply(pixel)
        guard p.x.isFinite, p.y.isFinite else { return .zero }
        let x = p.x * across.x + p.y * across.y
        // Before the fold and away from the rolled part, the page is unchanged.
        guard let section = section(through: p) else { return .zero }
        func page(_ position: Double) -> SIMD4<Float> { sample(p + across * (position - x)) }
        func shadow(_ distance: Double, _ height: Double, _ strength: Float) -> SIMD4<Float> {
            guard height > 0 else { return .zero }
            let near = Float(max(0, min(1 - distance / (height * Self.shadowLength), 1)))
            return SIMD4(0, 0, 0, 255 * strength * depth * near * near)
        }
        func over(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a + b * (1 - a.w / 255) }
        if section.turn <= 0 { return x <= section.last ? page(x) : .zero }
        let outline = section.outline
        let inside = Float(max(0, min((outline - x) * scale + 0.5, 1)))
        var behind = inside < 1 && ground > 0 ? shadow(x - outline, section.outlineHeight, 0.5) : .zero
        if behind.w > 0 {
            // Transparent parts cast no shadow. Within half a pixel of the end, the colour is the page's own.
            let edge = min(section.front(outline).position, section.last - 0.5 / scale)
            behind *= ground * page(edge).w / 255
        }
        if inside == 0 { return behind }
        let at = min(x, outline)
        let (position, slope) = section.front(at)
        var color = position <= section.last ? page(position) : .zero
        color = Self.shaded(color, 1 - 0.45 * Float(slope))
        guard section.turn > .pi / 2 else { return color * inside + behind * (1 - inside) }
        let end = section.end
        let fromBehind = Float(max(0, min((at - end) * scale + 0.5, 1)))
        // The rolled part casts its shadow only on the page; it grows with the angle.
        let dark = shadow(end - at, section.endHeight, 0.4 * Float(min(section.turn - .pi / 2, 1)))
        color = over(dark * (color.w / 255), color)
        if fromBehind > 0 {
            let (position, angle) = section.back(at)
            let print = page(min(position, section.last))
            // The back is paper, with the front shining through.
            let paper = SIMD4<Float>(repeating: print.w) * SIMD4(0.95, 0.96, 0.97, 1) * 0.8 + print * 0.2
            let turned = Float((angle - .pi / 2) / (.pi / 2))
            let light = 0.62 + 0.38 * sin(min(turned * 1.35, 1) * .pi / 2) - 0.06 * max(0, turned - 0.75) * 4
            color = over(Self.shaded(paper, light) * fromBehind, color)
        }
        return color * inside + behind * (1 - inside)
    }

    private static func shaded(_ color: SIMD4<Float>, _ light: Float) -> SIMD4<Float> {
        SIMD4(color.x * light, color.y * light, color.z * light, color.w)
    }
}

extension Canvas {
    /// Draws a rolled-up page within its original area. `print` is its picture, with the first pixel at `origin`;
    /// `world` maps the page's coordinates to its pixels. `ground` is the bitmap to draw on, with its first pixel at
    /// `groundOrigin`.
    public func draw(
        _ curl: PageCurl, _ print: Picture, at origin: PixelPoint, _ world: Affine, on ground: Bitmap,
        at groundOrigin: PixelPoint
    ) {
        let frame = print.bitmap.bounds.offset(origin.x, origin.y)
        let paint = CurlPaint(
            curl: curl, texels: Texels(print.bitmap, frame, at: origin), frame: frame, world: world, ground: ground,
            groundFrame: ground.bounds.offset(groundOrigin.x, groundOrigin.y))
        fill(curl.outline, with: paint, opacity: 255, .normal)
    }
}

extension PageCurl {
    /// The original area of the page.
    fileprivate var outline: PathShape {
        if let affine = map.affine { return PathShape(path: .rect(page), transform: affine, rule: .nonZero) }
        return PathShape(path: .polygon(map.outline(page)), transform: .identity, rule: .nonZero)
    }
}

/// The colours of a rolled-up page.
private struct CurlPaint: Paint {
    let curl: PageCurl
    let texels: Texels
    let frame: PixelRect
    let world: Affine
    /// The picture below, which is read at each pixel before that is painted.
    let ground: Bitmap
    let groundFrame: PixelRect

    var isOpaque: Bool { false }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        for i in 0..<count {
            let pixel = Point(Double(x) + Double(i) + 0.5, Double(y) + 0.5)
            let (u, v) = (Int(x) + i - Int(groundFrame.x0), Int(y - groundFrame.y0))
            let isInside = u >= 0 && v >= 0 && u < ground.width && v < ground.height
            let below = isInside ? Float(ground[u, v] >> 24) / 255 : 0
            let color = curl.color(at: pixel, ground: below) { sample($0) }
            let rounded = (color + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            let words = SIMD4<UInt32>(rounded, rounding: .down)
            // Rounded separately, but not above alpha.
            let most = words.w
            unsafe scratch[i] = most << 24 | min(words.z, most) << 16 | min(words.y, most) << 8 | min(words.x, most)
        }
        return unsafe UnsafePointer(scratch)
    }

    /// The page's colour at one of its points, interpolated from four pixels; transparent outside.
    private func sample(_ p: Point) -> SIMD4<Float> {
        let at = world.apply(p)
        guard at.x > -1e6, at.x < 1e6, at.y > -1e6, at.y < 1e6 else { return .zero }
        // In 1/256 pixel, so a point at a pixel's center gives that pixel.
        let (u, v) = (Int(((at.x - 0.5) * 256).rounded()), Int(((at.y - 0.5) * 256).rounded()))
        let (x, y) = (u >> 8, v >> 8)
        let (fx, fy) = (Float(u & 255) / 256, Float(v & 255) / 256)
        if fx == 0, fy == 0 { return pixel(x, y) }
        let top = pixel(x, y) * (1 - fx) + pixel(x + 1, y) * fx
        let bottom = pixel(x, y + 1) * (1 - fx) + pixel(x + 1, y + 1) * fx
        return top * (1 - fy) + bottom * fy
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        guard x >= Int(frame.x0), x < Int(frame.x1), y >= Int(frame.y0), y < Int(frame.y1) else { return .zero }
        let word = texels.pixel(x, y)
        return SIMD4(Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), Float(word >> 24))
    }
}
