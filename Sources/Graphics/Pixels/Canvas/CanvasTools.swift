public import Geometry

/// Counters of painted pixels since the tools were created.
public struct PaintStatistics: Equatable, Sendable {
    /// Number of pixels in the clipped boxes of shapes filled with a colour.
    public var pixelsFilled = 0
    /// Number of pixels of composited bitmaps.
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
    /// Coverage of glyph runs.
    let strips: GlyphStrips
    /// Glyphs that are pictures.
    let pictures = GlyphPictures()
    /// Blurred corners of shadows.
    public let shadows = ShadowTables()
    let slices = ShadowSliceCache()
    let shapes: ShapeCache
    var pixelsFilled = 0
    var pixelsComposited = 0
    private var scratch: [Bitmap?] = [nil, nil, nil, nil]

    /// `cornerBudget` is the size of the corner mask cache, in bytes.
    public init(cornerBudget: Int = 2 << 20) {
        let asked = AskedOnce()
        corners = CornerMasks(budget: cornerBudget, asked)
        strips = GlyphStrips(asked)
        shapes = ShapeCache(asked)
    }

    /// Maximum size of the corner mask cache, in bytes; a smaller value takes effect immediately.
    public var cornerBudget: Int {
        get { corners.budget }
        set { corners.budget = max(newValue, 0) }
    }

    /// Maximum size of the glyph caches, in bytes: half of it for glyphs that are pictures, a quarter for runs of
    /// others.
    public var glyphBudget: Int {
        get { pictures.budget * 2 }
        set {
            pictures.budget = max(newValue, 0) / 2
            strips.budget = max(newValue, 0) / 4
            glyphs.budget = max(newValue, 0) / 4
        }
    }

    /// Size of the glyph caches, in bytes.
    public var glyphBytes: Int { glyphs.bytes + strips.bytes + pictures.bytes }

    /// The number of the part of the picture being painted. A shape that lies in two parts does not count as drawn
    /// twice.
    public var part: Int {
        get { shapes.part }
        set { shapes.part = newValue }
    }

    /// Maximum size of the path coverage cache, in bytes; a smaller value takes effect immediately.
    public var shapeBudget: Int {
        get { shapes.budget }
        set { shapes.budget = max(newValue, 0) }
    }

    /// Size of the path coverage cache, in bytes.
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

    /// Draws the coverage of a path (device pixels) on a transparent alpha bitmap, whose first pixel is at `at`.
    public func cover(_ path: Path, _ transform: Affine, rule: FillRule, on bitmap: Bitmap, at: PixelPoint) {
        let rect = PixelRect(at, width: bitmap.width, height: bitmap.height)
        cover(PathShape(path: path, transform: transform, rule: rule), rect, bitmap)
    }

    /// Draws the coverage of a rounded rectangle (device pixels) on a transparent alpha bitmap, whose first pixel is at
    /// `at`.
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

    enum Scratch: Int {
        case source
        case result
        /// A mask for one band.
        case mask
        /// The mask of a source while rows are blended.
        case coverage

        var format: PixelFormat { self == .mask || self == .coverage ? .alpha : .argb }
    }

    /// Maximum area of a band in composited steps, in pixels.
    static let bandArea = 1 << 16

    /// A scratch bitmap of at least `width` × `height`, up to a band's area or one row; its contents are undefined.
    func bitmap(_ use: Scratch, width: Int, height: Int) -> Bitmap {
        if let old = scratch[use.rawValue], old.width >= width, old.height >= height { return old }
        let old = scratch[use.rawValue]
        let w = max(width, min(old?.width ?? 0, Bitmap.maxSide))
        let h = max(height, min(old?.height ?? 0, max(1, Self.bandArea / w)))
        guard let fresh = try? Bitmap(width: w, height: h, format: use.format) else {
            preconditionFailure("no memory for a band")
        }
        scratch[use.rawValue] = fresh
        return fresh
    }
}
