import CSystem
import Glibc
package import Reactor

/// The reason why listening failed.
package enum ListenerError: Error, Equatable, CustomStringConvertible {
    /// Another daemon answers at that path: exit status 75.
    case anotherRunning(path: String)
    /// The file at that path is not a socket; it is not touched.
    case notASocket(path: String)
    /// The passed descriptor is not a listening Unix stream socket.
    case notListening(descriptor: Int32)
    /// Another user could replace the socket.
    case insecure(directory: String, reason: String)
    /// A system call failed for `path`.
    case system(SystemError, path: String)

    package var description: String {
        switch self {
        case .anotherRunning(let path): "another scrimd is running at \(path)"
        case .notASocket(let path): "\(path) exists and is no socket"
        case .notListening(let descriptor): "descriptor \(descriptor) is no listening Unix socket"
        case .insecure(let directory, let reason): "\(directory) is not safe for a socket: \(reason)"
        case .system(let error, let path): "\(path): \(error)"
        }
    }
}

/// A listening socket, created at a path or passed by the service manager. The file of a created one is removed at the
/// end, if it is still the same.
package final class Listener {
    let socket: FileDescriptor
    /// The path of the created file; nil when the socket was passed or is closed.
    package private(set) var path: String?
    private var device: UInt64 = 0
    private var inode: UInt64 = 0

    private init(_ socket: consuming FileDescriptor, path: String?) {
        self.socket = socket
        self.path = path
        if let path, let status = Self.status(path) { (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
    }

    deinit { close() }

    /// Uses a socket passed by the service manager.
    package static func adopting(_ raw: Int32) throws(ListenerError) -> Listener {
        guard UnixSocket.isListening(raw) else { throw .notListening(descriptor: raw) }
        _ = sys_set_cloexec(raw)
        _ = sys_set_nonblocking(raw)
        return Listener(FileDescriptor(owning: raw), path: nil)
    }

    /// Listens at `path`. A missing directory is created, for its owner only; the file of a daemon that has ended is
    /// replaced; a running daemon is an error.
    package static func binding(_ path: String, mode: UInt32 = 0o600) throws(ListenerError) -> Listener {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        try makeDirectory(directory)
        if let reason = distrust(directory) { throw .insecure(directory: directory, reason: reason) }
        let lock = lock(directory)
        defer { if lock >= 0 { _ = Glibc.close(lock) } }
        if let status = status(path) {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
            if try isAnswered(path) { throw .anotherRunning(path: path) }
            if unsafe unlink(path) != 0, errno != ENOENT { throw .system(.last("unlink"), path: path) }
        }
        do throws(SystemError) {
            let socket = try UnixSocket.make()
            // The file inherits its mode from the socket, so others can never connect in between.
            if fchmod(socket.raw, mode) != 0 { throw .last("fchmod") }
            try UnixSocket.bind(socket, path)
            let listener = Listener(socket, path: path)
            // Once more, because of the umask.
            if unsafe chmod(path, mode) != 0 { throw .last("chmod") }
            try UnixSocket.listen(listener.socket, backlog: 128)
            return listener
        } catch {
            if error == SystemError("bind", EADDRINUSE) { throw .anotherRunning(path: path) }
            throw .system(error, path: path)
        }
    }

    /// Stops listening; removes the file unless it was replaced.
    package func close() {
        guard let path else { return }
        self.path = nil
        if let status = Self.status(path), UInt64(status.st_dev) == device, UInt64(status.st_ino) == inode {
            unsafe unlink(path)
        }
    }

    /// Changes the permissions of the created file.
    func setMode(_ mode: UInt32) {
        if let path { _ = unsafe chmod(path, mode) }
    }

    /// True when a process accepts connections at `path`; false when it has ended.
    private static func isAnswered(_ path: String) throws(ListenerError) -> Bool {
        do throws(SystemError) {
            let probe = try UnixSocket.make()
            try UnixSocket.connect(probe, path)
            return true
        } catch {
            switch error.code {
            case EAGAIN: return true
            case ECONNREFUSED, ENOENT: return false
            default: throw .system(error, path: path)
            }
        }
    }

    /// Creates only the last part of the path. An existing directory is not changed.
    private static func makeDirectory(_ path: String) throws(ListenerError) {
        if unsafe mkdir(path, 0o700) == 0 {
            if unsafe chmod(path, 0o700) != 0 { throw .system(.last("chmod"), path: path) }
        } else if errno != EEXIST, status(path) == nil {
            throw .system(.last("mkdir"), path: path)
        }
    }

    /// The reason why a directory is not trusted: its owner is neither this user nor the superuser, or others may
    /// replace files in it. Nil when it is trusted or missing.
    private static func distrust(_ path: String) -> String? {
        guard let link = status(path) else { return nil }
        func isTrusted(_ user: uid_t) -> Bool { user == geteuid() || user == 0 }
        guard isTrusted(link.st_uid) else { return "it belongs to user \(link.st_uid)" }
        var directory = link
        guard unsafe link.st_mode & S_IFMT != S_IFLNK || stat(path, &directory) == 0 else { return nil }
        guard isTrusted(directory.st_uid) else { return "it belongs to user \(directory.st_uid)" }
        // Write permission for a group is the owner's choice, and often the group has one member.
        guard directory.st_mode & S_IWOTH == 0 || directory.st_mode & S_ISVTX != 0 else {
            return "everybody may write to it"
        }
        return nil
    }

    /// Locks the directory, because a socket between bind and listen looks stale to another daemon that starts at the
    /// same time. Negative when locking fails; the daemon then continues without.
    private static func lock(_ directory: String) -> Int32 {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        for _ in 0..<100 {
            if sys_try_lock(descriptor) == 0 { break }
            usleep(10_000)
        }
        return descriptor
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status : nil
    }
}
