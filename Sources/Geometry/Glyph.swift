/// The appearance of a font's glyph, at any size: an outline to fill, or a picture. Lengths in ems, y downward, the origin on
/// the baseline.
public final class Glyph: Sendable {
    /// A picture of a glyph: an emoji.
    public struct Pixels: Sendable {
        public var width: Int
        public var height: Int
        /// Premultiplied 0xAARRGGBB, row by row.
        public var words: [UInt32]

        public init(width: Int, height: Int, words: [UInt32]) {
            (self.width, self.height, self.words) = (width, height, words)
        }
    }

    /// Never the same for two glyphs.
    public let number: UInt32
    /// Filled by the non-zero rule, unless there is a picture.
    public let outline: Path
    public let pixels: Pixels?
    /// Holds all that is painted.
    public let box: Rect
    /// The character that it stands for; nil for none, or several.
    public let character: Unicode.Scalar?

    /// `box`: where the picture lies; without one, the box of the outline.
    public init(
        number: UInt32, outline: Path, pixels: Pixels? = nil, box: Rect, character: Unicode.Scalar? = nil
    ) {
        (self.number, self.outline, self.pixels, self.box) = (number, outline, pixels, box)
        self.character = character
    }

    /// Bytes that it takes.
    public var bytes: Int { outline.points.count * 17 + (pixels?.words.count ?? 0) * 4 + 160 }
}

/// A glyph and where its origin is.
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
    /// Points that one em is.
    public var em: Double
    public var glyphs: [PlacedGlyph]
    /// Holds all that they paint.
    public var box: Rect

    public init(em: Double, glyphs: [PlacedGlyph], box: Rect) {
        (self.em, self.glyphs, self.box) = (em, glyphs, box)
    }
}
