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
    /// True when `setPlain` may be used for `slot`: a layer that is no output's root, with no property animated, no size of its own
    /// and no layout, outside of transactions, and, for `frame`, without a transform.
    package func takesPlain(_ slot: Slot) -> Bool {
        let out: LayerFlags = [.isAnimated, .measures, .arranges, .isArranged]
        return !isJournaling && slot > Scene.daemon && (outputRoots.isEmpty || !outputRoots.contains(slot))
            && rows[Int(slot)].flags.intersection(out.union(.isLayer)) == .isLayer
    }

    package func hasTransform(_ slot: Slot) -> Bool { rows[Int(slot)].flags.contains(.hasTransform) }

    /// Sets plain values in order. Each is finite and in its property's range; `takesPlain` holds.
    package func setPlain(_ slot: Slot, _ values: UnsafeBufferPointer<PlainValue>) {
        var dirty: Dirty = []
        for i in 0..<values.count {
            let value = unsafe values[i]
            if value.field == .frame {
                let (row, n) = (rows[Int(slot)], value.numbers)
                let bounds = SIMD4(row.bounds.x, row.bounds.y, n.z, n.w)
                let position = SIMD4(n.x + row.anchorPoint.x * n.z, n.y + row.anchorPoint.y * n.w, 0, 0)
                dirty.formUnion(assign(PlainValue(.bounds, bounds), slot))
                dirty.formUnion(assign(PlainValue(.position, position), slot))
            } else {
                dirty.formUnion(assign(value, slot))
            }
        }
        mark(slot, dirty)
    }

    private func assign(_ value: PlainValue, _ slot: Slot) -> Dirty {
        let changed = Self.assign(value, to: &rows[Int(slot)])
        if !changed.isEmpty { note(value.field, slot) }
        return changed
    }

    /// Puts one value into the slot; what has to be looked at again is empty when it was there already.
    private static func assign(_ value: PlainValue, to row: inout LayerRow) -> Dirty {
        let n = value.numbers
        switch value.field {
        case .position:
            let new = Point(n.x, n.y)
            if row.position == new { return [] }
            row.position = new
            return .geometry
        case .positionX:
            if row.position.x == n.x { return [] }
            row.position.x = n.x
            return .geometry
        case .positionY:
            if row.position.y == n.x { return [] }
            row.position.y = n.x
            return .geometry
        case .bounds:
            let new = Rect(n.x, n.y, n.z, n.w)
            if row.bounds == new { return [] }
            row.bounds = new
            return .geometry
        case .anchorPoint:
            let new = Point(n.x, n.y)
            if row.anchorPoint == new { return [] }
            row.anchorPoint = new
            return .geometry
        case .frame: preconditionFailure("a frame is set as bounds and position")
        case .opacity:
            if row.opacity == n.x { return [] }
            row.opacity = n.x
            return .group
        case .cornerRadius:
            if row.cornerRadius == n.x { return [] }
            row.cornerRadius = n.x
            return .group
        case .backgroundColor:
            let bits = UInt32(n.x)
            let new = Color(
                UInt8(bits >> 24), UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255))
            if row.flags.contains(.hasBackground), row.backgroundColor == new { return [] }
            row.backgroundColor = new
            row.flags.insert(.hasBackground)
            return .look
        case .isHidden:
            if row.flags.contains(.isHidden) == (n.x != 0) { return [] }
            row.flags.set(.isHidden, n.x != 0)
            return .group
        }
    }

    private func note(_ field: PlainValue.Field, _ slot: Slot) {
        switch field {
        case .position, .positionX, .positionY: changes.note(.changed(slot, LayerProperty.position.id))
        case .bounds: changes.note(.changed(slot, LayerProperty.bounds.id))
        case .anchorPoint: changes.note(.changed(slot, LayerProperty.anchorPoint.id))
        case .opacity: changes.note(.changed(slot, LayerProperty.opacity.id))
        case .cornerRadius: changes.note(.changed(slot, LayerProperty.cornerRadius.id))
        case .backgroundColor: changes.note(.changed(slot, LayerProperty.backgroundColor.id))
        case .isHidden: changes.note(.changed(slot, LayerProperty.isHidden.id))
        case .frame: break
        }
    }
}
