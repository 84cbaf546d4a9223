package import Geometry
package import Pixels

/// A page of a document: operations from back to front.
///
/// A value without references to mutable state: it can be written on any thread.
package struct VectorPage: @unchecked Sendable {
    /// In points.
    package let size: Size
    /// Units of the operations' coordinates per point; equals the pixels of its images per point.
    package let scale: Double
    package var operations: [VectorOperation] = []
    /// Size of its images, in bytes.
    package private(set) var imageBytes = 0
    /// Number of layers' pictures that are images because vectors cannot represent them.
    package private(set) var imageCount = 0

    /// An empty, transparent page.
    package init(size: Size, scale: Double) { (self.size, self.scale) = (size, scale) }

    /// Removes all operations.
    package mutating func removeAll() {
        operations.removeAll(keepingCapacity: true)
        imageCount = 0
    }

    /// Counts the bytes of an image.
    package mutating func note(bytes image: Bitmap) { imageBytes += image.byteCount }

    /// Adds an image of something that vectors cannot represent.
    package mutating func add(image operation: VectorOperation) {
        operations.append(operation)
        imageCount += 1
    }
}

/// An operation on a page, in its units.
package enum VectorOperation {
    /// Saves the clip until the matching `restore`.
    case save
    case restore
    case clip(Path, Affine, FillRule)
    case fill(Path, Affine, FillRule, VectorPaint)
    case stroke(Path, Affine, StrokeStyle, VectorPaint)
    /// The map maps pixels of the bitmap to the page. Without `isSmooth` each pixel is a square.
    case image(VectorImage, Affine, opacity: Double, isSmooth: Bool)
    /// Outlines and pictures of glyphs, which the run refers to by index.
    case glyphs(GlyphRun, [Glyph], Affine, VectorPaint)
    /// Begins a group: operations up to `endGroup` make one picture.
    case beginGroup
    /// Ends the group's picture; the operations up to `endGroup` make a second one, whose alpha masks the first.
    case beginMask
    case endGroup(opacity: Double, mode: BlendMode, isMasked: Bool)
}

/// The paint of a shape.
package enum VectorPaint {
    /// `opacity` multiplies the colour's alpha.
    case color(Color, opacity: Double)
    /// An axial or radial gradient. The map maps the space of `Gradient.map`'s result to the page.
    case gradient(Gradient, Affine, opacity: Double)
}

/// Immutable pixels.
package struct VectorImage {
    package let bitmap: Bitmap
    /// True when the alpha bytes have no meaning, and the image is opaque.
    package let isOpaque: Bool

    /// `bitmap`: premultiplied argb, or xrgb when it is opaque.
    package init(_ bitmap: Bitmap, isOpaque: Bool = false) { (self.bitmap, self.isOpaque) = (bitmap, isOpaque) }
}

/// The format of a document.
package enum VectorFormat: Sendable {
    case pdf, svg

    /// True when the format supports the mode; other modes need an image that includes the backdrop.
    package func has(_ mode: BlendMode) -> Bool {
        mode == .normal || (self == .pdf && mode.rawValue <= BlendMode.luminosity.rawValue)
    }
}
