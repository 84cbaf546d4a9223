import Geometry
import Glibc

/// A shadow under a map that keeps neither angles nor axes: its Gaussian is an oblique ellipse.
///
/// The alpha is resampled on a plane that is rotated so that the ellipse's axes are parallel to the plane's, blurred
/// along these, and rotated back. For narrow blurs the plane is finer than the pixels; for pictures with a blur so
/// narrow that sampling would blur more, a weighted sum of the surrounding pixels is used.
struct TurnedShadow: Sendable {
    let blur: GaussianBlur
    private let offset: Point
    /// Maps device space to the plane and back.
    let toPlane: Affine
    let toDevice: Affine
    /// Used for narrow blurs of pictures.
    private let kernel: GaussianKernel2D?

    /// `map` maps points to pixels; `offset` is in pixels, `sigma` in points. `isPicture`: the caster is a picture in
    /// device space instead of a path on the plane.
    init(_ map: Affine, offset: Point, sigma: Double, isPicture: Bool) {
        let ellipse = GaussianEllipse(map, sigma: sigma)
        let (wide, narrow, angle) = (ellipse.wide, ellipse.narrow, ellipse.angle)
        kernel = isPicture ? GaussianKernel2D(ellipse, offset: offset) : nil
        guard kernel == nil else {
            blur = GaussianBlur(sigma: 0)
            self.offset = offset
            (toPlane, toDevice) = (.identity, .identity)
            return
        }
        let scale = narrow > 0 ? min(max(2 / narrow, 1), 4) : 4
        // The remaining variance, in steps of the plane: sampling between steps adds a sixth on average, twice for a
        // picture; a path on the plane lacks the width of a pixel and has that of a step.
        let other = isPicture ? -scale * scale / 6 : (scale * scale - 1) / 12
        func left(_ s: Double) -> Double { max(0, s * scale * s * scale + other - 1.0 / 6).squareRoot() }
        blur = GaussianBlur(sigmaX: left(wide), sigmaY: left(narrow))
        self.offset = offset
        toPlane = Affine.scale(scale, scale).concat(.rotation(-angle))
        toDevice = Affine.rotation(angle).concat(.scale(1 / scale, 1 / scale))
    }

    /// The pixels that the shadow of a picture in `rect` may cover.
    func output(of rect: PixelRect) -> PixelRect {
        if rect.isEmpty { return rect }
        if let kernel { return kernel.output(of: rect) }
        let plane = blur.input(for: PixelRect(covering: toPlane.boundingBox(rect.rect).outset(2, 2)))
        let box = toDevice.boundingBox(plane.rect).outset(1, 1)
        return PixelRect(covering: Rect(box.x + offset.x, box.y + offset.y, box.width, box.height))
    }

    /// The part of the plane that the shadow in `window` depends on.
    func plane(for window: PixelRect) -> PixelRect {
        let box = window.rect
        let moved = Rect(box.x - offset.x, box.y - offset.y, box.width, box.height)
        return PixelRect(covering: toPlane.boundingBox(moved).outset(1.5, 1.5))
    }

    /// The part of a picture, in device space, that the shadow in `window` depends on.
    func input(for window: PixelRect) -> PixelRect {
        if window.isEmpty { return window }
        if let kernel { return kernel.input(for: window) }
        return PixelRect(covering: toDevice.boundingBox(blur.input(for: plane(for: window)).rect).outset(2, 2))
    }

    /// The shadow as an alpha bitmap of `window`; `cast` returns the picture's alpha in a rectangle of the plane, and
    /// its position.
    func mask(
        in window: PixelRect, _ cast: (PixelRect) throws(BitmapError) -> PlacedMask?
    ) throws(BitmapError) -> Bitmap {
        let result = try Bitmap(width: Int(window.width), height: Int(window.height), format: .alpha)
        if let kernel {
            guard let alpha = try cast(kernel.input(for: window)) else { return result }
            kernel.apply(alpha.bitmap, at: alpha.at, into: result, at: PixelPoint(window.x0, window.y0))
            return result
        }
        let part = plane(for: window)
        guard !part.isEmpty, let alpha = try cast(blur.input(for: part)) else { return result }
        let blurred = try Bitmap(width: Int(part.width), height: Int(part.height), format: .alpha)
        blur.apply(alpha.bitmap, at: alpha.at, into: blurred, at: PixelPoint(part.x0, part.y0))
        let map = toPlane.concat(.translation(-offset.x, -offset.y))
        Self.sample(blurred, at: PixelPoint(part.x0, part.y0), map, into: result, at: PixelPoint(window.x0, window.y0))
        return result
    }

