import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// Copies a subtree object by object.
struct SubtreeCopy {
    private let world: World
    private let scene: Scene
    private let source: Slot
    private let name: String
    private let layers: [Slot]
    private let attached: [Slot]
    private let renaming: IDRenaming
    /// The originals.
    private let originals: Set<ObjectID>
    /// Copies by original.
    private var copies: [ObjectID: ObjectID] = [:]

    /// Throws `exists` when an id is taken or two would be equal, `limit` for too many objects.
    init(of source: Slot, as name: String, by principal: Principal, in world: World) throws(SceneError) {
        let scene = world.scene
        self.world = world
        self.scene = scene
        self.source = source
        self.name = name
        var layers: [Slot] = []
        scene.tree.forEachBelow(source) { if !scene.dormancy.isDormant($0) { layers.append($0) } }
        let inside = Set(layers)
        var known: Set<Slot> = []
        var attached: [Slot] = []
        for layer in layers {
            for user in scene.relations.attached(to: layer).sorted() where known.insert(user).inserted {
                // An animation of two layers of which one is outside of the subtree is not copied.
                let scope = scene.kinds.scope(of: scene.rows[Int(user)].kind).flatMap { scene.value(user, $0).object }
                let named = scene.relations.namedObjects(by: user).filter {
                    scene.isLayer($0) && scene.id(of: $0) != scope
                }
                let isOf = scene.isLayer(user) ? false : named.allSatisfy(inside.contains) && !named.isEmpty
                if isOf || named.isEmpty && scope == scene.id(of: layer) && !scene.isLayer(user) {
                    attached.append(user)
                }
            }
        }
        guard layers.count + attached.count <= world.targets.most(.objects) else {
            throw world.targets.tooMany("copy", "are copied", .objects)
        }
        try world.checkRoom(for: layers.count + attached.count, by: principal)
        let old = scene.name(of: source)
        var names: [String: String] = [:]
        var taken: Set<String> = []
        for slot in layers + attached {
            let own = scene.name(of: slot)
            let new = IDRenaming.copied(own, from: old, to: name)
            guard scene.find(new) == nil, taken.insert(new).inserted else {
                throw SceneError(.exists, "\"\(new)\" exists")
            }
            names[own] = new
        }
        self.layers = layers
        self.attached = attached
        originals = Set((layers + attached).map { scene.id(of: $0) })
        renaming = IDRenaming(names, from: old, to: name, kinds: scene.kinds)
    }

    mutating func make(below parent: Slot, by principal: Principal) throws(SceneError) {
        let inside = Set(layers)
        for layer in layers {
            let id = scene.id(of: layer)
            let name = renaming.names[scene.name(of: layer)] ?? ""
            if let owner = scene.components.owner(of: layer), inside.contains(owner) {
                // Its instance has created it, except for objects added later.
                copies[id] = scene.find(name).map { scene.id(of: $0) }
                guard scene.components.alterations(of: layer)?.isLater == true, copies[id] == nil else { continue }
            }
            if layer != source, scene.lists.isRow(layer) {
                // Its list has created it.
                copies[id] = scene.find(name).map { scene.id(of: $0) }
                continue
            }
            let above = layer == source ? parent : twin(scene.rows[Int(layer)].parent) ?? parent
            try world.checkRoom(by: principal)
            let slot = try scene.objects.create(name, scene.rows[Int(layer)].kind, parent: above)
            world.noteMade(slot, by: principal)
            copies[id] = scene.id(of: slot)
            if let owner = scene.components.owner(of: layer).flatMap(twin) {
                scene.components.setOwner(of: slot, to: owner)
                scene.components.noteLater(slot)
            }
            try setValues(of: slot, from: layer, later: false)
            try principal.access.confine(slot, in: scene)
            if scene.rows[Int(slot)].kind == .each { try world.settleStyles() }
            if scene.components.isInstance(slot) {
                try world.componentVerbs.makeParts(of: slot, by: rights(of: slot, principal))
            }
        }
        // References inside the subtree are set when all objects exist.
        for layer in layers where copies[scene.id(of: layer)].flatMap({ scene.slot(of: $0) }) != nil {
            guard let slot = twin(layer), !isMadePart(layer, inside) else { continue }
            try setValues(of: slot, from: layer, later: true)
        }
        for layer in layers { try copyAlterations(of: layer) }
        for object in attached { try copy(object, inside, by: principal) }
    }

