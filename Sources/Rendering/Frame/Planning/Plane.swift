package import Geometry
import Glibc

/// The placement of a picture with its own pixel grid on its backdrop.
///
/// A layer seen in perspective, or with `shouldRasterize`, is painted in its own coordinates times a scale, as if that
/// were an output, and the bitmap is then sampled. The grid depends only on the layer's geometry, not on the damage, so
/// repainting a part of it gives the same bytes.
package struct Plane: Equatable, Sendable {
    /// Maps the grid's pixels to those of the enclosing space.
    package let placement: Projective
    package let filters: ImageFilters
    /// The pixels of the grid painted by the layer and everything below it, and its bounds: the bitmap's rectangle. Its
    /// sides are the edges of the picture.
    package var picture = GridRect.empty
    /// Set during a transition; the plane then places the new picture.
    package internal(set) var change: Change?
    /// The inverse of `placement`.
    private let back: Projective
    /// Radius of the sampling filter, in pixels of the grid.
    private let spread: Int32
    /// True when samples are taken from mipmaps of the whole bitmap.
    private let isHalved: Bool

    /// Maximum extent of a grid; nothing outside is painted.
    package static let most = PixelRect(-16_000, -16_000, 16_000, 16_000)
    /// Maximum visible area of the bounds, in pixels, for full resolution; above it the grid is coarser.
    static let mostSeen = 16_777_216.0

    /// Nil when the map is singular.
    init?(_ placement: Projective, _ filters: ImageFilters, around middle: Point) {
        guard let back = placement.inverse else { return nil }
        self.placement = placement
        self.filters = filters
        self.back = back
        let near = placement.linear(at: middle)
        // Maximum number of grid pixels per pixel of the space.
        let shrink = near.inverse?.maxScale ?? 1
        isHalved = filters.minification == .trilinear && shrink > 1
        let reach = isHalved ? shrink * 6 * max(1, filters.bias * 2) : 2
        spread = reach < 16_000 ? Int32(reach.rounded(.up)) : 16_000
    }

    /// True when both place a picture in the same way.
    func placesLike(_ o: Plane) -> Bool { placement == o.placement && filters == o.filters && change == o.change }

    /// The pixels that show a part of the picture, rounded outward. During a transition they always include the old
    /// picture.
    package func seen(_ rect: GridRect) -> PixelRect {
        if rect.isEmpty || change?.showsNew == false { return change?.seen ?? .empty }
        let new = PixelRect(covering: placement.boundingBox(rect.pixels.outset(spread).rect)).outset(1)
        return change.map { new.union($0.seen) } ?? new
    }

    /// The part of the picture that is sampled for `rect` of the space.
    package func input(for rect: PixelRect) -> GridRect {
        if rect.isEmpty || change?.showsNew == false { return .empty }
        if isHalved { return picture }
        let r = rect.outset(1).rect
        let corners = [Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY)]
        let depths = corners.map { back.lift($0).z }
        // Close to the horizon, any part may be needed.
        guard let far = depths.min(), let near = depths.max(), far > near * 1e-3, near.isFinite else { return picture }
        return GridRect(PixelRect(covering: back.boundingBox(r)).outset(spread)).intersection(picture)
    }
}

