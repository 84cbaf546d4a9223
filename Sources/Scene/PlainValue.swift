import Geometry

/// A value of one of the properties that a layer keeps in its slot as plain numbers: no reference is counted to hand it on.
package struct PlainValue: Sendable {
    package enum Field: UInt8, Sendable {
        case position, positionX, positionY, bounds, anchorPoint, opacity, cornerRadius, backgroundColor, isHidden,
            frame
    }

    package var field: Field
    /// A number, a point, or a rectangle, from the left; a truth as 0 or 1; a colour as 0xRRGGBBAA.
    package var numbers: SIMD4<Double>

    package init(_ field: Field, _ numbers: SIMD4<Double>) {
        self.field = field
        self.numbers = numbers
    }
}

/// The way of the lines that scripts send most: the same effect as `set`, property by property, without `Value`.
extension Scene {
    /// True when `setPlain` may be used for `place`: a layer that is no output's root, with no property animated, no size of its own
    /// and no layout, outside of transactions, and, for `frame`, without a transform.
    package func takesPlain(_ place: Int32) -> Bool {
        let out: LayerFlags = [.isAnimated, .measures, .arranges, .isArranged]
        return !isJournaling && place > Scene.daemon && (outputRoots.isEmpty || !outputRoots.contains(place))
            && slots[Int(place)].flags.intersection(out.union(.isLayer)) == .isLayer
    }

    package func hasTransform(_ place: Int32) -> Bool { slots[Int(place)].flags.contains(.hasTransform) }

    /// Sets plain values in order. Each is finite and in its property's range; `takesPlain` holds.
    package func setPlain(_ place: Int32, _ values: UnsafeBufferPointer<PlainValue>) {
        var dirty: Dirty = []
        for i in 0..<values.count {
            let value = unsafe values[i]
            if value.field == .frame {
                let (slot, n) = (slots[Int(place)], value.numbers)
                let bounds = SIMD4(slot.bounds.x, slot.bounds.y, n.z, n.w)
                let position = SIMD4(n.x + slot.anchorPoint.x * n.z, n.y + slot.anchorPoint.y * n.w, 0, 0)
                dirty.formUnion(assign(PlainValue(.bounds, bounds), place))
                dirty.formUnion(assign(PlainValue(.position, position), place))
            } else {
                dirty.formUnion(assign(value, place))
            }
        }
        mark(place, dirty)
    }

    private func assign(_ value: PlainValue, _ place: Int32) -> Dirty {
        let changed = Self.assign(value, to: &slots[Int(place)])
        if !changed.isEmpty { note(value.field, place) }
        return changed
    }

    /// Puts one value into the slot; what has to be looked at again is empty when it was there already.
    private static func assign(_ value: PlainValue, to slot: inout LayerSlot) -> Dirty {
        let n = value.numbers
        switch value.field {
        case .position:
            let new = Point(n.x, n.y)
            if slot.position == new { return [] }
            slot.position = new
            return .geometry
        case .positionX:
            if slot.position.x == n.x { return [] }
            slot.position.x = n.x
            return .geometry
        case .positionY:
            if slot.position.y == n.x { return [] }
            slot.position.y = n.x
            return .geometry
        case .bounds:
            let new = Rect(n.x, n.y, n.z, n.w)
            if slot.bounds == new { return [] }
            slot.bounds = new
            return .geometry
        case .anchorPoint:
            let new = Point(n.x, n.y)
            if slot.anchorPoint == new { return [] }
            slot.anchorPoint = new
            return .geometry
        case .frame: preconditionFailure("a frame is set as bounds and position")
        case .opacity:
            if slot.opacity == n.x { return [] }
            slot.opacity = n.x
            return .group
        case .cornerRadius:
            if slot.cornerRadius == n.x { return [] }
            slot.cornerRadius = n.x
            return .group
        case .backgroundColor:
            let bits = UInt32(n.x)
            let new = Color(
                UInt8(bits >> 24), UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255))
            if slot.flags.contains(.hasBackground), slot.backgroundColor == new { return [] }
            slot.backgroundColor = new
            slot.flags.insert(.hasBackground)
            return .look
        case .isHidden:
            if slot.flags.contains(.isHidden) == (n.x != 0) { return [] }
            slot.flags.set(.isHidden, n.x != 0)
            return .group
        }
    }

    private func note(_ field: PlainValue.Field, _ place: Int32) {
        switch field {
        case .position, .positionX, .positionY: changes.note(.changed(place, LayerProperty.position.id))
        case .bounds: changes.note(.changed(place, LayerProperty.bounds.id))
        case .anchorPoint: changes.note(.changed(place, LayerProperty.anchorPoint.id))
        case .opacity: changes.note(.changed(place, LayerProperty.opacity.id))
        case .cornerRadius: changes.note(.changed(place, LayerProperty.cornerRadius.id))
        case .backgroundColor: changes.note(.changed(place, LayerProperty.backgroundColor.id))
        case .isHidden: changes.note(.changed(place, LayerProperty.isHidden.id))
        case .frame: break
        }
    }
}
