package import Geometry

/// Reading properties.
extension Scene {
    /// The value that `slot` has for one of its kind's properties: the model value, or the default.
    package func value(_ slot: Slot, _ id: PropertyID) -> Value {
        if rows[Int(slot)].flags.contains(.isAnimated) {
            if LayerProperty.frame.id == id, isLayer(slot) { return .rect(frame(of: slot)) }
            if let model = models.value(slot, id) { return model }
            if let part = derivedPart(slot, id) { return part.read(value(slot, LayerProperty.bounds.id)) }
        }
        return shown(slot, id)
    }

    /// The presentation value: an animation's, else the model value.
    package func shown(_ slot: Slot, _ id: PropertyID) -> Value {
        let row = rows[Int(slot)]
        if row.flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if let value = rowValue(row, slot, property) { return value }
        }
        if row.extras >= 0, let value = extras[Int(row.extras)].value(id) { return value }
        if let part = derivedPart(slot, id) { return part.read(.rect(row.bounds)) }
        let property = kinds[row.kind].properties[Int(id.raw)]
        if property.isDerived, row.flags.contains(.isLayer) {
            return measurer?.computed(id, of: slot, in: self) ?? property.initial
        }
        if property.isParameter, let unset = property.unset { return unset }
        return property.initial
    }

    /// The part of `bounds` that the property is another name for.
    private func derivedPart(_ slot: Slot, _ id: PropertyID) -> ValuePart? {
        guard rows[Int(slot)].kind == .scroll else { return nil }
        return kinds[.scroll][id].standsFor?.part
    }

    /// The value of a property that a layer keeps in its slot, or that is computed.
    private func rowValue(_ row: LayerRow, _ slot: Slot, _ property: LayerProperty) -> Value? {
        switch property {
        case .position: return .point(row.position)
        case .bounds: return .rect(fittedBounds(slot))
        case .anchorPoint: return .point(row.anchorPoint)
        case .frame:
            _ = fittedBounds(slot)
            return .rect(shownFrame(of: slot))
        case .opacity: return .number(row.opacity)
        case .cornerRadius: return .number(row.cornerRadius)
        case .backgroundColor: return row.flags.contains(.hasBackground) ? .color(row.backgroundColor) : Value.none
        case .maskedCorners: return .choices(UInt32(row.maskedCorners))
        case .cornerCurve: return .choice(row.flags.contains(.continuousCorners) ? 1 : 0)
        case .compositingFilter: return .choice(row.compositingFilter)
        default: return LayerFlags.bit(of: property).map { .boolean(row.flags.contains($0)) }
        }
    }

    /// The stored value of a rare property; nil when it has its default.
    package func rare(_ slot: Slot, _ property: LayerProperty) -> Value? {
        let at = rows[Int(slot)].extras
        return at < 0 ? nil : extras[Int(at)].value(property.id)
    }

    package func number(_ slot: Slot, _ property: LayerProperty) -> Double {
        (rare(slot, property) ?? LayerProperty.schema[Int(property.rawValue)].initial).number
    }

    /// `user.KEY`; nil when it was never set.
    package func user(_ slot: Slot, _ key: String) -> String? {
        let at = rows[Int(slot)].extras
        return at < 0 ? nil : extras[Int(at)].user.first { $0.key == key }?.value
    }

    package func users(_ slot: Slot) -> [(key: String, value: String)] {
        let at = rows[Int(slot)].extras
        return at < 0 ? [] : extras[Int(at)].user
    }

    /// The layer's transform; the identity when none was set.
    package func transform(_ slot: Slot) -> Transform3D {
        guard rows[Int(slot)].flags.contains(.hasTransform) else { return .identity }
        return rare(slot, .transform)?.transform ?? .identity
    }

    package func sublayerTransform(_ slot: Slot) -> Transform3D {
        guard rows[Int(slot)].flags.contains(.hasSublayerTransform) else { return .identity }
        return rare(slot, .sublayerTransform)?.transform ?? .identity
    }

    /// The layer that masks `slot`.
    package func mask(_ slot: Slot) -> Slot? {
        guard rows[Int(slot)].flags.contains(.hasMask) else { return nil }
        return rare(slot, .mask)?.object.flatMap { self.slot(of: $0) }
    }

    package func zPosition(_ slot: Slot) -> Double {
        rows[Int(slot)].flags.contains(.hasZPosition) ? number(slot, .zPosition) : 0
    }

    package func anchorPointZ(_ slot: Slot) -> Double {
        rows[Int(slot)].extras < 0 ? 0 : number(slot, .anchorPointZ)
    }

    /// True when the value differs from the default.
    package func isSet(_ slot: Slot, _ id: PropertyID) -> Bool {
        given(slot, id) != kinds[rows[Int(slot)].kind].properties[Int(id.raw)].initial
    }
}

extension LayerProperty {
    /// The properties whose values layers keep in their slots, in schema order.
    static let inRow: [PropertyID] = allCases.filter { property in
        switch property {
        case .position, .bounds, .anchorPoint, .opacity, .cornerRadius, .backgroundColor, .maskedCorners, .cornerCurve,
            .compositingFilter:
            true
        default: LayerFlags.bit(of: property) != nil
        }
    }
    .map(\.id)
}

extension LayerFlags {
    /// The flag that stores a boolean property.
    static func bit(of property: LayerProperty) -> LayerFlags? {
        switch property {
        case .isHidden: .isHidden
        case .masksToBounds: .masksToBounds
        case .allowsGroupOpacity: .allowsGroupOpacity
        case .isDoubleSided: .isDoubleSided
        case .isGeometryFlipped: .isGeometryFlipped
        case .shouldRasterize: .shouldRasterize
        case .isInteractive: .isInteractive
        default: nil
        }
    }
}
