import LineProtocol
import Scene
import Server
import World

/// All clients, with lists of the listeners of each event and of the clients with a held line, so that events and
/// frames visit no other clients. Lists are in connection order.
final class ClientRegistry {
    private var connected = Roster<ClientSession>()
    private var holding = Roster<ClientSession>()
    private var sceneListening = Roster<ClientSession>()
    private var listening = [Roster<ClientSession>](repeating: Roster(), count: EventName.allCases.count)
    /// The client whose line is being handled: file descriptors that came with it belong to objects created meanwhile.
    ///
    /// Unowned to avoid reference counting for each line: the caller retains the client.
    unowned(unsafe) var current: ClientSession?

    var all: [ClientSession] { connected.members }
    /// Clients whose current line waits for its reply.
    var held: [ClientSession] { holding.members }
    /// Clients that listen to events about scene objects.
    var sceneListeners: [ClientSession] { sceneListening.members }

    // MARK: Lives

    /// Starts to serve a connection.
    func open(_ connection: Connection) {
        let client = ClientSession(connection, self)
        connected.set(client, connection.id, isMember: true)
        connection.userData = client
    }

    /// The client of a connection: `open` stores only clients in `userData`.
    func client(_ connection: Connection) -> ClientSession? {
        connection.userData.map { unsafe unsafeDowncast($0, to: ClientSession.self) }
    }

    /// Removes a client and everything it waits for.
    func close(_ client: ClientSession) {
        client.session.close()
        client.abandon()
        setSubscriptions(Subscriptions(), of: client)
        connected.set(client, client.connection.id, isMember: false)
    }

    /// Updates whether the client's current line is held. A closed connection holds nothing.
    func note(_ client: ClientSession, isHeld: Bool) {
        let id = client.connection.id
        holding.set(client, id, isMember: isHeld && connected.contains(client, id))
    }

    // MARK: Subscriptions

    /// Clients subscribed to an event, for at least some object.
    func listeners(to event: EventName) -> [ClientSession] { listening[event.index].members }

    /// True when a client wants this event about the object called `name`.
    func hasListener(to event: EventName, about name: String) -> Bool {
        listeners(to: event).contains { $0.subscriptions.wants(event, about: name) }
    }

    /// True when a client has subscribed to this event for the object `name` by name.
    func hasListener(to event: EventName, naming name: String) -> Bool {
        listeners(to: event).contains { $0.subscriptions.names(event, name) }
    }

    /// Number of object names in all subscriptions.
    private(set) var nameCount = 0

    func setSubscriptions(_ new: Subscriptions, of client: ClientSession) {
        let old = client.subscriptions
        nameCount += new.nameCount - old.nameCount
        let id = client.connection.id
        client.subscriptions = new
        for event in EventName.allCases where old.has(event) != new.has(event) {
            listening[event.index].set(client, id, isMember: new.has(event))
        }
        sceneListening.set(client, id, isMember: new.hasScene)
    }
}
