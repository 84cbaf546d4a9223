package import Geometry

/// Measures layers of plugin kinds, and computes their derived properties.
package protocol LayerMeasurer: AnyObject {
    /// The size that the layer at `slot` has by itself, in points; nil when its kind has none. `width` is the available room
    /// for; infinite: as much as it likes.
    func naturalSize(of slot: Slot, width: Double, in scene: Scene) -> Size?
    /// Value of a derived property of the layer; nil for an unknown one.
    func computed(_ id: PropertyID, of slot: Slot, in scene: Scene) -> Value?
    /// Why a kind does not take a text for a property with `isChecked`; nil when it does.
    func refusal(of text: String, for id: PropertyID, of kind: Kind) -> String?
}

/// Layers that have a size of their own, a text's. Bounds that were given no size have that one: it stands in the slot, beside
/// the flag `fitsContent`, and is found out when somebody reads it or the frame looks at the layer.
extension Scene {
    /// The size that the layer at `slot` has by itself; nil when its kind has none. Where layouts ask.
    package func naturalSize(of slot: Slot, width: Double = .infinity) -> Size? {
        if isInstance(slot) { return partsFrame(of: slot).size }
        return rows[Int(slot)].flags.contains(.measures)
            ? measurer?.naturalSize(of: slot, width: width, in: self) : nil
    }

    /// Throws `value` when a kind does not take a text. A scratch scene, which nobody measures, takes any: a restored scene is
    /// shown as well as can be.
    package func check(_ value: Value, for id: PropertyID, of kind: Kind) throws(SceneError) {
        guard kind[id].isChecked, case .string(let text) = value,
            let reason = measurer?.refusal(of: text, for: id, of: kind)
        else { return }
        throw SceneError(.value, "\(kind[id].name): \(reason)")
    }

    /// Value that clients set: `value`, except of bounds without a size, or with one that a layout found.
    package func given(_ slot: Slot, _ id: PropertyID) -> Value {
        let flags = rows[Int(slot)].flags
        if id > Kind.componentScope, isInstance(slot) { return givenParameter(slot, id) }
        guard id == LayerProperty.bounds.id, !flags.isDisjoint(with: [.fitsContent, .isArranged]) else {
            return value(slot, id)
        }
        if let size = layouts.naturalSizes[slot] {
            let bounds = value(slot, id).rect
            return .rect(Rect(bounds.x, bounds.y, size.width, size.height))
        }
        return flags.contains(.fitsContent) && !isCovered(slot, id) ? .rect(givenBounds(slot)) : value(slot, id)
    }

    /// Whole value for setting a part of it: `value`, but of bounds with a size that a layout found.
    package func whole(_ slot: Slot, _ id: PropertyID) -> Value {
        layouts.naturalSizes[slot] == nil ? value(slot, id) : given(slot, id)
    }

    /// The bounds as they were set: without a size where the layer's own is shown.
    package func givenBounds(_ slot: Slot) -> Rect {
        let row = rows[Int(slot)]
        guard row.flags.contains(.fitsContent) else { return row.bounds }
        return isInstance(slot) ? .zero : Rect(row.bounds.x, row.bounds.y, 0, 0)
    }

    /// Gives every layer that changed, and has no size but its own, that size. The frame does so first.
    package func fit() {
        // A fitted part marks the instance around it, which comes behind the others.
        var at = 0
        while at < changes.layers.unread.count {
            fit(changes.layers.unread[at])
            at += 1
        }
    }

    /// Gives the layer at `slot` its own size, when it changed and has no other.
    func fit(_ slot: Slot) {
        let row = rows[Int(slot)]
        guard row.flags.contains(.fitsContent), !row.flags.contains(.isRemoved), !row.dirty.isEmpty else { return }
        if isInstance(slot) { return fitToParts(slot) }
        guard !row.dirty.isDisjoint(with: [.content, .geometry, .tree]) else { return }
        guard let size = naturalSize(of: slot), size != row.bounds.size
        else { return }
        rows[Int(slot)].bounds = Rect(row.bounds.x, row.bounds.y, size.width, size.height)
        mark(slot, .geometry)
        if changes.events.isRecording { changes.events.note(.changed(slot, LayerProperty.bounds.id)) }
    }

    /// Gives an instance the rectangle around its parts.
    private func fitToParts(_ slot: Slot) {
        let bounds = partsFrame(of: slot)
        guard bounds != rows[Int(slot)].bounds else { return }
        rows[Int(slot)].bounds = bounds
        mark(slot, .geometry)
        if changes.events.isRecording { changes.events.note(.changed(slot, LayerProperty.bounds.id)) }
    }

    /// Value that a parameter was set to; `.none` where it has its default.
    private func givenParameter(_ slot: Slot, _ id: PropertyID) -> Value {
        let row = rows[Int(slot)]
        if row.flags.contains(.isAnimated), let model = models.value(slot, id) { return model }
        return row.extras < 0 ? .none : extras[Int(row.extras)].value(id) ?? .none
    }

    /// The bounds as they are shown, with the size of now where it is the layer's own.
    func fittedBounds(_ slot: Slot) -> Rect {
        if rows[Int(slot)].flags.contains(.fitsContent) { fit(slot) }
        return rows[Int(slot)].bounds
    }

    /// Writes bounds into the slot.
    func storeBounds(_ at: Int, _ bounds: Rect) {
        rows[at].bounds = bounds
        if rows[at].flags.contains(.measures) { rows[at].flags.set(.fitsContent, bounds.size == .zero) }
    }
}
