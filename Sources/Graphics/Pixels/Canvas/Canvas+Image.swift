public import Geometry
import Glibc

extension Canvas {
    /// Draws parts of a picture, each from pixels of the picture to a rectangle in points, under `map` (points to
    /// device pixels).
    ///
    /// Outside the source of a piece its edge pixels repeat. Outer sides parallel to the pixel grid have exact
    /// coverage, others antialiased edges; pieces join without seams. At a scale of 1 on pixel boundaries, pixels are
    /// copied. `opacity` is 0…255.
    public func draw(
        _ picture: Picture, _ layout: ContentsLayout, _ map: Affine, _ filters: ImageFilters = ImageFilters(),
        opacity: UInt8 = 255, _ mode: BlendMode = .normal
    ) {
        draw([picture], layout, map, filters, opacity: opacity, mode)
    }

    /// As above, with a picture for each piece, in their order; a single picture is used for all pieces.
    public func draw(
        _ pictures: [any PictureHandle], _ layout: ContentsLayout, _ map: Affine,
        _ filters: ImageFilters = ImageFilters(),
        opacity: UInt8 = 255, _ mode: BlendMode = .normal
    ) {
        guard let back = map.inverse else { return }
        var next = 0
        func paint(_ piece: ContentsPiece) -> ImageSampling<ImagePaint>? {
            let picture = pictures[min(next, pictures.count - 1)].pixels
            next += 1
            return sampling(picture, piece, Projective(back), filters) { texels, map, isLinear in
                map.affine.map { ImagePaint(texels, $0, isLinear: isLinear, isOpaque: picture.isOpaque) }
            }
        }
        let whole = layout.destination
        if map.keepsAxes {
            guard let shape = EdgeRect(map.boundingBox(whole)) else { return }
            draw(layout, shape, Projective(back), opacity, mode, paint)
        } else {
            let shape = PathShape(path: .rect(whole), transform: map, rule: .nonZero)
            draw(layout, shape, Projective(back), opacity, mode, paint)
        }
    }

