public import Geometry

/// The shadow of any picture: its alpha, blurred and offset.
public struct BlurredShadow: Sendable {
    let blur: GaussianBlur
    /// The offset in whole pixels.
    let move: PixelPoint
    /// The fraction of the offset in each direction, 0 ..< 256, in 1/256 pixel.
    private let partX: UInt32
    private let partY: UInt32

    /// `offset` and the standard deviations are in pixels. The offset is clamped to ±`PixelRect.limit`; NaN counts as
    /// 0.
    public init(offset: Point, sigmaX: Double, sigmaY: Double) {
        func split(_ v: Double) -> (Int32, UInt32) {
            let limit = Double(PixelRect.limit)
            let units = Int((min(max(v.isNaN ? 0 : v, -limit), limit) * 256).rounded(.toNearestOrEven))
            return (Int32(units >> 8), UInt32(units & 255))
        }
        let (x, partX) = split(offset.x)
        let (y, partY) = split(offset.y)
        move = PixelPoint(x, y)
        (self.partX, self.partY) = (partX, partY)
        // A fractional offset averages two pixels, which is a small blur for a soft edge and exact coverage for a hard
        // one: half of its variance is subtracted.
        func left(_ sigma: Double, _ part: UInt32) -> Double {
            let p = Double(part) / 256
            let held = GaussianBlur.held(sigma)
            return max(0, held * held - p * (1 - p) / 2).squareRoot()
        }
        blur = GaussianBlur(sigmaX: left(sigmaX, partX), sigmaY: left(sigmaY, partY))
    }

    private var isWhole: Bool { partX == 0 && partY == 0 }

    /// The pixels that the shadow of a picture in `rect` may cover.
    public func output(of rect: PixelRect) -> PixelRect {
        if rect.isEmpty { return rect }
        return blur.input(for: Self.moved(rect, move, more: (partX > 0 ? 1 : 0, partY > 0 ? 1 : 0)))
    }

    /// The source pixels that the shadow in `window` depends on.
    public func input(for window: PixelRect) -> PixelRect {
        let wide = blur.input(for: window)
        if wide.isEmpty { return wide }
        let back = PixelPoint(-move.x, -move.y)
        let grown = PixelRect(wide.x0 - (partX > 0 ? 1 : 0), wide.y0 - (partY > 0 ? 1 : 0), wide.x1, wide.y1)
        return Self.moved(grown, back, more: (0, 0))
    }

    /// Fills the alpha bitmap `mask`, whose first pixel is at `to`, with the shadow of `source`, of either format, at
    /// `at`.
    ///
    /// `source` must contain all pixels of `input(for:)` of the mask's rectangle that are not transparent. Throws when
    /// there is no memory for the intermediate picture.
    public func apply(
        _ source: Bitmap, at: PixelPoint, into mask: Bitmap, at to: PixelPoint
    ) throws(BitmapError) {
        let moved = PixelPoint(at.x + move.x, at.y + move.y)
        if isWhole { return blur.apply(source, at: moved, into: mask, at: to) }
        let between = try Bitmap(
            width: min(source.width + 1, Bitmap.maxSide), height: min(source.height + 1, Bitmap.maxSide), format: .alpha
        )
        for y in 0..<between.height { shift(source, y, into: between) }
        blur.apply(between, at: moved, into: mask, at: to)
    }

    /// Writes a row of the source's alpha with the fractional offset applied.
    private func shift(_ source: Bitmap, _ y: Int, into target: Bitmap) {
        let step = source.format.bytesPerPixel
        let (wx, wy) = (partX, partY)
        func value(_ x: Int, _ y: Int) -> UInt32 {
            guard x >= 0, x < source.width, y >= 0, y < source.height else { return 0 }
            return unsafe UInt32(source.row(y).load(fromByteOffset: x &* step &+ step &- 1, as: UInt8.self))
        }
        unsafe target.withRow(y) { row in
            var last = (256 &- wy) &* value(-1, y) &+ wy &* value(-1, y - 1)
            for x in row.indices {
                let here = (256 &- wy) &* value(x, y) &+ wy &* value(x, y - 1)
                unsafe row[x] = UInt8(truncatingIfNeeded: (here &* (256 &- wx) &+ last &* wx &+ 32768) >> 16)
                last = here
            }
        }
    }

    private static func moved(_ r: PixelRect, _ by: PixelPoint, more: (Int32, Int32)) -> PixelRect {
        let limit = PixelRect.limit
        func held(_ v: Int32) -> Int32 { min(max(v, -limit), limit) }
        let moved = PixelRect(
            held(r.x0 + by.x), held(r.y0 + by.y), held(r.x1 + by.x + more.0), held(r.y1 + by.y + more.1))
        return moved.isEmpty ? .empty : moved
    }
}

/// A shape with its coverage in an alpha bitmap.
struct MaskShape: CoverageShape {
    let mask: PlacedMask

    var pixels: PixelRect { mask.pixels }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        for y in box.y0..<max(box.y0, box.y1) {
            let row = unsafe mask.bitmap.row(Int(y - mask.at.y)).assumingMemoryBound(to: UInt8.self)
            unsafe sink.partial(y: y, x0: box.x0, x1: box.x1, values: row + Int(box.x0 - mask.at.x))
        }
    }
}

extension Canvas {
    /// Paints a colour through an alpha bitmap, for example a shadow or a glyph. Nothing is painted inside `covered`.
    public func fill(
        _ mask: PlacedMask, _ color: PremultipliedColor, except covered: borrowing Region = Region()
    ) {
        let shape = MaskShape(mask: mask)
        let box = bounds.intersection(shape.pixels)
        if box.isEmpty || color.alpha == 0 { return }
        var parts = clip.copy()
        parts.formIntersection(box)
        parts.subtract(covered)
        var sink = SolidSink(target, origin: origin, color)
        parts.forEach { part in
            tools.pixelsFilled += part.area
            shape.cover(clip: part, with: tools, into: &sink)
        }
    }
}
