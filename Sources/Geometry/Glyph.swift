/// The appearance of a font's glyph, at any size: an outline to fill, or a picture. Lengths in ems, y downward, the origin on
/// the baseline.
package final class Glyph: Sendable {
    /// A picture of a glyph: an emoji.
    package struct Pixels: Sendable {
        package var width: Int
        package var height: Int
        /// Premultiplied 0xAARRGGBB, row by row.
        package var words: [UInt32]

        package init(width: Int, height: Int, words: [UInt32]) {
            (self.width, self.height, self.words) = (width, height, words)
        }
    }

    /// Never the same for two glyphs.
    package let number: UInt32
    /// Filled by the non-zero rule, unless there is a picture.
    package let outline: Path
    package let pixels: Pixels?
    /// Holds all that is painted.
    package let box: Rect

    /// `box`: where the picture lies; without one, the box of the outline.
    package init(number: UInt32, outline: Path, pixels: Pixels? = nil, box: Rect) {
        (self.number, self.outline, self.pixels, self.box) = (number, outline, pixels, box)
    }

    /// Bytes that it takes.
    package var bytes: Int { outline.points.count * 17 + (pixels?.words.count ?? 0) * 4 + 160 }
}

/// A glyph and where its origin is.
package struct PlacedGlyph: Equatable, Sendable {
    /// `Glyph.number`.
    package var number: UInt32
    /// The index in `Drawing.glyphs`.
    package var glyph: UInt32
    package var at: Point

    package init(number: UInt32, glyph: UInt32, at: Point) {
        (self.number, self.glyph, self.at) = (number, glyph, at)
    }
}

/// Glyphs of one size that are painted as one shape.
package struct GlyphRun: Equatable, Sendable {
    /// Points that one em is.
    package var em: Double
    package var glyphs: [PlacedGlyph]
    /// Holds all that they paint.
    package var box: Rect

    package init(em: Double, glyphs: [PlacedGlyph], box: Rect) {
        (self.em, self.glyphs, self.box) = (em, glyphs, box)
    }
}
