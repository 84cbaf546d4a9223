/// Walks over objects and their properties, in the order in which they are listed and dumped.
extension Scene {
    /// Calls `body` with every object: the tree from the root, detached layers, then what is no layer.
    package func forEachObject(_ body: (Int32) -> Void) {
        forEachBelow(Scene.root, body)
        for top in [Scene.limbo, Scene.shelf] {
            forEachChild(top) { forEachBelow($0, body) }
        }
    }

    /// Which of a property's values.
    package enum Reading: Sendable {
        /// As it is set, by clients or by layouts.
        case model
        /// As it is seen.
        case shown
        /// As clients set it: what makes the scene again.
        case given
    }

    /// Calls `body` with every property of the object that differs from its default, in schema order.
    package func forEachSet(_ place: Int32, _ reading: Reading = .model, _ body: (PropertyID, Property, Value) -> Void)
    {
        let kind = kind(of: place)
        func visit(_ id: PropertyID) {
            let property = kind.properties[Int(id.raw)]
            if property.isDerived || property.isReadOnly { return }
            let value =
                switch reading {
                case .model: value(place, id)
                case .shown: shown(place, id)
                case .given: given(place, id)
                }
            if value != property.initial { body(id, property, value) }
        }
        let slot = slots[Int(place)]
        guard !slot.flags.contains(.isAnimated) else {
            for at in kind.properties.indices { visit(PropertyID(UInt16(at))) }
            return
        }
        // What is neither in the slot nor among the extras has its default.
        let inSlot = slot.flags.contains(.isLayer) ? LayerProperty.inSlot : []
        let rare = slot.extras < 0 ? [] : extras[Int(slot.extras)].values
        var (a, b) = (0, 0)
        while a < inSlot.count || b < rare.count {
            if b == rare.count || a < inSlot.count && inSlot[a] < rare[b].id {
                visit(inSlot[a])
                a += 1
            } else {
                visit(rare[b].id)
                b += 1
            }
        }
    }

    /// True between `begin` and `commit` or `rollback`.
    package var isInTransaction: Bool { isJournaling }

    /// Has every layer of a plugin's kind drawn again: the plugin was replaced.
    package func markAllContent() {
        forEachObject { place in
            if isLayer(place), slots[Int(place)].kind != .layer {
                mark(place, [.look, .content])
                refreshArranging(place)
            }
            // What it moves may be of another type now.
            if !isLayer(place), slots[Int(place)].flags.contains(.isTimed) { mark(place, .tree) }
        }
    }

    /// Starts or stops noting what subscribers are to be told.
    package func recordChanges(_ on: Bool) {
        changes.isRecording = on
        if !on { _ = changes.take() }
    }

    package var recordsChanges: Bool { changes.isRecording }

    /// Another number after each change of an object, by whomever; the same while only animations run.
    package var revision: UInt64 { changes.revision }
    package var hasChanges: Bool { !changes.isEmpty }
    package var changeCount: Int { changes.count }

    /// What happened since the last call, in order.
    package func takeChanges() -> [ChangeLog.Entry] { changes.take() }
}
