/// A small picture, or a plain shape, somewhere in a drawing.
public struct Sprite: Equatable, Sendable {
    /// Maps the unit square, with the picture's upper left corner at 0,0, to the layer's coordinates.
    public var map: Affine
    /// The factor for the picture's colours; for a plain shape, its colour.
    public var color: Color

    public init(_ map: Affine, _ color: Color = .white) {
        self.map = map
        self.color = color
    }
}

/// Sprites of one picture, painted in order.
public struct SpriteBatch: Equatable, Sendable {
    /// Their contents.
    public enum Look: Equatable, Sendable {
        /// The unit square, and the disc inscribed in it.
        case square, disc
        /// The slot of an image, a buffer, or an object that has `contents`.
        case picture(of: Int32)
    }

    public var look: Look
    /// How a scaled picture is sampled.
    public enum Sampling: UInt8, Sendable {
        /// Bilinear when enlarged, with mipmaps when reduced.
        case smooth
        /// Bilinear.
        case linear
        /// Nearest neighbour.
        case nearest
    }

    /// The shown part of the picture, in units of it.
    public var source: Rect
    /// Colours are added to the backdrop (additive blending).
    public var isAdditive: Bool
    public var sampling = Sampling.smooth
    public var sprites: [Sprite]

    public init(
        _ look: Look, source: Rect = Rect(0, 0, 1, 1), isAdditive: Bool = false, _ sprites: [Sprite] = []
    ) {
        self.look = look
        self.source = source
        self.isAdditive = isAdditive
        self.sprites = sprites
    }
}
