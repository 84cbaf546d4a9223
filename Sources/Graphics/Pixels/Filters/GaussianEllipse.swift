import Geometry
import Glibc

/// A round Gaussian after an affine map: an ellipse.
struct GaussianEllipse: Sendable {
    /// The standard deviations along its axes, in pixels.
    let wide, narrow: Double
    /// The angle of the wide axis, in radians.
    let angle: Double

    /// `sigma` is in points; `map` maps points to pixels.
    init(_ map: Affine, sigma: Double) {
        let (e, f) = ((map.a + map.d) / 2, (map.a - map.d) / 2)
        let (g, h) = ((map.b + map.c) / 2, (map.b - map.c) / 2)
        wide = sigma * (hypot(e, h) + hypot(f, g))
        narrow = sigma * abs(hypot(e, h) - hypot(f, g))
        angle = (atan2(h, e) + atan2(g, f)) / 2
    }
}

extension Affine {
    /// True when a round Gaussian under the map has its axes parallel to those of the pixels, or stays round.
    var keepsGaussianUpright: Bool {
        // The covariance is the linear part multiplied by its transpose.
        abs(a * b + c * d) <= 1e-6 * hypot(a, c) * hypot(b, d)
    }
}

/// A blur that is neither round nor parallel to the pixels, because the map rotates, skews or unevenly scales it.
struct TurnedBlur: Sendable {
    private let shadow: TurnedShadow
    private let kernel: GaussianKernel2D?

    init(_ map: Affine, sigma: Double) {
        shadow = TurnedShadow(map, offset: .zero, sigma: sigma, isPicture: true)
        kernel = GaussianKernel2D(GaussianEllipse(map, sigma: sigma), offset: .zero)
    }

    /// The pixels affected by those in `rect`.
    func output(of rect: PixelRect) -> PixelRect { shadow.output(of: rect) }

    /// The source pixels that those of `window` depend on.
    func input(for window: PixelRect) -> PixelRect { shadow.input(for: window) }

    /// Fills all of `target`, whose first pixel is at `to`, from `source` at `at`; both are argb.
    func apply(
        _ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint, edges: GaussianBlur.Edges
    ) throws(BitmapError) {
        if let kernel { return kernel.apply(source, at: at, into: target, at: to, edges: edges) }
        let window = PixelRect(to, width: target.width, height: target.height)
        let part = shadow.plane(for: window)
        var held = shadow.blur.input(for: part)
        if edges == .transparent {
            let box = PixelRect(at, width: source.width, height: source.height).rect
            held = held.intersection(PixelRect(covering: shadow.toPlane.boundingBox(box).outset(2, 2)))
        }
        guard !part.isEmpty, !held.isEmpty else { return target.clear() }
        let flat = try Bitmap(width: Int(held.width), height: Int(held.height))
        let (corner, first) = (PixelPoint(held.x0, held.y0), PixelPoint(part.x0, part.y0))
        BilinearSampler(source, at: at, shadow.toDevice, edges: edges).fill(flat, at: corner)
        let blurred = try Bitmap(width: Int(part.width), height: Int(part.height))
        shadow.blur.apply(flat, at: corner, into: blurred, at: first)
        BilinearSampler(blurred, at: first, shadow.toPlane).fill(target, at: to)
    }
}

/// A narrow Gaussian of any direction as weights of surrounding pixels, cut off at three standard deviations.
///
/// Exact; used if the narrow axis is less than two pixels, for which resampling would blur more than the filter itself.
struct GaussianKernel2D: Sendable {
    /// The weights of the pixels in `box`, relative to the computed pixel; their sum is 65536.
    private let weights: [UInt32]
    private let box: PixelRect

    private static let narrowest = 1.0
    private static let widest = 3.0

