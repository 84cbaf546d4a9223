package import Geometry

/// Reading properties.
extension Scene {
    /// The value that `place` has for one of its kind's properties: what was set, or the default.
    package func value(_ place: Int32, _ id: PropertyID) -> Value {
        if slots[Int(place)].flags.contains(.isAnimated) {
            if LayerProperty.frame.id == id, isLayer(place) { return .rect(frame(of: place)) }
            if let model = model(place, id) { return model }
            if let part = derivedPart(place, id) { return part.read(value(place, LayerProperty.bounds.id)) }
        }
        return shown(place, id)
    }

    /// The value that is seen: what an animation says, else what was set.
    package func shown(_ place: Int32, _ id: PropertyID) -> Value {
        let slot = slots[Int(place)]
        if slot.flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if let value = slotValue(slot, place, property) { return value }
        }
        if slot.extras >= 0, let value = extras[Int(slot.extras)].value(id) { return value }
        if let part = derivedPart(place, id) { return part.read(.rect(slot.bounds)) }
        let property = kinds[slot.kind].properties[Int(id.raw)]
        if property.isDerived, slot.flags.contains(.isLayer) {
            return measurer?.computed(id, of: place, in: self) ?? property.initial
        }
        return property.initial
    }

    /// The part of `bounds` that the property is another name for.
    private func derivedPart(_ place: Int32, _ id: PropertyID) -> ValuePart? {
        guard slots[Int(place)].kind == .scroll else { return nil }
        return kinds[.scroll][id].standsFor?.part
    }

    /// The value of a property that a layer keeps in its slot, or that is computed.
    private func slotValue(_ slot: LayerSlot, _ place: Int32, _ property: LayerProperty) -> Value? {
        switch property {
        case .position: return .point(slot.position)
        case .bounds: return .rect(fittedBounds(place))
        case .anchorPoint: return .point(slot.anchorPoint)
        case .frame:
            _ = fittedBounds(place)
            return .rect(shownFrame(of: place))
        case .opacity: return .number(slot.opacity)
        case .cornerRadius: return .number(slot.cornerRadius)
        case .backgroundColor: return slot.flags.contains(.hasBackground) ? .color(slot.backgroundColor) : Value.none
        case .maskedCorners: return .choices(UInt32(slot.maskedCorners))
        case .cornerCurve: return .choice(slot.flags.contains(.continuousCorners) ? 1 : 0)
        case .compositingFilter: return .choice(slot.compositingFilter)
        default: return LayerFlags.bit(of: property).map { .boolean(slot.flags.contains($0)) }
        }
    }

    /// The stored value of a rare property; nil when it has its default.
    package func rare(_ place: Int32, _ property: LayerProperty) -> Value? {
        let at = slots[Int(place)].extras
        return at < 0 ? nil : extras[Int(at)].value(property.id)
    }

    package func number(_ place: Int32, _ property: LayerProperty) -> Double {
        (rare(place, property) ?? LayerProperty.schema[Int(property.rawValue)].initial).number
    }

    /// `user.KEY`; nil when it was never set.
    package func user(_ place: Int32, _ key: String) -> String? {
        let at = slots[Int(place)].extras
        return at < 0 ? nil : extras[Int(at)].user.first { $0.key == key }?.value
    }

    package func users(_ place: Int32) -> [(key: String, value: String)] {
        let at = slots[Int(place)].extras
        return at < 0 ? [] : extras[Int(at)].user
    }

    /// The layer's transform; the identity when none was set.
    package func transform(_ place: Int32) -> Transform3D {
        guard slots[Int(place)].flags.contains(.hasTransform) else { return .identity }
        return rare(place, .transform)?.transform ?? .identity
    }

    package func sublayerTransform(_ place: Int32) -> Transform3D {
        guard slots[Int(place)].flags.contains(.hasSublayerTransform) else { return .identity }
        return rare(place, .sublayerTransform)?.transform ?? .identity
    }

    /// The layer that masks `place`.
    package func mask(_ place: Int32) -> Int32? {
        guard slots[Int(place)].flags.contains(.hasMask) else { return nil }
        return rare(place, .mask)?.object.flatMap { self.place(of: $0) }
    }

    package func zPosition(_ place: Int32) -> Double {
        slots[Int(place)].flags.contains(.hasZPosition) ? number(place, .zPosition) : 0
    }

    package func anchorPointZ(_ place: Int32) -> Double {
        slots[Int(place)].extras < 0 ? 0 : number(place, .anchorPointZ)
    }

    /// True when the value differs from the default.
    package func isSet(_ place: Int32, _ id: PropertyID) -> Bool {
        given(place, id) != kinds[slots[Int(place)].kind].properties[Int(id.raw)].initial
    }
}

extension LayerProperty {
    /// The properties whose values layers keep in their slots, in schema order.
    static let inSlot: [PropertyID] = allCases.filter { property in
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