    /// As above, in perspective; parts behind the eye are not drawn.
    public func draw(
        _ picture: Picture, _ layout: ContentsLayout, _ map: Projective, _ filters: ImageFilters = ImageFilters(),
        opacity: UInt8 = 255, _ mode: BlendMode = .normal
    ) {
        if let affine = map.affine { return draw(picture, layout, affine, filters, opacity: opacity, mode) }
        guard let back = map.inverse else { return }
        let r = layout.destination
        let corners = [
            Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY),
        ]
        let outline = map.visible(corners)
        guard outline.count >= 3 else { return }
        let shape = PathShape(path: .polygon(outline), transform: .identity, rule: .nonZero)
        draw(layout, shape, back, opacity, mode) { piece in
            sampling(picture, piece, back, filters) { texels, map, isLinear in
                PerspectivePaint(texels, map, isLinear: isLinear, isOpaque: picture.isOpaque)
            }
        }
    }

    /// Draws `source` (in pixels of the picture) to `destination` (in points).
    public func draw(
        _ picture: Picture, source: Rect, to destination: Rect, _ map: Affine,
        _ filters: ImageFilters = ImageFilters(), opacity: UInt8 = 255, _ mode: BlendMode = .normal
    ) {
        let layout = ContentsLayout(source: source, destination: destination)
        draw(picture, layout, map, filters, opacity: opacity, mode)
    }

    // MARK: Parts

    func draw<Shape: CoverageShape, Source: Paint>(
        _ layout: ContentsLayout, _ shape: Shape, _ back: Projective, _ opacity: UInt8, _ mode: BlendMode,
        _ paint: (ContentsPiece) -> ImageSampling<Source>?
    ) {
        if !bounds.intersects(shape.pixels) { return }
        let pieces = layout.pieces
        if pieces.count == 1 {
            guard let paint = paint(pieces[0]) else { return }
            // The common case, without a branch in every row.
            if paint.encoding == .argb, case .plain(let plain) = paint.levels {
                return fill(shape, with: plain, opacity: opacity, mode)
            }
            return fill(shape, with: paint, opacity: opacity, mode)
        }
        let parts = pieces.compactMap(paint)
        guard parts.count == pieces.count, !parts.isEmpty else { return }
        let columns = pieces.prefix { $0.destination.y == pieces[0].destination.y }.map(\.destination.maxX)
        let rows = stride(from: 0, to: pieces.count, by: columns.count).map { pieces[$0].destination.maxY }
        let patchwork = PatchworkPaint(map: back, columns: columns, rows: rows, parts: parts)
        fill(shape, with: patchwork, opacity: opacity, mode)
    }

    /// The sampler of a piece, with the filter and mipmap levels for its scale. Nil when there is nothing to sample.
    ///
    /// `back` maps device pixels to points.
    func sampling<Source: Paint>(
        _ picture: Picture, _ piece: ContentsPiece, _ back: Projective, _ filters: ImageFilters,
        _ make: (Texels, Projective, _ isLinear: Bool) -> Source?
    ) -> ImageSampling<Source>? {
        let (s, d) = (piece.source, piece.destination)
        guard !s.isEmpty, !d.isEmpty else { return nil }
        let (kx, ky) = (s.width / d.width, s.height / d.height)
        let toPixels = Affine(kx, 0, 0, ky, s.x - d.x * kx, s.y - d.y * ky)
        let map = Projective(toPixels).concat(back)
        let part = Self.texels(s, in: picture.bitmap.bounds)
        return Self.sampling(picture, part, at: .zero, map, scale: Self.scale(map, back, d), filters, make)
    }

    /// As above, for a part of a picture whose bitmap is at `origin`. `map` maps device pixels to the picture's;
    /// `scale` is the number of its pixels per device pixel.
    static func sampling<Source: Paint>(
        _ picture: Picture, _ part: PixelRect, at origin: PixelPoint, _ map: Projective, scale: Double,
        _ filters: ImageFilters, _ make: (Texels, Projective, _ isLinear: Bool) -> Source?
    ) -> ImageSampling<Source>? {
        func sampling(_ levels: ImageSampling<Source>.Levels) -> ImageSampling<Source> {
            ImageSampling(levels: levels, encoding: picture.encoding)
        }
        func plain(_ isLinear: Bool) -> ImageSampling<Source>? {
            make(Texels(picture.bitmap, part, at: origin), map, isLinear).map { sampling(.plain($0)) }
        }
        // Shrinking by less than a thousandth counts as a scale of 1.
        let filter = scale > 1.001 ? filters.minification : filters.magnification
        guard filter == .trilinear, scale > 1.001 else { return plain(filter != .nearest) }
        let level = log2(scale) + filters.bias
        guard level > 0, level.isFinite else { return plain(true) }
        // Level 15 is a single pixel.
        let fine = min(level.rounded(.down), 16)
        let weight = UInt32((min(level - fine, 1) * 256).rounded())
        func paint(_ level: Int) -> Source? {
            if level == 0 { return make(Texels(picture.bitmap, part, at: origin), map, true) }
            let inside = part.offset(-origin.x, -origin.y)
            guard let (bitmap, reached) = picture.mipmap(level, of: inside) else { return nil }
            let k = scalbn(1, -Int32(reached))
            let shrink = Affine(k, 0, 0, k, -Double(part.x0) * k, -Double(part.y0) * k)
            return make(Texels(bitmap, bitmap.bounds), Projective(shrink).concat(map), true)
        }
        guard let first = paint(Int(fine)) else { return plain(true) }
        guard weight > 0, let second = paint(Int(fine) + 1) else { return sampling(.plain(first)) }
        return sampling(.mixed(MipmapPaint(fine: first, coarse: second, weight: weight)))
    }

    /// The whole pixels covered by a source rectangle, at least one pixel of the picture.
    private static func texels(_ source: Rect, in bounds: PixelRect) -> PixelRect {
        // Sides within rounding error of a pixel boundary count as aligned.
        let slack = 1e-3
        func span(_ low: Double, _ high: Double, _ count: Int32) -> (Int32, Int32) {
            let last = Double(count - 1)
            let first = min(max((low + slack).rounded(.down), 0), last)
            let end = min(max((high - slack).rounded(.up), first + 1), Double(count))
            return (Int32(first), Int32(end))
        }
        let (x0, x1) = span(source.minX, source.maxX, bounds.x1)
        let (y0, y1) = span(source.minY, source.maxY, bounds.y1)
        return PixelRect(x0, y0, x1, y1)
    }

    /// The number of picture pixels per device pixel, in the direction of its maximum; in perspective, at the center of
    /// the piece.
    static func scale(_ map: Projective, _ back: Projective, _ piece: Rect) -> Double {
        let middle = Point(piece.x + piece.width / 2, piece.y + piece.height / 2)
        guard let forth = back.inverse else { return 1 }
        let at = forth.apply(middle)
        guard at.x.isFinite, at.y.isFinite else { return 1 }
        let near = map.linear(at: at)
        let scale = max(Point(near.a, near.b).length, Point(near.c, near.d).length)
        return scale.isFinite ? scale : 1
    }
}

/// Samples one or two levels of a picture and decodes their pixels.
struct ImageSampling<Level: Paint>: Paint {
    enum Levels {
        case plain(Level)
        case mixed(MipmapPaint<Level>)
    }

    let levels: Levels
    let encoding: PixelEncoding

    var isOpaque: Bool {
        switch levels {
        case .plain(let paint): paint.isOpaque
        case .mixed(let paint): paint.isOpaque
        }
    }

    func pixels(y: Int32, x: Int32, count: Int) -> UnsafePointer<UInt32>? {
        guard encoding == .argb, case .plain(let paint) = levels else { return nil }
        return unsafe paint.pixels(y: y, x: x, count: count)
    }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        let words =
            switch levels {
            case .plain(let paint): unsafe paint.row(y: y, x: x, count: count, scratch)
            case .mixed(let paint): unsafe paint.row(y: y, x: x, count: count, scratch)
            }
        if encoding == .argb || encoding == .alpha { return unsafe words }
        unsafe encoding.decode(words, scratch, count)
        return unsafe UnsafePointer(scratch)
    }
}
