package import Geometry

/// Making and removing objects.
extension Scene {
    /// Makes an object with every property at its default.
    ///
    /// Throws `syntax` for a name that is none, `exists`, `limit`, and as `move` does for the parent. Layers start below
    /// `parent`, others stand on the shelf.
    @discardableResult
    package func create(
        _ name: ByteView, _ kind: KindID, parent: Slot = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Slot {
        // Names of bindings are nobody else's.
        guard kind == .binding || NameTable.isValid(name) else {
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

        let slot = takeSlot()
        rows[Int(slot)].kind = kind
        rows[Int(slot)].flags = .initial
        if family == .layer { rows[Int(slot)].flags.insert(.isLayer) }
        if kinds[kind].measures { rows[Int(slot)].flags.formUnion([.measures, .fitsContent]) }
        if kinds[kind].isComponent { rows[Int(slot)].marks.insert(.isInstance) }
        if kinds[kind].arrangesSublayers { rows[Int(slot)].flags.insert(.arranges) }
        if family == .animation || kind == .transaction || kind == .timer { rows[Int(slot)].flags.insert(.isTimed) }
        if family == .behavior || kind == .follow { rows[Int(slot)].flags.insert(.isTimed) }
        if kind == .reaction { references.reactions.insert(slot) }
        if kind == .timer { references.timers.insert(slot) }
        if kind == .binding {
            references.bindings.insert(slot)
            rows[Int(slot)].flags.insert(.isTimed)
        }
        if kind == .transaction { references.transactions.insert(slot) }
        if family == .output { outputTable.append(slot) }
        names.insert(name, slot)
        journal.append(.created(slot))
        link(slot, under: family == .layer ? Scene.limbo : Scene.shelf, before: -1)
        applyInitials(slot, kind)
        mark(slot, .tree)
        changes.events.note(.created(slot))
        if family == .output { assign(slot, OutputProperty.root.id, .object(id(of: Scene.root)), .output) }
        if family == .layer, parent != Scene.limbo {
            do {
                try move(slot, to: parent, placement)
            } catch {
                if journal.isOpen { throw error }
                destroy(slot)
                throw error
            }
        }
        return slot
    }

    /// As above, with a name from a `String`.
    @discardableResult
    package func create(
        _ name: String, _ kind: KindID = .layer, parent: Slot = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Slot {
        try ByteView.with(name) { (name) throws(SceneError) in
            try create(name, kind, parent: parent, placement)
        }
    }

    /// Slots keep a few properties themselves; a kind whose schema gives those other defaults gets them here.
    private func applyInitials(_ slot: Slot, _ kind: KindID) {
        guard kinds[kind].family == .layer, kind != .layer else { return }
        for property in LayerProperty.allCases where !LayerProperty.schema[Int(property.rawValue)].isDerived {
            let initial = kinds[kind].properties[Int(property.rawValue)].initial
            if initial != LayerProperty.schema[Int(property.rawValue)].initial { store(slot, property.id, initial) }
        }
    }

    private func takeSlot() -> Slot {
        if let slot = freeSlots.popLast() { return slot }
        rows.append(LayerRow())
        return Slot(rows.count - 1)
    }

    /// Removes an object, a layer with everything below it, and attached objects, and clears references to all of them.
    ///
    /// Throws `denied` for `root`, `main` and `daemon`.
    package func remove(_ slot: Slot) throws(SceneError) {
        guard !Scene.isFixed(slot) else { throw SceneError(.denied, "\"\(name(of: slot))\" cannot be removed") }
        let isOutput = kind(of: slot).family == .output
        var doomed = [slot]
        var known: Set<Slot> = [slot]
        var at = 0
        while at < doomed.count {
            forEachBelow(doomed[at]) { below in
                forEachBound(to: below) { if known.insert($0).inserted { doomed.append($0) } }
            }
            at += 1
        }
        // What is attached goes first: it is told with all that it has. It is no layer, so nobody is below it.
        for slot in doomed.reversed() { removeTree(slot) }
        if isOutput { outputChanged() }
    }

    /// The objects that refer to one, in an order of their own. Those that may come back with the transaction do not count.
    func referring(to slot: Slot) -> [References.Referrer] {
        if !references.isNamed(slot) { return [] }
        return references.users(of: slot).filter { !rows[Int($0.slot)].flags.contains(.isRemoved) }
            .sorted { ($0.slot, $0.property) < ($1.slot, $1.property) }
    }

    /// Calls `body` with the objects that go when `slot` goes.
    private func forEachBound(to slot: Slot, _ body: (Slot) -> Void) {
        for user in referring(to: slot) where kind(of: user.slot)[user.property].bond == .attached {
            body(user.slot)
        }
        for timer in timers(of: slot) { body(timer) }
        for id in kind(of: slot).owning {
            for object in Self.objects(in: value(slot, id)) { if let owned = self.slot(of: object) { body(owned) } }
        }
    }

    private func removeTree(_ slot: Slot) {
        var below: [Slot] = []
        forEachBelow(slot) { below.append($0) }
        // Children first, as the events are told; a subtree stays linked inside so that it can come back whole.
        let row = rows[Int(slot)]
        for gone in below.reversed() {
            stylingFollows(removalOf: gone)
            if !rows[Int(gone)].flags.contains(.isLayer) { layoutItems(ofActor: gone) }
            clearReferences(to: gone)
            changes.events.note(.removed(gone, name(of: gone)))
            journal.append(.unnamed(gone, name(of: gone)))
            names.remove(gone)
            rows[Int(gone)].flags.insert(.isRemoved)
            mark(gone, .tree)
        }
        journal.append(.link(slot, parent: row.parent, next: row.next))
        let parent = row.parent
        unlink(slot)
        if parent > Scene.shelf { mark(parent, .sublayers) }
        if journal.isOpen {
            journal.append(.removed(slot))
        } else {
            free(below)
        }
    }

    private func clearReferences(to slot: Slot) {
        guard references.isNamed(slot) else { return }
        let id = id(of: slot)
        // In an order of its own: what follows is told.
        for user in references.users(of: slot).sorted(by: { ($0.slot, $0.property) < ($1.slot, $1.property) }) {
            let old = value(user.slot, user.property)
            let new: Value =
                switch old {
                case .objects(let many): .objects(many.filter { $0 != id })
                case .operations(let list): .operations(list.mappingObjects { $0 == id ? nil : $0 })
                default: .none
                }
            assign(
                user.slot, user.property, new,
                kinds[rows[Int(user.slot)].kind].properties[Int(user.property.raw)].effect)
        }
    }

    /// Removes everything but `root`, the outputs and `daemon`.
    package func clear() {
        for top in [Scene.root, Scene.limbo, Scene.shelf] {
            var at = rows[Int(top)].firstChild
            while at >= 0 {
                let next = rows[Int(at)].next
                // Only fixed objects are refused, and they stay.
                if kind(of: at).family != .output { try? remove(at) }
                // It may have taken its neighbour along.
                at = next >= 0 && rows[Int(next)].parent != top ? rows[Int(top)].firstChild : next
            }
        }
        clearComponents()
        // Its variables are gone; what it had stays.
        for (path, origin) in origins.all(of: Scene.root) where origin.refersToVariables && !origin.isStyled {
            setOrigin(Scene.root, path, nil)
        }
    }

    /// Empties slots: the objects are gone for good.
    func free(_ slots: [Slot]) {
        for slot in slots {
            forgetComponent(slot)
            for id in referencing(slot) {
                for target in Self.objects(in: value(slot, id)) { removeReference(target.index, slot, id) }
            }
            let implicit = implicitLayer(of: slot)
            dropExtras(slot)
            references.moveImplicit(slot, from: implicit, to: implicitLayer(of: slot))
            let row = rows[Int(slot)]
            if row.flags.contains(.hasContents) || row.kind == .image || row.kind == .buffer
                || row.kind == .transaction || row.kind == .data
                || !row.flags.contains(.isLayer) && kinds[row.kind].contents != nil
            {
                changes.sources.append(.source(slot))
            }
            models.forget(slot)
            forgetStyling(slot)
            order.forget(slot)
            layouts.forget(slot)
            if row.kind == .reaction { references.reactions.remove(slot) }
            if row.kind == .binding { references.bindings.remove(slot) }
            if row.kind == .timer { references.timers.remove(slot) }
            if row.kind == .transaction { references.transactions.remove(slot) }
            outputTable.remove(slot)
            let generation = rows[Int(slot)].generation &+ 1
            let dirty = rows[Int(slot)].dirty
            rows[Int(slot)] = LayerRow()
            rows[Int(slot)].generation = generation
            rows[Int(slot)].dirty = dirty
            freeSlots.append(slot)
        }
    }

    /// The properties by which `slot` refers to others.
    func referencing(_ slot: Slot) -> [PropertyID] {
        let at = rows[Int(slot)].extras
        return at < 0 ? [] : extras[Int(at)].values.compactMap { Self.objects(in: $0.value).isEmpty ? nil : $0.id }
    }

    /// Takes back a `create` that nothing else has seen.
    func destroy(_ slot: Slot) {
        unlink(slot)
        names.remove(slot)
        mark(slot, .tree)
        free([slot])
    }
}

extension NameTable {
    /// The error for a name that is none.
    package static func refusal(of name: ByteView) -> SceneError {
        SceneError(
            .syntax, "\(ValueSyntax.quote(name)) is no id: a letter or _, then at most 127 letters, digits and _.:-")
    }
}
