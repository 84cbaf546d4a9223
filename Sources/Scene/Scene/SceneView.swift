public import Geometry
public import SceneTables
public import Schema

/// The presentation values of a scene, read-only, with some values replaced: those of delayed instances.
///
/// Replaced values overlay the scene, which is unchanged.
public struct SceneView {
    public let scene: Scene
    private var delayed: DelayedPresentation?

    /// The rows and rare properties of objects with replaced values.
    private struct DelayedPresentation {
        var rows: [Slot: LayerRow] = [:]
        var extras: [Slot: Extras] = [:]
    }

    public init(_ scene: Scene) { self.scene = scene }

    /// True while no value is replaced: rows are the scene's.
    public var isPresent: Bool { delayed == nil }

    /// Replaces values, in addition to earlier replacements.
    public mutating func replace(_ values: [(key: ObjectProperty, value: Value)]) {
        if values.isEmpty { return }
        var delayed = delayed ?? DelayedPresentation()
        for (key, value) in values {
            let slot = key.slot
            var row = delayed.rows[slot] ?? scene.rows[Int(slot)]
            var extras = delayed.extras[slot] ?? (row.extras < 0 ? Extras() : scene.extras[Int(row.extras)])
            row.show(key.id, value, scene.kinds[row.kind].properties[Int(key.id.raw)].initial, &extras)
            delayed.rows[slot] = row
            delayed.extras[slot] = extras
            // Hints for its ancestors.
            if row.flags.contains(.hasZPosition) {
                replaceFlags(of: row.parent, .sortsSublayers, &delayed)
            }
            if row.flags.contains(.isInteractive) {
                var at = slot
                while at >= 0 {
                    replaceFlags(of: at, .leadsToInput, &delayed)
                    at = scene.rows[Int(at)].parent
                }
            }
        }
        self.delayed = delayed
    }

    private func replaceFlags(of slot: Slot, _ flag: LayerFlags, _ delayed: inout DelayedPresentation) {
        guard slot >= 0, !(delayed.rows[slot] ?? scene.rows[Int(slot)]).flags.contains(flag) else { return }
        var row = delayed.rows[slot] ?? scene.rows[Int(slot)]
        if delayed.extras[slot] == nil, row.extras >= 0 { delayed.extras[slot] = scene.extras[Int(row.extras)] }
        row.flags.insert(flag)
        delayed.rows[slot] = row
    }

    /// The row of the object at `slot`; links are the scene's.
    public func row(_ slot: Slot) -> LayerRow { delayed?.rows[slot] ?? scene.rows[Int(slot)] }

    /// The replaced row of the object at `slot`; nil when its values are the scene's.
    public func delayedRow(_ slot: Slot) -> LayerRow? { delayed?.rows[slot] }

    /// The stored value of a rare property; nil when it has its default.
    public func rare(_ slot: Slot, _ property: LayerProperty) -> Value? {
        if let extras = delayed?.extras[slot] { return extras.value(property.id) }
        return scene.rare(slot, property)
    }

    public func number(_ slot: Slot, _ property: LayerProperty) -> Double {
        guard delayed != nil else { return scene.number(slot, property) }
        return (rare(slot, property) ?? LayerProperty.schema[Int(property.rawValue)].initial).number
    }

    /// The presentation value of one of the object's properties.
    public func shown(_ slot: Slot, _ id: PropertyID) -> Value {
        guard let row = delayed?.rows[slot] else { return scene.shown(slot, id) }
        if row.flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if property == .bounds { return .rect(row.bounds) }
            if let value = row.stored(property) { return value }
        }
        if let value = delayed?.extras[slot]?.value(id) { return value }
        let property = scene.kinds[row.kind].properties[Int(id.raw)]
        if let part = property.standsFor?.part, row.kind == .scroll { return part.read(.rect(row.bounds)) }
        if property.isParameter, let unset = property.unset { return unset }
        return property.isDerived ? scene.shown(slot, id) : property.initial
    }

    /// The mask of the layer at `slot`.
    public func mask(_ slot: Slot) -> Slot? {
        guard delayed != nil else { return scene.geometry.mask(slot) }
        guard row(slot).flags.contains(.hasMask) else { return nil }
        return rare(slot, .mask)?.object.flatMap { scene.slot(of: $0) }
    }

    public func zPosition(_ slot: Slot) -> Double {
        guard delayed != nil else { return scene.geometry.zPosition(slot) }
        return row(slot).flags.contains(.hasZPosition) ? number(slot, .zPosition) : 0
    }

    /// Map from a layer's own coordinates to its parent's, in 3D.
    public func inParent(_ slot: Slot) -> Transform3D {
        guard let row = delayed?.rows[slot] else { return scene.geometry.inParent(slot) }
        let anchor = row.anchor
        return Transform3D.translation(row.position.x, row.position.y, zPosition(slot)).concat(transform(slot, row))
            .concat(.translation(-anchor.x, -anchor.y, -number(slot, .anchorPointZ)))
    }

    private func transform(_ slot: Slot, _ row: LayerRow) -> Transform3D {
        guard row.flags.contains(.hasTransform) else { return .identity }
        return rare(slot, .transform)?.transform ?? .identity
    }

    /// Map of a layer for its sublayers as a whole: `isGeometryFlipped`, then `sublayerTransform` around the anchor
    /// point.
    public func forSublayers(_ slot: Slot) -> Transform3D {
        guard let row = delayed?.rows[slot] else { return scene.geometry.forSublayers(slot) }
        var map = Transform3D.identity
        if row.flags.contains(.hasSublayerTransform) {
            let anchor = row.anchor
            let transform = rare(slot, .sublayerTransform)?.transform ?? .identity
            map = transform.about(anchor.x, anchor.y, number(slot, .anchorPointZ))
        }
        if row.flags.contains(.isGeometryFlipped) {
            map = map.concat(Transform3D(Affine(1, 0, 0, -1, 0, row.bounds.minY + row.bounds.maxY)))
        }
        return map
    }

    /// Map from a layer's own coordinates to its parent's, projected along z; nil when it has perspective or the layer
    /// is behind the eye.
    public func toParent(_ slot: Slot) -> Affine? {
        guard let row = delayed?.rows[slot] else { return scene.geometry.toParent(slot) }
        let anchor = row.anchor
        guard row.flags.contains(.hasTransform) else {
            return .translation(row.position.x - anchor.x, row.position.y - anchor.y)
        }
        guard let t = transform(slot, row).affine else {
            let map = Projective(inParent(slot))
            return map.m33 > 0 ? map.affine : nil
        }
        return Affine(
            t.a, t.b, t.c, t.d, row.position.x + t.tx - (t.a * anchor.x + t.c * anchor.y),
            row.position.y + t.ty - (t.b * anchor.x + t.d * anchor.y))
    }
}
