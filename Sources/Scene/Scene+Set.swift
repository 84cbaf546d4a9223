import Geometry

/// Changing properties. A value that is there already is no change: nothing is marked, logged or drawn again.
extension Scene {
    /// Sets one property of the object at `slot`; `value` has the property's type and is in its range.
    ///
    /// Throws for conflicts with the rest of the scene: a mask that is no detached layer (`value`), a cycle of masks
    /// (`cycle`), a property that cannot be set (`denied`).
    package func set(_ slot: Slot, _ id: PropertyID, _ value: Value) throws(SceneError) {
        let row = rows[Int(slot)]
        let rules = ChangeRules(scene: self)
        let property = kinds[row.kind].properties[Int(id.raw)]
        if property.isReadOnly { throw SceneError(.denied, "\"\(property.name)\" can only be read") }
        if row.flags.contains(.isLayer), let common = LayerProperty(rawValue: id.raw) {
            if followsOutput(slot) { try rules.checkFollower(slot, common) }
            switch common {
            case .frame:
                let (position, bounds) = withModel(slot) { solve(slot, frame: value.rect) }
                assign(slot, LayerProperty.bounds.id, .rect(bounds), .geometry)
                assign(slot, LayerProperty.position.id, .point(position), .geometry)
                return
            case .mask: try rules.checkMask(slot, value.object)
            case .theme: try rules.checkKinds(of: value, property.choices)
            case .style: try rules.checkStyles(value)
            default: break
            }
        } else if row.kind == .scroll, id == ScrollProperty.scrollPoint.id {
            let mode = ScrollProperty.Mode(rawValue: self.value(slot, ScrollProperty.scrollMode.id).choice) ?? .both
            var bounds = whole(slot, LayerProperty.bounds.id).rect
            let origin = mode.move(bounds.origin, to: value.point)
            (bounds.x, bounds.y) = (origin.x, origin.y)
            assign(slot, LayerProperty.bounds.id, .rect(bounds), .geometry)
            return
        }
        if property.effect == .output, id == OutputProperty.root.id { try rules.checkRoot(of: slot, value.object) }
        if property.type == .contents { try rules.checkContents(value.object) }
        if property.type == .objects, !property.choices.isEmpty {
            try rules.checkObjects(slot, value, property.choices)
        }
        if row.kind == .style, id == StyleProperty.of.id { try rules.checkBase(of: slot, value.object) }
        // No members: an empty list.
        let isEmptied = value == .none && property.type == .objects && property.initial == .objects([])
        assign(slot, id, isEmptied ? property.initial : value, property.effect)
        if id == LayerProperty.anchorPoint.id, outputTable.shows(slot) { outputChanged() }
    }

    /// Throws `value` for a value that names an object of another kind than these.
    package func checkKinds(of value: Value, _ kinds: [String]) throws(SceneError) {
        try ChangeRules(scene: self).checkKinds(of: value, kinds)
    }

    /// Stores a value, when it is another one, with all that follows from it.
    func assign(_ slot: Slot, _ id: PropertyID, _ value: Value, _ effect: Effect) {
        let old = given(slot, id)
        if old == value { return }
        if id == LayerProperty.bounds.id, layouts.naturalSizes[slot] != nil, isLayer(slot) {
            return giveBounds(slot, value.rect)
        }
        journal.append(.value(slot, id, old))
        let implicit = implicitLayer(of: slot)
        store(slot, id, value)
        follow(slot, id, old, value)
        references.moveImplicit(slot, from: implicit, to: implicitLayer(of: slot))
        if effect == .output { outputChanged() }
        if effect == .source { changes.sources.append(.source(slot)) }
        if slot == Scene.daemon { changes.settings &+= 1 }
        if isCovered(slot, id) { changes.motion.append(.covered(ObjectProperty(slot: slot, id: id))) }
        if id > Kind.componentScope, isInstance(slot) { parameterChanged(slot) }
        if id == FollowProperty.position.id, rows[Int(slot)].kind == .follow { layoutFollows(follow: slot) }
        if id.raw >= LayerProperty.theme.rawValue || rows[Int(slot)].kind == .style {
            stylingFollows(slot, id, old, value)
        }
        mark(slot, Dirty(effect))
        if effect == .content || effect == .source, !isLayer(slot) { forEachViewer(of: slot) { markPicture($0) } }
        if !rows[Int(slot)].flags.isDisjoint(with: [.arranges, .isArranged]) { layoutFollows(slot, id) }
        // What is gone already, and loses a reference to what goes with it, is not told again.
        if !rows[Int(slot)].flags.contains(.isRemoved) { changes.events.note(.changed(slot, id)) }
    }

    /// Keeps the references of other objects true.
    private func follow(_ slot: Slot, _ id: PropertyID, _ old: Value, _ new: Value) {
        if case .operations(let old) = old, case .operations(let new) = new, new.shares(old) {
            // What was appended, or taken back.
            for target in old.objects(from: new.count) { removeReference(target.index, slot, id) }
            for target in new.objects(from: old.count) {
                references.insert(target.index, slot, id)
            }
            return
        }
        for target in Self.objects(in: old) { removeReference(target.index, slot, id) }
        if kinds[rows[Int(slot)].kind].properties[Int(id.raw)].bond == .owner {
            // In a group, and out of it, an animation runs in another time.
            for target in Self.objects(in: old) + Self.objects(in: new) { mark(target.index, .tree) }
        }
        for target in Self.objects(in: new) {
            references.insert(target.index, slot, id)
            if id == LayerProperty.mask.id, isLayer(slot) { rows[Int(target.index)].flags.insert(.isMask) }
        }
    }

