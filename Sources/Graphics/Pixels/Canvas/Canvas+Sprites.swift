public import Geometry

/// Drawing of many small pictures or plain shapes without allocation per sprite.
extension Canvas {
    /// Draws sprites in order under `map` (points to device pixels); sprites of a missing picture are skipped.
    ///
    /// `opacity` is 0…1. The edges are antialiased. Additive sprites ignore `mode`.
    public func draw(
        _ batch: SpriteBatch, _ picture: Picture?, _ map: Affine, opacity: Double = 1, _ mode: BlendMode = .normal
    ) {
        let mode = batch.isAdditive ? .plusLighter : mode
        var source = batch.source
        if let picture {
            let (w, h) = (Double(picture.bitmap.width), Double(picture.bitmap.height))
            source = Rect(source.x * w, source.y * h, source.width * w, source.height * h)
        } else if case .picture = batch.look {
            return
        }
        let piece = ContentsPiece(source: source, destination: Rect(0, 0, 1, 1))
        let filters = batch.filters
        let outline = batch.look == .disc ? Sprite.disc : Sprite.square
        for sprite in batch.sprites {
            let map = map.concat(sprite.map)
            let box = map.boundingBox(piece.destination)
            let color = PremultipliedColor(sprite.color, opacity: opacity)
            guard color.alpha > 0 || !mode.isBounded, PixelRect(covering: box).intersects(bounds) else { continue }
            if map.keepsAxes, batch.look != .disc {
                guard let shape = EdgeRect(box) else { continue }
                draw(shape, picture, piece, map, color, filters, mode)
            } else {
                let shape = PathShape(path: outline, transform: map, rule: .nonZero)
                draw(shape, picture, piece, map, color, filters, mode)
            }
        }
    }

    private func draw<Shape: CoverageShape>(
        _ shape: Shape, _ picture: Picture?, _ piece: ContentsPiece, _ map: Affine, _ color: PremultipliedColor,
        _ filters: ImageFilters, _ mode: BlendMode
    ) {
        guard let picture else {
            if mode != .plusLighter { return paint(shape, color, mode) }
            return add(shape, ColorPaint(pixel: color.pixel))
        }
        guard let back = map.inverse else { return }
        let sampling = sampling(picture, piece, Projective(back), filters) { texels, map, isLinear in
            map.affine.map { ImagePaint(texels, $0, isLinear: isLinear, isOpaque: picture.isOpaque) }
        }
        guard let sampling else { return }
        if mode == .plusLighter { return add(shape, TintedPaint(sampling, color)) }
        // White only changes the opacity.
        if color.pixel == UInt32(color.alpha) &* 0x0101_0101 {
            return fill(shape, with: sampling, opacity: color.alpha, mode)
        }
        fill(shape, with: TintedPaint(sampling, color), opacity: 255, mode)
    }

    private func add<Shape: CoverageShape, Source: Paint>(_ shape: Shape, _ paint: Source) {
        let box = bounds.intersection(shape.pixels)
        if box.isEmpty { return }
        tools.pixelsFilled += box.area
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: AddSink<Source>.chunk) { buffer in
            guard let scratch = buffer.baseAddress else { return }
            var sink = unsafe AddSink(target, origin: origin, paint, scratch: scratch)
            if isOneRect {
                shape.cover(clip: box, with: tools, into: &sink)
            } else {
                var parts = RegionSink(clip, sink)
                shape.cover(clip: box, with: tools, into: &parts)
            }
        }
    }
}

extension Sprite {
    fileprivate static let square = Path.rect(Rect(0, 0, 1, 1))
    fileprivate static let disc = Path.ellipse(Point(0.5, 0.5), rx: 0.5, ry: 0.5)
}

extension SpriteBatch {
    /// The filters for the sprites' picture.
    public var filters: ImageFilters {
        switch sampling {
        case .smooth: ImageFilters(magnification: .linear, minification: .trilinear)
        case .linear: ImageFilters(magnification: .linear, minification: .linear)
        case .nearest: ImageFilters(magnification: .nearest, minification: .nearest)
        }
    }
}

/// A single colour.
struct ColorPaint: Paint {
    let pixel: UInt32

    var isOpaque: Bool { pixel >> 24 == 255 }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        unsafe scratch.update(repeating: pixel, count: count)
        return unsafe UnsafePointer(scratch)
    }
}

/// A paint multiplied by a colour.
struct TintedPaint<Source: Paint>: Paint {
    private let source: Source
    /// The factors for blue and red, and for green and alpha, of four pixels: 0…255.
    private let even: SIMD8<UInt16>
    private let odd: SIMD8<UInt16>
    let isOpaque: Bool

