import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import Server
import World

/// One client as the service knows it: its session of the protocol, its subscriptions, the line that is held, and the descriptors
/// that it passed.
final class ClientSession {
    let connection: Connection
    let session = Session()
    /// Changed by the registry only, which keeps the list of listeners of each event.
    var subscriptions = Subscriptions()
    /// Its part in the handshake about layouts.
    var layout = LayoutListener()
    /// State that is sent behind the reply to the current line, and never dropped.
    var afterReply: [UInt8] = []
    /// Its part of the journal.
    var journaled = JournaledSession()
    private(set) var held: (reason: Hold, reply: HeldReply)?
    /// Descriptors of the open transaction's lines, which are run at its end.
    private var descriptors: [Int32] = []
    private weak var registry: ClientRegistry?
    /// Descriptors that one transaction may keep.
    static let mostDescriptors = 16

    init(_ connection: Connection, _ registry: ClientRegistry? = nil) {
        self.connection = connection
        self.registry = registry
        session.handsBackReads = true
    }

    deinit { closeDescriptors() }

    /// Takes the state that follows the reply; nil when there is none.
    func takeAfterReply() -> [UInt8]? {
        guard !afterReply.isEmpty else { return nil }
        defer { afterReply = [] }
        return afterReply
    }

    // MARK: Held replies

    /// Holds further lines until `release` or `fail`.
    func hold(_ reason: Hold, _ reply: HeldReply) {
        if held == nil {
            connection.hold()
            registry?.note(self, isHeld: true)
        }
        held = (reason, reply)
    }

    /// Goes on to hold the line, for another reason.
    func hold(_ reason: Hold) { held?.reason = reason }

    /// Sends the reply that was held and goes on with the lines behind it.
    func release(_ body: (inout JSONWriter) -> Void) { finish { $0.succeed(&$1, body) } }

    func release(payload: borrowing JSONWriter) { finish { $0.succeed(&$1, payload: payload) } }

    /// The same, with the bytes of the whole reply.
    func release(_ reply: ReplyBytes) {
        guard held != nil else { return }
        forgetHold()
        connection.sendReply(reply)
        connection.resume()
    }

    /// The same, for a reply that is `ok` alone.
    func release() { finish { $0.succeed(&$1) } }

    /// The same, for a line that has failed meanwhile.
    func fail(_ error: SceneError) { finish { $0.fail(error, &$1) } }

    /// The same, where `body` gives the reply.
    func release(by body: () -> Void) {
        guard held != nil else { return }
        forgetHold()
        body()
        // It may be held again.
        if held == nil { connection.resume() }
    }

    /// The connection is over: nothing is waited for any more.
    func abandon() {
        if case .work(let work)? = held?.reason { work.abandon() }
        forgetHold()
    }

    private func finish(_ write: (Reply, inout ByteWriter) -> Void) {
        guard let held else { return }
        forgetHold()
        var out = ByteWriter()
        held.reply.withReply { write($0, &out) }
        unsafe connection.sendReply(out.bytes.buffer)
        connection.resume()
    }

    private func forgetHold() {
        guard held != nil else { return }
        held = nil
        registry?.note(self, isHeld: false)
    }

    // MARK: Descriptors

    /// The next descriptor that was passed with a line.
    func takeDescriptor() -> FileDescriptor? {
        descriptors.isEmpty ? connection.takeDescriptor() : FileDescriptor(owning: descriptors.removeFirst())
    }

    /// After each line: descriptors that came with it stay until the transaction ends.
    func keepDescriptors() {
        guard session.isInTransaction else { return closeDescriptors() }
        while descriptors.count < Self.mostDescriptors, let new = connection.takeDescriptor() {
            descriptors.append(new.release())
        }
    }

    private func closeDescriptors() {
        guard !descriptors.isEmpty else { return }
        for descriptor in descriptors { close(descriptor) }
        descriptors.removeAll()
    }
}
