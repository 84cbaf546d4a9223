/// The limits of the transport, which bound the memory and time that a client can use. The first five are settings of
/// the daemon; they may change while it runs.
package struct Bounds: Equatable, Sendable {
    /// `limit.line`: maximum length of a line in bytes, without its LF or CR LF. Longer ones get a `limit` error.
    package var line = 1 << 20
    /// `limit.clients`: maximum number of connections. Further ones get a `limit` error and are closed.
    package var clients = 1024
    /// `limit.replies`: maximum number of unread bytes of replies per client; above it, the client is disconnected.
    package var replies = 64 << 20
    /// `limit.allReplies`: maximum number of unread bytes of replies and events of all clients; above it, the clients
    /// with the most are disconnected.
    package var allReplies = 512 << 20
    /// Maximum number of bytes in incomplete or waiting lines of all clients; above it, the clients with the most are
    /// disconnected.
    package var allLines = 256 << 20
    /// Number of unread bytes of replies from which a client's further lines wait until it has read. Off by default: a
    /// client that writes all its lines before it reads a reply would wait for ever, and the protocol promises it
    /// `replies`.
    package var throttle = Int.max

    /// Number of bytes read in a turn from a single connection; several connections share it equally, as they do the
    /// next two limits.
    package var turnBytes = 256 << 10
    /// Maximum number of lines handled in a turn, which matters for very short lines.
    package var turnLines = 8192
    /// Time for the lines of all connections in a turn, in nanoseconds: at most a quarter of a refresh interval. A
    /// single line that takes longer ends the turn.
    package var turnTime: Int64 = 2_000_000
    /// Maximum number of connections accepted in a turn.
    package var turnAccepts = 64
    /// Number of unsent bytes from which events wait in the event queue, where they can be merged.
    package var eventLag = 256 << 10
    /// Maximum number of events waiting for a connection; more are dropped.
    package var events = 4096
    /// Maximum size of the events waiting for a connection, in bytes; more are dropped.
    package var eventBytes = 1 << 20
    /// Maximum number of received descriptors that no line has taken yet; more are closed.
    package var descriptors = 16

    /// Size of the read buffer shared by all connections, in bytes.
    package static let scratch = 64 << 10
    /// Number of unsent bytes above which a reply is written at once instead of at the end of the turn.
    package static let flush = 128 << 10
    /// Maximum duration of a slice, in nanoseconds, for the connection to be served before others in its next turn.
    package static let lightTime: Int64 = 1_000_000
    /// The same limit per line, for longer slices.
    package static let lightLineTime: Int64 = 20_000
    /// Memory that an empty queue keeps, in bytes.
    package static let kept = 16 << 10
    /// Maximum length of a tag, without its `@`.
    package static let tag = 64
    /// Timeout in nanoseconds after which a connection that has sent no line, or does not read, may be closed to make
    /// room for another one.
    package var timeout: Int64 = 2_000_000_000
    /// Pause in nanoseconds after accepting failed for lack of descriptors or memory.
    package static let acceptPause: Int64 = 100_000_000

    package init() {}
}