extension Plane {
    /// The grid for a layer with these bounds and its map to the pixels of a space of which `clip` is visible: fine
    /// enough for the most enlarged visible part. `scale` is a fixed scale for the grid, if given. Nil when nothing is
    /// visible.
    static func make(
        _ map: Projective, _ bounds: Rect, clip: PixelRect, scale: Double?, filters: ImageFilters
    ) -> (world: Affine, plane: Plane)? {
        let seen = map.part(of: speck(bounds), seenIn: clip.rect)
        let scale = scale ?? self.scale(map, bounds, seen)
        guard scale > 0, scale.isFinite else { return nil }
        let middle = seen.isEmpty ? bounds.origin : seen.reduce(.zero) { $0 + $1 * (1 / Double(seen.count)) }
        let x = origin(bounds.x, bounds.width, middle.x, scale)
        let y = origin(bounds.y, bounds.height, middle.y, scale)
        var world = Affine(scale, 0, 0, scale, -x * scale, -y * scale)
        // One reference point, whichever part is visible, unless only a part of the layer fits on the grid.
        let isWhole = max(bounds.width, bounds.height) * scale <= longest
        let center = isWhole ? Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2) : middle
        if let back = world.inverse {
            let shift = phase(map.concat(Projective(back)), near: world.apply(center))
            (world.tx, world.ty) = (world.tx + shift.x, world.ty + shift.y)
        }
        guard let back = world.inverse,
            let plane = Plane(map.concat(Projective(back)), filters, around: world.apply(middle))
        else { return nil }
        return (world, plane)
    }

    /// Gives empty bounds a minimal size.
    private static func speck(_ r: Rect) -> Rect {
        Rect(r.x, r.y, max(r.width, 1e-3), max(r.height, 1e-3))
    }

    /// Rounds to half powers of two, so that a rotating plane rarely needs a new grid.
    private static func step(_ scale: Double, _ rule: FloatingPointRoundingRule) -> Double {
        exp2((2 * log2(scale)).rounded(rule) / 2)
    }

    private static func scale(_ map: Projective, _ bounds: Rect, _ seen: [Point]) -> Double {
        let slots = seen.isEmpty ? [Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)] : seen
        var largest = 0.0
        var (low, high) = (slots[0], slots[0])
        for p in slots {
            let scale = map.linear(at: p).maxScale
            if scale.isFinite { largest = max(largest, scale) }
            low = Point(min(low.x, p.x), min(low.y, p.y))
            high = Point(max(high.x, p.x), max(high.y, p.y))
        }
        let center = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
        // Tolerates rounding errors slightly above a step.
        let fine = flatScale(map.linear(at: center), largest) ?? step(min(max(largest / 1.005, 1.0 / 256), 64), .up)
        let area = (high.x - low.x) * (high.y - low.y)
        let most = (mostSeen / max(area, 1e-3)).squareRoot()
        return fine <= most ? fine : step(most, .down)
    }

    /// The scale of a map that is almost flat and neither rotated nor skewed: with it, the grid's pixels match those of
    /// the space, and sampling does not blur. `largest` is the scale of the most enlarged visible part.
    private static func flatScale(_ linear: Affine, _ largest: Double) -> Double? {
        let scale = max(max(abs(linear.a), abs(linear.d)), max(abs(linear.b), abs(linear.c)))
        guard scale > 1.0 / 256, scale < 64, isNear(largest / scale, 1) else { return nil }
        let k = 1 / scale
        guard isAlongPixels(Affine(linear.a * k, linear.b * k, linear.c * k, linear.d * k, 0, 0)) else { return nil }
        // Rounded, so that a rotation about the center does not change it by noise.
        return (scale * 65_536).rounded() / 65_536
    }

    /// The offset of a picture on its grid that aligns the grid's pixel centers with those of the space: a layer at a
    /// fractional position is then painted there, instead of being blurred by sampling.
    ///
    /// Zero if the pixels of both differ in size or direction. Offsets are less than a pixel, so a layer that moves by
    /// whole pixels keeps its grid, and one that rotates about an axis keeps it as long as possible.
    private static func phase(_ placement: Projective, near point: Point) -> Point {
        guard isAlongPixels(placement.linear(at: point)), let back = placement.inverse else { return .zero }
        func middle(_ p: Point) -> Point { Point(p.x.rounded(.down) + 0.5, p.y.rounded(.down) + 0.5) }
        let cell = middle(point)
        let lack = cell - back.apply(middle(placement.apply(cell)))
        let steps = placement.affine == nil ? 32.0 : 1024
        func whole(_ v: Double) -> Double {
            let v = (v * steps).rounded() / steps
            // Multiples of a whole pixel make no difference.
            return abs(v) < 1 && v.isFinite ? v : 0
        }
        return Point(whole(lack.x), whole(lack.y))
    }

    /// True when the map keeps the size of pixels approximately and their directions up to quarter rotations and
    /// reflections.
    private static func isAlongPixels(_ linear: Affine) -> Bool {
        let (a, b, c, d) = (abs(linear.a), abs(linear.b), abs(linear.c), abs(linear.d))
        return isNear(a, 1) && isNear(d, 1) && isNear(b, 0) && isNear(c, 0)
            || isNear(a, 0) && isNear(d, 0) && isNear(b, 1) && isNear(c, 1)
    }

    private static func isNear(_ v: Double, _ whole: Double) -> Bool { abs(v - whole) < 1.0 / 32 }

    /// Maximum length of bounds, in pixels of the grid, that fit on it as a whole.
    private static let longest = 12_000.0

    /// The origin of an axis of the grid: the bounds' start, or, if they are too long, a point near their visible part.
    private static func origin(_ start: Double, _ length: Double, _ middle: Double, _ scale: Double) -> Double {
        guard length * scale > longest else { return start }
        return start + ((middle - start) * scale / 4096).rounded() * 4096 / scale
    }
}
