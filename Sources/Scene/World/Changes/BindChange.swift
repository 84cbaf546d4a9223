import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `bind`: creates, changes or removes bindings of one object or of all matches of a selector.
struct BindChange: SceneChange {
    private let slots: [Slot]
    private let isSelection: Bool
    private let words: WordList

    init(_ words: BindCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        self.words = words.words
        if let slot = try world.targets.named(words.target) {
            (slots, isSelection) = ([slot], false)
            return
        }
        (slots, isSelection) = (try world.targets.selectedForObjects(words.target, verb), true)
        if slots.isEmpty {
            try SelectorMatch.checkKeys(of: words.words, except: { !$0.isExpression }, in: world.scene)
        }
    }

    private var bindings: [Word] { words.filter(\.isExpression) }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        for slot in slots {
            try visit(.changes(slot))
            for word in bindings where word.isTwoWay {
                try visit(.changes(try source(word, slot, world).slot))
            }
            for word in bindings where !word.value.isEmpty && world.scene.find(Self.name(of: word, slot, world)) == nil
            {
                try visit(.makes(1, .bindings))
            }
        }
    }

    private func source(_ word: Word, _ slot: Slot, _ world: World) throws(SceneError) -> TwoWayBindings.Source {
        try TwoWayBindings(world).source(word.value.string, for: slot, word.key.string)
    }

    private static func name(of word: Word, _ slot: Slot, _ world: World) -> String {
        "\(world.scene.name(of: slot))~\(word.key.string)"
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        // Names of a `repeat` round no longer exist when the binding is evaluated.
        let outer = world.context.round
        world.context.round = nil
        defer { world.context.round = outer }
        guard isSelection else {
            try bind(slots[0], in: world, by: principal)
            return .done
        }
        try world.atomically { () throws(SceneError) in
            for slot in slots { try bind(slot, in: world, by: principal) }
        }
        return .matched(slots.count, animations: nil)
    }

    private func bind(_ slot: Slot, in world: World, by principal: Principal) throws(SceneError) {
        try world.objectVerbs.extend(world.scene.rows[Int(slot)].kind, words)
        let kind = world.scene.kind(of: slot)
        let options = try BindOptions(words, world.scene)
        // All expressions see the scene before the line.
        let values = world.emptyWords()
        for word in bindings {
            _ = try BoundProperty.Target(word.key, of: kind)
            guard !word.value.isEmpty else { continue }
            do throws(SceneError) {
                let value = try world.compute(
                    word, of: kind, on: slot, parent: world.scene.rows[Int(slot)].parent, event: nil)
                try values.read(word, computed: value, kind: kind, scene: world.scene)
            } catch {
                // In a dump: a binding that waits for an object, or that has no value now.
                guard options.mayFail || world.context.readsFile && error.code == .value else { throw error }
                _ = try ComputedWord.compile(word, world.scene.functions)
            }
        }
        try values.check(kind, world.scene)
        var made: [Slot] = []
        try world.atomically { () throws(SceneError) in
            for word in bindings {
                if let new = try bind(slot, word, options.scope, in: world, by: principal) { made.append(new) }
            }
            try world.scene.relations.checkBindings()
            if let error = world.bindings.takeUp(in: world), !options.mayFail { throw error }
            try values.apply(to: slot, world.scene)
        }
        for binding in made { world.noteMade(binding, by: principal) }
    }

    /// Creates, changes or removes one binding. Returns the object of a new one.
    private func bind(
        _ slot: Slot, _ word: Word, _ scope: ObjectID?, in world: World, by principal: Principal
    ) throws(SceneError) -> Slot? {
        let name = Self.name(of: word, slot, world)
        let known = world.scene.find(name)
        if word.value.isEmpty {
            if let known { try world.scene.objects.remove(known) }
            return nil
        }
        guard name.utf8.count <= BindingProperty.mostNameBytes else {
            throw SceneError(
                .limit, "\"\(name)\": the name of a binding has \(BindingProperty.mostNameBytes) bytes at most")
        }
        let binding: Slot
        if let known {
            binding = known
        } else {
            // Counts the bindings created for earlier matches of the selector.
            if isSelection { try world.check(.makes(1, .bindings), of: .bind, by: principal) }
            binding = try world.scene.objects.create(name, .binding)
            world.componentVerbs.adopt(binding, about: slot)
        }
        try world.scene.set(binding, BindingProperty.object.id, .object(world.scene.id(of: slot)))
        try world.scene.set(binding, BindingProperty.property.id, .string(word.key.string))
        try world.scene.set(binding, BindingProperty.value.id, .string(word.value.string))
        let source = word.isTwoWay ? try self.source(word, slot, world) : nil
        try world.scene.set(binding, BindingProperty.isTwoWay.id, .boolean(word.isTwoWay))
        try world.scene.set(
            binding, BindingProperty.source.id, source.map { .object(world.scene.id(of: $0.slot)) } ?? .none)
        try world.scene.set(binding, BindingProperty.scope.id, scope.map { .object($0) } ?? principal.access.scope)
        try principal.access.confine(binding, in: world.scene)
        return known == nil ? binding : nil
    }
}

/// Options of `bind`.
private struct BindOptions {
    /// The layer to which the bindings are limited.
    var scope: ObjectID?
    /// Allows expressions that have no value yet.
    var mayFail = false

    /// Throws `unknown-object`, `value`.
    init(_ words: WordList, _ scene: Scene) throws(SceneError) {
        for word in words where !word.isExpression && !word.isPositional {
            if word.key == "isActive" {
                mayFail = try !word.boolean()
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
