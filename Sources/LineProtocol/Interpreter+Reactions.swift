import Expressions
import Geometry
package import Scene

/// `on` and `off`, and what they are for: lines that are run when something happens to a layer.
extension Interpreter {
    /// `on LAYER EVENT [name=N] "LINES"`: makes a reaction, or changes the one of that name. Its name is the event's unless told.
    func on(_ line: borrowing Line, by author: Author) throws(SceneError) {
        let words = try ReactionWords(copy line)
        let layer = try layer(words.layer)
        if author.access != .full { try author.access.check(layer, in: scene) }
        let trigger = try Self.trigger(words.trigger)
        let name = words.name?.string ?? trigger.name
        guard NameTable.isValid(words.name ?? words.trigger) else {
            throw NameTable.refusal(of: words.name ?? words.trigger)
        }
        let known = scene.reactions(of: layer).first { scene.value($0, ReactionProperty.name.id).string == name }
        if known == nil { try author.checkRoom(in: scene) }
        let id = freeName("\(scene.name(of: layer)).\(name)")
        let slot = try atomically { () throws(SceneError) -> Slot in
            let slot: Slot
            if let known { slot = known } else { slot = try scene.create(id, .reaction) }
            try scene.set(slot, ReactionProperty.layer.id, .object(scene.id(of: layer)))
            try scene.set(slot, ReactionProperty.event.id, .choice(trigger.rawValue))
            try scene.set(slot, ReactionProperty.name.id, .string(name))
            try scene.set(slot, ReactionProperty.lines.id, .string(words.lines.string))
            try scene.set(slot, ReactionProperty.scope.id, author.access.scope)
            try scene.set(slot, ReactionProperty.when.id, .string(words.condition?.string ?? ""))
            try ReactionWords.check(slot, in: scene)
            return slot
        }
        if known == nil { author.add(scene.id(of: slot)) }
    }

    /// `off LAYER [EVENT|N]`: takes away the reaction of a name, those to an event, or all of a layer.
    func off(_ line: borrowing Line, by author: Author) throws(SceneError) {
        let layer = try layer(line.positional(0, "a layer"))
        if author.access != .full { try author.access.check(layer, in: scene) }
        var gone = scene.reactions(of: layer)
        if line.count == 2 {
            let word = try line.positional(1, "an event, or a reaction's name")
            let text = word.string
            let event = ReactionTrigger.allCases.first { $0.name == text }
            let named = gone.filter { scene.value($0, ReactionProperty.name.id).string == text }
            guard event != nil || !named.isEmpty else {
                throw UnknownName.choice(
                    word, "reaction or event",
                    gone.map { scene.value($0, ReactionProperty.name.id).string }
                        + ReactionTrigger.allCases.map(\.name))
            }
            gone = named + (event.map { scene.reactions(of: layer, to: $0) } ?? []).filter { !named.contains($0) }
        }
        try atomically { () throws(SceneError) in
            for slot in gone { try scene.remove(slot) }
        }
    }

