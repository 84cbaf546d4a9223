package import Animation
import Compositor
package import Frame
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import SceneTables
package import Schema
import World

extension PluginBehaviors: LayerMover {}

extension Animator: MotionSource {
    package func shown(_ delays: [Delay]) -> [(key: ObjectProperty, value: Value)] {
        shown(delays.map { ($0.slot, $0.seconds) })
    }
}

/// Advances the scene in time: the clock, its effects, and the reactions that it triggers.
final class Timeline {
    let scene: Scene
    let world: World
    let behaviors: PluginBehaviors
    let reactor: Reactor
    let sources: DataSources
    var clock: SceneClock
    /// Scene time of the last frame.
    var lastFrameTime = 0.0
    /// Gestures that depend only on time.
    weak var gestures: (any TimedGestures)?
    /// Called when a reaction has changed settings.
    var onSettings: (() -> Void)?
    /// Settings revision up to which changes are applied.
    private var settings: UInt64 = 0
    /// Others repeat what happens here, or this repeats what happens elsewhere: what is due happens at its own time, before any line behind it.
    var isExact = false
    /// Called before scene time goes on: what others said is carried out at its times.
    var onTime: ((Double) -> Void)?
    private let events: EventRouter
    /// Animations that have ended since the last frame.
    private var endings: [Animator.Ending] = []
    /// Contacts that began or ended since the last frame.
    private var contacts: [PluginBehaviors.Contact] = []
    /// Contacts that reactions have not handled yet: with the manual clock they do at the next contact time.
    private var touches: [PluginBehaviors.Contact] = []

    /// Maximum depth of reactions to reactions in one turn.
    private static let mostRounds = 33

    init(
        _ world: World, _ behaviors: PluginBehaviors, _ events: EventRouter, _ reactor: Reactor,
        _ clock: SceneClock
    ) {
        scene = world.scene
        self.world = world
        self.behaviors = behaviors
        self.events = events
        self.reactor = reactor
        self.clock = clock
        sources = DataSources(world, reactor)
    }

    /// Scene time now, in seconds: constant during a turn.
    var now: Double { clock.time(reactor.turnTime) }

    /// Called with an input event of a layer with reactions after they have run. `revision`:
    /// `scene.news.objectRevision` before.
    var onInput: ((JournaledReaction, _ revision: UInt64) -> Void)?

    /// Journals are replayed: the focus and what it scrolled are in records of their own.
    var isReplaying = false
    /// Called with a line that was carried out by itself. `revision`: `scene.news.objectRevision` before.
    var onOwnLine: ((_ line: String, _ revision: UInt64) -> Void)?

    /// Scrolls as little as shows a layer that got the focus by keys, as `scrollTo` does. Returns true when something was
    /// scrolled.
    func reveal(_ layer: Slot) -> Bool {
        let (name, revision) = (scene.name(of: layer), scene.news.objectRevision)
        let line = "scrollTo \(name)"
        do throws(SceneError) { try world.reactions.run(line, focusing: name, in: world) } catch { return false }
        guard scene.news.objectRevision != revision else { return false }
        onOwnLine?(line, revision)
        return true
    }

    /// Advances to the scene time of the line that is handled now.
    func beginLine() { if isExact { catchUp() } else { world.reach(now) } }

    /// Has all that is due until now happen, each at its own time.
    func catchUp() {
        let time = now
        onTime?(time)
        catchUp(to: time)
    }

    /// The same until a scene time.
    func catchUp(to time: Double) {
        var due = world.animator.firstDue
        if scene.relations.hasReactions || world.steps.isRunning { due = min(due, world.animator.firstEnd) }
        if due <= time || behaviors.isMoving && scene.relations.hasReactions || world.reactions.changes.hasChanges
            || world.steps.hasNews
        {
            _ = passEvents(until: time, looksForContacts: true) { false }
        }
        world.reach(time)
    }

    /// Reschedules everything that waits for a wall-clock time.
    func wallClockChanged() {
        beginLine()
        world.wallClockChanged()
    }

    /// True when settings were changed since `takeSettings`.
    var hasNewSettings: Bool { settings != scene.news.settingsRevision }

