import Expressions
import Geometry
import LineProtocol
import Scene

/// `bind`, and what bindings do for others.
extension World {
    /// `bind ID [scope=LAYER] [isActive=false] key:=expression…`: makes bindings, or changes or takes off those there are.
    func bind(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let line = copy line
        // Names of a round are gone when the binding is computed.
        let outer = round
        round = nil
        defer { round = outer }
        if let slot = try target(line, 0) { return try bind(slot, line, by: principal) }
        let slots = try selected(line[0].value)
        if slots.isEmpty {
            try SelectorMatch.checkKeys(of: line, except: { !$0.isExpression }, in: scene)
        }
        try atomically { () throws(SceneError) in
            for slot in slots { try bind(slot, line, by: principal) }
        }
        matched = slots.count
    }

    private func bind(_ slot: Slot, _ line: Line, by principal: Principal) throws(SceneError) {
        try checkPart(slot)
        if principal.access != .full { try principal.access.check(slot, in: scene) }
        try extend(scene.rows[Int(slot)].kind, line)
        let kind = scene.kind(of: slot)
        let options = try BindOptions(copy line, scene)
        // All see the scene before the line.
        words.removeAll()
        for at in 1..<line.count where line[at].isExpression {
            _ = try BoundProperty.Target(line[at].key, of: kind)
            guard !line[at].value.isEmpty else { continue }
            do throws(SceneError) {
                let value = try compute(line[at], of: kind, on: slot, parent: scene.rows[Int(slot)].parent, event: nil)
                try words.read(line[at], computed: value, kind: kind, scene: scene)
            } catch {
                // In a dump of one that waits for an object.
                guard options.mayFail else { throw error }
                _ = try ComputedWord.compile(line[at])
            }
        }
        try words.check(kind, scene)
        var made: [Slot] = []
        try atomically { () throws(SceneError) in
            for at in 1..<line.count where line[at].isExpression {
                if let new = try bind(slot, line[at], options.scope, by: principal) { made.append(new) }
            }
            try scene.relations.checkBindings()
            if let error = bindings.takeUp(in: self), !options.mayFail { throw error }
            try words.apply(to: slot, scene)
        }
        for binding in made { principal.add(scene.id(of: binding)) }
    }

    /// Makes, changes or takes off one binding. The object of a new one.
    private func bind(
        _ slot: Slot, _ word: Word, _ scope: ObjectID?, by principal: Principal
    ) throws(SceneError) -> Slot? {
        let key = word.key.string
        let name = "\(scene.name(of: slot))~\(key)"
        let known = scene.find(name)
        if word.value.isEmpty {
            if let known { try scene.objects.remove(known) }
            return nil
        }
        guard name.utf8.count <= BindingProperty.mostNameBytes else {
            throw SceneError(
                .limit, "\"\(name)\": the name of a binding has \(BindingProperty.mostNameBytes) bytes at most")
        }
        if known == nil { try principal.checkRoom(in: scene) }
        let binding: Slot
        if let known {
            binding = known
        } else {
            binding = try scene.objects.create(name, .binding)
            adopt(binding, about: slot)
        }
        try scene.set(binding, BindingProperty.object.id, .object(scene.id(of: slot)))
        try scene.set(binding, BindingProperty.property.id, .string(key))
        try scene.set(binding, BindingProperty.value.id, .string(word.value.string))
        try scene.set(binding, BindingProperty.scope.id, scope.map { .object($0) } ?? principal.access.scope)
        try confine(binding, to: principal)
        return known == nil ? binding : nil
    }

    /// Throws `denied` for words that set what a binding sets, naming it.
    func checkUnbound(_ slot: Slot, _ kind: Kind) throws(SceneError) {
        guard scene.relations.hasBindings else { return }
        if scene.rows[Int(slot)].kind == .binding {
            throw SceneError(.denied, "\"\(scene.name(of: slot))\" is changed by bind")
        }
        bindings.takeUp(in: self)
        var found: Slot?
        for path in words.paths(kind) where found == nil { found = bindings.binding(of: path, slot) }
        for key in words.userKeys where found == nil { found = bindings.binding(ofUser: key, slot) }
        if let found {
            throw SceneError(
                .denied,
                "\"\(scene.name(of: found))\" sets it: bind \(scene.name(of: slot)) key:= takes the binding off")
        }
    }

    /// Looks at changes of objects when too many have come without a frame: the clock may stand for long.
    package func readManyChanges() {
        if bindings.unread > Self.mostUnread { updateBindings() }
    }

    private static var mostUnread: Int { 16_384 }

    /// Brings layouts and bindings up to date, for whoever reads. Within a transaction bindings wait for its end.
    package func updateBindings() {
        scene.layout.layOut()
        guard !scene.transaction.isInTransaction, bindings.update(in: self) else { return }
        settle()
    }
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
