import Geometry
import LineProtocol
import World

/// A reply that is written later, when the line and its tag are gone.
struct HeldReply {
    private let tag: [UInt8]?
    private let replies: Reply.Wanted

    init(_ tag: ByteView?, _ session: Session) {
        self.tag = tag.map { unsafe Array($0.buffer) }
        replies = session.replies
    }

    func withReply(_ body: (Reply) -> Void) {
        var reply = Reply(to: 0, replies)
        guard let tag else { return body(reply) }
        unsafe tag.withUnsafeBufferPointer {
            reply.tag = unsafe ByteView($0)
            body(reply)
        }
    }
}

/// Reason why a line's reply, and with it the connection's further lines, have to wait.
enum Hold {
    /// Until this scene time.
    case time(Double)
    /// Until the animation with this id ends.
    case animation(String)
    /// Until pending changes are presented and visible.
    case outputs(OutputWait)
    /// Until its frames are rendered.
    case frames
    /// Until pictures are decoded; then the closure continues.
    case pictures(then: () -> Void)
    /// Until work outside of the loop is done.
    case work(any HeldWork)
    /// Until a film is written.
    case film
}

/// Work that a held line waits for.
protocol HeldWork: AnyObject {
    /// Called when the client is gone: nobody waits for the end any more.
    func abandon()
}

/// Outputs that have to compose a frame, and outputs that have to show a composed one: `sync` waits for both.
struct OutputWait: Equatable {
    /// Bits of outputs, like `toShow`.
    var toCompose: UInt32 = 0
    var toShow: UInt32 = 0

    var isOver: Bool { toCompose | toShow == 0 }
}
