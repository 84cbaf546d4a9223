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

    /// Calls `body` with every property of the object that differs from its default, in schema order, of styles by name; with `.given`, and of
    /// styles, also with those that were set to it, and not with those that styles gave.
    package func forEachSet(_ slot: Slot, _ reading: Reading = .model, _ body: (PropertyID, Property, Value) -> Void) {
        let kind = kind(of: slot)
        let row = rows[Int(slot)]
        let isGiven = reading == .given || row.kind == .style
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
            if isGiven, isStyled(slot, id) { return }
            if value != property.initial || isGiven && isNotedAsGiven(slot, id) { body(id, property, value) }
        }
        guard !row.flags.contains(.isAnimated) else {
            for at in kind.properties.indices { visit(PropertyID(UInt16(at))) }
            return
        }
        // What is neither in the slot nor among the extras has its default.
        let inRow = row.flags.contains(.isLayer) ? LayerProperty.inRow : []
        let rare = row.extras < 0 ? [] : extras[Int(row.extras)].values
        guard !isGiven || !row.marks.contains(.hasOrigins) && row.kind != .style else {
            let ids = Set(inRow + rare.map(\.id) + origins.all(of: slot).map(\.path.id))
            // The numbers of a style's properties are those of their first use, which is another order in every run.
            let sorted = row.kind == .style ? ids.sorted { kind[$0].name < kind[$1].name } : ids.sorted()
            for id in sorted { visit(id) }
            return
        }
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
