import Animation
import Expressions
import Geometry
import LineProtocol
import Scene

/// `bind`, and the help of bindings for other verbs.
package struct BindingVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// `bind ID [scope=LAYER] [isActive=false] key:=expression…`: makes bindings, or changes or takes off those there are.
    func bind(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let line = copy line
        // Names of a round are gone when the binding is computed.
        let outer = world.context.round
        world.context.round = nil
        defer { world.context.round = outer }
        if let slot = try world.targets.named(line, 0) { return try bind(slot, line, by: principal) }
        let slots = try world.targets.selectedForObjects(line)
        if slots.isEmpty {
            try SelectorMatch.checkKeys(of: line, except: { !$0.isExpression }, in: world.scene)
        }
        try world.atomically { () throws(SceneError) in
            for slot in slots { try bind(slot, line, by: principal) }
        }
        world.context.matched = slots.count
    }

    private func bind(_ slot: Slot, _ line: Line, by principal: Principal) throws(SceneError) {
        try world.componentVerbs.checkPart(slot)
        if principal.access != .full { try principal.access.check(slot, in: world.scene) }
        try world.objectVerbs.extend(world.scene.rows[Int(slot)].kind, line)
        let kind = world.scene.kind(of: slot)
        let options = try BindOptions(copy line, world.scene)
        // All see the scene before the line.
        let words = world.emptyWords()
        for at in 1..<line.count where line[at].isExpression {
            _ = try BoundProperty.Target(line[at].key, of: kind)
            guard !line[at].value.isEmpty else { continue }
            do throws(SceneError) {
                let value = try world.compute(
                    line[at], of: kind, on: slot, parent: world.scene.rows[Int(slot)].parent, event: nil)
                try words.read(line[at], computed: value, kind: kind, scene: world.scene)
            } catch {
                // In a dump of one that waits for an object, or that has no value at this moment.
                guard options.mayFail || world.context.readsFile && error.code == .value else { throw error }
                _ = try ComputedWord.compile(line[at])
            }
        }
        try words.check(kind, world.scene)
        var made: [Slot] = []
        try world.atomically { () throws(SceneError) in
            for at in 1..<line.count where line[at].isExpression {
                if let new = try bind(slot, line[at], options.scope, by: principal) { made.append(new) }
            }
            try world.scene.relations.checkBindings()
            if let error = world.bindings.takeUp(in: world), !options.mayFail { throw error }
            try words.apply(to: slot, world.scene)
        }
        for binding in made { world.noteMade(binding, by: principal) }
    }

    /// Makes, changes or takes off one binding. The object of a new one.
    private func bind(
        _ slot: Slot, _ word: Word, _ scope: ObjectID?, by principal: Principal
    ) throws(SceneError) -> Slot? {
        let key = word.key.string
        let name = "\(world.scene.name(of: slot))~\(key)"
        let known = world.scene.find(name)
        if word.value.isEmpty {
            if let known { try world.scene.objects.remove(known) }
            return nil
        }
        guard name.utf8.count <= BindingProperty.mostNameBytes else {
            throw SceneError(
                .limit, "\"\(name)\": the name of a binding has \(BindingProperty.mostNameBytes) bytes at most")
        }
        if known == nil { try world.checkRoom(by: principal, of: .bindings) }
        let binding: Slot
        if let known {
            binding = known
        } else {
            binding = try world.scene.objects.create(name, .binding)
            world.componentVerbs.adopt(binding, about: slot)
        }
        try world.scene.set(binding, BindingProperty.object.id, .object(world.scene.id(of: slot)))
        try world.scene.set(binding, BindingProperty.property.id, .string(key))
        try world.scene.set(binding, BindingProperty.value.id, .string(word.value.string))
        try world.scene.set(binding, BindingProperty.scope.id, scope.map { .object($0) } ?? principal.access.scope)
        try world.reactionVerbs.confine(binding, to: principal)
        return known == nil ? binding : nil
    }

    /// Throws `denied`, naming the binding, for words that set a bound property.
    func checkUnbound(_ slot: Slot, _ kind: Kind) throws(SceneError) {
        guard world.scene.relations.hasBindings else { return }
        if world.scene.rows[Int(slot)].kind == .binding {
            throw SceneError(.denied, "\"\(world.scene.name(of: slot))\" is changed by bind")
        }
        world.bindings.takeUp(in: world)
        var found: Slot?
        for path in world.words.paths(kind) where found == nil { found = world.bindings.binding(of: path, slot) }
        for key in world.words.userKeys where found == nil { found = world.bindings.binding(ofUser: key, slot) }
        if let found {
            throw SceneError(
                .denied,
                "\"\(world.scene.name(of: found))\" sets it: bind \(world.scene.name(of: slot)) key:= takes the binding off"
            )
        }
    }

    /// Looks at changes of objects when too many have come without a frame: the clock may stand for long.
    package func readManyChanges() {
        if world.bindings.unread > Self.mostUnread { updateBindings() }
    }

    private static var mostUnread: Int { 16_384 }

    /// Brings layouts and bindings up to date, for a reader. Within a transaction bindings wait for its end.
    package func updateBindings() {
        world.scene.layout.layOut()
        guard !world.scene.transaction.isInTransaction, world.bindings.update(in: world) else { return }
        world.settle()
    }
}

extension World {
    /// `bind`, and the help of bindings for other verbs.
    package var bindingVerbs: BindingVerbs { BindingVerbs(self) }
}

/// The words of `bind` that bind nothing.
private struct BindOptions {
    /// The layer to which the bindings are limited.
    var scope: ObjectID?
    /// The expressions need have no value yet.
    var mayFail = false

    /// Throws `unknown-object`, `value`.
    init(_ line: Line, _ scene: Scene) throws(SceneError) {
        for at in 1..<line.count where !line[at].isExpression {
            let word = line[at]
            guard !word.isPositional else { continue }
            if word.key == "isActive" {
                mayFail = try !line.boolean(word)
            } else {
                guard let layer = scene.find(word.value) else { throw UnknownName.object(word.value, in: scene) }
                guard scene.isLayer(layer) else {
                    throw SceneError(.value, "scope: \"\(scene.name(of: layer))\" is no layer")
                }
                scope = scene.id(of: layer)
            }
        }
    }
}
