/// Receives lines. Called on the loop's thread, and never during a call to the server or a connection; all calls are
/// allowed from within.
package protocol ServerDelegate: AnyObject {
    func connectionOpened(_ connection: Connection)
    /// A line without its end: not checked for NUL or UTF-8, possibly empty. `line` is valid during the call; if it
    /// directly follows the LF of the previous line, until `linesEnded`.
    func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>)
    /// The bytes of the lines passed so far become invalid.
    func linesEnded(_ connection: Connection)
    /// A line longer than `Bounds.line`, with its tag (without the `@`) if it has a valid one: a `limit` error is due.
    func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?)
    /// The client disconnected while one of its lines is held. Its further lines are still handled after `resume`,
    /// unless it is closed.
    func connectionHungUp(_ connection: Connection)
    /// Everything was sent; requested with `wantsDrained`.
    func connectionDrained(_ connection: Connection)
    /// The connection has ended. The last call for it; release it.
    func connectionClosed(_ connection: Connection)
}

extension ServerDelegate {
    package func connectionOpened(_ connection: Connection) {}
    package func linesEnded(_ connection: Connection) {}
    package func connectionHungUp(_ connection: Connection) {}
    package func connectionDrained(_ connection: Connection) {}
    package func connectionClosed(_ connection: Connection) {}
}

/// Counters of a server since its creation.
package struct ServerStatistics: Equatable, Sendable {
    /// Number of current connections.
    package var clients = 0
    /// Number of connections accepted as clients.
    package var accepted: UInt64 = 0
    /// Number of refused connections: of another user, or above `Bounds.clients`.
    package var refused: UInt64 = 0
    /// Number of connections closed to make room, after sending or reading nothing for `Bounds.timeout`.
    package var gaveWay: UInt64 = 0
    /// Number of lines handled.
    package var lines: UInt64 = 0
    package var bytesIn: UInt64 = 0
    package var bytesOut: UInt64 = 0
    package var eventsDropped: UInt64 = 0
    /// Number of connections closed for too many unread replies.
    package var overrun: UInt64 = 0
    /// Number of bytes in incomplete or waiting lines.
    package var unheard = 0
    /// Number of bytes of replies and events that clients have not read yet.
    package var unread = 0
}
