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
        for entry in entries where entry.id == id { return entry.value }
        return kind.properties[Int(id.raw)].initial
    }

    /// Calls `body` with the values of an animation that differ from their defaults, in the order of the properties.
    public func forEachSet(_ body: (PropertyID, Value) -> Void) {
        assert(kind != nil)
        for (id, value) in entries { body(id, value) }
    }

    /// The last property of an animation that has another value than its default.
    public var last: PropertyID? { entries.last?.id }
}

extension Scene {
    /// The values of the object at `slot`.
    public func values(of slot: Slot) -> ObjectValues { ObjectValues(slot, self) }

    /// Gives an animation that was just created several values, each as by `set`: nothing depends on them yet, so the
    /// journal needs those alone that name objects. They are valid, and sorted by property.
    public func fill(_ slot: Slot, with values: consuming [(id: PropertyID, value: Value)]) {
        let kind = kinds[rows[Int(slot)].kind]
        values.removeAll { $0.value == kind.properties[Int($0.id.raw)].initial }
        for at in values.indices {
            let (id, value) = values[at]
            if let source = lineSources.current, !isFollowing { causes.note(self.id(of: slot), id, source) }
            if case .object(let named) = value {
                journal.append(.value(slot, id, kind.properties[Int(id.raw)].initial))
                relations.insertReference(named.index, slot, id)
            }
            changes.events.note(.changed(slot, id))
        }
        assert(kind.family == .animation && rows[Int(slot)].extras < 0)
        assert(values.indices.dropFirst().allSatisfy { values[$0 - 1].id < values[$0].id })
        storage.withExtras(slot) { $0.values = values }
        references.moveImplicit(slot, from: nil, to: relations.implicitLayer(of: slot))
        mark(slot, [])
    }
}
