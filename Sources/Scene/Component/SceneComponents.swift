import Geometry

/// Definitions of components, their instances and parts.
public struct SceneComponents {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    // MARK: Definitions

    public var definitions: [Definition] { scene.componentTable.definitions }

    /// Files of `use`, each once.
    public var files: [UsedFile] { scene.componentTable.files }

    /// Styles, themes and data brought by files, each with a mark of its state then; 0 while its file is run.
    public var brought: [ObjectID: UInt64] { scene.componentTable.brought }

    /// The instance whose component's lines are run: `self` and `.part` name it and its parts.
    public var lineOwner: ObjectID? {
        get { scene.componentTable.lineOwner }
        nonmutating set { scene.componentTable.lineOwner = newValue }
    }

    /// The definition of a kind that is a component here.
    public func definition(of kind: KindID) -> Definition? {
        scene.componentTable.indices[kind].map { scene.componentTable.definitions[$0] }
    }

    /// Kinds of the components that have a parameter `step`.
    public var stepKinds: Set<KindID> { scene.componentTable.stepKinds }

    /// True for a kind that is a component here.
    public func isDefined(_ kind: KindID) -> Bool { scene.componentTable.indices[kind] != nil }

    /// What the lines of a component come to, as far as somebody has found out.
    public func plan(of kind: KindID) -> ComponentPlan? {
        Int(kind.raw) < scene.componentTable.plans.count ? scene.componentTable.plans[Int(kind.raw)] : nil
    }

    /// Keeps it until components are defined again.
    public func keep(_ plan: ComponentPlan, of kind: KindID) {
        while scene.componentTable.plans.count <= Int(kind.raw) { scene.componentTable.plans.append(nil) }
        scene.componentTable.plans[Int(kind.raw)] = plan
    }

    /// Replaces all definitions, in their order.
    public func setDefinitions(_ new: [Definition]) {
        guard new != scene.componentTable.definitions else { return }
        scene.journal.append(.definitions(scene.componentTable.definitions))
        scene.componentTable.definitions = new
        scene.componentTable.plans = []
        scene.componentTable.indices = Dictionary(
            uniqueKeysWithValues: new.enumerated().map { ($0.element.kind, $0.offset) })
        scene.componentTable.stepKinds = Set(new.lazy.filter(\.hasSteps).map(\.kind))
        scene.changes.events.noteDefinitions()
        scene.lists.noteListSources()
    }

    public func setUsedFiles(_ new: [UsedFile]) {
        guard new != scene.componentTable.files else { return }
        scene.journal.append(.files(scene.componentTable.files))
        scene.componentTable.files = new
        scene.changes.events.noteDefinitions()
    }

    /// Notes an object that a file of `use` brought: a dump leaves it out while it is as `mark` says.
    public func noteBrought(_ slot: Slot, as mark: UInt64 = 0) {
        guard scene.componentTable.brought[scene.id(of: slot)] != mark else { return }
        scene.journal.append(.brought(scene.componentTable.brought))
        scene.componentTable.brought[scene.id(of: slot)] = mark
    }

    func setBrought(_ objects: [ObjectID: UInt64]) { scene.componentTable.brought = objects }

    /// The most parameters that definitions of one name had, each counted once.
    private static let mostParameters = 8192

    /// Gives a component's kind another schema, or, where `kind` is none, a kind to a new name. Throws `limit`.
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

    /// Takes a component's kind away; its objects are gone.
    public func undefine(_ id: KindID) { setKind(id, .undefined(scene.kinds[id].name, replacing: scene.kinds[id])) }

    func setKind(_ id: KindID, _ kind: Kind) {
        // A scene that is to replace another one changes that one's kinds.
        (scene.componentTable.replaced ?? scene).journal.append(.kind(id, scene.kinds[id]))
        scene.kinds.replace(id, by: kind)
    }

    /// Forgets all definitions and files.
    func clearComponents() {
        for definition in scene.componentTable.definitions { undefine(definition.kind) }
        setDefinitions([])
        setUsedFiles([])
        scene.journal.append(.brought(scene.componentTable.brought))
        scene.componentTable.brought = [:]
    }

    // MARK: Parts

    /// True for a part of an instance.
    public func isPart(_ slot: Slot) -> Bool { scene.rows[Int(slot)].marks.contains(.isPart) }

    public func isInstance(_ slot: Slot) -> Bool { scene.rows[Int(slot)].marks.contains(.isInstance) }

    /// The instance of a part; nil for other objects.
    public func owner(of part: Slot) -> Slot? { isPart(part) ? scene.componentTable.owners[part] : nil }

    /// The outermost instance that a part belongs to; the object itself when it is no part.
    public func outermost(of slot: Slot) -> Slot {
        var at = slot
        while let owner = owner(of: at) { at = owner }
        return at
    }

    /// Makes an object a part, or, with nil, no part.
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

    /// Parts of an instance, layers and others, by their slots.
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

    /// Timers of an instance, by their slots; those that were removed do not count.
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

    /// The layer below which the sublayers of `layer` stand: a part of it, where it is an instance with a slot.
    public func contentParent(of layer: Slot) -> Slot {
        var at = layer
        while let part = slotPart(of: at) { at = part }
        return at
    }

    /// The slots of an object that is gone for good are empty.
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

    /// Calls `body` with the parts that were made last from a template.
    public func forEachStamped(_ body: (Slot) -> Void) { for slot in scene.componentTable.stamped { body(slot) } }

    // MARK: Bounds

    /// The rectangle around the parts of an instance that are its sublayers, in its own coordinates.
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

    /// A part's geometry changed: the instance around it may have the size of its parts.
    func partChanged(_ slot: Slot, _ flags: Dirty) {
        let parent = scene.rows[Int(slot)].parent
        guard parent > Scene.shelf, !flags.isDisjoint(with: [.geometry, .tree, .content]), isInstance(parent) else {
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
