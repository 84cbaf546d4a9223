package import Geometry

/// Position of a layer for behaviors: by model values.
package struct ItemGeometry: Equatable, Sendable {
    /// The middle of the bounds, in the parent's coordinates.
    package var center: Point
    /// Of `transform.rotation.z`, in radians.
    package var angle: Double
    package var bounds: Rect

    package init(center: Point, angle: Double, bounds: Rect) {
        (self.center, self.angle, self.bounds) = (center, angle, bounds)
    }
}

/// Behaviors and follows: objects that put layers where their rules say.
extension Scene {
    /// Notes a marked object or watched layer for the animator, behaviors, follows and bindings.
    func note(_ slot: Slot, _ flags: Dirty) {
        let row = rows[Int(slot)]
        guard row.flags.contains(.isLayer) else {
            if kinds[row.kind].family == .behavior { return changes.behaviors.append(.behavior(slot)) }
            if row.kind == .binding { return changes.bindings.append(slot) }
            return row.kind == .follow ? changes.follows.append(.follow(slot)) : changes.motion.append(.object(slot))
        }
        guard !flags.isDisjoint(with: [.geometry, .tree]) else { return }
        if !changes.isMovingItems { changes.behaviors.append(.item(slot)) }
        changes.follows.append(.moved(slot, isTree: flags.contains(.tree)))
    }

    /// True for a layer that a behavior, or the position of a `follow`, moves; its stack lets it be meanwhile.
    func isMoved(_ slot: Slot) -> Bool {
        references.isNamed(slot) && references.users(of: slot).contains(where: acts)
    }

    /// True when an object moves the layer that it names. A behavior moves all but its `reference`.
    func acts(_ referrer: References.Referrer) -> Bool {
        let kind = rows[Int(referrer.slot)].kind
        // A removed one may come back with its transaction, or by `undo`.
        if rows[Int(referrer.slot)].flags.contains(.isRemoved) { return false }
        if kind == .follow {
            return referrer.property == FollowProperty.layer.id
                && !value(referrer.slot, FollowProperty.position.id).string.isEmpty
        }
        return kinds[kind].family == .behavior && kinds[kind][referrer.property].name != "reference"
    }

    /// The object in `slot` is removed: layers that it moves come back to their stacks.
    func layoutItems(ofActor slot: Slot) {
        for id in referencing(slot) where acts(References.Referrer(slot: slot, property: id)) {
            for target in Self.objects(in: value(slot, id)) {
                guard let layer = self.slot(of: target), rows[Int(layer)].flags.contains(.isArranged) else { continue }
                needLayout(rows[Int(layer)].parent)
            }
        }
    }

    /// The position of the follow in `slot` was set or taken away: its layer leaves its stack or comes back.
    func layoutFollows(follow slot: Slot) {
        guard let layer = value(slot, FollowProperty.layer.id).object.flatMap({ self.slot(of: $0) }),
            rows[Int(layer)].flags.contains(.isArranged)
        else { return }
        needLayout(rows[Int(layer)].parent)
    }

    /// From now on changes of the layer's geometry are noted for behaviors and follows.
    package func watch(_ slot: Slot) { rows[Int(slot)].flags.insert(.isWatched) }

    /// Position of the layer by model values.
    package func itemGeometry(of slot: Slot) -> ItemGeometry {
        func read() -> ItemGeometry {
            let row = rows[Int(slot)]
            let angle = row.flags.contains(.hasTransform) ? transform(slot).part(.rotationZ) : 0
            let arm = Self.arm(row, angle)
            return ItemGeometry(center: row.position - arm, angle: angle, bounds: row.bounds)
        }
        return rows[Int(slot)].flags.contains(.isAnimated) ? withModel(slot, read) : read()
    }

    /// From the middle of the bounds to the anchor point, turned.
    private static func arm(_ row: LayerRow, _ angle: Double) -> Point {
        if row.anchorPoint == Point(0.5, 0.5) { return .zero }
        let arm = Point(
            (row.anchorPoint.x - 0.5) * row.bounds.width, (row.anchorPoint.y - 0.5) * row.bounds.height)
        return Affine.rotation(angle).apply(arm)
    }

    /// Runs `body`, in which `moveItem` may be called. Not within a transaction.
    package func moveItems(_ body: () -> Void) {
        precondition(!journal.isOpen, "what moves by itself is no part of a transaction")
        changes.isMovingItems = true
        body()
        changes.isMovingItems = false
    }

    /// Puts the middle of a layer's bounds to `center`, and its transform, which turns it to `angle`, to `turned`; nil: it is that.
    package func moveItem(_ slot: Slot, _ center: Point, _ angle: Double, turned: Transform3D?) {
        guard !Scene.isFixed(slot) else { return }
        if let turned {
            assign(slot, LayerProperty.transform.id, turned == .identity ? .none : .transform(turned), .geometry)
        }
        let position = center + Self.arm(rows[Int(slot)], angle)
        guard !rows[Int(slot)].flags.contains(.isAnimated) else {
            assign(slot, LayerProperty.position.id, .point(position), .geometry)
            return
        }
        guard rows[Int(slot)].position != position else { return }
        rows[Int(slot)].position = position
        mark(slot, .geometry)
        if changes.events.isRecording { changes.events.note(.changed(slot, LayerProperty.position.id)) }
    }

    /// The map from the coordinates of a layer's sublayers to the root's, seen along z and without perspective; the identity for
    /// a layer in no plane. By presentation values.
    package func toRoot(_ slot: Slot) -> Affine {
        var map = Affine.identity
        var at = slot
        while at > Scene.shelf {
            let own = rows[Int(at)]
            if !own.flags.isDisjoint(with: [.hasSublayerTransform, .isGeometryFlipped]),
                let inner = Projective(forSublayers(at)).affine
            {
                map = inner.concat(map)
            }
            guard at != Scene.root, own.parent > Scene.shelf else { return map }
            map = (toParent(at) ?? .identity).concat(map)
            at = own.parent
        }
        return map
    }
}
