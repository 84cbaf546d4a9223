import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import Server

/// What the daemon keeps for one connection.
final class Client {
    let connection: Connection
    let session = Session()
    /// Lists of the daemon that it stands in while it waits or listens.
    private weak var list: ClientList?
    var subscriptions = Subscriptions() { didSet { list?.follow(self) } }
    /// Why its further lines are held.
    var hold: Hold? { didSet { list?.follow(self) } }

    /// What is sent behind the reply to the line that is being answered: state that is never dropped.
    var afterReply: [UInt8] = []

    func takeAfterReply() -> [UInt8]? {
        guard !afterReply.isEmpty else { return nil }
        defer { afterReply = [] }
        return afterReply
    }

    /// A line whose reply has to wait, and what it waits for.
    enum Hold {
        /// Until this scene time.
        case time(Double, reply: HeldReply)
        /// Until the animation with this id is over.
        case animation(String, reply: HeldReply)
        /// Until what is pending has been presented, and can be seen.
        case outputs(OutputWait, reply: HeldReply)
        /// Until its frames have been rendered.
        case tick(reply: HeldReply)
        /// Until images are there: for a snapshot, or for the frame of a `sync`.
        case contents(SnapshotRequest?, reply: HeldReply)
        /// Until a picture has been encoded, and written if it has a path.
        case encoding(BackgroundJob<EncodedPicture>, reply: HeldReply)
        /// Until a picture has been taken by whoever reads it.
        case delivery(Delivery, reply: HeldReply)
        /// Until a film is written.
        case recording(reply: HeldReply)
    }

    init(_ connection: Connection, _ list: ClientList) {
        self.connection = connection
        self.list = list
        list.add(self)
    }

    deinit { closeDescriptors() }

    /// Holds further lines until `release`; or goes on to hold them, for another reason.
    func hold(_ reason: Hold) {
        if hold == nil { connection.hold() }
        hold = reason
    }

    // MARK: Descriptors

    /// Those that came with lines of the open transaction, which are run at its end.
    private var kept: [Int32] = []

    /// The next descriptor that was passed with a line.
    func takeDescriptor() -> FileDescriptor? {
        kept.isEmpty ? connection.takeDescriptor() : FileDescriptor(owning: kept.removeFirst())
    }

    /// After each line: what came with it stays until the transaction ends.
    func keepDescriptors() {
        guard session.isInTransaction else { return closeDescriptors() }
        while kept.count < 16, let new = connection.takeDescriptor() { kept.append(new.release()) }
    }

    private func closeDescriptors() {
        for descriptor in kept { close(descriptor) }
        kept.removeAll()
    }

    /// True when it waits for images.
    var isPatient: Bool { if case .contents = hold { true } else { false } }

    /// Sends the reply that was held and goes on with the lines behind it.
    func release(_ body: (inout JSONWriter) -> Void) { finish { $0.succeed(&$1, body) } }

    func release(payload: borrowing JSONWriter) { finish { $0.succeed(&$1, payload: payload) } }

    /// The same, for a reply that is `ok` alone.
    func release() { finish { $0.succeed(&$1) } }

    /// The same, for what has failed meanwhile.
    func fail(_ error: SceneError) { finish { $0.fail(error, &$1) } }

    /// The connection is over: nothing is waited for any more.
    func abandon() {
        if case .delivery(let delivery, _) = hold { delivery.cancel() }
        hold = nil
    }

    private func finish(_ write: (Reply, inout ByteWriter) -> Void) {
        guard let hold else { return }
        self.hold = nil
        let held =
            switch hold {
            case .time(_, let reply), .animation(_, let reply), .outputs(_, let reply), .tick(let reply),
                .contents(_, let reply), .encoding(_, let reply), .delivery(_, let reply), .recording(let reply):
                reply
            }
        var out = ByteWriter()
        held.withReply { write($0, &out) }
        unsafe connection.sendReply(out.bytes.buffer)
        connection.resume()
    }
}

/// Connected clients. Those that wait or listen are known apart: idle ones cost a turn nothing.
final class ClientList {
    private var connected = Roster<Client>()
    private var waitingClients = Roster<Client>()
    private var subscribers = Roster<Client>()

    var all: [Client] { connected.members }
    /// Clients whose further lines are held.
    var waiting: [Client] { waitingClients.members }
    /// Clients with subscriptions.
    var listening: [Client] { subscribers.members }

    func add(_ client: Client) { connected.set(client, client.connection.id, isMember: true) }

    /// Removes a client whose connection is over.
    func remove(_ client: Client) {
        let id = client.connection.id
        connected.set(client, id, isMember: false)
        waitingClients.set(client, id, isMember: false)
        subscribers.set(client, id, isMember: false)
    }

    /// Takes up whether a client waits or listens now. One whose connection is over does neither.
    func follow(_ client: Client) {
        guard connected.contains(client, client.connection.id) else { return }
        waitingClients.set(client, client.connection.id, isMember: client.hold != nil)
        subscribers.set(client, client.connection.id, isMember: !client.subscriptions.isEmpty)
    }
}

/// A reply that is written later, when the line and its tag are long gone.
struct HeldReply {
    private let tag: [UInt8]?
    private let habit: Session.Replies

    init(_ line: Line, _ session: Session) {
        tag = line.tag.map { unsafe Array($0.buffer) }
        habit = session.replies
    }

    func withReply(_ body: (Reply) -> Void) {
        var reply = Reply(to: 0, habit)
        guard let tag else { return body(reply) }
        unsafe tag.withUnsafeBufferPointer {
            reply.tag = unsafe ByteView($0)
            body(reply)
        }
    }
}
