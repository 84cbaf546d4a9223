import Geometry

/// Changing properties. A value that is there already is no change: nothing is marked, logged or drawn again.
extension Scene {
    /// Sets one property of the object at `place`; `value` has the property's type and is in its range.
    ///
    /// Throws what depends on the rest of the scene: a mask that is no detached layer (`value`), a cycle of masks
    /// (`cycle`), a property that cannot be set (`denied`).
    package func set(_ place: Int32, _ id: PropertyID, _ value: Value) throws(SceneError) {
        let slot = slots[Int(place)]
        let property = kinds[slot.kind].properties[Int(id.raw)]
        if property.isReadOnly { throw SceneError(.denied, "\"\(property.name)\" can only be read") }
        if slot.flags.contains(.isLayer), let common = LayerProperty(rawValue: id.raw) {
            if followsOutput(place) { try checkFollower(place, common) }
            switch common {
            case .frame:
                let (position, bounds) = withModel(place) { solve(place, frame: value.rect) }
                assign(place, LayerProperty.bounds.id, .rect(bounds), .geometry)
                assign(place, LayerProperty.position.id, .point(position), .geometry)
                return
            case .mask: try checkMask(place, value.object)
            default: break
            }
        } else if slot.kind == .scroll, id == ScrollProperty.scrollPoint.id {
            let mode = ScrollProperty.Mode(rawValue: self.value(place, ScrollProperty.scrollMode.id).choice) ?? .both
            var bounds = whole(place, LayerProperty.bounds.id).rect
            let origin = mode.move(bounds.origin, to: value.point)
            (bounds.x, bounds.y) = (origin.x, origin.y)
            assign(place, LayerProperty.bounds.id, .rect(bounds), .geometry)
            return
        }
        if property.effect == .output, id == OutputProperty.root.id { try checkRoot(of: place, value.object) }
        if property.type == .contents { try checkContents(value.object) }
        if property.type == .objects, !property.choices.isEmpty { try checkObjects(place, value, property.choices) }
        assign(place, id, value, property.effect)
        if !outputRoots.isEmpty, id == LayerProperty.anchorPoint.id, outputRoots.contains(place) { outputChanged() }
    }

    private func checkMask(_ place: Int32, _ mask: ObjectID?) throws(SceneError) {
        guard let mask, let target = self.place(of: mask) else { return }
        guard isLayer(target) else {
            throw SceneError(.value, "\"\(name(of: target))\" is no layer and cannot be a mask")
        }
        if canReach(place, from: target) {
            throw SceneError(.cycle, "\"\(name(of: target))\" holds \"\(name(of: place))\" and cannot be its mask")
        }
        guard slots[Int(target)].parent == Scene.limbo else {
            throw SceneError(.value, "\"\(name(of: target))\" has a parent; a mask is detached (parent=none)")
        }
    }

    private func checkContents(_ object: ObjectID?) throws(SceneError) {
        guard let object, let target = place(of: object) else { return }
        guard slots[Int(target)].kind == .image || slots[Int(target)].kind == .buffer else {
            throw SceneError(.value, "\"\(name(of: target))\" is no image and no buffer")
        }
    }

    /// Throws `value` for a value that names an object of another kind than these.
    package func checkKinds(of value: Value, _ kinds: [String]) throws(SceneError) {
        for case let target? in Self.objects(in: value).map(place) where !kinds.contains(kind(of: target).name) {
            throw SceneError(
                .value,
                "\"\(name(of: target))\" is a \(kind(of: target).name); \(kinds.joined(separator: " or ")) is expected")
        }
    }

    /// The objects are of one of the kinds, and none comes back to the one that names it.
    private func checkObjects(_ place: Int32, _ value: Value, _ kinds: [String]) throws(SceneError) {
        try checkKinds(of: value, kinds)
        var open = Self.objects(in: value).compactMap { self.place(of: $0) }
        var seen = Set(open)
        while let object = open.popLast() {
            if object == place { throw SceneError(.cycle, "\"\(name(of: place))\" would name itself") }
            for next in namedObjects(by: object) where seen.insert(next).inserted { open.append(next) }
        }
    }

    /// True when `goal` is `from`, or below it, or below a mask of what is: then neither can come to hold the other.
    func canReach(_ goal: Int32, from: Int32) -> Bool {
        var seen: Set<Int32> = []
        var open = [goal]
        while let top = open.popLast() {
            var at = top
            while at > Scene.shelf {
                if at == from { return true }
                guard seen.insert(at).inserted else { break }
                if let users = referrers[at] {
                    for user in users where user.property == LayerProperty.mask.id && isLayer(user.place) {
                        open.append(user.place)
                    }
                }
                at = slots[Int(at)].parent
            }
        }
        return false
    }

    /// Stores a value, when it is another one, with all that follows from it.
    func assign(_ place: Int32, _ id: PropertyID, _ value: Value, _ effect: Effect) {
        let old = given(place, id)
        if old == value { return }
        if id == LayerProperty.bounds.id, naturalSizes[place] != nil, isLayer(place) {
            return giveBounds(place, value.rect)
        }
        if isJournaling { journal.append(.value(place, id, old)) }
        store(place, id, value)
        follow(place, id, old, value)
        if effect == .output { outputChanged() }
        if effect == .source { dirtySources.append(place) }
        if place == Scene.daemon { settingsAreDirty = true }
        if isCovered(place, id) { touchedModels.insert(ObjectProperty(place: place, id: id)) }
        mark(place, Dirty(effect))
        if effect == .content || effect == .source, !isLayer(place) { forEachViewer(of: place) { markPicture($0) } }
        if !slots[Int(place)].flags.isDisjoint(with: [.arranges, .isArranged]) { layoutFollows(place, id) }
        // What is gone already, and loses a reference to what goes with it, is not told again.
        if !slots[Int(place)].flags.contains(.isRemoved) { changes.note(.changed(place, id)) }
    }

