import Glibc

/// The daemon's address.
enum SocketAddress {
    /// The path according to the protocol: `--socket`, that of `--name`, `$SCRIM_SOCKET`,
    /// `$XDG_RUNTIME_DIR/scrim/main.sock`.
    static func path(socket: String?, name: String?) throws(Failure) -> String {
        if let socket { return socket }
        if name == nil, let socket = Environment.value("SCRIM_SOCKET") { return socket }
        guard let directory = Environment.value("XDG_RUNTIME_DIR") else {
            throw .unavailable("no socket to try: give --socket, or set SCRIM_SOCKET or XDG_RUNTIME_DIR")
        }
        return "\(directory)/scrim/\(name ?? "main").sock"
    }

    /// - Throws: `unavailable` when the path is too long for a socket address.
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

/// Environment variables.
enum Environment {
    /// Empty variables count as unset, as in the XDG rules.
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}
