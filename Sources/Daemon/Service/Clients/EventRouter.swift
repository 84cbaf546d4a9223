import Geometry
import LineProtocol
import Scene
import Schema
import Server
import World

/// Sends events to subscribed clients. An event is written once, and only when a client listens.
final class EventRouter {
    let clients: ClientRegistry
    private let world: World
    private var scene: Scene { world.scene }

    /// Object changes to send; nil while no client listens.
    private var changes: EventCursor?

    init(_ clients: ClientRegistry, _ world: World) {
        self.clients = clients
        self.world = world
    }

    // MARK: One event

    /// Sends an event about the object called `name` to the clients that want it.
    func send(
        _ event: EventName, about name: String, _ coalescing: Coalescing = .none, _ body: (inout JSONWriter) -> Void
    ) {
        send(event, coalescing, to: { $0.wants(event, about: name) }, body)
    }

    /// Sends an event to all its listeners, for any object.
    func sendToAll(_ event: EventName, _ body: (inout JSONWriter) -> Void) {
        send(event, .none, to: { _ in true }, body)
    }

    /// Sends an event to the listeners whose subscriptions `want` it.
    func send(
        _ event: EventName, _ coalescing: Coalescing = .none, to want: (Subscriptions) -> Bool,
        _ body: (inout JSONWriter) -> Void
    ) {
        var line: [UInt8]?
        for client in clients.listeners(to: event) where want(client.subscriptions) {
            let bytes = line ?? event.line(body)
            line = bytes
            client.connection.sendEvent(bytes, coalescing)
        }
    }

    // MARK: Frames

    /// The earliest scene time at which a client wants the output's next `frame` event; infinity when no client
    /// listens.
    func nextFrame(of output: OutputDriver) -> Double {
        var next = Double.infinity
        for client in clients.listeners(to: .frame) where client.subscriptions.wants(.frame, about: output.name) {
            next = min(next, client.subscriptions.frames.due(output.name, output.interval))
        }
        return next
    }

    /// Sends `frame` to the clients that follow the output, each at its own rate. `body` gets the seconds until the
    /// client's next event.
    func sendFrame(
        of output: OutputDriver, target: Double, _ coalescing: Coalescing, _ body: (inout JSONWriter, Double) -> Void
    ) {
        let (name, interval) = (output.name, output.interval)
        var lines: [Double: [UInt8]] = [:]
        for client in clients.listeners(to: .frame) where client.subscriptions.wants(.frame, about: name) {
            guard client.subscriptions.frames.take(name, target: target, interval: interval) else { continue }
            let period = client.subscriptions.frames.period(interval)
            let line = lines[period] ?? EventName.frame.line { body(&$0, period) }
            lines[period] = line
            client.connection.sendEvent(line, coalescing)
        }
    }

    // MARK: Events about the scene

    /// True when object changes have to be sent.
    var hasChanges: Bool { changes?.hasNews == true }

    /// Makes the scene record changes while a client listens.
    func watchChanges() {
        let isWanted = !clients.sceneListeners.isEmpty
        if isWanted != (changes != nil) { changes = isWanted ? EventCursor(scene) : nil }
    }

    /// Sends the object changes since the last call.
    func tellChanges() {
        scene.layout.layOut()
        guard let changes, changes.hasNews else { return }
        let listeners = clients.sceneListeners
        for event in SceneEvents.take(changes, scene) {
            let name: EventName
            let coalescing: Coalescing
            switch event.kind {
            case .created: (name, coalescing) = (.created, .none)
            case .changed: (name, coalescing) = (.changed, .latest(key: event.key))
            case .removed: (name, coalescing) = (.removed, .barrier(key: event.key))
            }
            for listener in listeners where listener.subscriptions.wants(name, about: event.name) {
                listener.connection.sendEvent(event.line, coalescing)
            }
        }
    }

    /// Sends the changes when too many are queued without a frame: the clock may be stopped for long.
    func tellManyChanges() { if changes?.hasMany == true { tellChanges() } }

    // MARK: Subscribing

    /// Parses the words of `subscribe`. Returns the resulting subscriptions and the new events.
    func read(_ words: WordList, _ client: ClientSession) throws(SceneError) -> (Subscriptions, fresh: [EventName]) {
        var after = client.subscriptions
        let fresh = try after.add(words, scene, others: clients.nameCount - client.subscriptions.nameCount)
        return (after, fresh)
    }

    /// Sets the client's subscriptions. Returns the state that it has to receive first; nil for none.
    func subscribe(_ client: ClientSession, to after: Subscriptions) -> SubscribedState? {
        let before = client.subscriptions
        // Earlier changes are part of the state; older listeners get them now, in order.
        if after.hasScene { tellChanges() }
        clients.setSubscriptions(after, of: client)
        guard after.hasScene else { return nil }
        watchChanges()
        return after.followsMore(than: before) ? SubscribedState(before: before, after: after) : nil
    }

    /// Runs `unsubscribe`.
    func unsubscribe(_ words: WordList, _ client: ClientSession) throws(SceneError) {
        var subscriptions = client.subscriptions
        try subscriptions.remove(words)
        clients.setSubscriptions(subscriptions, of: client)
        watchChanges()
    }
}

extension EventRouter: EventMerger {
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        // `frame` and other events that are not about an object's properties: the newer one replaces the older one.
        guard key <= UInt64(UInt32.max) else { return unsafe Array(newer) }
        return unsafe older.withUnsafeBufferPointer {
            unsafe ChangedMerger.merge(older: ByteView($0), newer: ByteView(newer))
        }
    }
}

/// The first events for a new subscription: the state of the objects that the client did not follow before.
struct SubscribedState {
    let before: Subscriptions
    let after: Subscriptions

    /// The `created` events of the objects in `scene`.
    func events(_ scene: Scene) -> [UInt8] {
        var state: [UInt8] = []
        SceneEvents.state(scene) { name in
            after.follows(name) && !before.follows(name)
        } _: { event in
            state += event.line
        }
        return state
    }
}
