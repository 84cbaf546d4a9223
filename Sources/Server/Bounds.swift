/// Every bound of the transport, so that no client can cost more memory or time than these say. The first five are
/// settings of the daemon; they may change while it runs.
package struct Bounds: Equatable, Sendable {
    /// `limit.line`: the longest line in bytes, without its LF or CR LF. Longer ones get a `limit` error.
    package var line = 1 << 20
    /// `limit.clients`: connections at a time. Further ones get a `limit` error and are closed.
    package var clients = 1024
    /// `limit.replies`: bytes of replies that a client leaves unread before it is disconnected.
    package var replies = 64 << 20
    /// `limit.allReplies`: bytes of replies and events that all clients together leave unread; beyond it those that leave most
    /// are disconnected.
    package var allReplies = 512 << 20
    /// Bytes of lines that have begun, or wait, of all clients together; beyond it those that hold most are disconnected.
    package var allLines = 256 << 20
    /// Bytes of unread replies from which a client's further lines wait until it has read. Off by default: a client that
    /// writes all its lines before it reads a reply would wait for ever, and the protocol promises it `replies`.
    package var throttle = Int.max

    /// Bytes read in a turn from a connection that is alone; several get equal parts, as of the next two bounds.
    package var turnBytes = 256 << 10
    /// Lines handled in a turn, for lines so short that the bytes say little.
    package var turnLines = 8192
    /// Nanoseconds that the lines of all connections together may take in a turn: at most a quarter of a refresh interval. A
    /// single line that takes longer ends the turn.
    package var turnTime: Int64 = 2_000_000
    /// Connections accepted in a turn.
    package var turnAccepts = 64
    /// Unsent bytes from which an event waits in the event queue, where it can still be merged.
    package var eventLag = 256 << 10
    /// Events that wait for one connection; more are dropped.
    package var events = 4096
    /// Bytes of the events that wait for one connection; more are dropped.
    package var eventBytes = 1 << 20
    /// Descriptors that came with lines and that no line has taken yet; more are closed.
    package var descriptors = 16

    /// Bytes of the buffer that all connections read into.
    package static let scratch = 64 << 10
    /// Unsent bytes above which a reply is written at once and not at the end of the turn.
    package static let flush = 128 << 10
    /// Nanoseconds that a slice takes at most of a connection that is served before the others.
    package static let lightTime: Int64 = 1_000_000
    /// The same for each line of a longer slice.
    package static let lightLineTime: Int64 = 20_000
    /// Memory a queue keeps when it has become empty.
    package static let kept = 16 << 10
    /// The longest tag, without its `@`.
    package static let tag = 64
    /// Nanoseconds after which a connection that has sent no line yet, or takes nothing of what it was sent, gives way to another one
    /// when there is no more room.
    package var patience: Int64 = 2_000_000_000
    /// Nanoseconds without accepting when the process has run out of descriptors or memory.
    package static let acceptPause: Int64 = 100_000_000

    package init() {}
}
