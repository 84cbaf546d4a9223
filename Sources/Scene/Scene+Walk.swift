/// Walks over objects and their properties, in the order in which they are listed and dumped.
extension Scene {
    /// Calls `body` with every object: the tree from the root, detached layers, then other objects.
    package func forEachObject(_ body: (Slot) -> Void) {
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
        /// As clients set it: a dump of these makes the scene again.
        case given
    }

    /// Calls `body` with every property of the object that differs from its default, in schema order.
    package func forEachSet(_ slot: Slot, _ reading: Reading = .model, _ body: (PropertyID, Property, Value) -> Void) {
        let kind = kind(of: slot)
        func visit(_ id: PropertyID) {
            let property = kind.properties[Int(id.raw)]
            if property.isDerived || property.isReadOnly { return }
            let value =
                switch reading {
                case .model: value(slot, id)
                case .shown: shown(slot, id)
                case .given: given(slot, id)
                }
            if property.isParameter, reading != .given, value == property.unset { return }
            if value != property.initial { body(id, property, value) }
        }
        let row = rows[Int(slot)]
        guard !row.flags.contains(.isAnimated) else {
            for at in kind.properties.indices { visit(PropertyID(UInt16(at))) }
            return
        }
        // What is neither in the slot nor among the extras has its default.
        let inRow = row.flags.contains(.isLayer) ? LayerProperty.inRow : []
        let rare = row.extras < 0 ? [] : extras[Int(row.extras)].values
        var (a, b) = (0, 0)
        while a < inRow.count || b < rare.count {
            if b == rare.count || a < inRow.count && inRow[a] < rare[b].id {
                visit(inRow[a])
                a += 1
            } else {
                visit(rare[b].id)
                b += 1
            }
        }
    }

    /// True between `begin` and `commit` or `rollback`.
    package var isInTransaction: Bool { journal.isOpen }

    /// Has every layer of a plugin's kind drawn again: the plugin was replaced.
    package func markAllContent() {
        forEachObject { slot in
            if isLayer(slot), rows[Int(slot)].kind != .layer {
                mark(slot, [.look, .content])
                refreshArranging(slot)
            }
            // What it moves may be of another type now.
            if !isLayer(slot), rows[Int(slot)].flags.contains(.isTimed) { mark(slot, .tree) }
        }
    }
}
