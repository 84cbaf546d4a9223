public import Geometry

/// Making and removing objects.
public struct SceneObjects {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Copies everything that scene files do not describe, the start for a scene that is to replace `other`: the settings, and the
    /// output's size, scale and refresh. All else that the file does not name is at its default.
    public func copyFixed(from other: Scene) {
        scene.componentTable.replaced = other
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

    /// True while there are fixed objects alone, and only the settings differ from their defaults.
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

    /// True while `copyFixed` into a new scene would make an equal one: nothing is there but settings, and the output's size, scale and
    /// refresh.
    public var isBlank: Bool {
        guard holdsFixedAlone, scene.componentTable.isEmpty, scene.componentTable.replaced == nil else { return false }
        var isBlank = scene.styleTable.origins.all(of: Scene.root).isEmpty
        let kept = [OutputProperty.size.id, OutputProperty.scale.id, OutputProperty.refresh.id]
        scene.tree.forEachSet(Scene.main, .given) { id, property, value in
            let isDefault = id == OutputProperty.root.id && value == .object(scene.id(of: Scene.root))
            if !kept.contains(id), !isDefault { isBlank = false }
        }
        // Were it to its default: a dump tells it.
        scene.tree.forEachSet(Scene.root, .given) { id, property, _ in
            if !property.isDerived, !SceneOutputs.followsOutput(id) { isBlank = false }
        }
        scene.tree.forEachSet(Scene.daemon) { _, property, _ in if property.type == .object { isBlank = false } }
        return isBlank
    }

    /// Changes this scene into `wanted` by the smallest change: see `SceneReplacement`.
    ///
    /// `time`: scene time. `isLast`: nothing else of the transaction fails later. Then many plain layers may take the place of all others at once, from
    /// `least` on, and `wanted` has none any more.
    public func become(
        _ wanted: Scene, at time: Double = 0, isLast: Bool = false, wholeFrom least: Int? = nil
    ) throws(SceneError) {
        var replacement = SceneReplacement(of: scene, by: wanted, at: time)
        try replacement.run(wholeFrom: isLast ? least ?? WholeReplacement.least : nil)
        scene.adoptSources(of: wanted)
    }

    private static let limits = [SettingsProperty.limitLayers, .limitClientLayers]

    /// Runs `body` while as many objects as any setting allows may be made: a state within the limits once is restored under
    /// limits that became lower. A limit that `body` sets stays.
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

    /// True while `withoutLimits` runs: an earlier state is restored.
    public var isRestoring: Bool {
        scene.value(Scene.daemon, SettingsProperty.limitLayers.id) == Self.highest(.limitLayers)
    }

    /// Beyond the range of the setting.
    private static func highest(_ limit: SettingsProperty) -> Value {
        .number(SettingsProperty.schema[Int(limit.rawValue)].maximum + 1)
    }

    /// Makes an object with every property at its default.
    ///
    /// Throws `syntax` for a name that is none, `exists`, `limit`, and as `move` does for the parent. Layers start below
    /// `parent`, others stand on the shelf.
    @discardableResult
    public func create(
        _ name: ByteView, _ kind: KindID, parent: Slot = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Slot {
        // Names of bindings are nobody else's, but for those that are dormant.
        guard kind == .binding || kind == .dormant || NameTable.isValid(name) else {
            throw NameTable.refusal(of: name)
        }
        if scene.names.find(name) != nil { throw SceneError(.exists, "\(ValueSyntax.quote(name)) exists") }
        let family = scene.kinds[kind].family
        if family == .settings {
            throw SceneError(.unsupported, "a second object of the kind \"\(scene.kinds[kind].name)\" cannot be made")
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
        scene.tree.link(slot, under: family == .layer ? Scene.limbo : Scene.shelf, before: -1)
        applyInitials(slot, kind)
        scene.mark(slot, .tree)
        scene.changes.events.note(.created(slot), isStructure: kind != .binding)
        if family == .output { scene.assign(slot, OutputProperty.root.id, .object(scene.id(of: Scene.root)), .output) }
        if family == .layer, parent != Scene.limbo {
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

    /// True when the scene may hold another object.
    public var hasRoom: Bool { hasRoom(for: 1) }

    /// True when the scene may hold as many more objects.
    func hasRoom(for more: Int) -> Bool { more <= limit - scene.count }

    /// Throws `limit` when the scene cannot hold as many more objects, before the first of them is made.
    public func checkRoom(for more: Int) throws(SceneError) {
        guard !hasRoom(for: more) else { return }
        throw SceneError(
            .limit,
            "\(more) more objects are too many: the scene holds \(limit); set daemon limit.layers=N for more")
    }

    private var limit: Int { Int(scene.value(Scene.daemon, SettingsProperty.limitLayers.id).number) }

    /// As above, with a name from a `String`.
    @discardableResult
    public func create(
        _ name: String, _ kind: KindID = .layer, parent: Slot = Scene.root, _ placement: Placement = .last
    ) throws(SceneError) -> Slot {
        try ByteView.with(name) { (name) throws(SceneError) in
            try create(name, kind, parent: parent, placement)
        }
    }

    /// Slots keep a few properties themselves; a kind whose schema gives those other defaults gets them here.
    private func applyInitials(_ slot: Slot, _ kind: KindID) {
        for (id, value) in scene.kinds[kind].ownInitials { scene.storage.store(slot, id, value) }
    }

    private func takeSlot() -> Slot {
        if let slot = scene.freeSlots.popLast() { return slot }
        scene.rows.append(LayerRow())
        return Slot(scene.rows.count - 1)
    }

    /// Removes an object, a layer with everything below it, and attached objects, and clears references to all of them.
    ///
    /// Throws `denied` for `root`, `main` and `daemon`.
    public func remove(_ slot: Slot) throws(SceneError) {
        guard !Scene.isFixed(slot) else { throw SceneError(.denied, "\"\(scene.name(of: slot))\" cannot be removed") }
        let isOutput = scene.kind(of: slot).family == .output
        var doomed = [slot]
        var known: Set<Slot> = []
        var at = 0
        while at < doomed.count {
            scene.tree.forEachBelow(doomed[at]) { below in
                scene.relations.forEachBound(to: below) {
                    if $0 != slot, known.insert($0).inserted { doomed.append($0) }
                }
            }
            at += 1
        }
        for gone in doomed where scene.components.isPart(gone) {
            if let owner = scene.components.owner(of: gone), !scene.tree.isInside(owner, slot) {
                scene.components.noteGone(gone, of: owner)
            }
        }
        // What is attached goes first: it is told with all that it has. A list or an instance in the scope of a layer above it may
        // be gone with another one already.
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
            // Children first, as the events are told; a subtree stays linked inside so that it can come back whole.
            for gone in below.reversed() { unname(gone) }
        }
        scene.journal.append(.link(slot, parent: row.parent, next: row.next))
        let parent = row.parent
        scene.tree.unlink(slot)
        if parent > Scene.shelf { scene.mark(parent, .sublayers) }
        if scene.journal.isOpen {
            scene.journal.append(.removed(slot))
        } else if below.isEmpty {
            free(slot)
        } else {
            free(below)
        }
    }

    /// Takes the name, which it gives, and the marks of life from an object that goes.
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

    /// Removes everything but `root`, the outputs and `daemon`.
    public func clear() {
        for top in [Scene.root, Scene.limbo, Scene.shelf] {
            var at = scene.rows[Int(top)].firstChild
            while at >= 0 {
                let next = scene.rows[Int(at)].next
                // Only fixed objects are refused, and they stay.
                if scene.kind(of: at).family != .output { try? remove(at) }
                // It may have taken its neighbour along.
                at = next >= 0 && scene.rows[Int(next)].parent != top ? scene.rows[Int(top)].firstChild : next
            }
        }
        scene.components.clearComponents()
        // Its variables are gone; what it had stays.
        for (path, origin) in scene.styleTable.origins.all(of: Scene.root)
        where origin.refersToVariables && !origin.isStyled {
            scene.styles.setOrigin(Scene.root, path, nil)
        }
    }

    /// Empties slots: the objects are gone for good.
    func free(_ slots: [Slot]) {
        for slot in slots { free(slot) }
    }

    /// Empties a slot: its object is gone for good.
    func free(_ slot: Slot) {
        scene.components.forgetComponent(slot)
        for id in scene.relations.referencing(slot) {
            for target in scene.value(slot, id).namedObjects {
                scene.relations.removeReference(target.index, slot, id)
            }
        }
        let implicit = scene.relations.implicitLayer(of: slot)
        scene.storage.dropExtras(slot)
        scene.references.moveImplicit(slot, from: implicit, to: scene.relations.implicitLayer(of: slot))
        let row = scene.rows[Int(slot)]
        if row.flags.contains(.hasContents) || row.kind.isPicture
            || row.kind == .transaction || row.kind == .data
            || !row.flags.contains(.isLayer) && scene.kinds[row.kind].contents != nil
        {
            scene.changes.sources.append(.source(slot))
        }
        scene.models.forget(slot)
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

    /// Takes back a `create` that nothing else has seen.
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

    /// Has every layer of a plugin's kind drawn again: the plugin was replaced.
    public func markAllContent() {
        scene.tree.forEachObject { slot in
            if scene.isLayer(slot), scene.rows[Int(slot)].kind != .layer {
                scene.mark(slot, [.look, .content])
                scene.layout.refreshArranging(slot)
            }
            // What it moves may be of another type now.
            if !scene.isLayer(slot), scene.rows[Int(slot)].flags.contains(.isTimed) { scene.mark(slot, .tree) }
        }
    }
}

extension Scene {
    /// Making and removing objects.
    @inlinable public var objects: SceneObjects { SceneObjects(self) }
}
