public import Geometry
public import SceneTables
public import Schema

/// Presentation values that differ from model values, and layers moved by behaviors and follows.
public struct ScenePresentation {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Starts to report changes of the layer's geometry to behaviors and follows.
    public func watch(_ slot: Slot) { scene.rows[Int(slot)].flags.insert(.isWatched) }

    /// Position of the layer by model values.
    public func itemGeometry(of slot: Slot) -> ItemGeometry {
        func read() -> ItemGeometry {
            let row = scene.rows[Int(slot)]
            let angle = row.flags.contains(.hasTransform) ? scene.geometry.transform(slot).part(.rotationZ) : 0
            let arm = Self.arm(row, angle)
            return ItemGeometry(center: row.position - arm, angle: angle, bounds: row.bounds)
        }
        return scene.rows[Int(slot)].flags.contains(.isAnimated) ? withModel(slot, read) : read()
    }

    /// Vector from the center of the bounds to the anchor point, rotated.
    private static func arm(_ row: LayerRow, _ angle: Double) -> Point {
        if row.anchorPoint == Point(0.5, 0.5) { return .zero }
        let arm = Point(
            (row.anchorPoint.x - 0.5) * row.bounds.width, (row.anchorPoint.y - 0.5) * row.bounds.height)
        return Affine.rotation(angle).apply(arm)
    }

    /// Runs `body`, which may call `moveItem`. Not within a transaction.
    public func moveItems(_ body: () -> Void) {
        precondition(!scene.journal.isOpen, "what moves by itself is no part of a transaction")
        scene.changes.isMovingItems = true
        body()
        scene.changes.isMovingItems = false
    }

    /// Moves the center of a layer's bounds to `center`, and sets its transform, with the rotation `angle`, to
    /// `turned`; nil: it already has this rotation.
    public func moveItem(_ slot: Slot, _ center: Point, _ angle: Double, turned: Transform3D?) {
        guard !Scene.isFixed(slot) else { return }
        if let turned {
            scene.assign(slot, LayerProperty.transform.id, turned == .identity ? .none : .transform(turned), .geometry)
        }
        scene.layout.takePosition(slot)
        guard !scene.rows[Int(slot)].flags.contains(.isAnimated) else {
            // Uses model values, like `itemGeometry`: a running animation does not move the body.
            let position = center + withModel(slot) { Self.arm(scene.rows[Int(slot)], angle) }
            scene.assign(slot, LayerProperty.position.id, .point(position), .geometry)
            return
        }
        let position = center + Self.arm(scene.rows[Int(slot)], angle)
        guard scene.rows[Int(slot)].position != position else { return }
        scene.rows[Int(slot)].position = position
        scene.mark(slot, .geometry)
        let id = LayerProperty.position.id
        if scene.rows[Int(slot)].flags.contains(.isArranged) { scene.layout.layoutFollows(slot, id) }
        if scene.changes.events.isRecording { scene.changes.events.note(.changed(slot, id)) }
    }

    /// True while the property is animated.
    public func isCovered(_ slot: Slot, _ id: PropertyID) -> Bool {
        scene.rows[Int(slot)].flags.contains(.isAnimated) && scene.models.value(slot, id) != nil
    }

    /// Sets the presentation value to `value`, which has the property's type, until `reveal`.
    public func present(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        let shown = scene.shown(slot, id)
        if !isCovered(slot, id) {
            scene.rows[Int(slot)].flags.insert(.isAnimated)
            scene.models.cover(
                slot, id, scene.layouts.said.isLaidOut(slot) ? shown : scene.layout.computed(slot, id))
        }
        show(slot, id, value, insteadOf: shown)
    }

    /// Shows the model value again. No effect for a property that is not animated.
    public func reveal(_ slot: Slot, _ id: PropertyID) {
        guard let model = scene.models.uncover(slot, id) else { return }
        if model.isLast { scene.rows[Int(slot)].flags.remove(.isAnimated) }
        show(slot, id, model.value, insteadOf: scene.shown(slot, id))
    }

    private func show(_ slot: Slot, _ id: PropertyID, _ value: Value, insteadOf old: Value) {
        guard value != old else { return }
        scene.storage.storeShown(slot, id, value)
        let effect = scene.kinds[scene.rows[Int(slot)].kind].properties[Int(id.raw)].effect
        scene.mark(slot, Dirty(effect))
        // For example an emitter's cell, which the emitter shows.
        if effect == .content, !scene.isLayer(slot) {
            scene.contents.forEachViewer(of: slot) { scene.contents.markPicture($0) }
        }
    }

    /// Runs `body` while the layer's row and extras contain model values, for the computation of `frame`.
    func withModel<R>(_ slot: Slot, _ body: () -> R) -> R {
        guard let covered = scene.models.all(of: slot) else { return body() }
        let seen = covered.map { scene.shown(slot, $0.id) }
        for (id, value) in covered { scene.storage.storeShown(slot, id, value) }
        defer { for (entry, value) in zip(covered, seen) { scene.storage.storeShown(slot, entry.id, value) } }
        return body()
    }

    /// Marks a property whose presentation values at other times than now have changed.
    public func markShown(_ slot: Slot, _ id: PropertyID) {
        scene.mark(slot, Dirty(scene.kinds[scene.rows[Int(slot)].kind].properties[Int(id.raw)].effect))
    }
}

extension Scene {
    /// Presentation values that differ from model values, and layers moved by behaviors and follows.
    @inlinable public var presentation: ScenePresentation { ScenePresentation(self) }
}
