import Geometry
import LineProtocol
import Scene
import Server
import World

/// Sends events to the clients that subscribed to them. An event is written once, and only when somebody listens.
final class EventRouter {
    let clients: ClientRegistry
    private let world: World
    private var scene: Scene { world.scene }

    /// Changes of the scene that are noted at most before they are told without a frame: the clock may stand for long.
    private static let mostChanges = 16_384

    /// Changes of objects to be told; nil while nobody wants to hear of them.
    private var changes: EventCursor?

    init(_ clients: ClientRegistry, _ world: World) {
        self.clients = clients
        self.world = world
    }

    // MARK: One event

    /// Sends an event about the object called `name` to those that want it.
    func send(
        _ event: EventName, about name: String, _ coalescing: Coalescing = .none, _ body: (inout JSONWriter) -> Void
    ) {
        send(event, coalescing, to: { $0.wants(event, about: name) }, body)
    }

    /// Sends an event to all that listen to it, for any object.
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

    // MARK: Events about the scene

    /// True when there are changes of objects to be told.
    var hasChanges: Bool { changes?.hasNews == true }

    /// Has the scene note changes while somebody wants to hear of them.
    func watchChanges() {
        let isWanted = !clients.sceneListeners.isEmpty
        if isWanted != (changes != nil) { changes = isWanted ? EventCursor(scene) : nil }
    }

    /// Sends the changes of objects since the last call.
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

    /// Sends the changes when too many have come without a frame.
    func tellManyChanges() {
        if let changes, changes.count > Self.mostChanges { tellChanges() }
    }

    // MARK: Subscribing

    /// Runs `subscribe`. The events that the client had not asked for before.
    func subscribe(_ line: Line, _ client: ClientSession) throws(SceneError) -> [EventName] {
        let before = client.subscriptions
        var after = before
        let fresh = try after.add(line, scene)
        clients.setSubscriptions(after, of: client)
        guard after.hasScene else { return fresh }
        // Earlier changes are part of the state; older listeners get them now, in their order.
        tellChanges()
        watchChanges()
        var state: [UInt8] = []
        // Only of objects that the client did not follow until now.
        SceneEvents.state(scene) { name in
            after.follows(name) && !before.follows(name)
        } _: { event in
            state += event.line
        }
        // As a reply: the state is never dropped.
        client.afterReply = state
        return fresh
    }

    /// Runs `unsubscribe`.
    func unsubscribe(_ line: Line, _ client: ClientSession) throws(SceneError) {
        var subscriptions = client.subscriptions
        try subscriptions.remove(line)
        clients.setSubscriptions(subscriptions, of: client)
        watchChanges()
    }
}

extension EventRouter: EventMerger {
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        // Frames, and other events that are not about an object's properties: the newer one says it all.
        guard key <= UInt64(UInt32.max) else { return unsafe Array(newer) }
        return unsafe older.withUnsafeBufferPointer {
            unsafe ChangedMerger.merge(older: ByteView($0), newer: ByteView(newer))
        }
    }
}
