public import Geometry

/// Amounts painted since the tools were made.
public struct PaintStatistics: Equatable, Sendable {
    /// Pixels of clipped shapes' boxes that were filled with a colour.
    public var pixelsFilled = 0
    /// Pixels of bitmaps that were composited.
    public var pixelsComposited = 0
    public var cornerHits = 0
    public var cornerMisses = 0
    public var cornerBytes = 0

    public init() {}
}

/// Scratch memory, caches and counters shared by the canvases of one thread.
///
/// Each painting thread has its own. Pictures do not depend on the caches.
public final class CanvasTools {
    let rasterizer = CoverageRasterizer()
    let corners: CornerMasks
    let glyphs = GlyphMasks()
    /// Of runs of glyphs.
    let strips: GlyphStrips
    /// Of glyphs that are pictures.
    let pictures = GlyphPictures()
    /// Corners of shadows.
    public let shadows = ShadowTables()
    let slices = ShadowSliceCache()
    let shapes: ShapeCache
    var pixelsFilled = 0
    var pixelsComposited = 0
    private var scratch: [Bitmap?] = [nil, nil, nil, nil]

    /// `cornerBudget`: bytes of corner masks that are kept.
    public init(cornerBudget: Int = 2 << 20) {
        let asked = AskedOnce()
        corners = CornerMasks(budget: cornerBudget, asked)
        strips = GlyphStrips(asked)
        shapes = ShapeCache(asked)
    }

    /// Bytes of corner masks that are kept; a smaller one takes effect at once.
    public var cornerBudget: Int {
        get { corners.budget }
        set { corners.budget = max(newValue, 0) }
    }

    /// Bytes of glyphs that are kept: half of them for those that are pictures, a quarter for runs of the others.
    public var glyphBudget: Int {
        get { pictures.budget * 2 }
        set {
            pictures.budget = max(newValue, 0) / 2
            strips.budget = max(newValue, 0) / 4
            glyphs.budget = max(newValue, 0) / 4
        }
    }

    /// Bytes of glyphs that are kept.
    public var glyphBytes: Int { glyphs.bytes + strips.bytes + pictures.bytes }

    /// The part of a picture that is painted: what lies in two of them is not drawn again for that.
    public var part: Int {
        get { shapes.part }
        set { shapes.part = newValue }
    }

    /// Bytes of paths' coverage that are kept; a smaller one takes effect at once.
    public var shapeBudget: Int {
        get { shapes.budget }
        set { shapes.budget = max(newValue, 0) }
    }

    /// Bytes of paths' coverage that are kept.
    public var shapeBytes: Int { shapes.bytes }

    public var statistics: PaintStatistics {
        var s = PaintStatistics()
        s.pixelsFilled = pixelsFilled
        s.pixelsComposited = pixelsComposited
        s.cornerHits = corners.hits
        s.cornerMisses = corners.misses
        s.cornerBytes = corners.bytes
        return s
    }

    // MARK: Masks

    /// The coverage of a path within `rect` (device pixels), as an alpha bitmap of that size.
    public func mask(
        of path: Path, _ transform: Affine, rule: FillRule, in rect: PixelRect
    ) throws(BitmapError) -> Bitmap {
        try mask(of: PathShape(path: path, transform: transform, rule: rule), in: rect)
    }

    /// The coverage of a rounded rectangle (device pixels) within `rect`, as an alpha bitmap of that size.
    public func mask(
        ofRoundedRect rounded: Rect, _ corners: CornerShape, in rect: PixelRect
    ) throws(BitmapError) -> Bitmap {
        let bitmap = try Bitmap(width: Int(rect.width), height: Int(rect.height), format: .alpha)
        if let shape = RoundedRect(rounded, corners) { cover(shape, rect, bitmap) }
        return bitmap
    }

    /// Draws the coverage of a path (device pixels) on a clear alpha bitmap, whose first pixel is at `at`.
    public func cover(_ path: Path, _ transform: Affine, rule: FillRule, on bitmap: Bitmap, at: PixelPoint) {
        let rect = PixelRect(at, width: bitmap.width, height: bitmap.height)
        cover(PathShape(path: path, transform: transform, rule: rule), rect, bitmap)
    }

    /// Draws the coverage of a rounded rectangle (device pixels) on a clear alpha bitmap, whose first pixel is at `at`.
    public func cover(roundedRect rounded: Rect, _ corners: CornerShape, on bitmap: Bitmap, at: PixelPoint) {
        let rect = PixelRect(at, width: bitmap.width, height: bitmap.height)
        if let shape = RoundedRect(rounded, corners) { cover(shape, rect, bitmap) }
    }

    func mask<Shape: CoverageShape>(of shape: Shape, in rect: PixelRect) throws(BitmapError) -> Bitmap {
        let bitmap = try Bitmap(width: Int(rect.width), height: Int(rect.height), format: .alpha)
        cover(shape, rect, bitmap)
        return bitmap
    }

    func cover<Shape: CoverageShape>(_ shape: Shape, _ rect: PixelRect, _ bitmap: Bitmap) {
        var sink = MaskSink(bitmap, origin: PixelPoint(rect.x0, rect.y0))
        shape.cover(clip: rect, with: self, into: &sink)
    }

    // MARK: Scratch

    enum Slot: Int {
        case source
        case result
        /// A mask while a band is made.
        case mask
        /// The mask of a source while rows are blended.
        case coverage

        var format: PixelFormat { self == .mask || self == .coverage ? .alpha : .argb }
    }

    /// Pixels of a band that compositing in steps takes at a time.
    static let bandArea = 1 << 16

    /// At least `width` by `height`, within a band's area or one row; contents are the last user's.
    func bitmap(_ slot: Slot, width: Int, height: Int) -> Bitmap {
        if let old = scratch[slot.rawValue], old.width >= width, old.height >= height { return old }
        let old = scratch[slot.rawValue]
        let w = max(width, min(old?.width ?? 0, Bitmap.maxSide))
        let h = max(height, min(old?.height ?? 0, max(1, Self.bandArea / w)))
        guard let fresh = try? Bitmap(width: w, height: h, format: slot.format) else {
            preconditionFailure("no memory for a band")
        }
        scratch[slot.rawValue] = fresh
        return fresh
    }
}
