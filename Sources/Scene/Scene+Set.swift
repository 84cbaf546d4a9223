import Geometry

/// Changing properties. A value that is there already is no change: nothing is marked, logged or drawn again.
extension Scene {
    /// Sets one property of the object at `slot`; `value` has the property's type and is in its range.
    ///
    /// Throws what depends on the rest of the scene: a mask that is no detached layer (`value`), a cycle of masks
    /// (`cycle`), a property that cannot be set (`denied`).
    package func set(_ slot: Slot, _ id: PropertyID, _ value: Value) throws(SceneError) {
        let row = rows[Int(slot)]
        let property = kinds[row.kind].properties[Int(id.raw)]
        if property.isReadOnly { throw SceneError(.denied, "\"\(property.name)\" can only be read") }
        if row.flags.contains(.isLayer), let common = LayerProperty(rawValue: id.raw) {
            if followsOutput(slot) { try checkFollower(slot, common) }
            switch common {
            case .frame:
                let (position, bounds) = withModel(slot) { solve(slot, frame: value.rect) }
                assign(slot, LayerProperty.bounds.id, .rect(bounds), .geometry)
                assign(slot, LayerProperty.position.id, .point(position), .geometry)
                return
            case .mask: try checkMask(slot, value.object)
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
        if property.effect == .output, id == OutputProperty.root.id { try checkRoot(of: slot, value.object) }
        if property.type == .contents { try checkContents(value.object) }
        if property.type == .objects, !property.choices.isEmpty { try checkObjects(slot, value, property.choices) }
        assign(slot, id, value, property.effect)
        if !outputRoots.isEmpty, id == LayerProperty.anchorPoint.id, outputRoots.contains(slot) { outputChanged() }
    }

    private func checkMask(_ slot: Slot, _ mask: ObjectID?) throws(SceneError) {
        guard let mask, let target = self.slot(of: mask) else { return }
        guard isLayer(target) else {
            throw SceneError(.value, "\"\(name(of: target))\" is no layer and cannot be a mask")
        }
        if AncestrySearch.holds(target, slot, self) {
            throw SceneError(.cycle, "\"\(name(of: target))\" holds \"\(name(of: slot))\" and cannot be its mask")
        }
        guard rows[Int(target)].parent == Scene.limbo else {
            throw SceneError(.value, "\"\(name(of: target))\" has a parent; a mask is detached (parent=none)")
        }
    }

    private func checkContents(_ object: ObjectID?) throws(SceneError) {
        guard let object, let target = slot(of: object) else { return }
        guard rows[Int(target)].kind == .image || rows[Int(target)].kind == .buffer else {
            throw SceneError(.value, "\"\(name(of: target))\" is no image and no buffer")
        }
    }

    /// Throws `value` for a value that names an object of another kind than these.
    package func checkKinds(of value: Value, _ kinds: [String]) throws(SceneError) {
        for case let target? in Self.objects(in: value).map(slot) where !kinds.contains(kind(of: target).name) {
            throw SceneError(
                .value,
                "\"\(name(of: target))\" is a \(kind(of: target).name); \(kinds.joined(separator: " or ")) is expected")
        }
    }

    /// The objects are of one of the kinds, and none comes back to the one that names it.
    private func checkObjects(_ slot: Slot, _ value: Value, _ kinds: [String]) throws(SceneError) {
        try checkKinds(of: value, kinds)
        var open = Self.objects(in: value).compactMap { self.slot(of: $0) }
        var seen = Set(open)
        while let object = open.popLast() {
            if object == slot { throw SceneError(.cycle, "\"\(name(of: slot))\" would name itself") }
            for next in namedObjects(by: object) where seen.insert(next).inserted { open.append(next) }
        }
    }

    /// Stores a value, when it is another one, with all that follows from it.
    func assign(_ slot: Slot, _ id: PropertyID, _ value: Value, _ effect: Effect) {
        let old = given(slot, id)
        if old == value { return }
        if id == LayerProperty.bounds.id, naturalSizes[slot] != nil, isLayer(slot) {
            return giveBounds(slot, value.rect)
        }
        if isJournaling { journal.append(.value(slot, id, old)) }
        let implicit = implicitLayer(of: slot)
        store(slot, id, value)
        follow(slot, id, old, value)
        followImplicit(slot, from: implicit)
        if effect == .output { outputChanged() }
        if effect == .source { dirtySources.append(slot) }
        if slot == Scene.daemon { settingsAreDirty = true }
        if isCovered(slot, id) { touchedModels.insert(ObjectProperty(slot: slot, id: id)) }
        if id == FollowProperty.position.id, rows[Int(slot)].kind == .follow { layoutFollows(follow: slot) }
        mark(slot, Dirty(effect))
        if effect == .content || effect == .source, !isLayer(slot) { forEachViewer(of: slot) { markPicture($0) } }
        if !rows[Int(slot)].flags.isDisjoint(with: [.arranges, .isArranged]) { layoutFollows(slot, id) }
        // What is gone already, and loses a reference to what goes with it, is not told again.
        if !rows[Int(slot)].flags.contains(.isRemoved) { changes.note(.changed(slot, id)) }
    }

    /// Keeps the references of other objects true.
    private func follow(_ slot: Slot, _ id: PropertyID, _ old: Value, _ new: Value) {
        if case .operations(let old) = old, case .operations(let new) = new, new.shares(old) {
            // What was appended, or taken back.
            for target in old.objects(from: new.count) { removeReferrer(target.index, slot, id) }
            for target in new.objects(from: old.count) {
                referrers[target.index, default: []].insert(Referrer(slot: slot, property: id))
            }
            return
        }
        for target in Self.objects(in: old) { removeReferrer(target.index, slot, id) }
        if kinds[rows[Int(slot)].kind].properties[Int(id.raw)].bond == .owner {
            // In a group, and out of it, an animation runs in another time.
            for target in Self.objects(in: old) + Self.objects(in: new) { mark(target.index, .tree) }
        }
        for target in Self.objects(in: new) {
            referrers[target.index, default: []].insert(Referrer(slot: slot, property: id))
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

    func removeReferrer(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        if rows[Int(target)].flags.contains(.isArranged), acts(Referrer(slot: slot, property: id)) {
            needLayout(rows[Int(target)].parent)
        }
        referrers[target]?.remove(Referrer(slot: slot, property: id))
        if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }

    /// Writes a value to where it lives, without marks, journal or log: an animated one beside what is shown.
    func store(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        if rows[Int(slot)].flags.contains(.isAnimated), storeModel(slot, id, value) { return }
        storeShown(slot, id, value)
    }

    /// Writes what is shown.
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
                seenRevision &+= 1
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
            if value == .none { unbegun.append(Slot(at)) }
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
        if isJournaling { journal.append(.user(slot, key, old)) }
        withExtras(slot) { $0.setUser(key, value) }
        changes.note(.changedUser(slot))
    }

    private func withExtras(_ slot: Slot, _ body: (inout Extras) -> Void) {
        var at = rows[Int(slot)].extras
        if at < 0 {
            var fresh = Extras()
            body(&fresh)
            if fresh.isEmpty { return }
            if let free = freeExtras.popLast() {
                at = free
                extras[Int(at)] = fresh
            } else {
                at = Int32(extras.count)
                extras.append(fresh)
            }
            rows[Int(slot)].extras = at
        } else {
            body(&extras[Int(at)])
            if extras[Int(at)].isEmpty { dropExtras(slot) }
        }
    }

    func dropExtras(_ slot: Slot) {
        let at = rows[Int(slot)].extras
        guard at >= 0 else { return }
        extras[Int(at)] = Extras()
        freeExtras.append(at)
        rows[Int(slot)].extras = -1
    }
}

extension LayerFlags {
    @inlinable mutating func set(_ flag: LayerFlags, _ on: Bool) {
        if on { insert(flag) } else { remove(flag) }
    }
}
