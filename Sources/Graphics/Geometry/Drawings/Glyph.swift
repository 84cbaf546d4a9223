/// The shape of a font's glyph, independent of size: an outline to fill, or a picture. Lengths are in ems, y grows
/// downward, the origin is on the baseline.
public final class Glyph: Sendable {
    /// The picture of a glyph, such as an emoji.
    public struct Pixels: Sendable {
        public var width: Int
        public var height: Int
        /// Premultiplied 0xAARRGGBB, row by row.
        public var words: [UInt32]

        public init(width: Int, height: Int, words: [UInt32]) {
            (self.width, self.height, self.words) = (width, height, words)
        }
    }

    /// Unique among all glyphs.
    public let number: UInt32
    /// Filled with the non-zero rule; unused if there is a picture.
    public let outline: Path
    public let pixels: Pixels?
    /// Bounding box of everything painted.
    public let box: Rect
    /// The character the glyph represents; nil for none, or several.
    public let character: Unicode.Scalar?

    /// `box` is the position of the picture; without a picture, the box of the outline is used as well.
    public init(
        number: UInt32, outline: Path, pixels: Pixels? = nil, box: Rect, character: Unicode.Scalar? = nil
    ) {
        (self.number, self.outline, self.pixels, self.box) = (number, outline, pixels, box)
        self.character = character
    }

    /// Approximate memory, in bytes.
    public var bytes: Int { outline.points.count * 17 + (pixels?.words.count ?? 0) * 4 + 160 }
}

/// A glyph and the position of its origin.
public struct PlacedGlyph: Equatable, Sendable {
    /// `Glyph.number`.
    public var number: UInt32
    /// The index in `Drawing.glyphs`.
    public var glyph: UInt32
    public var at: Point

    public init(number: UInt32, glyph: UInt32, at: Point) {
        (self.number, self.glyph, self.at) = (number, glyph, at)
    }
}

/// Glyphs of one size that are painted as one shape.
public struct GlyphRun: Equatable, Sendable {
    /// Size of one em, in points.
    public var em: Double
    public var glyphs: [PlacedGlyph]
    /// Bounding box of everything painted.
    public var box: Rect

    public init(em: Double, glyphs: [PlacedGlyph], box: Rect) {
        (self.em, self.glyphs, self.box) = (em, glyphs, box)
    }
}
