import SceneTables
public import Schema

extension SceneRelations {
    /// True when there may be a mirror.
    public var hasMirrors: Bool { scene.references.hasMirrors }

    /// The layer that the mirror at `slot` shows; nil when it is no mirror or shows none.
    public func original(of slot: Slot) -> Slot? {
        let row = scene.rows[Int(slot)]
        guard row.kind == .mirror, row.extras >= 0 else { return nil }
        return scene.extras[Int(row.extras)].value(MirrorProperty.of.id)?.object.flatMap { scene.slot(of: $0) }
    }

    /// The layers that the one at `slot` masks.
    public func masked(by slot: Slot) -> [Slot] {
        referring(to: slot).filter { $0.property == LayerProperty.mask.id && scene.isLayer($0.slot) }.map(\.slot)
    }

    /// The mirrors of the layer at `slot`, in a reproducible order.
    public func mirrors(of slot: Slot) -> [Slot] {
        guard scene.rows[Int(slot)].hints.contains(.isMirrored) else { return [] }
        return referring(to: slot).filter {
            $0.property == MirrorProperty.of.id && scene.rows[Int($0.slot)].kind == .mirror
        }.map(\.slot)
    }
}
