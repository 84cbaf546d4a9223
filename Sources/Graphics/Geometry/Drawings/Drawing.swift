/// The drawing of a layer kind, recorded in the layer's own coordinates (points, y downward), so that the host can
/// rasterize, cache and cull it at any scale.
///
/// Operations refer to paths and styles by index, so a drawing is a few arrays instead of a tree.
public struct Drawing: Equatable, Sendable {
    public enum Operation: Equatable, Sendable {
        /// Saves the state (map, clip, alpha, blend mode, shadow) until the matching `restore`.
        case save
        /// Like `save`; in addition, the operations up to the matching `restore` are painted as one picture, with the
        /// alpha, blend mode, shadow and clip in force at this point. Inside, these are reset.
        case saveLayer
        case restore
        /// Concatenates a map, applied before the current one.
        case concat(Affine)
        /// Intersects the clip with the inside of a path.
        case clip(path: Int, rule: FillRule)
        case fill(path: Int, rule: FillRule, color: Color)
        case stroke(path: Int, style: Int, color: Color)
        /// Fills a path with a gradient; without a path, the rounded bounds of the layer (`rule` is then ignored).
        case gradient(path: Int?, rule: FillRule, gradient: Int)
        /// Multiplies the alpha of the operations that follow, 0…1.
        case alpha(Double)
        /// Sets how the following operations blend with the drawing so far: a raw value of `BlendMode`.
        case blend(UInt8)
        /// Sets the shadow that each following operation casts: offset and standard deviation in points of the layer,
        /// independent of the map. A transparent colour removes it.
        case shadow(offset: Point, radius: Double, color: Color)
        /// Paints a gradient, under the current map, everywhere inside the clip; without a clip, in the layer's bounds.
        case flood(gradient: Int)
        /// Paints a run of glyphs as one shape.
        case glyphs(run: Int, color: Color)
        case sprites(Int)
    }

    public var operations: [Operation] = []
    public var paths: [Path] = []
    public var styles: [StrokeStyle] = []
    public var gradients: [Gradient] = []
    public var runs: [GlyphRun] = []
    /// The glyphs that the runs refer to, each once.
    public var glyphs: [Glyph] = []
    public var sprites: [SpriteBatch] = []
    /// The copies in which the sublayers are drawn, for kinds that replicate them.
    public var copies: [LayerCopy] = []

    /// Layer-local time, in seconds, until which the drawing does not change.
    public var holdsUntil = Double.infinity

    public init() {}

    public static func == (a: Drawing, b: Drawing) -> Bool {
        // Glyphs need no comparison: the runs refer to them by unique numbers.
        a.operations == b.operations && a.paths == b.paths && a.styles == b.styles && a.gradients == b.gradients
            && a.runs == b.runs && a.sprites == b.sprites && a.copies == b.copies
            && a.holdsUntil == b.holdsUntil
    }

    /// True when nothing is painted, apart from sublayers.
    public var isEmpty: Bool { operations.isEmpty }
}
