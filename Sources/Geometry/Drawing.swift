/// The drawing of a layer kind, recorded in the layer's own coordinates (points, y downward), so that the host can
/// rasterize, cache and cull it at any scale.
///
/// Operations name paths and styles by index, so that a drawing is a few arrays and not a tree.
public struct Drawing: Equatable, Sendable {
    public enum Operation: Equatable, Sendable {
        /// Keeps the state (map, clip, alpha, blend mode, shadow) until the matching `restore`.
        case save
        /// The same; the operations up to the matching `restore` make one picture, painted with the alpha, blend mode, shadow
        /// and clip in force at the beginning. Within it these begin anew.
        case saveLayer
        case restore
        /// Maps the operations that follow: applied before the map that is in force.
        case concat(Affine)
        /// Narrows the clip to a path's inside.
        case clip(path: Int, rule: FillRule)
        case fill(path: Int, rule: FillRule, color: Color)
        case stroke(path: Int, style: Int, color: Color)
        /// Fills a path with a gradient; without a path, the rounded bounds of the layer (the rule then means nothing).
        case gradient(path: Int?, rule: FillRule, gradient: Int)
        /// Multiplies the alpha of the operations that follow, 0…1.
        case alpha(Double)
        /// The blending of the operations that follow with the drawing so far: a raw value of `BlendMode`.
        case blend(UInt8)
        /// The operations that follow cast shadows, each its own: offset and standard deviation in points of the layer,
        /// under any map. A transparent colour ends it.
        case shadow(offset: Point, radius: Double, color: Color)
        /// Paints a gradient, under the map in force, wherever the clip lets it; without a clip, in the layer's bounds.
        case flood(gradient: Int)
        /// Paints glyphs, as one shape.
        case glyphs(run: Int, color: Color)
        case sprites(Int)
    }

    public var operations: [Operation] = []
    public var paths: [Path] = []
    public var styles: [StrokeStyle] = []
    public var gradients: [Gradient] = []
    public var runs: [GlyphRun] = []
    /// The glyphs of the runs, each once.
    public var glyphs: [Glyph] = []
    public var sprites: [SpriteBatch] = []
    /// How often, and where, the sublayers are drawn: of kinds that place them.
    public var copies: [LayerCopy] = []

    /// The layer's own time until which the drawing stays as it is.
    public var holdsUntil = Double.infinity

    public init() {}

    public static func == (a: Drawing, b: Drawing) -> Bool {
        // A glyph is named by its number in the runs.
        a.operations == b.operations && a.paths == b.paths && a.styles == b.styles && a.gradients == b.gradients
            && a.runs == b.runs && a.sprites == b.sprites && a.copies == b.copies
            && a.holdsUntil == b.holdsUntil
    }

    /// Nothing is painted, sublayers aside.
    public var isEmpty: Bool { operations.isEmpty }
}
