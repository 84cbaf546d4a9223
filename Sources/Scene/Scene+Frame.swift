package import Geometry

/// `frame`: the bounding box of the transformed bounds, and the position and size that give one.
extension Scene {
    /// The map from a layer's own coordinates to its parent's, seen along z.
    package func toParent(_ place: Int32) -> Affine {
        let slot = slots[Int(place)]
        let anchor = Point(
            slot.bounds.x + slot.anchorPoint.x * slot.bounds.width,
            slot.bounds.y + slot.anchorPoint.y * slot.bounds.height)
        guard slot.flags.contains(.hasTransform) else {
            return .translation(slot.position.x - anchor.x, slot.position.y - anchor.y)
        }
        let t = transform(place).flattened
        return Affine(
            t.a, t.b, t.c, t.d, slot.position.x + t.tx - (t.a * anchor.x + t.c * anchor.y),
            slot.position.y + t.ty - (t.b * anchor.x + t.d * anchor.y))
    }

    package func frame(of place: Int32) -> Rect {
        let slot = slots[Int(place)]
        if !slot.flags.contains(.hasTransform) {
            return Rect(
                slot.position.x - slot.anchorPoint.x * slot.bounds.width,
                slot.position.y - slot.anchorPoint.y * slot.bounds.height, slot.bounds.width, slot.bounds.height)
        }
        return toParent(place).boundingBox(slot.bounds)
    }

    /// The position and the bounds for which `frame(of:)` is `frame` under the layer's transform; the bounds' origin stays.
    ///
    /// Where a turn leaves many sizes possible (an eighth of a turn), the bounds are square.
    func solve(_ place: Int32, frame: Rect) -> (position: Point, bounds: Rect) {
        let slot = slots[Int(place)]
        guard slot.flags.contains(.hasTransform) else {
            // As it is read: sizes below zero too.
            return (
                Point(
                    frame.x + slot.anchorPoint.x * frame.width, frame.y + slot.anchorPoint.y * frame.height),
                Rect(slot.bounds.x, slot.bounds.y, frame.width, frame.height)
            )
        }
        let t = transform(place).flattened
        let size = Self.size(filling: frame.size, under: t)
        let bounds = Rect(slot.bounds.x, slot.bounds.y, size.width, size.height)
        // The box of the bounds about the anchor point, before it is moved to the position.
        let anchor = Point(slot.anchorPoint.x * size.width, slot.anchorPoint.y * size.height)
        let box = t.boundingBox(Rect(-anchor.x, -anchor.y, size.width, size.height))
        return (Point(frame.x - box.x, frame.y - box.y), bounds)
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
