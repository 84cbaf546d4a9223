public import Geometry
public import SceneTables
public import Schema

/// Creates and removes objects.
public struct SceneObjects {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Copies everything that scene files do not describe, as the initial state of a scene that will replace `other`:
    /// the settings, and the output's size, scale and refresh rate. Everything else that the file does not contain has
    /// its default.
    public func copyFixed(from other: Scene) {
        scene.replaced = other
        let kept = [OutputProperty.size.id, OutputProperty.scale.id, OutputProperty.refresh.id]
        for slot in [Scene.main, Scene.daemon] {
            other.tree.forEachSet(slot) { id, property, value in
                if property.type != .object, slot == Scene.daemon || kept.contains(id) {
                    scene.storage.store(slot, id, value)
                }
            }
        }
        for (key, value) in other.objects.users(Scene.daemon) { scene.objects.setUser(Scene.daemon, key, value) }
        scene.outputs.outputChanged()
    }

    /// True while there are only permanent objects, and only the settings differ from their defaults.
    public var holdsFixedAlone: Bool {
        var isPlain = true
        scene.tree.forEachObject { slot in
            if !Scene.isFixed(slot) { isPlain = false }
            guard slot == Scene.root else { return }
            scene.tree.forEachSet(slot) { id, property, _ in
                if !property.isDerived, !SceneOutputs.followsOutput(id) { isPlain = false }
            }
        }
        return isPlain && scene.objects.users(Scene.root).isEmpty && scene.objects.users(Scene.main).isEmpty
    }

    /// True while `copyFixed` into a new scene would create an equal one: there are only settings, and the output's
    /// size, scale and refresh rate.
    public var isBlank: Bool {
        guard holdsFixedAlone, scene.componentTable.isEmpty, scene.replaced == nil else { return false }
        var isBlank = scene.styleTable.origins.all(of: Scene.root).isEmpty
        let kept = [OutputProperty.size.id, OutputProperty.scale.id, OutputProperty.refresh.id]
        scene.tree.forEachSet(Scene.main, .given) { id, property, value in
            let isDefault = id == OutputProperty.root.id && value == .object(scene.id(of: Scene.root))
            if !kept.contains(id), !isDefault { isBlank = false }
        }
        // Also values set to the default: a dump contains them.
        scene.tree.forEachSet(Scene.root, .given) { id, property, _ in
            if !property.isDerived, !SceneOutputs.followsOutput(id) { isBlank = false }
        }
        scene.tree.forEachSet(Scene.daemon) { _, property, _ in if property.type == .object { isBlank = false } }
        return isBlank
    }

    /// Changes this scene into `wanted` with the smallest change: see `SceneReplacement`.
    ///
    /// `time`: scene time. `isLast`: no later part of the transaction can fail. Then `least` or more plain layers may
    /// replace all others at once, which empties `wanted`.
    public func become(
        _ wanted: Scene, at time: Double = 0, isLast: Bool = false, wholeFrom least: Int? = nil
    ) throws(SceneError) {
        var replacement = SceneReplacement(of: scene, by: wanted, at: time)
        try replacement.run(wholeFrom: isLast ? least ?? WholeReplacement.least : nil)
        scene.adoptSources(of: wanted)
    }

    private static let limits = [SettingsProperty.limitLayers, .limitClientLayers]

