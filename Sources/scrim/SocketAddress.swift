import Glibc

/// Where the daemon listens.
enum SocketAddress {
    /// The path by the protocol's rule: `--socket`, that of `--name`, `$SCRIM_SOCKET`, `$XDG_RUNTIME_DIR/scrim/main.sock`.
    static func path(socket: String?, name: String?) throws(Failure) -> String {
        if let socket { return socket }
        if name == nil, let socket = Environment.value("SCRIM_SOCKET") { return socket }
        guard let directory = Environment.value("XDG_RUNTIME_DIR") else {
            throw .unavailable("no socket to try: give --socket, or set SCRIM_SOCKET or XDG_RUNTIME_DIR")
        }
        return "\(directory)/scrim/\(name ?? "main").sock"
    }

    /// - Throws: `unavailable` when the path is longer than the system's addresses can be.
    static func unix(_ path: String) throws(Failure) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard bytes.count <= room else {
            throw .unavailable("the socket's path is longer than \(room) bytes: \(path)")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }
}

/// The variables we were started with.
enum Environment {
    /// An empty variable counts as none, as the XDG rules have it.
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}