    /// Copies what an instance's lines changed in a part.
    private func copyAlterations(of layer: Slot) throws(SceneError) {
        guard let altered = scene.components.alterations(of: layer), let slot = twin(layer), slot != layer else {
            return
        }
        for name in altered.gone.sorted() {
            let own = renaming.names[name] ?? IDRenaming.copied(name, from: scene.name(of: source), to: self.name)
            if let part = scene.find(own), scene.components.owner(of: part) == slot { try scene.objects.remove(part) }
        }
        var given: Set<PropertyID> = []
        for later in [false, true] {
            given.formUnion(try setValues(of: slot, from: layer, later: later, altered.properties))
        }
        for id in altered.properties.subtracting(given) where scene.styles.isGiven(slot, id) {
            try scene.styles.takeOff(slot, PropertyPath(id))
        }
        var own = altered
        own.gone = Set(altered.gone.map { IDRenaming.copied($0, from: scene.name(of: source), to: self.name) })
        scene.components.setAlterations(of: slot, own)
    }

    /// The access of the original's creator, limited to that of the copying client.
    private func rights(of instance: Slot, _ principal: Principal) -> Principal {
        let scope = scene.value(instance, Kind.componentScope).object
        return principal.access.scope == scope.map { .object($0) } ?? .none
            ? principal : Principal(Access(scope: scope))
    }

    private func isMadePart(_ layer: Slot, _ inside: Set<Slot>) -> Bool {
        scene.components.owner(of: layer).map(inside.contains) ?? false
    }

    private func twin(_ slot: Slot) -> Slot? { copies[scene.id(of: slot)].flatMap { scene.slot(of: $0) } }

    /// Values that refer to objects of the subtree are set with `later`, others before: a theme decides about all
    /// descendants.
    @discardableResult
    private func setValues(
        of slot: Slot, from original: Slot, later: Bool, _ only: Set<PropertyID>? = nil
    ) throws(SceneError) -> [PropertyID] {
        var values: [(PropertyID, Value)] = []
        scene.tree.forEachSet(original, .given) { id, property, value in
            if let only, !only.contains(id) { return }
            if (property.type.namesObjects && namesOriginals(value)) == later { values.append((id, value)) }
        }
        for (id, value) in values {
            let mapped = value.mappingObjects { copies[$0] ?? $0 }
            try scene.styles.give(slot, id, mapped)
        }
        guard !later else { return values.map(\.0) }
        for (key, value) in scene.objects.users(original) { scene.objects.setUser(slot, key, value) }
        for (path, origin) in scene.styles.origins(of: original) where origin.refersToVariables && !origin.isStyled {
            scene.styles.refer(slot, path, origin.text, origin.variables)
        }
        return values.map(\.0)
    }

    private func namesOriginals(_ value: Value) -> Bool {
        var found = false
        _ = value.mappingObjects { id in
            found = found || originals.contains(id)
            return id
        }
        return found
    }

    /// Copies the objects attached to a layer of the subtree.
    private mutating func copy(_ object: Slot, _ inside: Set<Slot>, by principal: Principal) throws(SceneError) {
        let owner = scene.components.owner(of: object).flatMap { inside.contains($0) ? twin($0) : nil }
        let family = scene.kind(of: object).family
        // Created by the component's lines.
        let isLater = scene.components.alterations(of: object)?.isLater == true
        if owner != nil, family != .animation, !isLater { return }
        let name = renaming.names[scene.name(of: object)] ?? ""
        if scene.find(name) != nil { return }
        try world.checkRoom(by: principal)
        let slot = try scene.objects.create(name, scene.rows[Int(object)].kind)
        world.noteMade(slot, by: principal)
        copies[scene.id(of: object)] = scene.id(of: slot)
        for later in [true, false] { try setValues(of: slot, from: object, later: later) }
        if let owner {
            scene.components.setOwner(of: slot, to: owner)
            if isLater { scene.components.noteLater(slot) }
        }
        if scene.rows[Int(object)].kind == .binding {
            let value = scene.value(slot, BindingProperty.value.id).string
            let renamed = ByteView.with(value) { renaming.expression($0) }
            try scene.set(slot, BindingProperty.value.id, .string(renamed))
        }
        if scene.rows[Int(object)].kind == .timer {
            let lines = scene.value(slot, TimerProperty.lines.id).string
            try scene.set(slot, TimerProperty.lines.id, .string(try renaming.lines(lines)))
        }
        if scene.rows[Int(object)].kind == .reaction {
            let lines = scene.value(slot, ReactionProperty.lines.id).string
            try scene.set(slot, ReactionProperty.lines.id, .string(try renaming.lines(lines)))
            let when = scene.value(slot, ReactionProperty.when.id).string
            let condition = ByteView.with(when) { renaming.expression($0) }
            try scene.set(slot, ReactionProperty.when.id, .string(condition))
            try ReactionWords.check(slot, in: scene)
        }
        try principal.access.confine(slot, in: scene)
        if family == .animation { try AnimationWords.check(slot, in: scene) }
    }
}
