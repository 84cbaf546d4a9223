package import Geometry

/// What was touched of objects that act on layers, and of the layers that they are about, since it was last taken up.
struct TouchedActing {
    var behaviors: [Slot] = []
    var items: [Slot] = []
    var follows: [Slot] = []
    /// True: in another place of the tree.
    var followed: [Slot: Bool] = [:]
    /// Whoever moves items does not tell itself.
    var isMoving = false
}

/// Where a layer is, for whoever moves it by rules: by what was set, not by what an animation shows.
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
    /// What `mark` has to tell those who run them.
    func note(_ slot: Slot, _ flags: Dirty) {
        let row = rows[Int(slot)]
        func add(_ list: inout [Slot]) { if list.last != slot { list.append(slot) } }
        guard row.flags.contains(.isLayer) else {
            if kinds[row.kind].family == .behavior { return add(&touchedActing.behaviors) }
            return row.kind == .follow ? add(&touchedActing.follows) : add(&touchedTimed)
        }
        guard !flags.isDisjoint(with: [.geometry, .tree]) else { return }
        if !touchedActing.isMoving { add(&touchedActing.items) }
        touchedActing.followed[slot, default: false] = touchedActing.followed[slot] == true || flags.contains(.tree)
    }

    /// True for a layer that a behavior, or the position of a `follow`, moves; its stack lets it be meanwhile.
    func isMoved(_ slot: Slot) -> Bool {
        referrers[slot]?.contains(where: acts) ?? false
    }

    /// True when an object moves the layer that it names. A behavior moves all but its `reference`.
    func acts(_ referrer: Referrer) -> Bool {
        let kind = rows[Int(referrer.slot)].kind
        if kind == .follow {
            return referrer.property == FollowProperty.layer.id
                && !value(referrer.slot, FollowProperty.position.id).string.isEmpty
        }
        return kinds[kind].family == .behavior && kinds[kind][referrer.property].name != "reference"
    }

    /// The position of the follow in `slot` was set or taken away: its layer leaves its stack or comes back.
    func layoutFollows(follow slot: Slot) {
        guard let layer = value(slot, FollowProperty.layer.id).object.flatMap({ self.slot(of: $0) }),
            rows[Int(layer)].flags.contains(.isArranged)
        else { return }
        needLayout(rows[Int(layer)].parent)
    }

    /// From now on the layer is among `touchedItems` when it was moved, by others than `moveItems`.
    package func watchItem(_ slot: Slot) { rows[Int(slot)].flags.insert(.isWatched) }

    /// True when behaviors, or layers that they name, were touched.
    package var behaviorsAreTouched: Bool { !touchedActing.behaviors.isEmpty || !touchedActing.items.isEmpty }

    /// Hands over which behaviors, and which of the layers that they name, were made, changed, moved or removed; each once, in the
    /// order of the first touch.
    package func takeTouchedBehaviors() -> (behaviors: [Slot], items: [Slot]) {
        func once(_ list: [Slot]) -> [Slot] {
            var seen: Set<Slot> = []
            return list.count < 2 ? list : list.filter { seen.insert($0).inserted }
        }
        defer {
            touchedActing.behaviors.removeAll(keepingCapacity: true)
            touchedActing.items.removeAll(keepingCapacity: true)
        }
        return (once(touchedActing.behaviors), once(touchedActing.items))
    }

    /// From now on the layer is among what `takeFollowed` gives when it was moved or turned, or its size changed.
    package func watchFollowed(_ slot: Slot) { rows[Int(slot)].flags.insert(.isWatched) }

    /// True when follows, or layers that they depend on, were touched.
    package var followsAreTouched: Bool { !touchedActing.follows.isEmpty || !touchedActing.followed.isEmpty }

    /// Hands over which follows were made, changed or removed; places may stand in it more than once.
    package func takeTouchedFollows() -> [Slot] {
        defer { touchedActing.follows.removeAll(keepingCapacity: true) }
        return touchedActing.follows
    }

    /// Hands over which layers that follows depend on were touched, and whether they are in another place of the tree.
    package func takeFollowed() -> [(slot: Slot, isTree: Bool)] {
        defer { touchedActing.followed.removeAll(keepingCapacity: true) }
        return touchedActing.followed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Where the layer is by what was set.
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
        precondition(!isJournaling, "what moves by itself is no part of a transaction")
        touchedActing.isMoving = true
        body()
        touchedActing.isMoving = false
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
        if changes.isRecording { changes.note(.changed(slot, LayerProperty.position.id)) }
    }

    /// The map from the coordinates of a layer's sublayers to the root's, seen along z and without perspective; the identity for
    /// what is in no plane. By what is shown.
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
