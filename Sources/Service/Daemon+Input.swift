import Animation
import Compositor
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server

/// Input: from what devices did to what layers are told, and what they do about it.
extension Daemon {
    /// `input`: as a device would.
    func input(_ line: Line, _ client: Client) throws(SceneError) {
        try client.session.author.access.checkWhole(.input)
        var display = main
        for at in 0..<line.count where line[at].key == "output" { display = try self.display(line[at]) }
        for event in try InputWords.read(line, display.input) { feed(event, to: display) }
    }

    /// A device of an output did something. What plugins say comes by the same door.
    func feed(_ event: InputEvent, to display: Display) {
        let time = max(interpreter.time, clock.time(reactor.turnTime))
        // Hits are tested on what would be seen now.
        if display.input.needsScene(event) || followsPointer { bringUp(to: time, [display]) }
        tell(display.input.handle(event, at: time, display), display)
    }

    // MARK: What happens without a device

    /// The gestures whose time has come by `time`, each at its own.
    func wakeInput(by time: Double) {
        while let next = nextGesture, let deadline = next.input.deadline, deadline <= time + 1e-9 {
            interpreter.advance(to: max(deadline, interpreter.time))
            tell(next.input.wake(at: deadline), next)
        }
    }

    /// The output on which a gesture comes next that needs nothing but time.
    private var nextGesture: Display? {
        displays.filter { $0.input.deadline != nil }.min { ($0.input.deadline ?? 0) < ($1.input.deadline ?? 0) }
    }

    /// Layers are where they will be seen in the frame that comes: who is under a pointer that stands still?
    func followLayers(at time: Double, on display: Display) {
        guard display.isInputDue else { return }
        display.seenRevision = scene.seenRevision
        tell(display.input.refresh(at: time, display), display)
        // What they do about it is in the same frame, and looked at before the next one.
        if scene.hasDirty || scene.isTouched { bringUp(to: time, [display]) }
    }

    /// Sets the timer of the next gesture that needs nothing but time.
    func armInput() {
        if let inputTimer { reactor.cancel(inputTimer) }
        inputTimer = nil
        guard let due = nextGesture?.input.deadline, let deadline = clock.deadline(of: due) else { return }
        inputTimer = reactor.setTimer(at: deadline, self)
    }

    // MARK: Telling

    private func tell(_ actions: [InputAction], _ display: Display) {
        for action in actions { tell(action, display) }
    }

    private func tell(_ action: InputAction, _ display: Display) {
        let report = InputReport(
            action, on: display.name, display.bit, standing: action.target.flatMap { display.standing(of: $0) })
        let name = action.target.map { scene.slot(of: $0.layer).map { scene.name(of: $0) } ?? $0.name }
        for event in report.events {
            guard let known = EventName(rawValue: event) else { continue }
            let listeners = clients.listening.filter { $0.subscriptions.wants(known, about: name ?? "") }
            guard !listeners.isEmpty else { continue }
            var json = JSONWriter()
            report.write(event, layer: name, to: &json)
            for listener in listeners { send(event, json, to: listener, report.coalescing(event)) }
        }
        guard let target = action.target, let trigger = report.trigger else { return }
        _ = fire(trigger, on: target.layer, report.values)
    }

    // MARK: Reactions

    /// Something happened to a layer: its reactions are run now. True when there was one.
    @discardableResult
    func fire(_ trigger: ReactionTrigger, on layer: ObjectID, _ values: ReactionValues) -> Bool {
        guard scene.hasReactions else { return false }
        // Nobody says these lines: descriptors that came with others are not theirs.
        let talking = speaker
        speaker = nil
        defer { speaker = talking }
        guard interpreter.react(to: trigger, on: layer, values) else { return false }
        if scene.settingsAreDirty { applySettings() }
        for failure in interpreter.takeFailures() {
            tellReaction(failure.id, failure.layer, failure.trigger, "failed", failure.error.message)
        }
        return true
    }

    /// Reactions to reactions go so far in one turn.
    static let mostRounds = 32

    /// Goes on to a scene time. The ends of animations set off reactions, which may end others.
    func advanceScene(to time: Double) {
        interpreter.advance(to: time)
        for round in 0... {
            let new = interpreter.animator.takeEndings()
            endings += new
            let touches = behaviors.takeContacts()
            contacts += touches
            guard scene.hasReactions else { return }
            var hasReacted = round < Self.mostRounds && react(to: touches)
            for ending in new where ending.finished {
                guard let layer = scene.find(ending.layer), !scene.reactions(of: layer, to: .animation).isEmpty else {
                    continue
                }
                guard round < Self.mostRounds else {
                    tellReaction(
                        "", ending.layer, .animation, "stopped",
                        "reactions set each other off, \(Self.mostRounds) times in a row")
                    return
                }
                var values = ReactionValues()
                (values.state, values.key) = ("finished", ending.id)
                hasReacted = fire(.animation, on: scene.id(of: layer), values) || hasReacted
            }
            guard hasReacted else { return }
            interpreter.advance(to: time)
        }
    }

    /// Reactions of both layers to their touching. True when there was one.
    private func react(to contacts: [PluginBehaviors.Contact]) -> Bool {
        var hasReacted = false
        for contact in contacts {
            let pair = [(contact.first, contact.second), (contact.second ?? -1, contact.first)]
            for (layer, other) in pair where layer >= 0 && scene.isLayer(layer) {
                var values = ReactionValues()
                (values.x, values.y) = (contact.point.x, contact.point.y)
                values.state = contact.began ? "began" : "ended"
                values.key = other.map { scene.name(of: $0) } ?? contact.boundary
                hasReacted = fire(.collision, on: scene.id(of: layer), values) || hasReacted
            }
        }
        return hasReacted
    }

    private func tellReaction(
        _ id: String, _ layer: String, _ trigger: ReactionTrigger, _ state: String, _ message: String
    ) {
        Log.write(.notice, "reaction \(id.isEmpty ? "of \(layer) to \(trigger)" : id) \(state): \(message)")
        let listeners = clients.listening.filter { $0.subscriptions.wants(.reaction, about: layer) }
        guard !listeners.isEmpty else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("id")
        if id.isEmpty { json.null() } else { json.string(text: id) }
        json.key("layer")
        json.string(text: layer)
        json.key("event")
        json.string(text: trigger.name)
        json.key("state")
        json.string(text: state)
        json.key("message")
        json.string(text: message)
        json.endObject()
        for listener in listeners { send("reaction", json, to: listener) }
    }
}

// MARK: Who listens

extension Daemon {
    func wantsLongPress(_ target: Target) -> Bool {
        guard let slot = scene.slot(of: target.layer) else { return false }
        let name = scene.name(of: slot)
        return !scene.reactions(of: slot, to: .longPress).isEmpty
            || clients.listening.contains { $0.subscriptions.wants(.longPress, about: name) }
    }

    var followsPointer: Bool { scene.hasReactions || clients.listening.contains { $0.subscriptions.has(.pointer) } }
}
