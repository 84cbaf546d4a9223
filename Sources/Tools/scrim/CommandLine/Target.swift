import Glibc

/// The daemon to connect to.
struct Target {
    var socket: String?
    var name: String?

    /// True when the command line names it.
    var isNamed: Bool { socket != nil || name != nil }

    func connect() throws(Failure) -> Connection {
        let isUsual = socket == nil && (name != nil || Environment.value("SCRIM_SOCKET") == nil)
        return try Connection(path: SocketAddress.path(socket: socket, name: name), isOwn: isUsual)
    }
}
