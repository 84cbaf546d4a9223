import Geometry
public import SceneTables
public import Schema

/// Definitions of components, their instances and parts.
public struct SceneComponents {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    // MARK: Definitions

    public var definitions: [Definition] { scene.componentTable.definitions }

    /// Files of `use`, without duplicates.
    public var files: [UsedFile] { scene.componentTable.files }

    /// Styles, themes and data created by files, with a checksum of their state then; 0 while the file is run.
    public var brought: [ObjectID: UInt64] { scene.componentTable.brought }

    /// The instance whose component's lines are run: `self` and `.part` name it and its parts.
    public var lineOwner: ObjectID? {
        get { scene.componentTable.lineOwner }
        nonmutating set { scene.componentTable.lineOwner = newValue }
    }

    /// The definition of a kind that is a component of this scene.
    public func definition(of kind: KindID) -> Definition? {
        scene.componentTable.indices[kind].map { scene.componentTable.definitions[$0] }
    }

    /// Kinds of the components with a parameter `step`.
    public var stepKinds: Set<KindID> { scene.componentTable.stepKinds }

    /// True for a component of this scene.
    public func isDefined(_ kind: KindID) -> Bool { scene.componentTable.indices[kind] != nil }

    /// The plan of a component if already computed.
    public func plan(of kind: KindID) -> ComponentPlan? {
        Int(kind.raw) < scene.componentTable.plans.count ? scene.componentTable.plans[Int(kind.raw)] : nil
    }

    /// Stores a plan until components are redefined.
    public func keep(_ plan: ComponentPlan, of kind: KindID) {
        while scene.componentTable.plans.count <= Int(kind.raw) { scene.componentTable.plans.append(nil) }
        scene.componentTable.plans[Int(kind.raw)] = plan
    }

    /// Changes with each change of the definitions.
    public var revision: Int { scene.componentTable.revision }

    public var hasFunctions: Bool { scene.componentTable.hasFunctions }

    /// The compiled functions, kept until the definitions change; nil when they have to be compiled again.
    public var compiledFunctions: AnyObject? {
        get { scene.componentTable.functions }
        nonmutating set { scene.componentTable.functions = newValue }
    }

    /// True while the lines of a file are run, which may call functions that no longer exist.
    public var readsFile: Bool {
        get { scene.componentTable.readsFile }
        nonmutating set { scene.componentTable.readsFile = newValue }
    }

    /// Replaces all definitions.
    public func setDefinitions(_ new: [Definition]) {
        guard new != scene.componentTable.definitions else { return }
        scene.journal.append(.definitions(scene.componentTable.definitions))
        scene.componentTable.definitions = new
        scene.componentTable.plans = []
        scene.componentTable.indices.removeAll()
        for (index, one) in new.enumerated() { one.kind.map { scene.componentTable.indices[$0] = index } }
        scene.componentTable.stepKinds = Set(new.lazy.filter(\.hasSteps).compactMap(\.kind))
        scene.componentTable.functions = nil
        scene.componentTable.hasFunctions = new.contains { $0.kind == nil }
        scene.componentTable.revision += 1
        scene.changes.events.noteDefinitions()
        scene.lists.noteListSources()
    }

    public func setUsedFiles(_ new: [UsedFile]) {
        guard new != scene.componentTable.files else { return }
        scene.journal.append(.files(scene.componentTable.files))
        scene.componentTable.files = new
        scene.changes.events.noteDefinitions()
    }

    /// Records an object that a file of `use` created: a dump omits it while its checksum is `mark`.
    public func noteBrought(_ slot: Slot, as mark: UInt64 = 0) {
        guard scene.componentTable.brought[scene.id(of: slot)] != mark else { return }
        scene.journal.append(.brought(scene.componentTable.brought))
        scene.componentTable.brought[scene.id(of: slot)] = mark
    }

    func setBrought(_ objects: [ObjectID: UInt64]) { scene.componentTable.brought = objects }

    /// Maximum number of parameters of all definitions of one name.
    private static let mostParameters = 8192

