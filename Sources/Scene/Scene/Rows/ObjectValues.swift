import SceneTables
public import Schema

/// The model values of one object as they are now, for readers of many of them.
public struct ObjectValues {
    private let scene: Scene
    private let slot: Slot
    /// Nil for objects whose values are not all among the rare ones.
    private let kind: Kind?
    /// Sorted by property.
    private let entries: [(id: PropertyID, value: Value)]

    fileprivate init(_ slot: Slot, _ scene: Scene) {
        (self.scene, self.slot) = (scene, slot)
        let row = scene.rows[Int(slot)]
        let kind = scene.kinds[row.kind]
        // These have no animated properties.
        self.kind = kind.family == .animation ? kind : nil
        entries = row.extras < 0 ? [] : scene.extras[Int(row.extras)].values
    }

    public subscript(id: PropertyID) -> Value {
        guard let kind else { return scene.value(slot, id) }
        for at in entries.indices where entries[at].id == id { return entries[at].value }
        return kind.properties[Int(id.raw)].initial
    }

    /// Calls `body` with the values of an animation that differ from their defaults, in the order of the properties.
    public func forEachSet(_ body: (PropertyID, Value) -> Void) {
        assert(kind != nil)
        for at in entries.indices { body(entries[at].id, entries[at].value) }
    }

    /// The last property of an animation that has another value than its default.
    public var last: PropertyID? { entries.last?.id }
}

extension Scene {
    /// The values of the object at `slot`.
    public func values(of slot: Slot) -> ObjectValues { ObjectValues(slot, self) }

    /// Gives an animation that was just created several values, each as by `set`: nothing depends on them yet, so the
    /// journal needs none of them. They are valid, none is its property's default, and they are sorted by property.
    public func fill(_ slot: Slot, with values: consuming [(id: PropertyID, value: Value)]) {
        for at in values.indices {
            let id = values[at].id
            assert(values[at].value != kinds[rows[Int(slot)].kind][id].initial)
            if let source = lineSources.current, !isFollowing { causes.note(self.id(of: slot), id, source) }
            if case .object(let named) = values[at].value { relations.insertReference(named.index, slot, id) }
            changes.events.note(.changed(slot, id))
        }
        assert(kind(of: slot).family == .animation && rows[Int(slot)].extras < 0)
        assert(values.indices.dropFirst().allSatisfy { values[$0 - 1].id < values[$0].id })
        storage.withExtras(slot) { $0.values = values }
        mark(slot, [])
    }
}
