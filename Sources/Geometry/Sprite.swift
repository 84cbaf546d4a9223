/// A small picture, or a plain shape, somewhere in a drawing.
public struct Sprite: Equatable, Sendable {
    /// From the unit square, the picture's upper left corner at 0,0, to the layer's coordinates.
    public var map: Affine
    /// The factor of the picture's colours; of a plain shape, its colour.
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
        /// The unit square, and the disc in it.
        case square, disc
        /// The slot of an image, a buffer, or an object that has `contents`.
        case picture(of: Int32)
    }

    public var look: Look
    /// How pixels of a picture become others.
    public enum Sampling: UInt8, Sendable {
        /// Between four pixels where it is enlarged, from mipmaps where it is made smaller.
        case smooth
        /// Between four pixels.
        case linear
        /// The pixel that covers it.
        case nearest
    }

    /// The part of the picture, in units of it.
    public var source: Rect
    /// Colours are added to the backdrop.
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
