import CSystem
import Glibc

/// System calls for Unix stream sockets, with typed errors.
package enum UnixSocket {
    /// The maximum length of a path in bytes, without the final zero.
    package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// A new stream socket, non-blocking, not inherited.
    package static func make() throws(SystemError) -> FileDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return FileDescriptor(owning: try SystemError.check("socket", socket(AF_UNIX, kind, 0)))
    }

    /// Throws ENAMETOOLONG, EADDRINUSE and bind's other errors.
    package static func bind(_ socket: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        var address = try address(of: path)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        _ = try SystemError.check("bind", result)
    }

    /// Connects. Throws ECONNREFUSED when the file's owner is gone, ENOENT when there is no file, EAGAIN when the owner
    /// is alive but its queue is full.
    package static func connect(_ socket: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        var address = try address(of: path)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        _ = try SystemError.check("connect", result)
    }

    package static func listen(_ socket: borrowing FileDescriptor, backlog: Int32) throws(SystemError) {
        _ = try SystemError.check("listen", Glibc.listen(socket.raw, backlog))
    }

    /// The next connection, non-blocking and not inherited; nil when none is waiting.
    package static func accept(_ listener: borrowing FileDescriptor) throws(SystemError) -> FileDescriptor? {
        while true {
            let result = sys_accept(listener.raw)
            if result >= 0 { return FileDescriptor(owning: result) }
            switch errno {
            case EINTR: continue
            case EAGAIN, ECONNABORTED: return nil
            default: throw .last("accept4")
            }
        }
    }

    /// The user and process that connected.
    package static func peer(
        of socket: borrowing FileDescriptor
    ) throws(SystemError) -> (user: UInt32, process: Int32) {
        var user: uid_t = 0
        var process: pid_t = 0
        _ = try unsafe SystemError.check("getsockopt", sys_peer(socket.raw, &user, &process))
        return (user, process)
    }

    /// True for a listening Unix stream socket, as required from the service manager.
    package static func isListening(_ socket: Int32) -> Bool {
        option(socket, SO_DOMAIN) == AF_UNIX && option(socket, SO_TYPE) == Int32(SOCK_STREAM.rawValue)
            && option(socket, SO_ACCEPTCONN) == 1
    }

    private static func option(_ socket: Int32, _ name: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(socket, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }

    private static func address(of path: String) throws(SystemError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = path.utf8
        guard bytes.count <= longestPath else { throw SystemError("bind", ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }
}

/// Result of one read.
package struct Received {
    /// Number of bytes read; 0 at the end of input.
    package var count = 0
    /// The received descriptors, which the caller has to close.
    package var descriptors: [Int32] = []
    /// True when more descriptors came than one read takes; they were closed.
    package var droppedDescriptors = false

    /// The end of input.
    package init() {}

    init(count: Int, droppedDescriptors: Bool) {
        self.count = count
        self.droppedDescriptors = droppedDescriptors
    }
}

extension UnixSocket {
    /// Reads available bytes and descriptors. Nil when there are none yet. Never blocks.
    package static func receive(
        _ socket: borrowing FileDescriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Received? {
        guard let base = buffer.baseAddress else { return nil }
        var passed = [16 of Int32](repeating: -1)
        var count: Int32 = 0
        var truncated = false
        while true {
            var span = passed.mutableSpan
            let result = unsafe span.withUnsafeMutableBufferPointer { descriptors in
                guard let first = descriptors.baseAddress else { return -1 }
                return unsafe sys_receive(socket.raw, base, buffer.count, first, &count, &truncated)
            }
            if result >= 0 {
                var received = Received(count: result, droppedDescriptors: truncated)
                for index in 0..<Int(count) { received.descriptors.append(passed[index]) }
                return received
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return nil
            default: throw .last("recvmsg")
            }
        }
    }

    /// Writes as much as the peer accepts, with at most 16 descriptors, which are sent with the first byte. Returns 0
    /// when nothing could be written. Never blocks.
    package static func send(
        _ socket: borrowing FileDescriptor, _ bytes: UnsafeRawBufferPointer, descriptors: [Int32] = []
    ) throws(SystemError) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        while true {
            let result = unsafe descriptors.withUnsafeBufferPointer {
                unsafe sys_send(socket.raw, base, bytes.count, $0.baseAddress, Int32($0.count))
            }
            if result >= 0 { return result }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            default: throw .last("sendmsg")
            }
        }
    }
}
