import Geometry

/// The way of the lines that scripts send most: the same effect as `set`, property by property, without `Value`.
package struct ScenePlainChanges {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// True when `setPlain` may be used for `slot`: a layer that is no output's root, with no property animated, no size of its own
    /// and no layout, outside of transactions, and, for `frame`, without a transform.
    package func takesPlain(_ slot: Slot) -> Bool {
        let out: LayerFlags = [.isAnimated, .measures, .arranges, .isArranged]
        return !scene.journal.isOpen && slot > Scene.daemon && !scene.outputTable.shows(slot)
            && !scene.components.isPart(slot)
            && scene.rows[Int(slot)].flags.intersection(out.union(.isLayer)) == .isLayer
            && !scene.rows[Int(slot)].marks.contains(.isDependent)
    }

    /// The same for what a binding sets.
    package func takesPlainFollowing(_ slot: Slot) -> Bool {
        let out: LayerFlags = [.isAnimated, .measures, .arranges, .isArranged]
        return !scene.journal.isOpen && slot > Scene.daemon && !scene.outputTable.shows(slot)
            && scene.rows[Int(slot)].flags.intersection(out.union(.isLayer)) == .isLayer
            && !scene.rows[Int(slot)].marks.contains(.hasOrigins)
    }

    package func hasTransform(_ slot: Slot) -> Bool { scene.rows[Int(slot)].flags.contains(.hasTransform) }

    /// Sets plain values in order. Each is finite and in its property's range; `takesPlain` holds.
    /// `history` gets what takes it back.
    package func setPlain(
        _ slot: Slot, _ values: UnsafeBufferPointer<PlainValue>, noting history: UndoHistory? = nil
    ) {
        let old = PlainState(scene.rows[Int(slot)])
        defer { history?.notePlain(slot, old, in: scene) }
        var dirty: Dirty = []
        for i in 0..<values.count {
            let value = unsafe values[i]
            if value.field == .frame {
                let (row, n) = (scene.rows[Int(slot)], value.numbers)
                let bounds = SIMD4(row.bounds.x, row.bounds.y, n.z, n.w)
                let position = SIMD4(n.x + row.anchorPoint.x * n.z, n.y + row.anchorPoint.y * n.w, 0, 0)
                dirty.formUnion(assign(PlainValue(.bounds, bounds), slot))
                dirty.formUnion(assign(PlainValue(.position, position), slot))
            } else {
                dirty.formUnion(assign(value, slot))
            }
        }
        scene.mark(slot, dirty)
    }

    private func assign(_ value: PlainValue, _ slot: Slot) -> Dirty {
        let changed = scene.rows[Int(slot)].set(value)
        if !changed.isEmpty { scene.changes.events.note(.changed(slot, value.field.property)) }
        return changed
    }
}

extension Scene {
    /// The way of the lines that scripts send most: the same effect as `set`, property by property, without `Value`.
    @inlinable package var plain: ScenePlainChanges { ScenePlainChanges(self) }
}
