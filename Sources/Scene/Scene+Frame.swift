package import Geometry

/// `frame`: the bounding box of the transformed bounds, and the position and size that give one.
extension Scene {
    /// The map from a layer's own coordinates to its parent's, in space: what the layer's `transform` does about its anchor
    /// point, which is at `position` and `zPosition` of the parent.
    package func inParent(_ slot: Slot) -> Transform3D {
        let row = rows[Int(slot)]
        let anchor = anchor(of: slot)
        return Transform3D.translation(row.position.x, row.position.y, zPosition(slot)).concat(transform(slot))
            .concat(.translation(-anchor.x, -anchor.y, -anchorPointZ(slot)))
    }

    /// What a layer does to its sublayers as a whole: `isGeometryFlipped`, then `sublayerTransform` about the anchor point.
    package func forSublayers(_ slot: Slot) -> Transform3D {
        let row = rows[Int(slot)]
        var map = Transform3D.identity
        if row.flags.contains(.hasSublayerTransform) {
            let anchor = anchor(of: slot)
            map = sublayerTransform(slot).about(anchor.x, anchor.y, anchorPointZ(slot))
        }
        if row.flags.contains(.isGeometryFlipped) {
            map = map.concat(Transform3D(Affine(1, 0, 0, -1, 0, row.bounds.minY + row.bounds.maxY)))
        }
        return map
    }

    /// The anchor point in the layer's own coordinates.
    private func anchor(of slot: Slot) -> Point {
        let row = rows[Int(slot)]
        return Point(
            row.bounds.x + row.anchorPoint.x * row.bounds.width,
            row.bounds.y + row.anchorPoint.y * row.bounds.height)
    }

    /// The map from a layer's own coordinates to its parent's, seen along z; nil when it is in perspective or the layer
    /// lies behind the eye. Without what the parent does to its sublayers.
    package func toParent(_ slot: Slot) -> Affine? {
        let row = rows[Int(slot)]
        let anchor = anchor(of: slot)
        guard row.flags.contains(.hasTransform) else {
            return .translation(row.position.x - anchor.x, row.position.y - anchor.y)
        }
        // The way of most, without losing a digit on the way through space.
        guard let t = transform(slot).affine else {
            let map = Projective(inParent(slot))
            return map.m33 > 0 ? map.affine : nil
        }
        return Affine(
            t.a, t.b, t.c, t.d, row.position.x + t.tx - (t.a * anchor.x + t.c * anchor.y),
            row.position.y + t.ty - (t.b * anchor.x + t.d * anchor.y))
    }

    /// The bounding box of the transformed bounds in the parent's coordinates, in perspective where `transform` has one; by what
    /// was set.
    package func frame(of slot: Slot) -> Rect {
        _ = fittedBounds(slot)
        return rows[Int(slot)].flags.contains(.isAnimated)
            ? withModel(slot) { shownFrame(of: slot) } : shownFrame(of: slot)
    }

    /// The layer's frame as it is seen.
    package func shownFrame(of slot: Slot) -> Rect {
        let row = rows[Int(slot)]
        if !row.flags.contains(.hasTransform) {
            return Rect(
                row.position.x - row.anchorPoint.x * row.bounds.width,
                row.position.y - row.anchorPoint.y * row.bounds.height, row.bounds.width, row.bounds.height)
        }
        return toParent(slot)?.boundingBox(row.bounds) ?? Projective(inParent(slot)).boundingBox(row.bounds)
    }

    /// The position and the bounds for which `frame(of:)` is `frame` under the layer's transform; the bounds' origin stays.
    ///
    /// Where a turn leaves many sizes possible (an eighth of a turn), the bounds are square.
    func solve(_ slot: Slot, frame: Rect) -> (position: Point, bounds: Rect) {
        let row = rows[Int(slot)]
        guard row.flags.contains(.hasTransform) else {
            // As it is read: sizes below zero too.
            return (
                Point(
                    frame.x + row.anchorPoint.x * frame.width, frame.y + row.anchorPoint.y * frame.height),
                Rect(row.bounds.x, row.bounds.y, frame.width, frame.height)
            )
        }
        let t = transform(slot)
        let z = anchorPointZ(slot)
        // The box of bounds of a size about the anchor point, before it is moved to the position.
        func box(_ size: Size) -> Rect {
            let (x, y) = (row.anchorPoint.x * size.width, row.anchorPoint.y * size.height)
            let map = Projective(t.concat(.translation(-x, -y, -z)))
            let bounds = Rect(0, 0, size.width, size.height)
            return map.affine?.boundingBox(bounds) ?? map.boundingBox(bounds)
        }
        var size = Self.size(filling: frame.size, under: t.flattened)
        if Projective(t).affine == nil { size = Self.improve(size, filling: frame.size, box) }
        let bounds = Rect(row.bounds.x, row.bounds.y, size.width, size.height)
        let seen = box(size)
        return (Point(frame.x - seen.x, frame.y - seen.y), bounds)
    }

    /// In perspective a box does not grow evenly with what it holds: Newton's steps, as long as they bring the box nearer.
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
            // Where another corner becomes the outermost, a whole step may lead too far.
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