    /// Resamples a picture's alpha on the plane.
    func cast(_ picture: Bitmap, at: PixelPoint, in part: PixelRect) throws(BitmapError) -> PlacedMask? {
        let box = PixelRect(at, width: picture.width, height: picture.height).rect
        let held = part.intersection(PixelRect(covering: toPlane.boundingBox(box).outset(2, 2)))
        guard !held.isEmpty else { return nil }
        let alpha = try Bitmap(width: Int(held.width), height: Int(held.height), format: .alpha)
        Self.sample(picture, at: at, toDevice, into: alpha, at: PixelPoint(held.x0, held.y0))
        return PlacedMask(alpha, at: PixelPoint(held.x0, held.y0))
    }

    /// Fills an alpha bitmap with the alpha of another bitmap, under `map` from the target's pixels to the source's.
    static func sample(_ source: Bitmap, at: PixelPoint, _ map: Affine, into target: Bitmap, at to: PixelPoint) {
        let sampler = BilinearSampler(source, at: at, map)
        sampler.fill(target, at: to, from: source.format.bytesPerPixel - 1)
    }
}

/// Bilinear sampling of a picture under a map from device pixels to its own. Coordinates are integers in units of 2⁻³²
/// pixel, so results are the same for every window.
struct BilinearSampler {
    private let source: Bitmap
    private let a, b, c, d, startX, startY: Int
    private let edges: GaussianBlur.Edges

    /// Outside the source, whose first pixel is at `at`, pixels are transparent or repeat the edge.
    init(_ source: Bitmap, at: PixelPoint, _ map: Affine, edges: GaussianBlur.Edges = .transparent) {
        let one = 4_294_967_296.0
        func units(_ v: Double) -> Int { Int((min(max(v.isNaN ? 0 : v, -131_072), 131_072) * one).rounded()) }
        (a, b, c, d) = (units(map.a), units(map.b), units(map.c), units(map.d))
        startX = units(map.tx - 0.5) - Int(at.x) << 32
        startY = units(map.ty - 0.5) - Int(at.y) << 32
        (self.source, self.edges) = (source, edges)
    }

    /// Fills the target, whose first pixel is at `to`, channel by channel; an alpha bitmap gets the source's channel
    /// `first`.
    func fill(_ target: Bitmap, at to: PixelPoint, from first: Int = 0) {
        let step = source.format.bytesPerPixel
        let channels = target.format.bytesPerPixel
        let (width, height) = (source.width, source.height)
        let isExtended = edges == .extended
        func value(_ x: Int, _ y: Int, _ channel: Int) -> UInt32 {
            var (x, y) = (x, y)
            if isExtended {
                (x, y) = (min(max(x, 0), width &- 1), min(max(y, 0), height &- 1))
            } else if x < 0 || x >= width || y < 0 || y >= height {
                return 0
            }
            return unsafe UInt32(source.row(y).load(fromByteOffset: x &* step &+ channel, as: UInt8.self))
        }
        for row in 0..<target.height {
            let y = 2 * (Int(to.y) + row) + 1
            unsafe target.withRow(row) { bytes in
                for i in 0..<target.width {
                    let x = 2 * (Int(to.x) + i) + 1
                    let u = startX &+ (a &* x &+ c &* y) >> 1
                    let v = startY &+ (b &* x &+ d &* y) >> 1
                    let (fx, fy) = (UInt32(u >> 24 & 255), UInt32(v >> 24 & 255))
                    let (px, py) = (u >> 32, v >> 32)
                    for channel in 0..<channels {
                        let from = first &+ channel
                        let top = value(px, py, from) &* (256 &- fx) &+ value(px &+ 1, py, from) &* fx
                        let bottom = value(px, py &+ 1, from) &* (256 &- fx) &+ value(px &+ 1, py &+ 1, from) &* fx
                        unsafe bytes[i &* channels &+ channel] = UInt8(
                            truncatingIfNeeded: (top &* (256 &- fy) &+ bottom &* fy &+ 32768) >> 16)
                    }
                }
            }
        }
    }
}
