package import Geometry

/// A component: the lines from `define` on, without `end`.
package struct Definition: Equatable, Sendable {
    package var name: String
    package var kind: KindID
    /// The line `define …`, and those that make the parts.
    package var lines: [[UInt8]]
    /// Names of the components that its lines make instances of.
    package var uses: [String]
    /// The file of `use` that brought it.
    package var file: String?

    package init(name: String, kind: KindID, lines: [[UInt8]], uses: [String], file: String? = nil) {
        self.name = name
        self.kind = kind
        self.lines = lines
        self.uses = uses
        self.file = file
    }

    /// The most of one scene.
    package static let most = 1000
    /// The most definitions inside one another.
    package static let deepest = 16
}

/// A file of definitions, styles, themes and data that was run once.
package struct UsedFile: Equatable, Sendable {
    package var path: String
    package var checksum: UInt64

    package init(path: String, checksum: UInt64) {
        self.path = path
        self.checksum = checksum
    }
}

/// Components of a scene: their definitions, and which objects are parts of which instances.
package struct ComponentTable {
    package fileprivate(set) var definitions: [Definition] = []
    package fileprivate(set) var files: [UsedFile] = []
    /// Styles, themes and data that files brought.
    package fileprivate(set) var brought: Set<ObjectID> = []
    /// Indices in `definitions`.
    fileprivate var indices: [KindID: Int] = [:]
    /// Instances by the slots of their parts: layers, and what is attached to these.
    fileprivate var owners: [Slot: Slot] = [:]
    /// Timers that are parts, by instance: nothing else makes them go with it.
    fileprivate var timers: [Slot: Set<Slot>] = [:]
    /// Parts that take the sublayers of their instances.
    fileprivate var slots: [Slot: Slot] = [:]
}

extension Scene {
    // MARK: Definitions

    /// The definition of a kind that is a component here.
    package func definition(of kind: KindID) -> Definition? {
        components.indices[kind].map { components.definitions[$0] }
    }