    /// Runs `body` with the highest possible object limits: a state saved under the limits is restored even if they
    /// were lowered. A limit that `body` sets remains.
    public func withoutLimits<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = Self.limits.map { scene.value(Scene.daemon, $0.id) }
        for limit in Self.limits { scene.storage.store(Scene.daemon, limit.id, Self.highest(limit)) }
        defer {
            for (limit, own) in zip(Self.limits, before)
            where scene.value(Scene.daemon, limit.id) == Self.highest(limit) {
                scene.storage.store(Scene.daemon, limit.id, own)
            }
        }
        return try body()
    }

    /// True while `withoutLimits` runs: a saved state is restored.
    public var isRestoring: Bool {
        scene.value(Scene.daemon, SettingsProperty.limitLayers.id) == Self.highest(.limitLayers)
    }

    /// Above the range of the setting.
    private static func highest(_ limit: SettingsProperty) -> Value {
        .number(SettingsProperty.schema[Int(limit.rawValue)].maximum + 1)
    }

    /// Creates an object with default properties.
    ///
    /// Throws `syntax` for an invalid name, `exists`, `limit`, and like `move` for the parent. Layers are added to
    /// `parent`, other objects to the list outside of the tree.
    @discardableResult
    public func create(
        _ name: ByteView, _ kind: KindID, parent: Slot = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Slot {
        // Binding names are used only by bindings and dormant objects.
        guard kind == .binding || kind == .dormant || NameTable.isValid(name) else {
            throw NameTable.refusal(of: name)
        }
        if scene.names.find(name) != nil { throw SceneError(.exists, "\(ValueSyntax.quote(name)) exists") }
        let family = scene.kinds[kind].family
        if family == .settings {
            throw SceneError(.unsupported, "a second object of the kind \"\(scene.kinds[kind].name)\" cannot be made")
        }
        if let primary = scene.onlyLocal, family != .output, !SharedScene.isLocal(name) {
            throw SceneError(
                .replica,
                "\(ValueSyntax.quote(name)) comes from the primary \"\(primary)\": ids of this machine begin with local."
            )
        }
        guard family != .output || scene.outputs.all.count < SceneOutputs.mostOutputs else {
            throw SceneError(.limit, "there are \(SceneOutputs.mostOutputs) outputs at most")
        }
        let limit = limit
        guard scene.count < limit else {
            throw SceneError(.limit, "the scene holds \(limit) objects; set daemon limit.layers=N for more")
        }

        let slot = takeSlot()
        scene.rows[Int(slot)].kind = kind
        scene.rows[Int(slot)].flags = .initial
        if family == .layer { scene.rows[Int(slot)].flags.insert(.isLayer) }
        if scene.kinds[kind].measures { scene.rows[Int(slot)].flags.formUnion([.measures, .fitsContent]) }
        if scene.kinds[kind].isComponent { scene.rows[Int(slot)].marks.insert(.isInstance) }
        if scene.kinds[kind].arrangesSublayers { scene.rows[Int(slot)].flags.insert(.arranges) }
        if family == .animation || kind == .transaction || kind == .timer {
            scene.rows[Int(slot)].flags.insert(.isTimed)
        }
        if family == .behavior || kind == .follow { scene.rows[Int(slot)].flags.insert(.isTimed) }
        if let source = scene.lineSources.current { scene.causes.noteMade(scene.id(of: slot), source) }
        if let source = scene.lineSources.current, kind == .reaction || kind == .timer || kind == .binding {
            scene.lineSources.made[scene.id(of: slot)] = source
        }
        if kind == .reaction { scene.references.reactions.insert(slot) }
        if kind == .timer { scene.references.timers.insert(slot) }
        if kind == .each {
            scene.references.lists.insert(slot)
            scene.lists.noteList(slot)
        }
        if kind == .data { scene.lists.noteListSources() }
        if kind == .binding {
            scene.references.bindings.insert(slot)
            scene.rows[Int(slot)].flags.insert(.isTimed)
        }
        if kind == .transaction { scene.references.transactions.insert(slot) }
        if kind.isDormant { scene.references.dormant.insert(slot) }
        if kind == .constraint { scene.rows[Int(slot)].flags.insert(.isTimed) }
        if kind == .mirror { scene.references.hasMirrors = true }
        if family == .output { scene.outputTable.append(slot) }
        scene.names.insert(name, slot)
        scene.journal.appendCreated(slot)
        applyInitials(slot, kind)
        scene.tree.link(slot, under: family == .layer ? Scene.detachedRoot : Scene.objectRoot, before: -1)
        scene.mark(slot, .tree)
        scene.changes.events.note(.created(slot), isStructure: kind != .binding)
        if family == .output { scene.assign(slot, OutputProperty.root.id, .object(scene.id(of: Scene.root)), .output) }
        if family == .layer, parent != Scene.detachedRoot {
            do {
                try scene.tree.move(slot, to: parent, placement)
            } catch {
                if scene.journal.isOpen { throw error }
                destroy(slot)
                throw error
            }
            scene.journal.dropFirstLink(of: slot)
        }
        return slot
    }

    /// True when another object may be created.
    public var hasRoom: Bool { hasRoom(for: 1) }

    /// True when `more` objects may be created.
    func hasRoom(for more: Int) -> Bool { more <= limit - scene.count }

    /// Throws `limit` when `more` objects may not be created. Call before creating the first.
    public func checkRoom(for more: Int) throws(SceneError) {
        guard !hasRoom(for: more) else { return }
        throw SceneError(
            .limit,
            "\(more) more objects are too many: the scene holds \(limit); set daemon limit.layers=N for more")
    }

    private var limit: Int { Int(scene.value(Scene.daemon, SettingsProperty.limitLayers.id).number) }

    /// Like the function above, with the name as a `String`.
    @discardableResult
    public func create(
        _ name: String, _ kind: KindID = .layer, parent: Slot = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Slot {
        try ByteView.with(name) { (name) throws(SceneError) in
            try create(name, kind, parent: parent, placement)
        }
    }

    /// Applies the kind's own defaults of properties stored in the slot.
    private func applyInitials(_ slot: Slot, _ kind: KindID) {
        for (id, value) in scene.kinds[kind].ownInitials { scene.storage.store(slot, id, value) }
    }

    private func takeSlot() -> Slot {
        if let slot = scene.freeSlots.popLast() { return slot }
        scene.rows.append(LayerRow())
        return Slot(scene.rows.count - 1)
    }

    /// Removes an object (a layer with its descendants) with attached objects, and clears references to all of them.
    ///
    /// Throws `denied` for `root`, `main` and `daemon`.
    public func remove(_ slot: Slot) throws(SceneError) {
        guard !Scene.isFixed(slot) else { throw SceneError(.denied, "\"\(scene.name(of: slot))\" cannot be removed") }
        let isOutput = scene.kind(of: slot).family == .output
        var doomed = [slot]
        var known = SmallSet<Slot>()
        var at = 0
        while at < doomed.count {
            scene.tree.forEachBelow(doomed[at]) { below in
                scene.relations.forEachBound(to: below) {
                    if $0 != slot, known.insert($0) { doomed.append($0) }
                }
            }
            at += 1
        }
        for gone in doomed where scene.components.isPart(gone) {
            if let owner = scene.components.owner(of: gone), !scene.tree.isInside(owner, slot) {
                scene.components.noteGone(gone, of: owner)
            }
        }
        // Attached objects first: they are reported with all of their values. A list or an instance in the scope of a
        // layer above it may already be removed with another one.
        for slot in doomed.reversed()
        where scene.rows[Int(slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive {
            removeTree(slot)
        }
        if isOutput { scene.outputs.outputChanged() }
    }

    private func removeTree(_ slot: Slot) {
        var below: [Slot] = []
        let row = scene.rows[Int(slot)]
        if row.firstChild < 0 {
            unname(slot)
        } else {
            scene.tree.forEachBelow(slot) { below.append($0) }
            // Children first, in the order of the events; a subtree stays linked inside, so that it can be restored as
            // a whole.
            for gone in below.reversed() { unname(gone) }
        }
        scene.journal.append(.link(slot, parent: row.parent, next: row.next))
        let parent = row.parent
        scene.tree.unlink(slot)
        if parent > Scene.objectRoot { scene.mark(parent, .sublayers) }
        if scene.journal.isOpen {
            scene.journal.append(.removed(slot))
        } else if below.isEmpty {
            free(slot)
        } else {
            free(below)
        }
    }

    /// Removes and returns the name of a removed object, and clears its flags.
    @discardableResult
    func unname(_ slot: Slot) -> String {
        scene.styles.stylingFollows(removalOf: slot)
        if !scene.rows[Int(slot)].flags.contains(.isLayer) { scene.layout.layoutItems(ofActor: slot) }
        if scene.rows[Int(slot)].kind == .constraint { scene.constraints.willRelease(slot) }
        scene.relations.clearReferences(to: slot)
        let name = scene.name(of: slot)
        scene.changes.events.note(.removed(slot, name), isStructure: true)
        scene.journal.append(.unnamed(slot, name))
        scene.names.remove(slot)
        scene.rows[Int(slot)].flags.insert(.isRemoved)
        scene.mark(slot, .tree)
        return name
    }

    /// Removes everything except `root`, the outputs and `daemon`.
    public func clear() {
        for top in [Scene.root, Scene.detachedRoot, Scene.objectRoot] {
            var at = scene.rows[Int(top)].firstChild
            while at >= 0 {
                let next = scene.rows[Int(at)].next
                // Fails only for permanent objects, which are kept.
                if scene.kind(of: at).family != .output { try? remove(at) }
                // Its neighbor may have been removed with it.
                at = next >= 0 && scene.rows[Int(next)].parent != top ? scene.rows[Int(top)].firstChild : next
            }
        }
        scene.components.clearComponents()
        // Its variables are removed; its values remain.
        for (path, origin) in scene.styleTable.origins.all(of: Scene.root)
        where origin.refersToVariables && !origin.isStyled {
            scene.styles.setOrigin(Scene.root, path, nil)
        }
    }

    /// Frees slots: the objects are removed permanently.
    func free(_ slots: [Slot]) {
        for slot in slots { free(slot) }
    }

    /// Frees a slot: its object is removed permanently.
    func free(_ slot: Slot) {
        scene.components.forgetComponent(slot)
        scene.relations.forEachNamed(by: slot) { id, target in
            scene.relations.removeReference(target.index, slot, id)
        }
        scene.storage.dropExtras(slot)
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.hasContents) || row.kind.isPicture
            || row.kind == .transaction || row.kind == .data
            || !row.flags.contains(.isLayer) && scene.kinds[row.kind].contents != nil
        {
            scene.changes.sources.append(.source(slot))
        }
        scene.models.forget(slot)
        scene.causes.forget(scene.id(of: slot))
        if !scene.lineSources.made.isEmpty { scene.lineSources.made[scene.id(of: slot)] = nil }
        scene.styles.forgetStyling(slot)
        scene.order.forget(slot)
        scene.layouts.forget(slot)
        if row.kind == .reaction {
            scene.references.reactions.remove(slot)
            scene.references.watches.remove(slot)
        }
        if row.kind == .each { scene.references.lists.remove(slot) }
        if row.kind == .binding { scene.references.bindings.remove(slot) }
        if row.kind == .timer { scene.references.timers.remove(slot) }
        if row.kind == .transaction { scene.references.transactions.remove(slot) }
        if row.kind.isDormant { scene.references.dormant.remove(slot) }
        scene.outputTable.remove(slot)
        let generation = scene.rows[Int(slot)].generation &+ 1
        let dirty = scene.rows[Int(slot)].dirty
        scene.rows[Int(slot)] = LayerRow()
        scene.rows[Int(slot)].generation = generation
        scene.rows[Int(slot)].dirty = dirty
        scene.freeSlots.append(slot)
    }

    /// Reverts a `create` that nothing else has seen.
    func destroy(_ slot: Slot) {
        if !scene.rows[Int(slot)].flags.contains(.isLayer) {
            scene.layout.layoutItems(ofActor: slot)
            scene.styles.stylingFollows(removalOf: slot)
        }
        scene.tree.unlink(slot)
        scene.names.remove(slot)
        scene.mark(slot, .tree)
        free(slot)
    }

    /// Makes every layer of a plugin's kind draw again, after the plugin was replaced.
    public func markAllContent() {
        scene.tree.forEachObject { slot in
            if scene.isLayer(slot), scene.rows[Int(slot)].kind != .layer {
                scene.mark(slot, [.look, .content])
                scene.layout.refreshArranging(slot)
            }
            // What it moves may have another type now.
            if !scene.isLayer(slot), scene.rows[Int(slot)].flags.contains(.isTimed) { scene.mark(slot, .tree) }
        }
    }
}

extension Scene {
    /// Creates and removes objects.
    @inlinable public var objects: SceneObjects { SceneObjects(self) }
}
