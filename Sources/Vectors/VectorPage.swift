package import Geometry
package import Pixels

/// A page of a document: what is painted on it, from the back to the front.
///
/// A value that refers to nothing that changes: it can be written on any thread.
package struct VectorPage: @unchecked Sendable {
    /// In points.
    package let size: Size
    /// Units of the operations' coordinates to a point: pixels of the images in it.
    package let scale: Double
    package var operations: [VectorOperation] = []
    /// Bytes of the images in it.
    package private(set) var imageBytes = 0
    /// How many of the layers' pictures are images because vectors cannot say them.
    package private(set) var imageCount = 0

    /// Empty, and transparent.
    package init(size: Size, scale: Double) { (self.size, self.scale) = (size, scale) }

    /// Forgets all that was painted.
    package mutating func removeAll() {
        operations.removeAll(keepingCapacity: true)
        imageCount = 0
    }

    /// Counts the bytes of an image.
    package mutating func note(bytes image: Bitmap) { imageBytes += image.byteCount }

    /// Adds an image of something that vectors cannot say.
    package mutating func add(image operation: VectorOperation) {
        operations.append(operation)
        imageCount += 1
    }
}

/// Something that is painted on a page, in its units.
package enum VectorOperation {
    /// Keeps the clip until the matching `restore`.
    case save
    case restore
    case clip(Path, Affine, FillRule)
    case fill(Path, Affine, FillRule, VectorPaint)
    case stroke(Path, Affine, StrokeStyle, VectorPaint)
    /// `map`: from pixels of the bitmap. Without `isSmooth` each pixel is a square.
    case image(VectorImage, Affine, opacity: Double, isSmooth: Bool)
    /// Outlines and pictures of glyphs, each by its index among these.
    case glyphs(GlyphRun, [Glyph], Affine, VectorPaint)
    /// What follows is one picture until `endGroup`.
    case beginGroup
    /// The picture is complete; what follows up to `endGroup` is a second one, whose alpha masks it.
    case beginMask
    case endGroup(opacity: Double, mode: BlendMode, isMasked: Bool)
}

/// The paint of a shape.
package enum VectorPaint {
    /// `opacity` multiplies the colour's alpha.
    case color(Color, opacity: Double)
    /// Axial or radial. The map takes the space of `Gradient.map`'s result to the page.
    case gradient(Gradient, Affine, opacity: Double)
}

/// Pixels that stay as they are.
package struct VectorImage {
    package let bitmap: Bitmap
    /// The words' alpha means nothing: opaque.
    package let isOpaque: Bool

    /// `bitmap`: premultiplied argb, or xrgb when it is opaque.
    package init(_ bitmap: Bitmap, isOpaque: Bool = false) { (self.bitmap, self.isOpaque) = (bitmap, isOpaque) }
}

/// The format of a document.
package enum VectorFormat: Sendable {
    case pdf, svg

    /// The mode is written as it is; others need an image of what they blend with.
    package func has(_ mode: BlendMode) -> Bool {
        mode == .normal || (self == .pdf && mode.rawValue <= BlendMode.luminosity.rawValue)
    }
}