    /// Sets the schema of a component's kind; creates the kind for a new name. Throws `limit`.
    public func define(_ kind: Kind) throws(SceneError) -> KindID {
        guard kind.properties.count <= Int(Kind.componentScope.raw) + Self.mostParameters else {
            throw SceneError(.limit, "\"\(kind.name)\" was defined with more than \(Self.mostParameters) parameters")
        }
        if let id = scene.kinds.component(named: kind.name) {
            setKind(id, kind)
            return id
        }
        let id = try scene.kinds.reserve(kind.name)
        setKind(id, kind)
        return id
    }

    /// Removes a component's kind, which has no more objects.
    public func undefine(_ id: KindID) { setKind(id, .undefined(scene.kinds[id].name, replacing: scene.kinds[id])) }

    func setKind(_ id: KindID, _ kind: Kind) {
        // A scene that will replace another one changes that scene's kinds.
        (scene.replaced ?? scene).journal.append(.kind(id, scene.kinds[id]))
        (scene.replaced ?? scene).components.replaceKind(id, by: kind)
    }

    /// Stores another schema of a component; instances become of another kind with it.
    func replaceKind(_ id: KindID, by kind: Kind) {
        let old = scene.kinds[id].base
        scene.kinds.replace(id, by: kind)
        guard old != kind.base, !kind.isUndefined else { return }
        scene.tree.forEachObject { slot in
            guard scene.rows[Int(slot)].kind == id else { return }
            let fits = scene.layout.saidSize(slot) == .zero
            scene.rows[Int(slot)].flags.set(.measures, kind.measures)
            scene.rows[Int(slot)].flags.set(.fitsContent, kind.measures && fits)
            scene.layout.refreshArranging(slot)
            scene.mark(slot, [.look, .content, .geometry, .tree])
        }
    }

    /// Removes all definitions and files.
    func clearComponents() {
        for definition in scene.componentTable.definitions { definition.kind.map(undefine) }
        setDefinitions([])
        setUsedFiles([])
        scene.journal.append(.brought(scene.componentTable.brought))
        scene.componentTable.brought = [:]
    }

    // MARK: Parts

    /// True for a part of an instance.
    public func isPart(_ slot: Slot) -> Bool { scene.rows[Int(slot)].marks.contains(.isPart) }

    public func isInstance(_ slot: Slot) -> Bool { scene.rows[Int(slot)].marks.contains(.isInstance) }

    /// True for an instance that has the size of its parts: not one of another kind, which has a size of its own.
    func sizesByParts(_ slot: Slot) -> Bool { isInstance(slot) && scene.kind(of: slot).base == nil }

    /// The instance of a part; nil for other objects.
    public func owner(of part: Slot) -> Slot? { isPart(part) ? scene.componentTable.owners[part] : nil }

    /// The outermost instance of a part; the object itself when it is no part.
    public func outermost(of slot: Slot) -> Slot {
        var at = slot
        while let owner = owner(of: at) { at = owner }
        return at
    }

    /// Makes an object a part of `instance`; nil: no part.
    public func setOwner(of slot: Slot, to instance: Slot?) {
        let old = scene.componentTable.owners[slot]
        guard old != instance else { return }
        scene.journal.append(of: slot, .owner(slot, old))
        scene.componentTable.owners[slot] = instance
        if scene.rows[Int(slot)].kind == .timer {
            if let old { scene.componentTable.timers[old]?.remove(slot) }
            if let instance { scene.componentTable.timers[instance, default: []].insert(slot) }
        }
        if instance == nil {
            scene.rows[Int(slot)].marks.remove(.isPart)
        } else {
            scene.rows[Int(slot)].marks.insert(.isPart)
        }
    }

    /// Parts of an instance, layers and others, in slot order.
    public func parts(of instance: Slot) -> [Slot] {
        var found: [Slot] = []
        scene.tree.forEachBelow(instance) { slot in
            if scene.componentTable.owners[slot] == instance { found.append(slot) }
            for user in scene.relations.referring(to: slot)
            where scene.componentTable.owners[user.slot] == instance && !scene.isLayer(user.slot) {
                found.append(user.slot)
            }
        }
        return (found + timers(of: instance)).sorted()
    }