    /// Keeps the references of other objects true.
    private func follow(_ place: Int32, _ id: PropertyID, _ old: Value, _ new: Value) {
        if case .operations(let old) = old, case .operations(let new) = new, new.shares(old) {
            // What was appended, or taken back.
            for target in old.objects(from: new.count) { removeReferrer(target.index, place, id) }
            for target in new.objects(from: old.count) {
                referrers[target.index, default: []].insert(Referrer(place: place, property: id))
            }
            return
        }
        for target in Self.objects(in: old) { removeReferrer(target.index, place, id) }
        if kinds[slots[Int(place)].kind].properties[Int(id.raw)].bond == .owner {
            // In a group, and out of it, an animation runs in another time.
            for target in Self.objects(in: old) + Self.objects(in: new) { mark(target.index, .tree) }
        }
        for target in Self.objects(in: new) {
            referrers[target.index, default: []].insert(Referrer(place: place, property: id))
            if id == LayerProperty.mask.id, isLayer(place) { slots[Int(target.index)].flags.insert(.isMask) }
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

    func removeReferrer(_ target: Int32, _ place: Int32, _ id: PropertyID) {
        referrers[target]?.remove(Referrer(place: place, property: id))
        if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }

    /// Writes a value to where it lives, without marks, journal or log: an animated one beside what is shown.
    func store(_ place: Int32, _ id: PropertyID, _ value: Value) {
        if slots[Int(place)].flags.contains(.isAnimated), storeModel(place, id, value) { return }
        storeShown(place, id, value)
    }

    /// Writes what is shown.
    func storeShown(_ place: Int32, _ id: PropertyID, _ value: Value) {
        let at = Int(place)
        if slots[at].flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if storeInSlot(at, property, value) { return }
            setHint(at, property, value)
        }
        let isDefault = value == kinds[slots[at].kind].properties[Int(id.raw)].initial
        withExtras(place) { $0.set(id, isDefault ? nil : value) }
    }

    private func storeInSlot(_ at: Int, _ property: LayerProperty, _ value: Value) -> Bool {
        switch property {
        case .position: slots[at].position = value.point
        case .bounds: storeBounds(at, value.rect)
        case .anchorPoint: slots[at].anchorPoint = value.point
        case .opacity: slots[at].opacity = value.number
        case .cornerRadius: slots[at].cornerRadius = value.number
        case .backgroundColor:
            slots[at].backgroundColor = value.color ?? .clear
            slots[at].flags.set(.hasBackground, value.color != nil)
        case .maskedCorners: if case .choices(let bits) = value { slots[at].maskedCorners = UInt8(bits & 0b1111) }
        case .cornerCurve: slots[at].flags.set(.continuousCorners, value.choice == 1)
        case .compositingFilter: slots[at].compositingFilter = value.choice
        default:
            guard let bit = LayerFlags.bit(of: property) else { return false }
            slots[at].flags.set(bit, value.boolean)
            if property == .isInteractive {
                seenRevision &+= 1
                if value.boolean { leadToInput(Int32(at)) }
            }
        }
        return true
    }

    /// Flags that spare the frame a look into the extras.
    private func setHint(_ at: Int, _ property: LayerProperty, _ value: Value) {
        switch property {
        case .transform: slots[at].flags.set(.hasTransform, value != .none)
        case .sublayerTransform: slots[at].flags.set(.hasSublayerTransform, value != .none)
        case .mask: slots[at].flags.set(.hasMask, value != .none)
        case .borderWidth: slots[at].flags.set(.hasBorder, value.number > 0)
        case .shadowOpacity: slots[at].flags.set(.hasShadow, value.number > 0)
        case .contents: slots[at].flags.set(.hasContents, value != .none)
        case .filters, .backgroundFilters: slots[at].flags.insert(.hasFilters)
        case .transitionProgress: slots[at].flags.set(.isChanging, value.number != 1)
        case .speed, .timeOffset, .beginTime:
            slots[at].flags.insert(.hasTiming)
            hasTimedLayers = true
            noteTiming()
            if value == .none { unbegun.append(Int32(at)) }
        case .zPosition:
            slots[at].flags.set(.hasZPosition, value.number != 0)
            let parent = slots[at].parent
            if value.number != 0, parent >= 0 { slots[Int(parent)].flags.insert(.sortsSublayers) }
        default: return
        }
    }

    /// `user.` keys of one object: each is searched for among the others.
    package static let mostUserKeys = 1024

    /// Sets `user.KEY`; nil takes it away.
    package func setUser(_ place: Int32, _ key: String, _ value: String?) {
        let old = user(place, key)
        if old == value { return }
        if isJournaling { journal.append(.user(place, key, old)) }
        withExtras(place) { $0.setUser(key, value) }
        changes.note(.changedUser(place))
    }

    private func withExtras(_ place: Int32, _ body: (inout Extras) -> Void) {
        var at = slots[Int(place)].extras
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
            slots[Int(place)].extras = at
        } else {
            body(&extras[Int(at)])
            if extras[Int(at)].isEmpty { dropExtras(place) }
        }
    }

    func dropExtras(_ place: Int32) {
        let at = slots[Int(place)].extras
        guard at >= 0 else { return }
        extras[Int(at)] = Extras()
        freeExtras.append(at)
        slots[Int(place)].extras = -1
    }
}

extension LayerFlags {
    @inlinable mutating func set(_ flag: LayerFlags, _ on: Bool) {
        if on { insert(flag) } else { remove(flag) }
    }
}
