import Geometry
package import LineProtocol
package import Scene

/// The parts of an instance while its component's lines are run.
struct PartMaking {
    /// Parts that a former definition made, by name: those of the same kind are taken over.
    var known: [String: ObjectID] = [:]
    /// Definitions that are being run, one inside the other.
    var depth = 1
}

/// Components: definitions, and the parts of their instances.
extension World {
    // MARK: Definitions

    /// Makes a component of the lines up to `end`, or replaces one: then every instance is made anew, or nothing happens.
    package func define(_ open: OpenDefinition, by principal: Principal) throws(SceneError) {
        try principal.access.checkWrites()
        let old = scene.components.definitions.first { $0.name == open.name }
        guard old == nil || principal.access == .full else {
            throw SceneError(.denied, "\"\(open.name)\" is defined, and to define it again needs full access")
        }
        let uses = try components(usedBy: open)
        try checkDepth(of: open.name, uses)
        let known = scene.kinds.component(named: open.name).map { scene.kinds[$0] }
        let kind = Kind.component(open.name, help: open.help, parameters: open.parameters, replacing: known)
        var definitions = scene.components.definitions
        guard old != nil || definitions.count < Definition.most else {
            throw SceneError(.limit, "\(Definition.most) components are defined")
        }
        try atomically { () throws(SceneError) in
            let instances = try old.map { (old) throws(SceneError) in try prepareInstances(of: old.kind, for: kind) }
            let id = try scene.components.define(kind)
            let new = Definition(name: open.name, kind: id, lines: open.lines, uses: uses, file: usedPath)
            if let at = definitions.firstIndex(where: { $0.name == open.name }) {
                // One that a file brought, and that is the same in another, stays the file's.
                definitions[at] = new
            } else {
                definitions.append(new)
            }
            scene.components.setDefinitions(definitions)
            for instance in instances ?? [] {
                if let slot = scene.slot(of: instance) { try remakeParts(of: slot) }
            }
        }
    }

    /// Names of the components that the lines make instances of. Throws `unknown-kind`, `cycle`, and `value` for objects that
    /// would not go with their instance.
    private func components(usedBy open: OpenDefinition) throws(SceneError) -> [String] {
        var uses: [String] = []
        for name in open.kinds {
            if name == open.name {
                throw SceneError(.cycle, "\"\(name)\" would be inside itself")
            }
            guard let id = try scene.kinds.find(name), isUsable(id) else {
                throw ByteView.with(name) { UnknownName.kind($0, in: scene.kinds) }
            }
            let kind = scene.kinds[id]
            guard kind.family == .layer || kind.properties.contains(where: { $0.bond == .attached }) else {
                throw SceneError(.value, "a part is a layer or attached to one, not of the kind \"\(name)\"")
            }
            if kind.isComponent, !uses.contains(name) { uses.append(name) }
        }
        return uses
    }

    /// False for a component that another scene has defined.
    func isUsable(_ kind: KindID) -> Bool {
        !scene.kinds[kind].isComponent || scene.components.definition(of: kind) != nil
    }

