package import Geometry

/// `frame`: the bounding box of the transformed bounds, and the position and size that give one.
extension Scene {
    /// The map from a layer's own coordinates to its parent's, in space: the layer's `transform` about its anchor
    /// point, which is at `position` and `zPosition` of the parent.
    package func inParent(_ slot: Slot) -> Transform3D {
        let row = rows[Int(slot)]
        let anchor = anchor(of: slot)
        return Transform3D.translation(row.position.x, row.position.y, zPosition(slot)).concat(transform(slot))
            .concat(.translation(-anchor.x, -anchor.y, -anchorPointZ(slot)))
    }

    /// Map of a layer's sublayers as a whole: `isGeometryFlipped`, then `sublayerTransform` about the anchor point.
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
    /// lies behind the eye. Without the parent's map of its sublayers.
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

    /// The bounding box of the transformed bounds in the parent's coordinates, in perspective where `transform` has one; by
    /// model values.
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

    /// The position and the bounds for which `frame(of:)` is `frame`: see `FrameSolver`.
    func solve(_ slot: Slot, frame: Rect) -> (position: Point, bounds: Rect) {
        let row = rows[Int(slot)]
        let transform = row.flags.contains(.hasTransform) ? self.transform(slot) : nil
        return FrameSolver(
            bounds: row.bounds, anchor: row.anchorPoint, anchorZ: anchorPointZ(slot), transform: transform
        ).solve(frame)
    }
}
