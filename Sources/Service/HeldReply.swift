import Geometry
import LineProtocol
import World

/// A reply that is written later, when the line and its tag are long gone.
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

/// Why a line's reply has to wait, and further lines of its connection with it.
enum Hold {
    /// Until this scene time.
    case time(Double)
    /// Until the animation with this id is over.
    case animation(String)
    /// Until pending changes have been presented, and can be seen.
    case outputs(OutputWait)
    /// Until its frames have been rendered.
    case frames
    /// Until pictures are decoded; then the closure goes on.
    case pictures(then: () -> Void)
    /// Until work beside the loop is done.
    case work(any HeldWork)
    /// Until a film is written.
    case film
}

/// Work that a held line waits for.
protocol HeldWork: AnyObject {
    /// The client has gone: nobody waits for the end any more.
    func abandon()
}

/// Outputs that are still to compose a frame, and outputs that are to show one that is composed: `sync` waits for them.
struct OutputWait: Equatable {
    /// Bits of the outputs, as are those of `toShow`.
    var toCompose: UInt32 = 0
    var toShow: UInt32 = 0

    var isOver: Bool { toCompose | toShow == 0 }
}