    func takeSettings() { settings = scene.news.settingsRevision }

    /// True while events have to be reported, or something moves by rules.
    var isMoving: Bool {
        behaviors.isMoving || !endings.isEmpty || world.bindings.isMoving || world.reactions.changes.hasChanges
            || world.steps.hasNews
    }

    /// Advances presentation values to now, for reading between two frames.
    func advanceMotion() {
        onTime?(now)
        world.advance(to: now)
    }

    // MARK: Advancing

    /// Advances to a scene time. Ends of animations trigger reactions, which may end others; then steps may end.
    func advance(to time: Double) {
        advanceReactions(to: time)
        guard world.steps.isActive, world.steps.end(in: world) else { return }
        world.advance(to: time)
    }

    private func advanceReactions(to time: Double) {
        sources.advance(to: time)
        world.reactions.begin(in: world)
        world.reactions.changes.beginFrame()
        world.advance(to: time)
        for round in 0... {
            let new = world.animator.takeEndings()
            endings += new
            let touched = behaviors.takeContacts()
            contacts += touched
            guard scene.relations.hasReactions else { return touches.removeAll() }
            touches += touched
            var hasReacted = false
            if !touches.isEmpty, !(clock.isManual || isExact) || Self.isContactTime(time) {
                let now = touches
                touches.removeAll()
                hasReacted = round < Self.mostRounds && react(to: now)
            }
            if round < Self.mostRounds, scene.relations.hasWatches {
                for (object, values) in world.reactions.changes.take(in: scene) {
                    hasReacted = fire(.changed, on: object, values) || hasReacted
                }
            }
            for ending in new where ending.finished {
                guard let layer = scene.find(ending.layer),
                    !scene.relations.reactions(of: layer, to: .animation).isEmpty
                else {
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
            world.advance(to: time)
        }
    }

    // MARK: Reactions

    /// Runs the reactions of a layer to a trigger. Returns true when there was one.
    @discardableResult
    func fire(_ trigger: ReactionTrigger, on layer: ObjectID, _ values: ReactionValues) -> Bool {
        guard scene.relations.hasReactions else { return false }
        // These lines come from no client: file descriptors of the current line are not for them.
        let current = unsafe events.clients.current
        unsafe events.clients.current = nil
        defer { unsafe events.clients.current = current }
        let journaled = journaledReaction(trigger, on: layer, values)
        let revision = scene.news.objectRevision
        world.lastEventTime = world.time
        let hasReacted = world.reactions.fire(trigger, on: layer, values, in: world)
        if let journaled { onInput?(journaled, revision) }
        if hasNewSettings { onSettings?() }
        for failure in world.reactions.takeFailures() {
            if let error = failure.error {
                tellReaction(failure.id, failure.layer, failure.trigger, "failed", error.message)
                tellFailed(failure.id, about: failure.layer, error.message, failure.source)
            } else {
                tellReaction(
                    failure.id, failure.layer, failure.trigger, "stopped",
                    "reactions ran \(ReactionBudget.mostLines) lines at once")
            }
        }
        return hasReacted
    }

    /// The journal entry for an event; nil for events that follow from the scene and its time, or have no reaction.
    private func journaledReaction(
        _ trigger: ReactionTrigger, on layer: ObjectID, _ values: ReactionValues
    ) -> JournaledReaction? {
        guard onInput != nil, JournaledReaction.isInput(trigger), let slot = scene.slot(of: layer),
            !scene.relations.reactions(of: slot, to: trigger).isEmpty
        else { return nil }
        return JournaledReaction(trigger, scene.name(of: slot), values)
    }

    /// Runs the reactions of both layers to their contact. Returns true when there was one.
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

    // MARK: Telling

    /// Reports a failure while the scene ran, with the place of its definition.
    private func tellFailed(_ id: String, about name: String, _ message: String, _ source: LineSource?) {
        events.send(.failed, about: name) { json in
            json.beginObject()
            json.key("id")
            json.string(text: id)
            json.key("file")
            if let source { json.string(text: source.file) } else { json.null() }
            json.key("line")
            if let source { json.number(source.line) } else { json.null() }
            json.key("column")
            if let source { json.number(source.column) } else { json.null() }
            json.key("message")
            json.string(text: message)
            json.endObject()
        }
    }

    private func tellReaction(
        _ id: String, _ layer: String, _ trigger: ReactionTrigger, _ state: String, _ message: String
    ) {
        Log.write(.notice, "reaction \(id.isEmpty ? "of \(layer) to \(trigger)" : id) \(state): \(message)")
        events.send(.reaction, about: layer) { json in
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
        }
    }

    /// Sends the ends of animations and of pending transactions, and answers `wait for=`.
    func tellEndings() {
        let endings = endings + world.animator.takeEndings()
        self.endings.removeAll()
        for ending in endings {
            events.send(.animation, about: ending.layer) { json in
                json.beginObject()
                json.key("id")
                json.string(text: ending.id)
                json.key("layer")
                if ending.layer.isEmpty { json.null() } else { json.string(text: ending.layer) }
                json.key("finished")
                json.bool(ending.finished)
                json.endObject()
            }
            for client in events.clients.held {
                if case .animation(ending.id)? = client.held?.reason { client.release() }
            }
        }
        for step in world.steps.take() {
            events.send(.template, about: step.id) { json in
                json.beginObject()
                json.key("id")
                json.string(text: step.id)
                json.key("step")
                json.number(step.step)
                json.key("state")
                json.string(step.isEntered ? "entered" : "left")
                json.endObject()
            }
        }
        for failure in world.bindings.takeFailures() {
            tellFailed(failure.id, about: failure.layer, failure.message, failure.source)
            events.send(.binding, about: failure.id) { json in
                json.beginObject()
                json.key("id")
                json.string(text: failure.id)
                json.key("state")
                json.string("failed")
                json.key("message")
                json.string(text: failure.message)
                json.endObject()
            }
        }
        for failure in world.timers.takeFailures() {
            Log.write(.notice, "timer \(failure.id) failed: \(failure.error.message)")
            tellFailed(failure.id, about: failure.id, failure.error.message, failure.source)
            events.send(.timer, about: failure.id) { json in
                json.beginObject()
                json.key("id")
                json.string(text: failure.id)
                json.key("state")
                json.string("failed")
                json.key("message")
                json.string(text: failure.error.message)
                json.endObject()
            }
        }
        defer {
            for name in world.animator.takeCompleted() {
                events.sendToAll(.transaction) { json in
                    json.beginObject()
                    json.key("name")
                    json.string(text: name)
                    json.key("state")
                    json.string("completed")
                    json.endObject()
                }
            }
        }
        for outcome in world.pending.takeOutcomes() {
            events.sendToAll(.transaction) { json in
                json.beginObject()
                json.key("name")
                json.string(text: outcome.name)
                json.key("state")
                json.string(outcome.error == nil ? "done" : "failed")
                if let error = outcome.error {
                    json.key("message")
                    json.string(text: "\(error.code.rawValue) \(error.message)")
                }
                json.endObject()
            }
        }
    }

    /// Sends contacts of items that began or ended.
    func tellContacts() {
        defer { contacts.removeAll(keepingCapacity: true) }
        for contact in contacts where scene.slot(of: scene.id(of: contact.behavior)) != nil {
            let name = scene.name(of: contact.behavior)
            let first = scene.name(of: contact.first)
            let second = contact.second.map { scene.name(of: $0) } ?? contact.boundary
            let names = [name, first, second]
            events.send(.collision, to: { wanted in names.contains { wanted.wants(.collision, about: $0) } }) { json in
                json.beginObject()
                json.key("behavior")
                json.string(text: name)
                json.key("items")
                json.beginArray()
                json.string(text: first)
                json.string(text: second)
                json.endArray()
                json.key("point")
                json.beginArray()
                json.number(contact.point.x)
                json.number(contact.point.y)
                json.endArray()
                json.key("state")
                json.string(contact.began ? "began" : "ended")
                json.endObject()
            }
        }
    }
}

/// Gestures that depend only on time, such as a long press.
protocol TimedGestures: AnyObject {
    /// Scene time of the next one; infinity when there is none.
    var nextDeadline: Double { get }
    /// Runs those due by `time`, each at its own time.
    func wake(by time: Double)
}