    /// Timers of an instance in slot order, without removed ones.
    public func timers(of instance: Slot) -> [Slot] {
        guard isInstance(instance), let timers = scene.componentTable.timers[instance] else { return [] }
        return timers.filter { !scene.rows[Int($0)].flags.contains(.isRemoved) }.sorted()
    }

    /// The part that takes the sublayers of an instance.
    public func slotPart(of instance: Slot) -> Slot? {
        scene.rows[Int(instance)].marks.contains(.hasSlot) ? scene.componentTable.slots[instance] : nil
    }

    public func setSlotPart(of instance: Slot, to part: Slot?) {
        let old = slotPart(of: instance)
        guard old != part else { return }
        scene.journal.append(.slotPart(instance, old))
        scene.componentTable.slots[instance] = part
        if part == nil {
            scene.rows[Int(instance)].marks.remove(.hasSlot)
        } else {
            scene.rows[Int(instance)].marks.insert(.hasSlot)
        }
    }

    /// The actual parent of `layer`'s sublayers: one of its parts when it is an instance with a slot.
    public func contentParent(of layer: Slot) -> Slot {
        var at = layer
        while let part = slotPart(of: at) { at = part }
        return at
    }

    /// Clears the slots of an object that is removed permanently.
    func forgetComponent(_ slot: Slot) {
        // Rows of lists have them too.
        if !scene.componentTable.alterations.isEmpty { scene.componentTable.alterations[slot] = nil }
        guard !scene.rows[Int(slot)].marks.isDisjoint(with: .ofComponents) else { return }
        scene.rows[Int(slot)].marks.subtract(.ofComponents)
        if let owner = scene.componentTable.owners[slot] {
            scene.componentTable.owners[slot] = nil
            if !scene.componentTable.timers.isEmpty { scene.componentTable.timers[owner]?.remove(slot) }
        }
        if !scene.componentTable.slots.isEmpty { scene.componentTable.slots[slot] = nil }
        if !scene.componentTable.timers.isEmpty { scene.componentTable.timers[slot] = nil }
    }

    /// Calls `body` with the parts last created from a template.
    public func forEachStamped(_ body: (Slot) -> Void) { for slot in scene.componentTable.stamped { body(slot) } }

    // MARK: Bounds

    /// The bounding rectangle of the parts that are an instance's sublayers, in its coordinates.
    func partsFrame(of instance: Slot) -> Rect {
        var all: Rect?
        scene.tree.forEachChild(instance) { slot in
            guard isPart(slot) else { return }
            _ = scene.layout.fittedBounds(slot)
            let frame = scene.geometry.frame(of: slot)
            guard !frame.isEmpty else { return }
            all = all.map { $0.union(frame) } ?? frame
        }
        return all ?? .zero
    }

    /// Call when a part's geometry changed: its instance may have the size of its parts.
    func partChanged(_ slot: Slot, _ flags: Dirty) {
        let parent = scene.rows[Int(slot)].parent
        guard parent > Scene.objectRoot, !flags.isDisjoint(with: [.geometry, .tree, .content]), sizesByParts(parent)
        else {
            return
        }
        let row = scene.rows[Int(parent)]
        if row.flags.contains(.isArranged) {
            scene.layout.needLayout(row.parent)
            if scene.layouts.current >= 0 { scene.layouts.noteUnmeasured(row.parent) }
        }
        if row.flags.contains(.fitsContent), !row.dirty.contains(.geometry) { scene.mark(parent, .geometry) }
    }

    // MARK: Names in the lines of a component

    /// The object that `self` or `.part` names in the lines of the instance `lineOwner`.
    func findInLines(_ name: ByteView) -> Slot? {
        guard let owner = scene.componentTable.lineOwner.flatMap({ scene.slot(of: $0) }) else { return nil }
        if name == "self" { return owner }
        guard name.count > 1, name[0] == UInt8(ascii: ".") else { return nil }
        var full = ByteWriter()
        scene.writeName(of: owner, to: &full)
        full.append(name)
        return scene.names.find(full.bytes)
    }
}

extension Scene {
    /// Definitions of components, their instances and parts.
    @inlinable public var components: SceneComponents { SceneComponents(self) }
}
