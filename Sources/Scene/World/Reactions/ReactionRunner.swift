import Expressions
import Geometry
package import LineProtocol
package import Scene
package import SceneTables
package import Schema

/// Runs the lines of reactions within a budget, each with the access of the client that created it.
package final class ReactionRunner {
    /// A reaction whose lines failed.
    package struct Failure {
        package let id: String
        package let layer: String
        package let trigger: ReactionTrigger
        /// Nil when the budget was used up and the lines were not run.
        package let error: SceneError?
        /// The source line of the reaction.
        package let source: LineSource?
    }

    /// The event whose reaction runs: its fields are names in expressions.
    private(set) var event: ReactionEvent?
    /// Changes of the objects that have reactions to changes.
    package let changes = WatchedChanges()
    private let principal = Principal()
    private var budget = ReactionBudget()
    private var steps = PanSteps()
    private var failures: [Failure] = []

    /// Renews the budget: for each step of scene time and each input event.
    package func begin(in world: World) {
        budget = ReactionBudget()
        world.makers.renew()
    }

    /// Runs a layer's reactions to an event in creation order, each as a transaction at the world's time. Returns true
    /// when one was run.
    package func fire(
        _ trigger: ReactionTrigger, on layer: ObjectID, _ values: ReactionValues, in world: World
    ) -> Bool {
        let scene = world.scene
        guard let slot = scene.slot(of: layer) else { return false }
        let values = trigger == .pan || trigger == .drag ? steps.stepped(values, of: layer) : values
        // Events with several fingers are only for reactions whose condition names their number.
        let reactions = scene.relations.reactions(of: slot, to: trigger).filter {
            values.touches == 1 || Self.asksForTouches($0, scene)
        }.map { scene.id(of: $0) }
        var hasRun = false
        for reaction in reactions {
            // An earlier reaction may have removed it.
            guard let at = scene.slot(of: reaction) else { continue }
            let (id, name) = (scene.name(of: at), scene.slot(of: layer).map { scene.name(of: $0) } ?? "")
            guard budget.hasRoom(for: scene.value(at, ReactionProperty.scope.id).object) else {
                if budget.stop(reaction) {
                    failures.append(
                        Failure(
                            id: id, layer: name, trigger: trigger, error: nil, source: scene.lineSources[reaction]))
                }
                continue
            }
            do throws(SceneError) {
                let scope = scene.value(at, ReactionProperty.scope.id).object
                hasRun =
                    try world.spending(for: scope) { () throws(SceneError) in
                        try run(at, trigger, values, in: world)
                    } || hasRun
                if let at = scene.slot(of: reaction) { scene.times.stampMessage(at, "") }
            } catch {
                hasRun = true
                if let at = scene.slot(of: reaction) { scene.times.stampMessage(at, error.message) }
                failures.append(
                    Failure(id: id, layer: name, trigger: trigger, error: error, source: scene.lineSources[reaction]))
            }
            world.settle()
        }
        return hasRun
    }

    /// True when a reaction's condition names the number of fingers.
    package static func asksForTouches(_ reaction: Slot, _ scene: Scene) -> Bool {
        let condition = scene.value(reaction, ReactionProperty.when.id).string
        return !condition.isEmpty && ByteView.with(condition) { ExpressionRewriting.names("touches", in: $0) }
    }

    /// The primary tells what input did to what is shared.
    package var isTold = false

    /// True for what a device of this machine brings about.
    private func isInput(_ trigger: ReactionTrigger) -> Bool {
        switch trigger {
        case .animation, .collision, .changed: false
        default: !isTold
        }
    }

    /// Runs a line because keys have moved the focus to a layer.
    package func run(_ line: String, focusing layer: String, in world: World) throws(SceneError) {
        world.scene.causes.actor = .focus(layer)
        defer { world.scene.causes.actor = .client }
        principal.access = world.access(scope: nil, isLocal: world.replica != nil)
        var transaction = Transaction()
        try ByteView.with(line) { (bytes) throws(SceneError) in
            try transaction.append(bytes, limit: world.transactionLimit)
        }
        try transaction.run(world, principal)
        world.settle()
    }

    /// Returns false when the condition is false and nothing was run.
    private func run(
        _ reaction: Slot, _ trigger: ReactionTrigger, _ values: ReactionValues, in world: World
    ) throws(SceneError) -> Bool {
        let scene = world.scene
        let layer = scene.value(reaction, ReactionProperty.layer.id).object
        event = ReactionEvent(layer: layer, trigger: trigger, values: values)
        scene.components.lineOwner = scene.components.owner(of: reaction).map { scene.id(of: $0) }
        defer { (event, scene.components.lineOwner) = (nil, nil) }
        guard try holds(scene.value(reaction, ReactionProperty.when.id).string, for: layer, in: world) else {
            return false
        }
        let scope = scene.value(reaction, ReactionProperty.scope.id).object
        let isLocal =
            world.replica != nil
            && (isInput(trigger) || scene.slot(of: layer ?? scene.id(of: reaction)).map(scene.shared.isLocal) ?? false)
        principal.access = world.access(scope: scope, isLocal: isLocal)
        let lines = try ReactionLines.fill(
            scene.value(reaction, ReactionProperty.lines.id).string, values, world.work)
        budget.spend(lines.count, for: scope)
        var transaction = Transaction()
        for line in lines {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                try transaction.append(bytes, limit: world.transactionLimit)
            }
        }
        // A person or a device has caused the events but these.
        let isInput = trigger != .changed && trigger != .animation && trigger != .collision
        scene.causes.actor = .reaction(
            scene.name(of: reaction), layer: layer.flatMap(scene.slot).map { scene.name(of: $0) } ?? "",
            event: trigger.name, isInput: isInput)
        defer { scene.causes.actor = .client }
        try transaction.run(world, principal)
        return true
    }

    /// The value of a reaction's condition; an empty one is true.
    private func holds(_ condition: String, for layer: ObjectID?, in world: World) throws(SceneError) -> Bool {
        guard !condition.isEmpty, let slot = layer.flatMap(world.scene.slot) else { return true }
        return try ByteView.with(condition) { (text) throws(SceneError) in
            let word = Word(key: ByteView("when"), value: text, offset: 0, isExpression: true)
            let value = try world.compute(
                word, of: world.scene.kind(of: slot), on: slot, parent: world.scene.rows[Int(slot)].parent,
                event: event)
            guard case .boolean(let holds) = value else {
                throw SceneError(.value, "when: a boolean is expected, not \(value.type.name)")
            }
            return holds
        }
    }

    /// The failures since the last call.
    package func takeFailures() -> [Failure] {
        defer { failures = [] }
        return failures
    }
}