    init(_ source: Source, _ color: PremultipliedColor) {
        self.source = source
        let p = color.pixel
        let (b, g) = (UInt16(p & 255), UInt16(p >> 8 & 255))
        let (r, a) = (UInt16(p >> 16 & 255), UInt16(p >> 24))
        even = SIMD8(b, r, b, r, b, r, b, r)
        odd = SIMD8(g, a, g, a, g, a, g, a)
        isOpaque = source.isOpaque && a == 255
    }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        let from = unsafe source.row(y: y, x: x, count: count, scratch)
        var i = 0
        while i &+ 4 <= count {
            let four = unsafe UnsafeRawPointer(from + i).loadUnaligned(as: SIMD4<UInt32>.self)
            unsafe UnsafeMutableRawPointer(scratch + i).storeBytes(of: tint(four), as: SIMD4<UInt32>.self)
            i &+= 4
        }
        while i < count {
            unsafe scratch[i] = unsafe tint(SIMD4(repeating: from[i]))[0]
            i &+= 1
        }
        return unsafe UnsafePointer(scratch)
    }

    /// Multiplies each channel, divides by 255 and rounds.
    @inline(__always)
    private func tint(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let words = unsafe unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
        let low = (words & 255) &* even &+ 128
        let high = (words &>> 8) &* odd &+ 128
        return unsafe unsafeBitCast(
            (low &+ low &>> 8) &>> 8 | (high &+ high &>> 8) & 0xFF00, to: SIMD4<UInt32>.self)
    }
}

/// Adds a paint to argb pixels through coverage: `plusLighter`, with pixman's arithmetic.
@safe struct AddSink<Source: Paint>: CoverageSink {
    /// Maximum number of pixels requested from the paint at a time.
    static var chunk: Int { 512 }

    private let base: UnsafeMutableRawPointer
    private let stride: Int
    private let origin: PixelPoint
    private let paint: Source
    private let scratch: UnsafeMutablePointer<UInt32>

    /// Every run must lie within the bitmap; `scratch` has room for `chunk` pixels and must outlive the sink.
    init(_ bitmap: Bitmap, origin: PixelPoint, _ paint: Source, scratch: UnsafeMutablePointer<UInt32>) {
        unsafe base = bitmap.base
        stride = bitmap.stride
        self.origin = origin
        self.paint = paint
        unsafe self.scratch = unsafe scratch
    }

    mutating func solid(y: Int32, x0: Int32, x1: Int32, coverage: UInt8) {
        unsafe each(y, x0, x1) { from, to, count, _ in
            for i in 0..<count { unsafe to[i] = unsafe Self.sum(PremultipliedColor.scale(from[i], coverage), to[i]) }
        }
    }

    mutating func partial(y: Int32, x0: Int32, x1: Int32, values: UnsafePointer<UInt8>) {
        unsafe each(y, x0, x1) { from, to, count, shift in
            let coverage = unsafe values + shift
            for i in 0..<count {
                unsafe to[i] = unsafe Self.sum(PremultipliedColor.scale(from[i], coverage[i]), to[i])
            }
        }
    }

    /// Calls `body` with parts of a run: the paint's pixels, the target pixels, their number, and the offset in the
    /// run.
    @inline(__always)
    private func each(
        _ y: Int32, _ x0: Int32, _ x1: Int32,
        _ body: (UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>, Int, Int) -> Void
    ) {
        let row = unsafe (base + Int(y &- origin.y) &* stride).assumingMemoryBound(to: UInt32.self)
        var x = x0
        while x < x1 {
            let count = min(Int(x1 &- x), Self.chunk)
            let from = unsafe paint.row(y: y, x: x, count: count, scratch)
            unsafe body(from, row + Int(x &- origin.x), count, Int(x &- x0))
            x &+= Int32(truncatingIfNeeded: count)
        }
    }

    /// The sum of each channel, saturated to 255.
    @inline(__always)
    private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
        // Two channels at a time: a carry becomes 255.
        func add(_ a: UInt32, _ b: UInt32) -> UInt32 {
            let t = a &+ b
            return (t | (0x0100_0100 &- (t >> 8 & 0x0001_0001))) & 0x00FF_00FF
        }
        let low = add(a & 0x00FF_00FF, b & 0x00FF_00FF)
        return low | add(a >> 8 & 0x00FF_00FF, b >> 8 & 0x00FF_00FF) << 8
    }
}