    /// Nil for a Gaussian that is wide enough for `TurnedShadow`, or too wide for a direct sum. `offset` is that of the
    /// result, in pixels.
    init?(_ ellipse: GaussianEllipse, offset: Point) {
        let (wide, narrow, angle) = (ellipse.wide, ellipse.narrow, ellipse.angle)
        let limit = Double(PixelRect.limit)
        guard narrow < Self.narrowest, wide <= Self.widest, abs(offset.x) < limit, abs(offset.y) < limit else {
            return nil
        }
        let (s, c) = (sin(angle), cos(angle))
        // At least as wide as pixels can represent.
        let (w, n) = (max(wide, 0.3) * max(wide, 0.3), max(narrow, 0.3) * max(narrow, 0.3))
        let (xx, yy) = (c * c * w + s * s * n, s * s * w + c * c * n)
        let xy = s * c * (w - n)
        let determinant = xx * yy - xy * xy
        let (reachX, reachY) = (3 * xx.squareRoot(), 3 * yy.squareRoot())
        let box = PixelRect(
            covering: Rect(-offset.x - reachX - 0.5, -offset.y - reachY - 0.5, 2 * reachX + 1, 2 * reachY + 1))
        var exact: [Double] = []
        for y in box.y0..<box.y1 {
            for x in box.x0..<box.x1 {
                let (dx, dy) = (Double(x) + offset.x, Double(y) + offset.y)
                exact.append(exp(-0.5 * (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant))
            }
        }
        let sum = exact.reduce(0, +)
        guard sum > 0, let most = exact.max(), let middle = exact.firstIndex(of: most) else { return nil }
        var fixed = exact.map { UInt32(($0 / sum * 65536).rounded()) }
        let others = fixed.reduce(0, +) - fixed[middle]
        guard others <= 65536 else { return nil }
        fixed[middle] = 65536 - others
        (weights, self.box) = (fixed, box)
    }

    /// The pixels affected by those in `rect`.
    func output(of rect: PixelRect) -> PixelRect {
        Self.grown(rect, left: box.x1 - 1, top: box.y1 - 1, right: -box.x0, bottom: -box.y0)
    }

    /// The source pixels that those of `window` depend on.
    func input(for window: PixelRect) -> PixelRect {
        Self.grown(window, left: -box.x0, top: -box.y0, right: box.x1 - 1, bottom: box.y1 - 1)
    }

    private static func grown(
        _ rect: PixelRect, left: Int32, top: Int32, right: Int32, bottom: Int32
    ) -> PixelRect {
        if rect.isEmpty { return rect }
        let limit = PixelRect.limit
        func held(_ v: Int32) -> Int32 { min(max(v, -limit), limit) }
        let grown = PixelRect(
            held(rect.x0 - left), held(rect.y0 - top), held(rect.x1 + right), held(rect.y1 + bottom))
        return grown.isEmpty ? .empty : grown
    }

    /// Fills all of `target`, whose first pixel is at `to`, from `source` at `at`, of the same format.
    func apply(
        _ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint,
        edges: GaussianBlur.Edges = .transparent
    ) {
        let channels = target.format.bytesPerPixel
        let (width, height) = (source.width, source.height)
        let (dx, dy) = (Int(to.x) - Int(at.x), Int(to.y) - Int(at.y))
        let side = Int(box.width)
        for row in 0..<target.height {
            unsafe target.withRow(row) { bytes in
                for column in 0..<target.width {
                    var sums = SIMD4<UInt32>(repeating: 32768)
                    for j in 0..<Int(box.height) {
                        var y = row &+ dy &+ Int(box.y0) &+ j
                        if edges == .extended { y = min(max(y, 0), height &- 1) }
                        guard y >= 0, y < height else { continue }
                        let line = unsafe source.row(y)
                        for i in 0..<side {
                            var x = column &+ dx &+ Int(box.x0) &+ i
                            if edges == .extended { x = min(max(x, 0), width &- 1) }
                            guard x >= 0, x < width else { continue }
                            let weight = weights[j &* side &+ i]
                            for channel in 0..<channels {
                                let value = unsafe line.load(fromByteOffset: x &* channels &+ channel, as: UInt8.self)
                                sums[channel] = sums[channel] &+ weight &* UInt32(value)
                            }
                        }
                    }
                    for channel in 0..<channels {
                        unsafe bytes[column &* channels &+ channel] = UInt8(truncatingIfNeeded: sums[channel] >> 16)
                    }
                }
            }
        }
    }
}
