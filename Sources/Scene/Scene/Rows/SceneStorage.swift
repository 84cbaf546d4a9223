import Geometry
import SceneTables
import Schema

/// Storage of values: in the row, among the rare properties, or as the model value of an animated property.
public struct SceneStorage {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Stores a value without marks, journal or event log: the model value for an animated property.
    func store(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if scene.rows[Int(slot)].flags.contains(.isAnimated), scene.models.set(slot, id, value) { return }
        storeShown(slot, id, value)
    }

    /// Stores a presentation value.
    func storeShown(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        let at = Int(slot)
        if scene.rows[at].flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if storeInSlot(at, property, value) { return }
            setHint(at, property, value)
        }
        let isDefault = value == scene.kinds[scene.rows[at].kind].properties[Int(id.raw)].initial
        withExtras(slot) { $0.set(id, isDefault ? nil : value) }
    }

    private func storeInSlot(_ at: Int, _ property: LayerProperty, _ value: Value) -> Bool {
        switch property {
        case .position: scene.rows[at].position = value.point
        case .bounds: scene.layout.storeBounds(at, value.rect)
        case .anchorPoint: scene.rows[at].anchorPoint = value.point
        case .opacity: scene.rows[at].opacity = value.number
        case .cornerRadius: scene.rows[at].cornerRadius = value.number
        case .backgroundColor:
            scene.rows[at].backgroundColor = value.color ?? .clear
            scene.rows[at].flags.set(.hasBackground, value.color != nil)
        case .maskedCorners: if case .choices(let bits) = value { scene.rows[at].maskedCorners = UInt8(bits & 0b1111) }
        case .cornerCurve: scene.rows[at].flags.set(.continuousCorners, value.choice == 1)
        case .compositingFilter: scene.rows[at].compositingFilter = value.choice
        default:
            guard let bit = LayerFlags.bit(of: property) else { return false }
            scene.rows[at].flags.set(bit, value.boolean)
            if property == .isInteractive {
                scene.changes.noteVisible()
                if value.boolean { scene.tree.leadToInput(Slot(at)) }
            }
        }
        return true
    }

    /// Flags that avoid reading the extras in a frame.
    private func setHint(_ at: Int, _ property: LayerProperty, _ value: Value) {
        switch property {
        case .transform: scene.rows[at].flags.set(.hasTransform, value != .none)
        case .sublayerTransform: scene.rows[at].flags.set(.hasSublayerTransform, value != .none)
        case .mask: scene.rows[at].flags.set(.hasMask, value != .none)
        case .borderWidth: scene.rows[at].flags.set(.hasBorder, value.number > 0)
        case .shadowOpacity: scene.rows[at].flags.set(.hasShadow, value.number > 0)
        case .contents: scene.rows[at].flags.set(.hasContents, value != .none)
        case .filters, .backgroundFilters, .isolated: scene.rows[at].flags.insert(.hasFilters)
        case .transitionProgress: scene.rows[at].flags.set(.isChanging, value.number != 1)
        case .speed, .timeOffset, .beginTime:
            scene.rows[at].flags.insert(.hasTiming)
            scene.order.hasTimedLayers = true
            scene.times.noteTiming()
            if value == .none { scene.changes.motion.append(.unbegun(Slot(at))) }
        case .autoresizingMask:
            scene.rows[at].hints.insert(.isAutoresizing)
            if scene.rows[at].parent >= 0 { scene.rows[Int(scene.rows[at].parent)].hints.insert(.resizesSublayers) }
        case .layoutOrigin: scene.layout.storeOrigin(Slot(at), value)
        case .edgeAntialiasingMask: scene.rows[at].hints.insert(.hasHardEdges)
        case .zPosition:
            scene.rows[at].flags.set(.hasZPosition, value.number != 0)
            let parent = scene.rows[at].parent
            if value.number != 0, parent >= 0 { scene.rows[Int(parent)].flags.insert(.sortsSublayers) }
        default: return
        }
    }

    func withExtras(_ slot: Slot, _ body: (inout Extras) -> Void) {
        let at = scene.rows[Int(slot)].extras
        if at >= 0 {
            body(&scene.extras[Int(at)])
            if scene.extras[Int(at)].isEmpty { dropExtras(slot) }
        } else {
            var fresh = Extras()
            body(&fresh)
            if !fresh.isEmpty { scene.rows[Int(slot)].extras = scene.extras.insert(fresh) }
        }
    }

    func dropExtras(_ slot: Slot) {
        let at = scene.rows[Int(slot)].extras
        guard at >= 0 else { return }
        scene.rows[Int(slot)].extras = -1
        scene.extras.remove(at)
    }

    /// The part of `bounds` for which the property is an alias.
    func derivedPart(_ slot: Slot, _ id: PropertyID) -> ValuePart? {
        guard scene.rows[Int(slot)].kind == .scroll else { return nil }
        return scene.kinds[.scroll][id].standsFor?.part
    }

    /// The value of a property that a layer stores in its slot, or that is computed.
    func rowValue(_ row: LayerRow, _ slot: Slot, _ property: LayerProperty) -> Value? {
        switch property {
        case .position: return .point(row.position)
        case .bounds: return .rect(scene.layout.fittedBounds(slot))
        case .anchorPoint: return .point(row.anchorPoint)
        case .frame:
            _ = scene.layout.fittedBounds(slot)
            return .rect(scene.geometry.shownFrame(of: slot))
        case .layoutOverflow: return .number(scene.layout.overflow(of: slot))
        case .opacity: return .number(row.opacity)
        case .cornerRadius: return .number(row.cornerRadius)
        case .backgroundColor: return row.flags.contains(.hasBackground) ? .color(row.backgroundColor) : Value.none
        case .maskedCorners: return .choices(UInt32(row.maskedCorners))
        case .cornerCurve: return .choice(row.flags.contains(.continuousCorners) ? 1 : 0)
        case .compositingFilter: return .choice(row.compositingFilter)
        default: return LayerFlags.bit(of: property).map { .boolean(row.flags.contains($0)) }
        }
    }
}

extension Scene {
    /// Storage of values: in the row, among the rare properties, or as the model value of an animated property.
    @inlinable public var storage: SceneStorage { SceneStorage(self) }
}
