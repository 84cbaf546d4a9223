public import Geometry
import SceneTables
public import Schema

/// Maps between the coordinates of layers, and `frame`: the bounding box of the transformed bounds.
public struct SceneGeometry {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Map from the coordinates of a layer's sublayers to the root's, projected along z without perspective; the
    /// identity for a layer in no plane. By presentation values.
    public func toRoot(_ slot: Slot) -> Affine {
        var map = Affine.identity
        var at = slot
        while at > Scene.objectRoot {
            let own = scene.rows[Int(at)]
            if !own.flags.isDisjoint(with: [.hasSublayerTransform, .isGeometryFlipped]),
                let inner = Projective(forSublayers(at)).affine
            {
                map = inner.concat(map)
            }
            guard at != Scene.root, own.parent > Scene.objectRoot else { return map }
            map = (toParent(at) ?? .identity).concat(map)
            at = own.parent
        }
        return map
    }

    /// Map from a layer's own coordinates to its parent's, in 3D: the layer's `transform` around its anchor point,
    /// which is at `position` and `zPosition` of the parent.
    public func inParent(_ slot: Slot) -> Transform3D {
        let row = scene.rows[Int(slot)]
        let anchor = anchor(of: slot)
        return Transform3D.translation(row.position.x, row.position.y, zPosition(slot)).concat(transform(slot))
            .concat(.translation(-anchor.x, -anchor.y, -anchorPointZ(slot)))
    }

    /// Map of a layer's sublayers as a whole: `isGeometryFlipped`, then `sublayerTransform` around the anchor point.
    public func forSublayers(_ slot: Slot) -> Transform3D {
        let row = scene.rows[Int(slot)]
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
        let row = scene.rows[Int(slot)]
        return Point(
            row.bounds.x + row.anchorPoint.x * row.bounds.width,
            row.bounds.y + row.anchorPoint.y * row.bounds.height)
    }

    /// Map from a layer's own coordinates to its parent's, projected along z; nil when it has perspective or the layer
    /// is behind the eye. Does not include the parent's map of its sublayers.
    public func toParent(_ slot: Slot) -> Affine? {
        let row = scene.rows[Int(slot)]
        let anchor = anchor(of: slot)
        guard row.flags.contains(.hasTransform) else {
            return .translation(row.position.x - anchor.x, row.position.y - anchor.y)
        }
        // The usual case, without rounding errors from 3D.
        guard let t = transform(slot).affine else {
            let map = Projective(inParent(slot))
            return map.m33 > 0 ? map.affine : nil
        }
        return Affine(
            t.a, t.b, t.c, t.d, row.position.x + t.tx - (t.a * anchor.x + t.c * anchor.y),
            row.position.y + t.ty - (t.b * anchor.x + t.d * anchor.y))
    }

    /// The bounding box of the transformed bounds in the parent's coordinates, with the perspective of `transform`; by
    /// model values.
    public func frame(of slot: Slot) -> Rect {
        _ = scene.layout.fittedBounds(slot)
        return scene.rows[Int(slot)].flags.contains(.isAnimated)
            ? scene.presentation.withModel(slot) { shownFrame(of: slot) } : shownFrame(of: slot)
    }

    /// The layer's frame by presentation values.
    public func shownFrame(of slot: Slot) -> Rect {
        let row = scene.rows[Int(slot)]
        if !row.flags.contains(.hasTransform) {
            return Rect(
                row.position.x - row.anchorPoint.x * row.bounds.width,
                row.position.y - row.anchorPoint.y * row.bounds.height, row.bounds.width, row.bounds.height)
        }
        return toParent(slot)?.boundingBox(row.bounds) ?? Projective(inParent(slot)).boundingBox(row.bounds)
    }

    /// The part of the layer's bounds that remains after clipping by ancestors and the output's edges, in its own
    /// coordinates, by presentation values; empty for none. Other layers, masks and rounded corners are ignored.
    package func visibleRect(of slot: Slot) -> Rect {
        var visible = scene.rows[Int(slot)].bounds
        var map = Affine.identity
        var at = slot
        while true {
            let row = scene.rows[Int(at)]
            if row.flags.contains(.masksToBounds) || row.parent <= Scene.objectRoot, at != slot {
                guard let inverse = map.inverse else { return .zero }
                visible = visible.intersection(inverse.boundingBox(row.bounds))
            }
            guard row.parent > Scene.objectRoot, let outer = toParent(at) else { return visible }
            map = outer.concat(map)
            at = row.parent
            if let inner = Projective(forSublayers(at)).affine { map = inner.concat(map) }
        }
    }

    /// The position and bounds for which `frame(of:)` is `frame`: see `FrameSolver`.
    func solve(_ slot: Slot, frame: Rect) -> (position: Point, bounds: Rect) {
        let row = scene.rows[Int(slot)]
        let transform = row.flags.contains(.hasTransform) ? self.transform(slot) : nil
        return FrameSolver(
            bounds: row.bounds, anchor: row.anchorPoint, anchorZ: anchorPointZ(slot), transform: transform
        ).solve(frame)
    }

    /// The layer's transform; the identity when unset.
    public func transform(_ slot: Slot) -> Transform3D {
        guard scene.rows[Int(slot)].flags.contains(.hasTransform) else { return .identity }
        return scene.rare(slot, .transform)?.transform ?? .identity
    }

    public func sublayerTransform(_ slot: Slot) -> Transform3D {
        guard scene.rows[Int(slot)].flags.contains(.hasSublayerTransform) else { return .identity }
        return scene.rare(slot, .sublayerTransform)?.transform ?? .identity
    }

    /// The mask of the layer at `slot`.
    public func mask(_ slot: Slot) -> Slot? {
        guard scene.rows[Int(slot)].flags.contains(.hasMask) else { return nil }
        return scene.rare(slot, .mask)?.object.flatMap { scene.slot(of: $0) }
    }

    public func zPosition(_ slot: Slot) -> Double {
        scene.rows[Int(slot)].flags.contains(.hasZPosition) ? scene.number(slot, .zPosition) : 0
    }

    public func anchorPointZ(_ slot: Slot) -> Double {
        scene.rows[Int(slot)].extras < 0 ? 0 : scene.number(slot, .anchorPointZ)
    }
}

extension Scene {
    /// Maps between the coordinates of layers, and `frame`: the bounding box of the transformed bounds.
    @inlinable public var geometry: SceneGeometry { SceneGeometry(self) }
}
