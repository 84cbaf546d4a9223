import LineProtocol
import Scene
import Server
import World

/// All clients, with a list of those that listen to each event and one of those whose line is held, so that neither an event
/// nor a frame looks at the others. Lists are in the order of the connections.
final class ClientRegistry {
    private var connected = Roster<ClientSession>()
    private var holding = Roster<ClientSession>()
    private var sceneListening = Roster<ClientSession>()
    private var listening = [Roster<ClientSession>](repeating: Roster(), count: EventName.allCases.count)
    /// The client whose line is being handled: descriptors that came with it are for objects that are made meanwhile.
    ///
    /// Not counted, which would be done for each line: whoever handles it keeps the client.
    unowned(unsafe) var current: ClientSession?

    var all: [ClientSession] { connected.members }
    /// Clients whose current line waits for its reply.
    var held: [ClientSession] { holding.members }
    /// Clients that listen to events about the scene's objects.
    var sceneListeners: [ClientSession] { sceneListening.members }

    // MARK: Lives

    /// Begins to serve a connection.
    func open(_ connection: Connection) {
        let client = ClientSession(connection, self)
        connected.set(client, connection.id, isMember: true)
        connection.userData = client
    }

    /// The client of a connection: `open` put nothing else there.
    func client(_ connection: Connection) -> ClientSession? {
        connection.userData.map { unsafe unsafeDowncast($0, to: ClientSession.self) }
    }

    /// Forgets a client and all that it waits for.
    func close(_ client: ClientSession) {
        client.session.close()
        client.abandon()
        setSubscriptions(Subscriptions(), of: client)
        connected.set(client, client.connection.id, isMember: false)
    }

    /// A client of which the current line is held, or no longer. One whose connection is over holds nothing.
    func note(_ client: ClientSession, isHeld: Bool) {
        let id = client.connection.id
        holding.set(client, id, isMember: isHeld && connected.contains(client, id))
    }

    // MARK: Subscriptions

    /// Clients that asked for an event, about some object at least.
    func listeners(to event: EventName) -> [ClientSession] { listening[event.index].members }

    /// True when somebody wants this event about the object called `name`.
    func hasListener(to event: EventName, about name: String) -> Bool {
        listeners(to: event).contains { $0.subscriptions.wants(event, about: name) }
    }

    /// True when somebody asked for this event about the object called `name` by that name.
    func hasListener(to event: EventName, naming name: String) -> Bool {
        listeners(to: event).contains { $0.subscriptions.names(event, name) }
    }

    /// Names of objects that all clients ask for.
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