    static func objects(in value: Value) -> [ObjectID] {
        switch value {
        case .object(let one): [one]
        case .objects(let many): many
        case .operations(let list): list.objects()
        default: []
        }
    }

    /// Forgets a reference; a layer that nothing moves any more comes back to its stack.
    func removeReference(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        if rows[Int(target)].flags.contains(.isArranged), acts(References.Referrer(slot: slot, property: id)) {
            needLayout(rows[Int(target)].parent)
        }
        references.remove(target, slot, id)
    }

    /// Writes a value to where it lives, without marks, journal or log: of a covered property as the model value.
    func store(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if rows[Int(slot)].flags.contains(.isAnimated), models.set(slot, id, value) { return }
        storeShown(slot, id, value)
    }

    /// Writes a presentation value.
    func storeShown(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        let at = Int(slot)
        if rows[at].flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if storeInSlot(at, property, value) { return }
            setHint(at, property, value)
        }
        let isDefault = value == kinds[rows[at].kind].properties[Int(id.raw)].initial
        withExtras(slot) { $0.set(id, isDefault ? nil : value) }
    }

    private func storeInSlot(_ at: Int, _ property: LayerProperty, _ value: Value) -> Bool {
        switch property {
        case .position: rows[at].position = value.point
        case .bounds: storeBounds(at, value.rect)
        case .anchorPoint: rows[at].anchorPoint = value.point
        case .opacity: rows[at].opacity = value.number
        case .cornerRadius: rows[at].cornerRadius = value.number
        case .backgroundColor:
            rows[at].backgroundColor = value.color ?? .clear
            rows[at].flags.set(.hasBackground, value.color != nil)
        case .maskedCorners: if case .choices(let bits) = value { rows[at].maskedCorners = UInt8(bits & 0b1111) }
        case .cornerCurve: rows[at].flags.set(.continuousCorners, value.choice == 1)
        case .compositingFilter: rows[at].compositingFilter = value.choice
        default:
            guard let bit = LayerFlags.bit(of: property) else { return false }
            rows[at].flags.set(bit, value.boolean)
            if property == .isInteractive {
                changes.visible &+= 1
                if value.boolean { leadToInput(Slot(at)) }
            }
        }
        return true
    }

    /// Flags that spare the frame a look into the extras.
    private func setHint(_ at: Int, _ property: LayerProperty, _ value: Value) {
        switch property {
        case .transform: rows[at].flags.set(.hasTransform, value != .none)
        case .sublayerTransform: rows[at].flags.set(.hasSublayerTransform, value != .none)
        case .mask: rows[at].flags.set(.hasMask, value != .none)
        case .borderWidth: rows[at].flags.set(.hasBorder, value.number > 0)
        case .shadowOpacity: rows[at].flags.set(.hasShadow, value.number > 0)
        case .contents: rows[at].flags.set(.hasContents, value != .none)
        case .filters, .backgroundFilters: rows[at].flags.insert(.hasFilters)
        case .transitionProgress: rows[at].flags.set(.isChanging, value.number != 1)
        case .speed, .timeOffset, .beginTime:
            rows[at].flags.insert(.hasTiming)
            hasTimedLayers = true
            noteTiming()
            if value == .none { changes.motion.append(.unbegun(Slot(at))) }
        case .zPosition:
            rows[at].flags.set(.hasZPosition, value.number != 0)
            let parent = rows[at].parent
            if value.number != 0, parent >= 0 { rows[Int(parent)].flags.insert(.sortsSublayers) }
        default: return
        }
    }

    /// `user.` keys of one object: each is searched for among the others.
    package static let mostUserKeys = 1024

    /// Sets `user.KEY`; nil takes it away.
    package func setUser(_ slot: Slot, _ key: String, _ value: String?) {
        let old = user(slot, key)
        if old == value { return }
        journal.append(.user(slot, key, old))
        withExtras(slot) { $0.setUser(key, value) }
        changes.events.note(.changedUser(slot))
    }

    private func withExtras(_ slot: Slot, _ body: (inout Extras) -> Void) {
        let at = rows[Int(slot)].extras
        if at >= 0 {
            body(&extras[Int(at)])
            if extras[Int(at)].isEmpty { dropExtras(slot) }
        } else {
            var fresh = Extras()
            body(&fresh)
            if !fresh.isEmpty { rows[Int(slot)].extras = extras.insert(fresh) }
        }
    }

    func dropExtras(_ slot: Slot) {
        let at = rows[Int(slot)].extras
        guard at >= 0 else { return }
        rows[Int(slot)].extras = -1
        extras.remove(at)
    }
}

extension LayerFlags {
    @inlinable mutating func set(_ flag: LayerFlags, _ on: Bool) {
        if on { insert(flag) } else { remove(flag) }
    }
}
