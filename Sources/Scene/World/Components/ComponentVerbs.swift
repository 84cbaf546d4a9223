import Animation
import Expressions
import Geometry
package import LineProtocol
import Scene
import SceneTables
package import Schema

/// `define`, `undefine`, `use`, and the parts of instances.
package struct ComponentVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    // MARK: Definitions

    /// Creates a component from the lines up to `end`, or replaces one: then all instances are created again, or
    /// nothing changes.
    package func define(_ open: OpenDefinition, by principal: Principal) throws(SceneError) {
        let old = world.scene.components.definitions.first { $0.name == open.name }
        guard old == nil || principal.access == .full else {
            throw SceneError(.denied, "\"\(open.name)\" is defined, and to define it again needs full access")
        }
        let functions = world.scene.components.definitions.filter { $0.kind == nil && open.calls.contains($0.name) }
        let uses = try components(usedBy: open) + functions.map(\.name)
        try checkDepth(of: open.name, uses)
        let known = world.scene.kinds.component(named: open.name).map { world.scene.kinds[$0] }
        let kind = Kind.component(
            open.name, help: open.help, base: open.base, defaults: open.defaults, parameters: open.parameters,
            replacing: known)
        var definitions = world.scene.components.definitions
        guard old != nil || definitions.count < Definition.most else {
            throw SceneError(.limit, "\(Definition.most) components and functions are defined")
        }
        try world.atomically { () throws(SceneError) in
            let instances = try old?.kind.map { (old) throws(SceneError) in try prepareInstances(of: old, for: kind) }
            let id = try world.scene.components.define(kind)
            let new = Definition(
                name: open.name, kind: id, lines: open.lines, uses: uses, file: world.context.usedPath,
                hasSteps: open.parameters.contains { $0.name == "step" && $0.type == .number },
                frames: DefinedFrames.find(in: open.lines, world.scene))
            if let at = definitions.firstIndex(where: { $0.name == open.name }) {
                // A definition from a file that is identical in another file keeps its file.
                definitions[at] = new
            } else {
                definitions.append(new)
            }
            world.scene.components.setDefinitions(definitions)
            for choice in instances?.choices ?? [] {
                guard let slot = world.scene.slot(of: choice.instance),
                    let parameter = ByteView.with(choice.parameter, { kind.parameter(named: $0) })
                else { continue }
                try world.scene.set(slot, parameter, choice.value)
            }
            // Rows follow with their lists, also when this is undone.
            for instance in instances?.ids ?? [] {
                guard let slot = world.scene.slot(of: instance), !world.scene.lists.isRow(slot) else { continue }
                try remakeParts(of: slot)
            }
        }
    }

    /// Instances of a component that is redefined, and their parameters with changed choices.
    private struct PreparedInstances {
        var ids: [ObjectID] = []
        var choices: [(instance: ObjectID, parameter: String, value: Value)] = []
    }

    /// Names of the components that the lines create instances of. Throws `unknown-kind`, `cycle`, and `value` for
    /// objects that would not be removed with their instance.
    private func components(usedBy open: OpenDefinition) throws(SceneError) -> [String] {
        var uses: [String] = []
        for name in open.kinds {
            if name == open.name {
                throw SceneError(.cycle, "\"\(name)\" would be inside itself")
            }
            guard let id = try world.scene.kinds.find(name), isUsable(id) else {
                throw ByteView.with(name) { UnknownName.kind($0, in: world.scene.kinds) }
            }
            let kind = world.scene.kinds[id]
            guard kind.family == .layer || kind.properties.contains(where: { $0.bond == .attached }) else {
                throw SceneError(.value, "a part is a layer or attached to one, not of the kind \"\(name)\"")
            }
            if kind.isComponent, !uses.contains(name) { uses.append(name) }
        }
        return uses
    }

    /// False for a component that another scene has defined.
    func isUsable(_ kind: KindID) -> Bool {
        !world.scene.kinds[kind].isComponent || world.scene.components.isDefined(kind)
    }

    /// Throws `cycle` when a component would contain itself, or a function call itself, `limit` when definitions would
    /// be nested too deep.
    func checkDepth(of name: String, _ uses: [String]) throws(SceneError) {
        var users: [String: [String]] = [:]
        for definition in world.scene.components.definitions where definition.name != name {
            users[definition.name] = definition.uses
        }
        users[name] = uses
        // Nesting depth of each, without recursion: components after those that they use.
        var depths: [String: Int] = [:]
        var left = users
        while !left.isEmpty {
            let ready = left.filter { $0.value.allSatisfy { depths[$0] != nil || users[$0] == nil } }
            guard !ready.isEmpty else {
                throw SceneError(.cycle, "\"\(name)\" would be inside itself: \(Self.way(round: name, users))")
            }
            for (one, uses) in ready {
                depths[one] = 1 + (uses.compactMap { depths[$0] }.max() ?? 0)
                left[one] = nil
            }
        }
        guard let deepest = depths.values.max(), deepest > Definition.deepest else { return }
        throw SceneError(.limit, "more than \(Definition.deepest) components and functions inside one another")
    }

    /// `a > b > a`.
    private static func way(round name: String, _ uses: [String: [String]]) -> String {
        var way = [name]
        func reaches(_ one: String, _ seen: inout Set<String>) -> Bool {
            guard seen.insert(one).inserted else { return one == name }
            return one == name || (uses[one] ?? []).contains { reaches($0, &seen) }
        }
        while way.count <= uses.count {
            var seen: Set<String> = []
            guard
                let next = (uses[way[way.count - 1]] ?? []).first(where: {
                    seen = []
                    return reaches($0, &seen)
                })
            else { break }
            way.append(next)
            if next == name { break }
        }
        return way.joined(separator: " > ")
    }

    func instances(of kind: KindID) -> [Slot] {
        var found: [Slot] = []
        world.scene.tree.forEachObject { if world.scene.rows[Int($0)].kind == kind { found.append($0) } }
        return found
    }

    // MARK: Parts

    /// Runs the component's lines for an instance. Throws `aborted` with the instance and the line.
    func makeParts(of instance: Slot, by principal: Principal) throws(SceneError) {
        try makeParts(of: instance, PartMaking(depth: (world.context.making?.depth ?? 0) + 1), by: principal)
    }

    private func makeParts(
        of instance: Slot, _ fresh: PartMaking, by principal: Principal
    ) throws(SceneError) {
        guard let plan = world.componentPlans.plan(of: world.scene.rows[Int(instance)].kind) else { return }
        guard fresh.depth <= Definition.deepest else {
            throw SceneError(.limit, "more than \(Definition.deepest) components inside one another")
        }
        if fresh.isFirst { try world.checkRoom(for: plan.weight, by: principal) }
        let (owner, outer, outerRound) = (world.scene.components.lineOwner, world.context.making, world.context.round)
        let isMaking = world.scene.components.isMaking
        world.scene.components.isMaking = true
        defer {
            world.scene.components.isMaking = isMaking
            (world.scene.components.lineOwner, world.context.making, world.context.round) = (owner, outer, outerRound)
        }
        (world.scene.components.lineOwner, world.context.making, world.context.round) = (
            world.scene.id(of: instance), fresh, nil
        )
        for step in plan.steps {
            switch step {
            case .parts(let parts, let lines):
                if fresh.isFirst, world.componentPlans.make(parts, of: instance, plan, by: principal) { continue }
                try world.componentPlans.run(lines, of: instance, by: principal)
            case .lines(let lines): try world.componentPlans.run(lines, of: instance, by: principal)
            }
        }
        for id in world.context.making?.known.values.sorted(by: { $0.index < $1.index }) ?? [] {
            if let slot = world.scene.slot(of: id) { try world.scene.objects.remove(slot) }
        }
        world.scene.resizing.fitParts(of: instance)
    }

    /// Creates the parts of an instance again, with the access of its creator. Parts with the same name and kind, and
    /// sublayers in the slot, remain the same objects.
    func remakeParts(of instance: Slot) throws(SceneError) {
        let scope = world.scene.value(instance, Kind.componentScope).object
        let parts = world.scene.components.parts(of: instance)
        let inside = Set(parts + [instance])
        var content: [ObjectID] = []
        world.scene.tree.forEachBelow(instance) { slot in
            if slot != instance, inside.contains(world.scene.rows[Int(slot)].parent),
                world.scene.components.owner(of: slot) != instance
            {
                content.append(world.scene.id(of: slot))
            }
        }
        for id in content {
            if let slot = world.scene.slot(of: id) { try world.scene.tree.move(slot, to: Scene.detachedRoot, .last) }
        }
        let isMaking = world.scene.components.isMaking
        world.scene.components.isMaking = true
        defer { world.scene.components.isMaking = isMaking }
        let altered = AlteredParts(of: parts, of: instance, world)
        let phases = TimerPhases(of: instance, in: world.scene)
        var known: [String: ObjectID] = [:]
        let ids = parts.map { world.scene.id(of: $0) }
        for id in ids {
            guard let slot = world.scene.slot(of: id) else { continue }
            if world.scene.components.alterations(of: slot)?.isLater == true { continue }
            if world.scene.isLayer(slot) {
                known[world.scene.name(of: slot)] = id
            } else if world.scene.kind(of: slot).family != .animation {
                try world.scene.objects.remove(slot)
            }
        }
        world.scene.components.setSlotPart(of: instance, to: nil)
        let rights = Principal(Access(scope: scope))
        try makeParts(of: instance, PartMaking(known: known, isFirst: false, depth: 1), by: rights)
        try altered.apply(world)
        phases.apply(to: instance, in: world.scene)
        let parent = world.scene.components.contentParent(of: instance)
        for id in content {
            if let slot = world.scene.slot(of: id) { try world.scene.tree.move(slot, to: parent, .last) }
        }
    }

    /// Prepares the instances of a kind that becomes `new`; values of removed parameters are dropped, and their bindings become
    /// dormant. Throws `aborted` for a value of another type or out of the parameter's new range.
    private func prepareInstances(of id: KindID, for new: Kind) throws(SceneError) -> PreparedInstances {
        let old = world.scene.kinds[id]
        let slots = instances(of: id)
        var prepared = PreparedInstances(ids: slots.map { world.scene.id(of: $0) })
        for (parameter, property) in old.parameters {
            let same = ByteView.with(property.name) { new.parameter(named: $0) }
            if let same, new[same].type == property.type {
                for slot in slots where world.scene.layout.given(slot, parameter) != .none {
                    let value = world.scene.layout.given(slot, parameter)
                    let kept = new[same].value(value, of: property)
                    guard let kept else {
                        throw SceneError(
                            .aborted,
                            "\"\(world.scene.name(of: slot))\": \(property.name) was set to what it takes no more")
                    }
                    guard property.choices != new[same].choices else { continue }
                    prepared.choices.append((world.scene.id(of: slot), property.name, kept))
                    try world.scene.set(slot, parameter, .none)
                }
                continue
            }
            for slot in slots where world.scene.layout.given(slot, parameter) != .none {
                guard same == nil else {
                    throw SceneError(
                        .aborted,
                        "\"\(world.scene.name(of: slot))\": \(property.name) was set to a \(property.type.name)")
                }
                try world.scene.set(slot, parameter, .none)
            }
            for slot in slots {
                for user in world.scene.relations.attached(to: slot) {
                    let isBinding = world.scene.rows[Int(user)].kind == .binding
                    guard isBinding || world.scene.kind(of: user).family == .animation else { continue }
                    let key = isBinding ? BindingProperty.property.id : AnimationProperty.property.id
                    let path = world.scene.value(user, key).string
                    guard path == property.name || path.hasPrefix(property.name + ".") else { continue }
                    if isBinding {
                        // Those of a definition's own lines are made by these.
                        guard !world.scene.components.isPart(user) else { continue }
                        let reason = "unknown property \"\(property.name)\""
                        try world.dormancy.putToSleep(binding: user, because: reason, in: world)
                    } else {
                        try world.scene.objects.remove(user)
                    }
                }
            }
        }
        return prepared
    }

    /// The part of the earlier definition that this line creates again; a part with another kind is removed.
    func takeOver(_ existing: Slot, _ kind: KindID) throws(SceneError) -> Slot? {
        guard let id = world.context.making?.known.removeValue(forKey: world.scene.name(of: existing)),
            world.scene.slot(of: id) == existing
        else { return nil }
        guard world.scene.rows[Int(existing)].kind == kind else {
            try world.scene.objects.remove(existing)
            return nil
        }
        var set: [PropertyID] = []
        world.scene.tree.forEachSet(existing, .given) { id, _, _ in
            // Animated values continue.
            if !world.scene.presentation.isCovered(existing, id) { set.append(id) }
        }
        for id in set { try world.scene.styles.takeOff(existing, PropertyPath(id)) }
        for (key, _) in world.scene.objects.users(existing) { world.scene.objects.setUser(existing, key, nil) }
        return existing
    }

    /// Makes objects created by an instance's lines its parts: while its parts are created, and later for lines about
    /// one of them.
    func adopt(_ slot: Slot, about layer: Slot) {
        guard let owner = world.scene.components.lineOwner.flatMap({ world.scene.slot(of: $0) }),
            world.context.making != nil || world.context.isInside
                || world.scene.components.owner(of: layer) == owner
        else { return }
        world.scene.components.setOwner(of: slot, to: owner)
        world.scene.components.noteLater(slot)
    }

    /// Throws `denied` for a part of an instance other than the one whose lines are run.
    func checkPart(_ slot: Slot) throws(SceneError) {
        // An instance may change its parts and itself, and may itself be a part.
        guard let owner = world.scene.components.owner(of: slot),
            world.scene.id(of: owner) != world.scene.components.lineOwner,
            world.scene.id(of: slot) != world.scene.components.lineOwner
        else { return }
        throw SceneError(
            .denied,
            "\"\(world.scene.name(of: slot))\" is a part of \"\(world.scene.name(of: owner))\", which alone changes it")
    }

    /// Throws `denied` for an animation, behavior or follow of a part of another instance.
    ///
    /// Implicit animations belong to the scene, for example when a style's state changes: a dump creates them again.
    func checkMoved(by slot: Slot) throws(SceneError) {
        let family = world.scene.kind(of: slot).family
        if world.scene.rows[Int(slot)].kind == .animation,
            world.scene.value(slot, AnimationProperty.isImplicit.id) == .boolean(true)
        {
            return
        }
        let places = [KindID.follow, .constraint].contains(world.scene.rows[Int(slot)].kind)
        guard family == .animation || family == .behavior || places else { return }
        for layer in world.scene.relations.namedObjects(by: slot) where world.scene.isLayer(layer) {
            try checkPart(layer)
        }
    }

    /// The actual parent for `words`, given the parent `current`: sublayers of an instance are in its slot, or behind
    /// its parts.
    func destination(
        _ words: PropertyWords, from current: Slot
    ) throws(SceneError) -> (parent: Slot, placement: Placement) {
        let (parent, placement) = try words.destination(from: current, world.scene)
        if let sibling = words.above ?? words.below {
            try checkPart(sibling)
            return (parent, placement)
        }
        guard let named = words.parent else { return (parent, placement) }
        let content = try destination(named)
        if case .index(let index) = placement, world.scene.components.lineOwner == nil {
            var parts = 0
            world.scene.tree.forEachChild(content) { if world.scene.components.isPart($0) { parts += 1 } }
            return (content, .index(parts > 0 ? min(index, Int.max - parts) + parts : index))
        }
        return (content, placement)
    }

    /// The layer that contains sublayers added to `parent`. Throws `denied` for a part.
    func destination(_ parent: Slot) throws(SceneError) -> Slot {
        try checkPart(parent)
        guard world.scene.rows[Int(parent)].kind != .each else {
            throw SceneError(.denied, "\"\(world.scene.name(of: parent))\" is a list, whose sublayers are its rows")
        }
        return world.scene.id(of: parent) == world.scene.components.lineOwner
            ? parent : world.scene.components.contentParent(of: parent)
    }

    // MARK: Files

    /// Objects created by files and unchanged since.
    func unchangedBrought() -> Set<ObjectID> {
        let known = world.scene.components.brought.filter { world.scene.slot(of: $0.key) != nil }
        if known.isEmpty { return [] }
        let ids = known.keys.sorted { $0.index < $1.index }
        var dump = SceneDump(world.scene, at: world.time, secrets: true)
        let marks = dump.marks(of: ids.map(\.index))
        return Set(zip(ids, marks).filter { known[$0.0] == $0.1 }.map { $0.0 })
    }

    /// Marks the objects that a file created or created again.
    func noteBrought(_ unchanged: Set<ObjectID>) {
        let ids = world.scene.components.brought
            .filter { ($0.value == 0 || unchanged.contains($0.key)) && world.scene.slot(of: $0.key) != nil }
            .keys.sorted { $0.index < $1.index }
        var dump = SceneDump(world.scene, at: world.time, secrets: true)
        for (id, mark) in zip(ids, dump.marks(of: ids.map(\.index))) {
            world.scene.components.noteBrought(id.index, as: mark)
        }
    }

    /// Throws `unsupported` for a line that files of definitions may not contain.
    func checkUsed(_ command: Command) throws(SceneError) {
        guard world.context.usedPath != nil, world.context.making == nil else { return }
        let kinds = ["style", "theme", "data"]
        if command.verb == .use || command.verb == .function { return }
        let makes = command.verb == .create || command.verb == .put
        guard makes, command.line.count > 1, kinds.contains(command.line[1].value.string) else {
            throw SceneError(
                .unsupported,
                "\(command.verb.name) cannot stand in a file of use: define, function, and create of styles, themes, data"
            )
        }
    }
}

extension World {
    /// `define`, `undefine`, `use`, and the parts of instances.
    package var componentVerbs: ComponentVerbs { ComponentVerbs(self) }
}

extension Property {
    /// Converts a value of the replaced parameter to this one; nil when it does not fit.
    fileprivate func value(_ value: Value, of old: Property) -> Value? {
        switch value {
        case .number(let number): return minimum <= number && number <= maximum ? value : nil
        case .choice(let index) where Int(index) < old.choices.count:
            return choices.firstIndex(of: old.choices[Int(index)]).map { .choice(UInt8($0)) }
        default: return value
        }
    }
}
