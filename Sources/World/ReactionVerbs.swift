import Animation
import Expressions
import Geometry
import LineProtocol
import Scene

/// `on` and `off`, and their reactions: lines that are run when something happens to a layer.
package struct ReactionVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// `on LAYER EVENT [name=N] "LINES"`: makes a reaction, or changes the one of that name. Its name is the event's unless told.
    func on(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let words = try ReactionWords(copy line)
        let trigger = try Self.trigger(words.trigger)
        let layer = try layer(words.layer, orData: trigger == .changed)
        if principal.access != .full { try principal.access.check(layer, in: world.scene) }
        let name = words.name?.string ?? trigger.name
        guard NameTable.isValid(words.name ?? words.trigger) else {
            throw NameTable.refusal(of: words.name ?? words.trigger)
        }
        // A component and others may have reactions of one name: each changes its own.
        let owner = world.scene.components.lineOwner.flatMap { world.scene.slot(of: $0) }
        let isOwn = world.context.making != nil || owner != nil && world.scene.components.owner(of: layer) == owner
        let known = world.scene.relations.reactions(of: layer).first {
            world.scene.value($0, ReactionProperty.name.id).string == name
                && world.scene.components.owner(of: $0) == (isOwn ? owner : nil)
        }
        if known == nil { try world.checkRoom(by: principal) }
        let id = world.animationVerbs.freeName("\(world.scene.name(of: layer)).\(name)")
        let slot = try world.atomically { () throws(SceneError) -> Slot in
            let slot: Slot
            if let known { slot = known } else { slot = try world.scene.objects.create(id, .reaction) }
            try world.scene.set(slot, ReactionProperty.layer.id, .object(world.scene.id(of: layer)))
            try world.scene.set(slot, ReactionProperty.event.id, .choice(trigger.rawValue))
            try world.scene.set(slot, ReactionProperty.name.id, .string(name))
            try world.scene.set(slot, ReactionProperty.lines.id, .string(words.lines.string))
            try world.scene.set(slot, ReactionProperty.scope.id, principal.access.scope)
            try world.scene.set(slot, ReactionProperty.when.id, .string(words.condition?.string ?? ""))
            try ReactionWords.check(slot, in: world.scene)
            if known == nil { world.componentVerbs.adopt(slot, about: layer) }
            return slot
        }
        if trigger == .changed { world.reactions.changes.begin(layer, in: world.scene) }
        if known == nil { world.noteMade(slot, by: principal) }
    }

    /// `focus LAYER|next|previous|none`: says which layer keys go to from now on.
    func focus(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let word = try line.positional(0, "a layer")
        if let slot = world.scene.find(word) {
            guard world.scene.isLayer(slot) else { throw SceneError(.value, "\(ValueSyntax.quote(word)) is no layer") }
            if principal.access != .full { try principal.access.check(slot, in: world.scene) }
            world.context.focus = .layer(world.scene.id(of: slot))
            return
        }
        guard word == "next" || word == "previous" || word == "none" else {
            throw UnknownName.object(word, in: world.scene)
        }
        // These concern layers of others.
        if principal.access != .full { try principal.access.checkWhole(.focus) }
        world.context.focus = word == "next" ? .next : word == "previous" ? .previous : .layer(nil)
    }

    /// Hands on the requests of a line, once it has taken effect.
    func moveFocus() {
        // A scene that is restored waits for the devices.
        guard !world.scene.transaction.isInTransaction, let request = world.context.focus, let focus = world.host.focus
        else { return }
        world.context.focus = nil
        focus(request)
    }

    /// `off LAYER [EVENT|N]`: takes away the reaction of a name, those to an event, or all of a layer.
    func off(_ line: borrowing Line, by principal: Principal) throws(SceneError) {
        let layer = try layer(line.positional(0, "a layer"), orData: true)
        if principal.access != .full { try principal.access.check(layer, in: world.scene) }
        let owner = world.scene.components.lineOwner.flatMap { world.scene.slot(of: $0) }
        var gone = world.scene.relations.reactions(of: layer).filter {
            !world.scene.components.isPart($0) || world.scene.components.owner(of: $0) == owner
        }
        if line.count == 2 {
            let word = try line.positional(1, "an event, or a reaction's name")
            let text = word.string
            let event = ReactionTrigger.allCases.first { $0.name == text }
            let named = gone.filter { world.scene.value($0, ReactionProperty.name.id).string == text }
            guard event != nil || !named.isEmpty else {
                throw UnknownName.choice(
                    word, "reaction or event",
                    gone.map { world.scene.value($0, ReactionProperty.name.id).string }
                        + ReactionTrigger.allCases.map(\.name))
            }
            gone =
                named
                + (event.map { event in
                    gone.filter { world.scene.value($0, ReactionProperty.event.id) == .choice(event.rawValue) }
                } ?? []).filter { !named.contains($0) }
        }
        try world.atomically { () throws(SceneError) in
            for slot in gone { try world.scene.objects.remove(slot) }
        }
    }

    private func layer(_ word: ByteView, orData: Bool) throws(SceneError) -> Slot {
        guard let slot = world.scene.find(word) else { throw UnknownName.object(word, in: world.scene) }
        guard world.scene.isLayer(slot) || orData && world.scene.rows[Int(slot)].kind == .data else {
            throw SceneError(.value, "\(ValueSyntax.quote(word)) is no layer")
        }
        return slot
    }

    static func trigger(_ word: ByteView) throws(SceneError) -> ReactionTrigger {
        let name = word.string
        guard let trigger = ReactionTrigger.allCases.first(where: { $0.name == name }) else {
            throw UnknownName.choice(word, "event", ReactionTrigger.allCases.map(\.name))
        }
        return trigger
    }

    /// Limits an object that acts later to the rights of the client that makes or changes it. A narrower scope, as a dump has
    /// it, stays.
    func confine(_ slot: Slot, to principal: Principal) throws(SceneError) {
        guard case .subtree(let top) = principal.access,
            let scope = world.scene.kinds.scope(of: world.scene.rows[Int(slot)].kind)
        else {
            return
        }
        if let given = world.scene.value(slot, scope).object.flatMap(world.scene.slot),
            let allowed = world.scene.slot(of: top),
            world.scene.tree.isInside(given, allowed)
        {
            return
        }
        try world.scene.set(slot, scope, .object(top))
    }
}

extension World {
    /// `on` and `off`, and their reactions: lines that are run when something happens to a layer.
    package var reactionVerbs: ReactionVerbs { ReactionVerbs(self) }
}
