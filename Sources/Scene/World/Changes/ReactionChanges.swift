import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `on`: creates a reaction, or changes the one with this name. The default name is the event's.
struct OnChange: SceneChange {
    private let layer: Slot
    private let trigger: ReactionTrigger
    private let name: String
    private let words: OnCommand
    /// The existing reaction with this name.
    private let known: Slot?

    init(_ words: OnCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        if let condition = words.condition { try ReactionWords.checkCondition(condition, in: world.scene) }
        let trigger = try Self.trigger(words.event)
        let scene = world.scene
        let layer = try Self.layer(words.layer, orData: trigger == .changed, scene)
        (self.words, self.trigger, self.layer) = (words, trigger, layer)
        name = words.name?.string ?? trigger.name
        // A component and others may have reactions with the same name: each changes its own.
        let owner = scene.components.lineOwner.flatMap { scene.slot(of: $0) }
        let isOwn = world.context.making != nil || owner != nil && scene.components.owner(of: layer) == owner
        known = scene.relations.reactions(of: layer).first { [name] in
            // Unnamed reactions to changes are also distinguished by their conditions.
            let condition = scene.value($0, ReactionProperty.when.id).string
            if words.name == nil, trigger == .changed, condition != words.condition?.string ?? "" { return false }
            return scene.value($0, ReactionProperty.name.id).string == name
                && scene.components.owner(of: $0) == (isOwn ? owner : nil)
        }
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.uses(layer))
        if known == nil { try visit(.makes()) }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        guard NameTable.isValid(words.name ?? words.event) else {
            throw NameTable.refusal(of: words.name ?? words.event)
        }
        let scene = world.scene
        let id = world.animationVerbs.freeName("\(scene.name(of: layer)).\(name)")
        let slot = try world.atomically { () throws(SceneError) -> Slot in
            let slot: Slot
            if let known { slot = known } else { slot = try scene.objects.create(id, .reaction) }
            try scene.set(slot, ReactionProperty.layer.id, .object(scene.id(of: layer)))
            try scene.set(slot, ReactionProperty.event.id, .choice(trigger.rawValue))
            try scene.set(slot, ReactionProperty.name.id, .string(name))
            try scene.set(slot, ReactionProperty.lines.id, .string(words.lines.string))
            try scene.set(slot, ReactionProperty.scope.id, principal.access.scope)
            try scene.set(slot, ReactionProperty.when.id, .string(words.condition?.string ?? ""))
            try ReactionWords.check(slot, in: scene)
            if known == nil { world.componentVerbs.adopt(slot, about: layer) }
            return slot
        }
        if trigger == .changed { world.reactions.changes.begin(layer, in: scene) }
        if known == nil { world.noteMade(slot, by: principal) }
        return .done
    }

    private static func trigger(_ word: ByteView) throws(SceneError) -> ReactionTrigger {
        let name = word.string
        guard let trigger = ReactionTrigger.allCases.first(where: { $0.name == name }) else {
            throw UnknownName.choice(word, "event", ReactionTrigger.allCases.map(\.name))
        }
        return trigger
    }

    /// The layer or data object that a word names.
    fileprivate static func layer(_ word: ByteView, orData: Bool, _ scene: Scene) throws(SceneError) -> Slot {
        guard let slot = scene.find(word) else { throw UnknownName.object(word, in: scene) }
        guard scene.isLayer(slot) || orData && scene.rows[Int(slot)].kind == .data else {
            throw SceneError(.value, "\(ValueSyntax.quote(word)) is no layer")
        }
        return slot
    }
}

/// `off`: removes the reaction with a name, those to an event, or all reactions of a layer.
struct OffChange: SceneChange {
    private let layer: Slot
    private let reaction: ByteView?

    init(_ words: OffCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        layer = try OnChange.layer(words.layer, orData: true, world.scene)
        reaction = words.reaction
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.uses(layer))
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let gone = try reactions(in: world.scene)
        try world.atomically { () throws(SceneError) in
            for slot in gone { try world.scene.objects.remove(slot) }
        }
        return .done
    }

    private func reactions(in scene: Scene) throws(SceneError) -> [Slot] {
        let owner = scene.components.lineOwner.flatMap { scene.slot(of: $0) }
        let all = scene.relations.reactions(of: layer).filter {
            !scene.components.isPart($0) || scene.components.owner(of: $0) == owner
        }
        guard let reaction else { return all }
        func name(_ slot: Slot) -> String { scene.value(slot, ReactionProperty.name.id).string }
        let text = reaction.string
        let event = ReactionTrigger.allCases.first { $0.name == text }
        let named = all.filter { name($0) == text }
        guard event != nil || !named.isEmpty else {
            throw UnknownName.choice(
                reaction, "reaction or event", all.map(name) + ReactionTrigger.allCases.map(\.name))
        }
        guard let event else { return named }
        return named
            + all.filter {
                scene.value($0, ReactionProperty.event.id) == .choice(event.rawValue) && !named.contains($0)
            }
    }
}

/// `focus LAYER|next|previous|none`: sets the layer that receives keys.
struct FocusChange: SceneChange {
    private let request: FocusRequest
    private let layer: Slot?
    private let hasRing: Bool

    init(_ words: FocusCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        let word = words.target
        layer = world.scene.find(word)
        if let layer {
            guard world.scene.isLayer(layer) else { throw SceneError(.value, "\(ValueSyntax.quote(word)) is no layer") }
            request = .layer(world.scene.id(of: layer), hasRing: words.hasRing)
            hasRing = words.hasRing
            return
        }
        guard word == "next" || word == "previous" || word == "none" else {
            throw UnknownName.object(word, in: world.scene)
        }
        hasRing = true
        request = word == "next" ? .next : word == "previous" ? .previous : .layer(nil)
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        // The other forms may concern anybody's layers.
        if let layer { try visit(.uses(layer)) } else { try visit(.everything) }
    }

    func carryOut(in world: World, by principal: Principal) -> World.Result {
        world.context.focus = request
        if let layer { world.styler.beginFocus(layer, hasRing: hasRing) }
        return .done
    }
}
