import Geometry
import Glibc
import LineProtocol
import Reactor
import Schema
import Server
import World

/// One client of the service: its protocol session, its subscriptions, the held line, and the file descriptors that it
/// passed.
final class ClientSession {
    let connection: Connection
    let session = Session()
    /// Changed only by the registry, which updates the lists of listeners.
    var subscriptions = Subscriptions()
    /// Its state in the layout handshake.
    var layout = LayoutListener()
    /// State that is sent after the reply to the current line, and never dropped.
    var afterReply: [UInt8] = []
    /// Its state in the journal.
    var journaled = JournaledSession()
    private(set) var held: (reason: Hold, reply: HeldReply)?
    /// File descriptors of the open transaction's lines, which are run at its end.
    private var descriptors: [Int32] = []
    /// Outlives it; nil for a session without a registry.
    private unowned let registry: ClientRegistry?
    /// Maximum number of file descriptors of one transaction.
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

    /// Continues to hold the line, for another reason.
    func hold(_ reason: Hold) { held?.reason = reason }

    /// Sends the held reply and continues with the following lines.
    func release(_ body: (inout JSONWriter) -> Void) { finish { $0.succeed(&$1, body) } }

    func release(payload: borrowing JSONWriter) { finish { $0.succeed(&$1, payload: payload) } }

    /// Like `release(_:)`, with the bytes of the whole reply.
    func release(_ reply: ReplyBytes) {
        guard held != nil else { return }
        forgetHold()
        connection.sendReply(reply)
        connection.resume()
    }

    /// Like `release(_:)`, for a plain `ok`.
    func release() { finish { $0.succeed(&$1) } }

    /// Like `release(_:)`, for a line that has failed meanwhile.
    func fail(_ error: SceneError) { finish { $0.fail(error, &$1) } }

    /// Like `release(_:)`; `body` sends the reply.
    func release(by body: () -> Void) {
        guard held != nil else { return }
        forgetHold()
        body()
        // It may be held again.
        if held == nil { connection.resume() }
    }

    /// Call when the connection is closed: cancels what the line waits for.
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

    /// The next file descriptor passed with a line.
    func takeDescriptor() -> FileDescriptor? {
        descriptors.isEmpty ? connection.takeDescriptor() : FileDescriptor(owning: descriptors.removeFirst())
    }

    /// Call after each line: its file descriptors are kept until the transaction ends.
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
