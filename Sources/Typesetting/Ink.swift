package import ScrimPluginKit

/// The paint of a text.
package struct Ink: Equatable, Sendable {
    /// Of glyphs, and of lines under them; nil: none. Markup may say others.
    package var color: Color?
    /// Of a line along the glyphs' outlines, above their insides.
    package var strokeColor: Color?
    /// Of that line, in points.
    package var strokeWidth = 0.0

    package init(color: Color?) { self.color = color }
}
