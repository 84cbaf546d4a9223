public import Geometry

/// Drawing of pictures that were painted in a grid of their own (planes).
extension Canvas {
    /// Draws a picture under `map` from its grid to device pixels; the first pixel of its bitmap is at `origin` of the
    /// grid. The bitmap must contain the part of the picture's `frame` that affects pixels in the clip.
    ///
    /// The sides of `frame` are antialiased edges; nothing is drawn outside, and parts behind the eye are left out. The
    /// result does not depend on the part of the frame in the bitmap, except that `trilinear` requires all of it.
    /// `opacity` is 0…255.
    public func draw(
        _ picture: Picture, at origin: PixelPoint, frame: PixelRect, _ map: Projective,
        _ filters: ImageFilters = ImageFilters(), opacity: UInt8 = 255, _ mode: BlendMode = .normal
    ) {
        guard let back = map.inverse else { return }
        if let affine = map.affine {
            guard let back = affine.inverse else { return }
            let paint = Self.sampling(picture, at: origin, frame, Projective(back), filters) { texels, map, isLinear in
                map.affine.map { ImagePaint(texels, $0, isLinear: isLinear, isOpaque: picture.isOpaque) }
            }
            if affine.keepsAxes {
                guard let shape = EdgeRect(affine.boundingBox(frame.rect)) else { return }
                return fill(shape, paint, opacity, mode)
            }
            let shape = PathShape(path: .rect(frame.rect), transform: affine, rule: .nonZero)
            return fill(shape, paint, opacity, mode)
        }
        let outline = map.outline(frame.rect)
        guard outline.count >= 3 else { return }
        let paint = Self.sampling(picture, at: origin, frame, back, filters) { texels, map, isLinear in
            PerspectivePaint(texels, map, isLinear: isLinear, isSmooth: true, isOpaque: picture.isOpaque)
        }
        fill(PathShape(path: .polygon(outline), transform: .identity, rule: .nonZero), paint, opacity, mode)
    }

    /// Creates the mipmap levels needed to draw the whole picture in this way, so that several threads can then draw
    /// it.
    public static func prepare(_ picture: Picture, at origin: PixelPoint, _ map: Projective, _ filters: ImageFilters) {
        guard filters.minification == .trilinear, let back = map.inverse else { return }
        let frame = picture.bitmap.bounds.offset(origin.x, origin.y)
        _ = sampling(picture, at: origin, frame, back, filters) { texels, map, isLinear in
            PerspectivePaint(texels, map, isLinear: isLinear, isOpaque: false)
        }
    }

    private static func sampling<Source: Paint>(
        _ picture: Picture, at origin: PixelPoint, _ frame: PixelRect, _ back: Projective, _ filters: ImageFilters,
        _ make: (Texels, Projective, _ isLinear: Bool) -> Source?
    ) -> ImageSampling<Source>? {
        let part = picture.bitmap.bounds.offset(origin.x, origin.y).intersection(frame)
        guard !part.isEmpty else { return nil }
        return sampling(picture, part, at: origin, back, scale: scale(back, back, frame.rect), filters, make)
    }

    private func fill<Shape: CoverageShape, Source: Paint>(
        _ shape: Shape, _ paint: ImageSampling<Source>?, _ opacity: UInt8, _ mode: BlendMode
    ) {
        guard bounds.intersects(shape.pixels) else { return }
        // Painted bitmaps are argb and need no decoding.
        switch paint?.levels {
        case .plain(let paint): fill(shape, with: paint, opacity: opacity, mode)
        case .mixed(let paint): fill(shape, with: paint, opacity: opacity, mode)
        case nil: break
        }
    }
}
