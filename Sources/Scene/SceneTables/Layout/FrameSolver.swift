public import Geometry

/// Computes position and bounds of a layer from its frame, the bounding box of the transformed bounds.
public struct FrameSolver {
    /// Its origin is kept.
    public let bounds: Rect
    /// In units of the bounds' size.
    public let anchor: Point
    public let anchorZ: Double
    /// Nil for the identity.
    public let transform: Transform3D?

    public init(bounds: Rect, anchor: Point, anchorZ: Double, transform: Transform3D?) {
        (self.bounds, self.anchor, self.anchorZ, self.transform) = (bounds, anchor, anchorZ, transform)
    }

    /// The position and bounds for which `frame(of:)` is `frame` under the layer's transform; the bounds' origin is
    /// kept.
    ///
    /// Where a rotation allows many sizes (45°), the bounds are square.
    public func solve(_ frame: Rect) -> (position: Point, bounds: Rect) {
        guard let t = transform else {
            // Consistent with reading, also for negative sizes.
            return (
                Point(
                    frame.x + anchor.x * frame.width, frame.y + anchor.y * frame.height),
                Rect(bounds.x, bounds.y, frame.width, frame.height)
            )
        }
        // The box of bounds of a size around the anchor point, before moving to the position.
        func box(_ size: Size) -> Rect {
            let (x, y) = (anchor.x * size.width, anchor.y * size.height)
            let map = Projective(t.concat(.translation(-x, -y, -anchorZ)))
            let all = Rect(0, 0, size.width, size.height)
            return map.affine?.boundingBox(all) ?? map.boundingBox(all)
        }
        var size = Self.size(filling: frame.size, under: t.flattened)
        if Projective(t).affine == nil { size = Self.improve(size, filling: frame.size, box) }
        let solved = Rect(bounds.x, bounds.y, size.width, size.height)
        let seen = box(size)
        return (Point(frame.x - seen.x, frame.y - seen.y), solved)
    }

    /// With perspective a box does not scale linearly with its contents: Newton's method, as long as it improves the
    /// box.
    private static func improve(_ first: Size, filling goal: Size, _ box: (Size) -> Rect) -> Size {
        func miss(_ size: Size) -> Point {
            let box = box(size)
            return Point(box.width - goal.width, box.height - goal.height)
        }
        var size = first
        var off = miss(size)
        for _ in 0..<48 where off.length > 1e-12 * (goal.width + goal.height) {
            let step = max(size.width, size.height, 1) * 1e-6
            let across = (miss(Size(size.width + step, size.height)) - off) * (1 / step)
            let down = (miss(Size(size.width, size.height + step)) - off) * (1 / step)
            guard let back = Affine(across.x, across.y, down.x, down.y, 0, 0).inverse else { break }
            let change = back.apply(off)
            // Where another corner becomes the outermost, a full step may overshoot.
            var (next, left, part) = (size, off, 1.0)
            repeat {
                next = Size(max(0, size.width - change.x * part), max(0, size.height - change.y * part))
                left = miss(next)
                part /= 2
            } while !(left.length < off.length) && part > 1e-3
            guard left.length < off.length else { break }
            (size, off) = (next, left)
        }
        return size
    }

    private static func size(filling size: Size, under t: Affine) -> Size {
        let (a, b, c, d) = (abs(t.a), abs(t.b), abs(t.c), abs(t.d))
        let determinant = a * d - b * c
        if abs(determinant) > 1e-9 {
            let width = (d * size.width - c * size.height) / determinant
            let height = (a * size.height - b * size.width) / determinant
            if width >= 0, height >= 0, width.isFinite, height.isFinite { return Size(width, height) }
        }
        let side = min(a + c > 0 ? size.width / (a + c) : 0, b + d > 0 ? size.height / (b + d) : 0)
        return side.isFinite ? Size(side, side) : .zero
    }
}