    /// Replaces all definitions, in their order.
    package func setDefinitions(_ new: [Definition]) {
        guard new != components.definitions else { return }
        journal.append(.definitions(components.definitions))
        components.definitions = new
        components.indices = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($0.element.kind, $0.offset) })
        changes.events.noteDefinitions()
    }

    package func setUsedFiles(_ new: [UsedFile]) {
        guard new != components.files else { return }
        journal.append(.files(components.files))
        components.files = new
        changes.events.noteDefinitions()
    }

    /// Notes an object that a file of `use` brought: a dump leaves it out.
    package func noteBrought(_ slot: Slot) {
        guard !components.brought.contains(id(of: slot)) else { return }
        journal.append(.brought(components.brought))
        components.brought.insert(id(of: slot))
    }

    func setBrought(_ objects: Set<ObjectID>) { components.brought = objects }

    /// Gives a component's kind another schema, or, where `kind` is none, a kind to a new name. Throws `limit`.
    package func define(_ kind: Kind) throws(SceneError) -> KindID {
        if let id = kinds.component(named: kind.name) {
            setKind(id, kind)
            return id
        }
        let id = try kinds.reserve(kind.name)
        setKind(id, kind)
        return id
    }

    /// Takes a component's kind away; its objects are gone.
    package func undefine(_ id: KindID) { setKind(id, .undefined(kinds[id])) }

    func setKind(_ id: KindID, _ kind: Kind) {
        // A scene that is to replace another one changes that one's kinds.
        (kindJournal ?? self).journal.append(.kind(id, kinds[id]))
        kinds.replace(id, by: kind)
    }

    /// Forgets all definitions and files.
    func clearComponents() {
        for definition in components.definitions { undefine(definition.kind) }
        setDefinitions([])
        setUsedFiles([])
        journal.append(.brought(components.brought))
        components.brought = []
    }

    // MARK: Parts

    /// True for a part of an instance.
    package func isPart(_ slot: Slot) -> Bool { rows[Int(slot)].marks.contains(.isPart) }

    package func isInstance(_ slot: Slot) -> Bool { rows[Int(slot)].marks.contains(.isInstance) }

    /// The instance that a part belongs to; nil for what is no part.
    package func owner(of part: Slot) -> Slot? { isPart(part) ? components.owners[part] : nil }

    /// The outermost instance that a part belongs to; the object itself when it is no part.
    package func outermost(of slot: Slot) -> Slot {
        var at = slot
        while let owner = owner(of: at) { at = owner }
        return at
    }

    /// Makes an object a part, or, with nil, no part.
    package func setOwner(of slot: Slot, to instance: Slot?) {
        let old = components.owners[slot]
        guard old != instance else { return }
        journal.append(.owner(slot, old))
        components.owners[slot] = instance
        if rows[Int(slot)].kind == .timer {
            if let old { components.timers[old]?.remove(slot) }
            if let instance { components.timers[instance, default: []].insert(slot) }
        }
        if instance == nil {
            rows[Int(slot)].marks.remove(.isPart)
        } else {
            rows[Int(slot)].marks.insert(.isPart)
        }
    }

    /// Parts of an instance, layers and others, by their slots.
    package func parts(of instance: Slot) -> [Slot] {
        var found: [Slot] = []
        forEachBelow(instance) { slot in
            if components.owners[slot] == instance { found.append(slot) }
            for user in referring(to: slot) where components.owners[user.slot] == instance && !isLayer(user.slot) {
                found.append(user.slot)
            }
        }
        return (found + timers(of: instance)).sorted()
    }

    /// Timers of an instance, by their slots; those that were removed do not count.
    func timers(of instance: Slot) -> [Slot] {
        guard isInstance(instance), let timers = components.timers[instance] else { return [] }
        return timers.filter { !rows[Int($0)].flags.contains(.isRemoved) }.sorted()
    }

    /// The part that takes the sublayers of an instance.
    package func slotPart(of instance: Slot) -> Slot? {
        rows[Int(instance)].marks.contains(.hasSlot) ? components.slots[instance] : nil
    }

    package func setSlotPart(of instance: Slot, to part: Slot?) {
        let old = slotPart(of: instance)
        guard old != part else { return }
        journal.append(.slotPart(instance, old))
        components.slots[instance] = part
        if part == nil {
            rows[Int(instance)].marks.remove(.hasSlot)
        } else {
            rows[Int(instance)].marks.insert(.hasSlot)
        }
    }

    /// The layer below which the sublayers of `layer` stand: a part of it, where it is an instance with a slot.
    package func contentParent(of layer: Slot) -> Slot {
        var at = layer
        while let part = slotPart(of: at) { at = part }
        return at
    }

    /// The value of the parameter `name` for a part, or for an object that the lines of an instance make: it goes before the
    /// variables of themes.
    func parameter(_ name: String, for slot: Slot?) -> Value? {
        guard let owner = slot == nil ? lineOwner.flatMap({ self.slot(of: $0) }) : slot.flatMap({ owner(of: $0) }),
            let id = ByteView.with(name, { kind(of: owner).parameter(named: $0) })
        else { return nil }
        switch value(owner, id) {
        case .point(let point): return .string("\(point.x),\(point.y)")
        case .numbers(let list): return .string(list.map { "\($0)" }.joined(separator: ","))
        case let other: return other
        }
    }

    /// Has the parts of an instance that refer to its parameters be looked at again.
    func parameterChanged(_ instance: Slot) {
        for part in parts(of: instance) where isLayer(part) && rows[Int(part)].marks.contains(.hasOrigins) {
            restyling.layers.insert(part)
        }
    }

    /// The slots of an object that is gone for good are empty.
    func forgetComponent(_ slot: Slot) {
        guard !rows[Int(slot)].marks.isDisjoint(with: .ofComponents) else { return }
        rows[Int(slot)].marks.subtract(.ofComponents)
        if let owner = components.owners.removeValue(forKey: slot) { components.timers[owner]?.remove(slot) }
        components.slots[slot] = nil
        components.timers[slot] = nil
    }

    // MARK: Bounds

    /// The rectangle around the parts of an instance that are its sublayers, in its own coordinates.
    func partsFrame(of instance: Slot) -> Rect {
        var all: Rect?
        forEachChild(instance) { slot in
            guard isPart(slot) else { return }
            _ = fittedBounds(slot)
            let frame = frame(of: slot)
            guard !frame.isEmpty else { return }
            all = all.map { $0.union(frame) } ?? frame
        }
        return all ?? .zero
    }

    /// A part's geometry changed: the instance around it may have the size of its parts.
    func partChanged(_ slot: Slot, _ flags: Dirty) {
        let parent = rows[Int(slot)].parent
        guard parent > Scene.shelf, !flags.isDisjoint(with: [.geometry, .tree, .content]), isInstance(parent) else {
            return
        }
        let row = rows[Int(parent)]
        if row.flags.contains(.isArranged) { needLayout(row.parent) }
        if row.flags.contains(.fitsContent), !row.dirty.contains(.geometry) { mark(parent, .geometry) }
    }

    // MARK: Names in the lines of a component

    /// The object that `self` or `.part` names in the lines of the instance `lineOwner`.
    func findInLines(_ name: ByteView) -> Slot? {
        guard let owner = lineOwner.flatMap({ slot(of: $0) }) else { return nil }
        if name == "self" { return owner }
        guard name.count > 1, name[0] == UInt8(ascii: ".") else { return nil }
        var full = ByteWriter()
        writeName(of: owner, to: &full)
        full.append(name)
        return names.find(full.bytes)
    }
}

