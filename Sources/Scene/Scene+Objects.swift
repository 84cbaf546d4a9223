package import Geometry

/// Making and removing objects.
extension Scene {
    /// Makes an object with every property at its default.
    ///
    /// Throws `syntax` for a name that is none, `exists`, `limit`, and what `move` throws for the parent. Layers start below
    /// `parent`, others stand on the shelf.
    @discardableResult
    package func create(
        _ name: ByteView, _ kind: KindID, parent: Int32 = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Int32 {
        guard NameTable.isValid(name) else {
            throw NameTable.refusal(of: name)
        }
        if names.find(name) != nil { throw SceneError(.exists, "\(ValueSyntax.quote(name)) exists") }
        let family = kinds[kind].family
        if family == .settings {
            throw SceneError(.unsupported, "a second object of the kind \"\(kinds[kind].name)\" cannot be made")
        }
        guard family != .output || outputs.count < Scene.mostOutputs else {
            throw SceneError(.limit, "there are \(Scene.mostOutputs) outputs at most")
        }
        let limit = Int(value(Scene.daemon, SettingsProperty.limitLayers.id).number)
        guard count < limit else {
            throw SceneError(.limit, "the scene holds \(limit) objects; set daemon limit.layers=N for more")
        }

        let place = takeSlot()
        slots[Int(place)].kind = kind
        slots[Int(place)].flags = .initial
        if family == .layer { slots[Int(place)].flags.insert(.isLayer) }
        if kinds[kind].measures { slots[Int(place)].flags.formUnion([.measures, .fitsContent]) }
        if kinds[kind].arrangesSublayers { slots[Int(place)].flags.insert(.arranges) }
        if family == .animation || kind == .transaction { slots[Int(place)].flags.insert(.isTimed) }
        if family == .behavior || kind == .follow { slots[Int(place)].flags.insert(.isTimed) }
        if kind == .reaction { reactions.insert(place) }
        if family == .output { outputPlaces.append(place) }
        names.insert(name, place)
        count += 1
        if isJournaling { journal.append(.created(place)) }
        link(place, under: family == .layer ? Scene.limbo : Scene.shelf, before: -1)
        applyInitials(place, kind)
        mark(place, .tree)
        changes.note(.created(place))
        if family == .output { assign(place, OutputProperty.root.id, .object(id(of: Scene.root)), .output) }
        if family == .layer, parent != Scene.limbo {
            do {
                try move(place, to: parent, placement)
            } catch {
                if isJournaling { throw error }
                destroy(place)
                throw error
            }
        }
        return place
    }

    /// As above, with a name from a `String`.
    @discardableResult
    package func create(
        _ name: String, _ kind: KindID = .layer, parent: Int32 = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Int32 {
        try ByteView.with(name) { (name) throws(SceneError) in
            try create(name, kind, parent: parent, placement)
        }
    }

    /// Slots keep a few properties themselves; a kind whose schema gives those other defaults gets them here.
    private func applyInitials(_ place: Int32, _ kind: KindID) {
        guard kinds[kind].family == .layer, kind != .layer else { return }
        for property in LayerProperty.allCases where !LayerProperty.schema[Int(property.rawValue)].isDerived {
            let initial = kinds[kind].properties[Int(property.rawValue)].initial
            if initial != LayerProperty.schema[Int(property.rawValue)].initial { store(place, property.id, initial) }
        }
    }

    private func takeSlot() -> Int32 {
        if let place = freeSlots.popLast() { return place }
        slots.append(LayerSlot())
        return Int32(slots.count - 1)
    }

    /// Removes an object, a layer with everything below it, what is attached to them, and clears what refers to them.
    ///
    /// Throws `denied` for `root`, `main` and `daemon`.
    package func remove(_ place: Int32) throws(SceneError) {
        guard !Scene.isFixed(place) else { throw SceneError(.denied, "\"\(name(of: place))\" cannot be removed") }
        let isOutput = kind(of: place).family == .output
        var doomed = [place]
        var known: Set<Int32> = [place]
        var at = 0
        while at < doomed.count {
            forEachBelow(doomed[at]) { below in
                forEachBound(to: below) { if known.insert($0).inserted { doomed.append($0) } }
            }
            at += 1
        }
        // What is attached goes first: it is told with all that it has. It is no layer, so nobody is below it.
        for place in doomed.reversed() { removeTree(place) }
        if isOutput { outputChanged() }
    }

    /// Who refers to an object. What has been removed while it may come back still does, and does not count.
    func referring(to place: Int32) -> [Referrer] {
        (referrers[place] ?? []).filter { !slots[Int($0.place)].flags.contains(.isRemoved) }
    }

    /// Calls `body` with the objects that go when `place` goes.
    private func forEachBound(to place: Int32, _ body: (Int32) -> Void) {
        for user in referring(to: place) where kind(of: user.place)[user.property].bond == .attached {
            body(user.place)
        }
        for id in kind(of: place).owning {
            for object in Self.objects(in: value(place, id)) { if let owned = self.place(of: object) { body(owned) } }
        }
    }

    private func removeTree(_ place: Int32) {
        var below: [Int32] = []
        forEachBelow(place) { below.append($0) }
        // Children first, as the events are told; a subtree stays linked inside so that it can come back whole.
        let slot = slots[Int(place)]
        for gone in below.reversed() {
            clearReferences(to: gone)
            changes.note(.removed(gone, name(of: gone)))
            if isJournaling { journal.append(.unnamed(gone, name(of: gone))) }
            names.remove(gone)
            slots[Int(gone)].flags.insert(.isRemoved)
            mark(gone, .tree)
            count -= 1
        }
        if isJournaling { journal.append(.link(place, parent: slot.parent, next: slot.next)) }
        let parent = slot.parent
        unlink(place)
        if parent > Scene.shelf { mark(parent, .sublayers) }
        if isJournaling {
            journal.append(.removed(place))
        } else {
            free(below)
        }
    }

    private func clearReferences(to place: Int32) {
        guard let users = referrers[place] else { return }
        let id = id(of: place)
        // In an order of its own: what follows is told.
        for user in users.sorted(by: { ($0.place, $0.property) < ($1.place, $1.property) }) {
            let old = value(user.place, user.property)
            let new: Value =
                switch old {
                case .objects(let many): .objects(many.filter { $0 != id })
                case .operations(let list): .operations(list.mappingObjects { $0 == id ? nil : $0 })
                default: .none
                }
            assign(
                user.place, user.property, new,
                kinds[slots[Int(user.place)].kind].properties[Int(user.property.raw)].effect)
        }
    }

    /// Removes everything but `root`, the outputs and `daemon`.
    package func clear() {
        for top in [Scene.root, Scene.limbo, Scene.shelf] {
            var at = slots[Int(top)].firstChild
            while at >= 0 {
                let next = slots[Int(at)].next
                // Only fixed places are refused, and they stay.
                if kind(of: at).family != .output { try? remove(at) }
                // It may have taken its neighbour along.
                at = next >= 0 && slots[Int(next)].parent != top ? slots[Int(top)].firstChild : next
            }
        }
    }

    /// Gives places back: the objects are gone for good.
    func free(_ places: [Int32]) {
        for place in places {
            for id in referencing(place) {
                for target in Self.objects(in: value(place, id)) { removeReferrer(target.index, place, id) }
            }
            dropExtras(place)
            let slot = slots[Int(place)]
            if slot.flags.contains(.hasContents) || slot.kind == .image || slot.kind == .buffer
                || slot.kind == .transaction || !slot.flags.contains(.isLayer) && kinds[slot.kind].contents != nil
            {
                dirtySources.append(place)
            }
            models[place] = nil
            naturalSizes[place] = nil
            measuredSizes[place] = nil
            if slot.kind == .reaction { reactions.remove(place) }
            if outputPlaces.count > 1 { outputPlaces.removeAll { $0 == place } }
            let generation = slots[Int(place)].generation &+ 1
            let dirty = slots[Int(place)].dirty
            slots[Int(place)] = LayerSlot()
            slots[Int(place)].generation = generation
            slots[Int(place)].dirty = dirty
            freeSlots.append(place)
        }
    }

    /// The properties by which `place` refers to others.
    func referencing(_ place: Int32) -> [PropertyID] {
        let at = slots[Int(place)].extras
        return at < 0 ? [] : extras[Int(at)].values.compactMap { Self.objects(in: $0.value).isEmpty ? nil : $0.id }
    }

    /// Takes back a `create` that nothing else has seen.
    func destroy(_ place: Int32) {
        unlink(place)
        names.remove(place)
        count -= 1
        mark(place, .tree)
        free([place])
    }
}

extension NameTable {
    /// The error for a name that is none.
    package static func refusal(of name: ByteView) -> SceneError {
        SceneError(
            .syntax, "\(ValueSyntax.quote(name)) is no id: a letter or _, then at most 127 letters, digits and _.:-")
    }
}
