/// The receiver of lines, called always on the loop's thread and never from within a call to the server or a connection, but for
/// the lines, from which all may be called.
package protocol ServerDelegate: AnyObject {
    func connectionOpened(_ connection: Connection)
    /// A line without its end: not checked for NUL or UTF-8, perhaps empty. `line` is valid during the call; one that begins right
    /// behind the LF of the line before it, until `linesEnded`.
    func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>)
    /// The bytes of the lines that were handed out go.
    func linesEnded(_ connection: Connection)
    /// A line longer than `Bounds.line`, with its tag (without the `@`) when it has a valid one: a `limit` error is due.
    func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?)
    /// The client went while one of its lines is held. Its further lines are still run after `resume`, unless it is closed.
    func connectionHungUp(_ connection: Connection)
    /// All that was sent has been taken; asked for with `wantsDrained`.
    func connectionDrained(_ connection: Connection)
    /// Over. The last call for it; let go of it.
    func connectionClosed(_ connection: Connection)
}

extension ServerDelegate {
    package func connectionOpened(_ connection: Connection) {}
    package func linesEnded(_ connection: Connection) {}
    package func connectionHungUp(_ connection: Connection) {}
    package func connectionDrained(_ connection: Connection) {}
    package func connectionClosed(_ connection: Connection) {}
}

/// Counters of a server since it was made.
package struct ServerStatistics: Equatable, Sendable {
    /// Connections now.
    package var clients = 0
    /// Connections ever accepted as clients.
    package var accepted: UInt64 = 0
    /// Turned away: another user's, or beyond `Bounds.clients`.
    package var refused: UInt64 = 0
    /// Ended for another one, having been silent or deaf for `Bounds.patience` when there was no more room.
    package var gaveWay: UInt64 = 0
    /// Lines handed out.
    package var lines: UInt64 = 0
    package var bytesIn: UInt64 = 0
    package var bytesOut: UInt64 = 0
    package var eventsDropped: UInt64 = 0
    /// Disconnected because they left too many replies unread.
    package var overrun: UInt64 = 0
    /// Bytes of lines that have begun, or wait.
    package var unheard = 0
    /// Bytes of replies and events that clients have not taken yet.
    package var unread = 0
}