extension Kind {
    /// True for a component.
    package var isComponent: Bool { traits.contains(.isComponent) }
    /// True for the name of a component that was taken away.
    var isUndefined: Bool { traits.contains(.isUndefined) }

    /// The property of a component that keeps the rights of who made an instance.
    package static let componentScope = PropertyID(UInt16(LayerProperty.schema.count))

    /// The kind of a component. Properties that `old` has stay at their indices.
    package static func component(
        _ name: String, help: String, parameters: [Property], replacing old: Kind? = nil
    ) -> Kind {
        var properties = LayerProperty.schema + [scope]
        var left = parameters
        // A component that was taken away has none.
        for known in old?.properties.dropFirst(properties.count) ?? [] {
            if let at = left.firstIndex(where: { $0.name == known.name && $0.type == known.type }) {
                properties.append(left.remove(at: at))
            } else {
                properties.append(placeholder)
            }
        }
        return Kind(
            name: name, family: .layer, help: help, traits: [.isComponent, .measures], properties: properties + left)
    }

    fileprivate static func undefined(_ kind: Kind) -> Kind {
        Kind(name: kind.name, family: .other, help: "", traits: [.isComponent, .isUndefined], properties: [])
    }

    private static let scope = Property(
        "scope", .object, .none, effect: .none, bond: .attached,
        help: "its lines may change this layer and what is below it only: for who may do no more")

    /// Stands where a parameter was.
    private static let placeholder = Property(
        " ", .boolean, .boolean(false), effect: .none, isDerived: true, isReadOnly: true, help: "")

    /// The parameters of a component.
    package var parameters: [(id: PropertyID, property: Property)] {
        guard isComponent, !isUndefined else { return [] }
        return (Int(Kind.componentScope.raw) + 1..<properties.count).compactMap {
            properties[$0].isDerived ? nil : (PropertyID(UInt16($0)), properties[$0])
        }
    }

    /// The parameter with this name.
    package func parameter(named name: ByteView) -> PropertyID? {
        guard isComponent, let id = property(named: name), id > Kind.componentScope, !self[id].isDerived else {
            return nil
        }
        return id
    }
}

extension KindRegistry {
    /// The component with this name, defined or not any more.
    package func component(named name: String) -> KindID? {
        index(of: name).flatMap { kinds[$0].isComponent ? KindID(UInt16($0)) : nil }
    }

    /// The most kinds, those of components that were taken away among them.
    private static let most = 30_000

    /// Makes room for a component. Throws `limit`.
    func reserve(_ name: String) throws(SceneError) -> KindID {
        guard kinds.count < Self.most else { throw SceneError(.limit, "\(Self.most) kinds were defined") }
        return add(Kind(name: name, family: .other, help: "", traits: [.isComponent, .isUndefined], properties: []))
    }
}
