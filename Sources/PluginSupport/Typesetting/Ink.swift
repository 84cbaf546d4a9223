package import ScrimPluginKit

/// The colours of a text.
package struct Ink: Equatable, Sendable {
    /// Colour of glyphs and underlines; nil for none. Markup may override it.
    package var color: Color?
    /// Colour of a stroke along the glyphs' outlines, painted over their insides.
    package var strokeColor: Color?
    /// Width of the stroke, in points.
    package var strokeWidth = 0.0

    package init(color: Color?) { self.color = color }
}