    private func layer(_ word: ByteView) throws(SceneError) -> Slot {
        guard let slot = scene.find(word) else { throw UnknownName.object(word, in: scene) }
        guard scene.isLayer(slot) else { throw SceneError(.value, "\(ValueSyntax.quote(word)) is no layer") }
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
    func confine(_ slot: Slot, to author: Author) throws(SceneError) {
        guard case .subtree(let top) = author.access, let scope = Scene.scope(of: scene.rows[Int(slot)].kind) else {
            return
        }
        if let given = scene.value(slot, scope).object.flatMap(scene.slot), let allowed = scene.slot(of: top),
            scene.isInside(given, allowed)
        {
            return
        }
        try scene.set(slot, scope, .object(top))
    }

    // MARK: Running

    /// A reaction whose lines took no effect.
    package struct ReactionFailure {
        package let id: String
        package let layer: String
        package let trigger: ReactionTrigger
        /// Nil when the budget was used up, and the lines were not run.
        package let error: SceneError?
    }

    /// Renews the budget of reactions: for each step of scene time, and for each thing that an input device does.
    package func beginReactions() { budget = ReactionBudget() }

    /// Runs the reactions of a layer to an event, in the order in which they were made, each as a transaction at `time`.
    /// True when one was run.
    package func react(to trigger: ReactionTrigger, on layer: ObjectID, _ values: ReactionValues) -> Bool {
        guard let slot = scene.slot(of: layer) else { return false }
        let values = trigger == .pan ? steps.stepped(values, of: layer) : values
        let reactions = scene.reactions(of: slot, to: trigger).map { scene.id(of: $0) }
        var hasRun = false
        for reaction in reactions {
            // An earlier one may have taken it away.
            guard let at = scene.slot(of: reaction) else { continue }
            let (id, name) = (scene.name(of: at), scene.slot(of: layer).map { scene.name(of: $0) } ?? "")
            guard budget.hasRoom(for: scene.value(at, ReactionProperty.scope.id).object) else {
                if budget.stop(reaction) {
                    failures.append(ReactionFailure(id: id, layer: name, trigger: trigger, error: nil))
                }
                continue
            }
            hasRun = true
            do throws(SceneError) {
                try run(at, trigger, values)
            } catch {
                failures.append(ReactionFailure(id: id, layer: name, trigger: trigger, error: error))
            }
            settle()
        }
        return hasRun
    }

    private func run(_ reaction: Slot, _ trigger: ReactionTrigger, _ values: ReactionValues) throws(SceneError) {
        let layer = scene.value(reaction, ReactionProperty.layer.id).object
        event = ReactionEvent(layer: layer, trigger: trigger, values: values)
        defer { event = nil }
        guard try holds(scene.value(reaction, ReactionProperty.when.id).string, for: layer) else { return }
        let scope = scene.value(reaction, ReactionProperty.scope.id).object
        reactor.access = Access(scope: scope)
        let lines = try ReactionLines.fill(scene.value(reaction, ReactionProperty.lines.id).string, values)
        budget.spend(lines.count, for: scope)
        var transaction = Transaction()
        for line in lines {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                try transaction.append(bytes, limit: transactionLimit)
            }
        }
        try transaction.run(self, reactor)
    }

    /// The value of a reaction's condition; an empty one is true.
    private func holds(_ condition: String, for layer: ObjectID?) throws(SceneError) -> Bool {
        guard !condition.isEmpty, let slot = layer.flatMap(scene.slot) else { return true }
        return try ByteView.with(condition) { (text) throws(SceneError) in
            let word = Word(key: ByteView("when"), value: text, offset: 0, isExpression: true)
            let value = try compute(word, of: scene.kind(of: slot), on: slot, parent: scene.rows[Int(slot)].parent)
            guard case .boolean(let holds) = value else {
                throw SceneError(.value, "when: a boolean is expected, not \(value.type.name)")
            }
            return holds
        }
    }

    /// The failures since the last call.
    package func takeFailures() -> [ReactionFailure] {
        defer { failures = [] }
        return failures
    }
}

/// The words of `on`.
struct ReactionWords {
    let layer: ByteView
    let trigger: ByteView
    let lines: ByteView
    private(set) var name: ByteView?
    /// The expression behind `when`.
    private(set) var condition: ByteView?

    /// Reads a line that fits the schema of `on`. Throws what is wrong with the condition.
    init(_ line: Line) throws(SceneError) {
        var positional: [ByteView] = []
        for at in 0..<line.count {
            if line[at].isExpression, line[at].key == "when" {
                try Self.checkCondition(line[at])
                condition = line[at].value
            } else if line[at].isPositional {
                positional.append(line[at].value)
            } else {
                name = line[at].value
            }
        }
        (layer, trigger, lines) = (positional[0], positional[1], positional[2])
    }

    /// Throws `syntax`, `value` or `limit` for what is no condition.
    private static func checkCondition(_ word: Word) throws(SceneError) {
        guard try ComputedWord.compile(word).mayBe(.boolean) else {
            throw SceneError(.value, "when: a boolean is expected")
        }
    }

    /// Holds a reaction that was set to what its properties mean together. Throws `value`, `limit`, and `syntax` for its lines.
    static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        try ReactionLines.check(scene.value(slot, ReactionProperty.lines.id).string)
        let condition = scene.value(slot, ReactionProperty.when.id).string
        if !condition.isEmpty {
            try ByteView.with(condition) { (text) throws(SceneError) in
                try checkCondition(Word(key: ByteView("when"), value: text, offset: 0, isExpression: true))
            }
        }
        for property in [ReactionProperty.layer, .scope] {
            guard let object = scene.value(slot, property.id).object, let layer = scene.slot(of: object) else {
                continue
            }
            guard scene.isLayer(layer) else {
                throw SceneError(.value, "\(property): \"\(scene.name(of: layer))\" is no layer")
            }
            if property == .layer, scene.reactions(of: layer).count > ReactionProperty.most {
                throw SceneError(
                    .limit, "\"\(scene.name(of: layer))\" would have more than \(ReactionProperty.most) reactions")
            }
        }
    }
}
