package import Geometry
import Glibc
package import Pixels

/// How the picture of a layer that has a grid of pixels of its own is placed on its backdrop.
///
/// A layer that is seen in perspective, and one that `shouldRasterize`, is painted in its own coordinates times a scale, as
/// if it were an output, and the bitmap is then sampled. The grid follows from the layer's geometry alone, never from damage
/// is damaged, so that a part of it that is painted afresh has the bytes that were there.
package struct Plane: Equatable, Sendable {
    /// From the grid's pixels to those of the space in which the layer is.
    package let placement: Projective
    package let filters: ImageFilters
    /// Pixels of the grid that the layer and everything below it paint, and its bounds: the bitmap's rectangle. Beyond it
    /// there is nothing, and its sides are the picture's edges.
    package var picture = GridRect.empty
    /// Set while the layer's appearance gives way to another: then the plane places the new one.
    package internal(set) var change: Change?
    /// The way back.
    private let back: Projective
    /// How far, in pixels of the grid, a pixel has an effect when the bitmap is sampled.
    private let spread: Int32
    /// Samples are taken from halvings of the whole bitmap.
    private let isHalved: Bool

    /// The largest grid: nothing beyond it is painted.
    package static let most = PixelRect(-16_000, -16_000, 16_000, 16_000)
    /// Where more of the bounds is seen at once, in pixels, the grid is coarser than the space.
    static let mostSeen = 16_777_216.0

    /// Nil when the map flattens the plane.
    init?(_ placement: Projective, _ filters: ImageFilters, around middle: Point) {
        guard let back = placement.inverse else { return nil }
        self.placement = placement
        self.filters = filters
        self.back = back
        let near = placement.linear(at: middle)
        // How many pixels of the grid one of the space spans, at most.
        let shrink = near.inverse?.maxScale ?? 1
        isHalved = filters.minification == .trilinear && shrink > 1
        let reach = isHalved ? shrink * 6 * max(1, filters.bias * 2) : 2
        spread = reach < 16_000 ? Int32(reach.rounded(.up)) : 16_000
    }

    /// True when both place a picture in the same way.
    func placesLike(_ o: Plane) -> Bool { placement == o.placement && filters == o.filters && change == o.change }

    /// Where a part of the picture is seen, rounded outward.
    /// While the layer changes, the old look is part of it, whichever part.
    package func seen(_ rect: GridRect) -> PixelRect {
        if rect.isEmpty || change?.showsNew == false { return change?.seen ?? .empty }
        let new = PixelRect(covering: placement.boundingBox(rect.pixels.outset(spread).rect)).outset(1)
        return change.map { new.union($0.seen) } ?? new
    }

    /// The part of the picture that is read for `rect` of the space.
    package func input(for rect: PixelRect) -> GridRect {
        if rect.isEmpty || change?.showsNew == false { return .empty }
        if isHalved { return picture }
        let r = rect.outset(1).rect
        let corners = [Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.maxX, r.maxY), Point(r.minX, r.maxY)]
        let depths = corners.map { back.lift($0).z }
        // Where the horizon is near, anything may be needed.
        guard let far = depths.min(), let near = depths.max(), far > near * 1e-3, near.isFinite else { return picture }
        return GridRect(PixelRect(covering: back.boundingBox(r)).outset(spread)).intersection(picture)
    }
}

extension Plane {
    /// A grid for a layer with these bounds and its map to the pixels of a space of which `clip` is seen: fine enough for the
    /// part of the bounds that is seen largest. `scale`: the grid's, when it is given. Nil when there is nothing to be seen.
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
        // One point for whatever is seen of the layer, unless only a part of it fits on the grid.
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

    /// Bounds without an area have an origin at least.
    private static func speck(_ r: Rect) -> Rect {
        Rect(r.x, r.y, max(r.width, 1e-3), max(r.height, 1e-3))
    }

    /// Half powers of two, so that a plane that turns seldom gets another grid.
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
        // What is a rounding error above a step is on it.
        let fine = flatScale(map.linear(at: center), largest) ?? step(min(max(largest / 1.005, 1.0 / 256), 64), .up)
        let area = (high.x - low.x) * (high.y - low.y)
        let most = (mostSeen / max(area, 1e-3)).squareRoot()
        return fine <= most ? fine : step(most, .down)
    }

    /// The scale of a map that is nearly flat, neither turned nor skewed: with it, the pixels of the grid are those of the space, and
    /// sampling blurs nothing. `largest`: the scale of the part that is seen largest.
    private static func flatScale(_ linear: Affine, _ largest: Double) -> Double? {
        let scale = max(max(abs(linear.a), abs(linear.d)), max(abs(linear.b), abs(linear.c)))
        guard scale > 1.0 / 256, scale < 64, isNear(largest / scale, 1) else { return nil }
        let k = 1 / scale
        guard isAlongPixels(Affine(linear.a * k, linear.b * k, linear.c * k, linear.d * k, 0, 0)) else { return nil }
        // A turn about the middle leaves it as it is, but for noise.
        return (scale * 65_536).rounded() / 65_536
    }

    /// How far a picture is moved on its grid, so that the middles of the grid's pixels come to lie on those of the space: then a
    /// layer that stands between the space's pixels is painted so, and not blurred by sampling.
    ///
    /// Nothing where the pixels of both are of another size or direction anyway. Whole steps, so that a layer that moves by
    /// whole pixels keeps its grid, and one that turns about an axis keeps it as long as possible.
    private static func phase(_ placement: Projective, near point: Point) -> Point {
        guard isAlongPixels(placement.linear(at: point)), let back = placement.inverse else { return .zero }
        func middle(_ p: Point) -> Point { Point(p.x.rounded(.down) + 0.5, p.y.rounded(.down) + 0.5) }
        let cell = middle(point)
        let lack = cell - back.apply(middle(placement.apply(cell)))
        let steps = placement.affine == nil ? 32.0 : 1024
        func whole(_ v: Double) -> Double {
            let v = (v * steps).rounded() / steps
            // A whole pixel more or less is none.
            return abs(v) < 1 && v.isFinite ? v : 0
        }
        return Point(whole(lack.x), whole(lack.y))
    }

    /// Pixels are nearly as large before as after the map, and lie along each other, turned by quarters or mirrored at most.
    private static func isAlongPixels(_ linear: Affine) -> Bool {
        let (a, b, c, d) = (abs(linear.a), abs(linear.b), abs(linear.c), abs(linear.d))
        return isNear(a, 1) && isNear(d, 1) && isNear(b, 0) && isNear(c, 0)
            || isNear(a, 0) && isNear(d, 0) && isNear(b, 1) && isNear(c, 1)
    }

    private static func isNear(_ v: Double, _ whole: Double) -> Bool { abs(v - whole) < 1.0 / 32 }

    /// Longer bounds, in pixels of the grid, do not fit on it as a whole.
    private static let longest = 12_000.0

    /// Where an axis of the grid begins: at the bounds, or, when those are longer than it, nearer to their visible part.
    private static func origin(_ start: Double, _ length: Double, _ middle: Double, _ scale: Double) -> Double {
        guard length * scale > longest else { return start }
        return start + ((middle - start) * scale / 4096).rounded() * 4096 / scale
    }
}