    /// Throws `cycle` when a component would come to be inside itself, `limit` when definitions would be too deep.
    private func checkDepth(of name: String, _ uses: [String]) throws(SceneError) {
        var users: [String: [String]] = [:]
        for definition in scene.components.definitions where definition.name != name {
            users[definition.name] = definition.uses
        }
        users[name] = uses
        // Levels below each: without recursion, each component after those that it uses.
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
        throw SceneError(.limit, "more than \(Definition.deepest) components inside one another")
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

    /// `undefine NAME`.
    func undefine(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        try principal.access.checkWhole(.undefine)
        let word = try line.positional(0, "a component")
        let name = word.string
        guard let definition = scene.components.definitions.first(where: { $0.name == name }) else {
            guard scene.kinds.loaded(name) == nil, !scene.kinds.promised.contains(name) else {
                throw SceneError(.denied, "\"\(name)\" is no component")
            }
            throw UnknownName.kind(word, in: scene.kinds)
        }
        if let user = scene.components.definitions.first(where: { $0.uses.contains(name) }) {
            throw SceneError(.denied, "\"\(name)\" is in the definition of \"\(user.name)\"")
        }
        if let instance = instances(of: definition.kind).first {
            throw SceneError(.denied, "\"\(scene.name(of: instance))\" is an instance of \"\(name)\"")
        }
        try atomically { () throws(SceneError) in
            scene.components.setDefinitions(scene.components.definitions.filter { $0.name != name })
            scene.components.undefine(definition.kind)
        }
    }

    private func instances(of kind: KindID) -> [Slot] {
        var found: [Slot] = []
        scene.tree.forEachObject { if scene.rows[Int($0)].kind == kind { found.append($0) } }
        return found
    }

    // MARK: Parts

    /// Runs the lines of the component of which a layer is an instance. Throws `aborted` with the instance and the line.
    func makeParts(of instance: Slot, by principal: Principal) throws(SceneError) {
        try makeParts(of: instance, PartMaking(depth: (making?.depth ?? 0) + 1), by: principal)
    }

    private func makeParts(
        of instance: Slot, _ fresh: PartMaking, by principal: Principal
    ) throws(SceneError) {
        guard let definition = scene.components.definition(of: scene.rows[Int(instance)].kind) else { return }
        guard fresh.depth <= Definition.deepest else {
            throw SceneError(.limit, "more than \(Definition.deepest) components inside one another")
        }
        let (owner, outer, outerRound) = (scene.components.lineOwner, making, round)
        defer { (scene.components.lineOwner, making, round) = (owner, outer, outerRound) }
        (scene.components.lineOwner, making, round) = (scene.id(of: instance), fresh, nil)
        var splitter = WordSplitter()
        for (number, bytes) in definition.lines.enumerated().dropFirst() {
            do throws(SceneError) {
                try bytes.withView(0..<bytes.count) { (bytes) throws(SceneError) in
                    guard let line = try Line(bytes, &splitter) else { return }
                    try change(Command(line), by: principal)
                }
            } catch {
                throw SceneError(
                    .aborted,
                    "\"\(scene.name(of: instance))\", line \(number): \(error.code.rawValue) \(error.message)")
            }
        }
        for id in making?.known.values.sorted(by: { $0.index < $1.index }) ?? [] {
            if let slot = scene.slot(of: id) { try scene.objects.remove(slot) }
        }
    }

    /// Makes the parts of an instance anew, with the rights of who made it. Parts that are there again, with the same kind, and
    /// sublayers in the slot stay the same objects.
    private func remakeParts(of instance: Slot) throws(SceneError) {
        let scope = scene.value(instance, Kind.componentScope).object
        let parts = scene.components.parts(of: instance)
        let inside = Set(parts + [instance])
        var content: [ObjectID] = []
        scene.tree.forEachBelow(instance) { slot in
            if slot != instance, inside.contains(scene.rows[Int(slot)].parent),
                scene.components.owner(of: slot) != instance
            {
                content.append(scene.id(of: slot))
            }
        }
        for id in content { if let slot = scene.slot(of: id) { try scene.tree.move(slot, to: Scene.limbo, .last) } }
        var known: [String: ObjectID] = [:]
        let ids = parts.map { scene.id(of: $0) }
        for id in ids {
            guard let slot = scene.slot(of: id) else { continue }
            if scene.isLayer(slot) {
                known[scene.name(of: slot)] = id
            } else if scene.kind(of: slot).family != .animation {
                try scene.objects.remove(slot)
            }
        }
        scene.components.setSlotPart(of: instance, to: nil)
        let rights = Principal(Access(scope: scope))
        try makeParts(of: instance, PartMaking(known: known, depth: 1), by: rights)
        let parent = scene.components.contentParent(of: instance)
        for id in content { if let slot = scene.slot(of: id) { try scene.tree.move(slot, to: parent, .last) } }
    }

    /// The instances of a kind that is to become `new`; values of parameters that it has no more are gone. Throws `aborted` for
    /// a value of another type.
    private func prepareInstances(of id: KindID, for new: Kind) throws(SceneError) -> [ObjectID] {
        let old = scene.kinds[id]
        let slots = instances(of: id)
        for (parameter, property) in old.parameters {
            let same = ByteView.with(property.name) { new.parameter(named: $0) }
            if let same, new[same].type == property.type { continue }
            for slot in slots where scene.layout.given(slot, parameter) != .none {
                guard same == nil else {
                    throw SceneError(
                        .aborted, "\"\(scene.name(of: slot))\": \(property.name) was set to a \(property.type.name)")
                }
                try scene.set(slot, parameter, .none)
            }
            for slot in slots {
                for animation in scene.relations.attached(to: slot) where scene.kind(of: animation).family == .animation
                {
                    let path = scene.value(animation, AnimationProperty.property.id).string
                    guard path == property.name || path.hasPrefix(property.name + ".") else { continue }
                    try scene.objects.remove(animation)
                }
            }
        }
        return slots.map { scene.id(of: $0) }
    }

    /// The part that a former definition made and that this line makes again; one of another kind is removed.
    func takeOver(_ existing: Slot, _ kind: KindID) throws(SceneError) -> Slot? {
        guard let id = making?.known.removeValue(forKey: scene.name(of: existing)), scene.slot(of: id) == existing
        else { return nil }
        guard scene.rows[Int(existing)].kind == kind else {
            try scene.objects.remove(existing)
            return nil
        }
        var set: [(PropertyID, Value)] = []
        scene.tree.forEachSet(existing, .given) { id, property, _ in
            // What an animation moves goes on.
            if !scene.presentation.isCovered(existing, id) { set.append((id, property.initial)) }
        }
        for (id, value) in set { try scene.set(existing, id, value) }
        for (key, _) in scene.users(existing) { scene.setUser(existing, key, nil) }
        return existing
    }

    /// Makes what the lines of an instance made a part of it: while its parts are made, and later what is about one of them.
    func adopt(_ slot: Slot, about layer: Slot) {
        guard let owner = scene.components.lineOwner.flatMap({ scene.slot(of: $0) }),
            making != nil || scene.components.owner(of: layer) == owner
        else { return }
        scene.components.setOwner(of: slot, to: owner)
    }

    /// Throws `denied` for a part of an instance other than the one whose lines are run.
    func checkPart(_ slot: Slot) throws(SceneError) {
        guard let owner = scene.components.owner(of: slot), scene.id(of: owner) != scene.components.lineOwner else {
            return
        }
        throw SceneError(
            .denied,
            "\"\(scene.name(of: slot))\" is a part of \"\(scene.name(of: owner))\", which alone changes it")
    }

    /// Throws `denied` for an animation, a behavior or a follow of a part of another instance.
    func checkMoved(by slot: Slot) throws(SceneError) {
        let family = scene.kind(of: slot).family
        guard family == .animation || family == .behavior || scene.rows[Int(slot)].kind == .follow else { return }
        for layer in scene.relations.namedObjects(by: slot) where scene.isLayer(layer) { try checkPart(layer) }
    }

    /// Where `words` put a layer whose parent is `current`: sublayers of an instance stand in its slot, or behind its parts.
    func destination(from current: Slot) throws(SceneError) -> (parent: Slot, placement: Placement) {
        let (parent, placement) = try words.destination(from: current, scene)
        if let sibling = words.above ?? words.below {
            try checkPart(sibling)
            return (parent, placement)
        }
        guard let named = words.parent else { return (parent, placement) }
        let content = try destination(named)
        if case .index(let index) = placement, scene.components.lineOwner == nil {
            var parts = 0
            scene.tree.forEachChild(content) { if scene.components.isPart($0) { parts += 1 } }
            return (content, .index(parts > 0 ? min(index, Int.max - parts) + parts : index))
        }
        return (content, placement)
    }

    /// The layer below which sublayers given to `parent` stand. Throws `denied` for a part.
    func destination(_ parent: Slot) throws(SceneError) -> Slot {
        try checkPart(parent)
        return scene.id(of: parent) == scene.components.lineOwner ? parent : scene.components.contentParent(of: parent)
    }

    // MARK: Files

    /// `use PATH`: runs a file of definitions, styles, themes and data, unless it was run with the same content.
    func use(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let path = try line.positional(0, "a file").string
        let text = try loading.read(path)
        defer { loading.leave() }
        let checksum = text.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let file = UsedFile(path: path, checksum: checksum)
        guard !scene.components.files.contains(file) else { return }
        let (outer, recreates) = (usedPath, principal.recreates)
        (usedPath, principal.recreates) = (path, true)
        defer { (usedPath, principal.recreates) = (outer, recreates) }
        try atomically { () throws(SceneError) in
            try run(text, from: path, by: principal)
            var files = scene.components.files.filter { $0.path != path }
            files.append(file)
            scene.components.setUsedFiles(files)
        }
    }

    /// Throws `unsupported` for a line that a file of definitions does not have.
    func checkUsed(_ command: Command) throws(SceneError) {
        guard usedPath != nil, making == nil else { return }
        let kinds = ["style", "theme", "data"]
        if command.verb == .use { return }
        let makes = command.verb == .create || command.verb == .put
        guard makes, command.line.count > 1, kinds.contains(command.line[1].value.string) else {
            throw SceneError(
                .unsupported,
                "\(command.verb.name) cannot stand in a file of use: define, and create of styles, themes, data")
        }
    }
}
