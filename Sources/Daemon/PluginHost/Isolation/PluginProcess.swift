import CSystem
import Glibc
import Reactor
import Scene

/// A confined process with a plugin, its socket, and the memory shared with the daemon.
@safe
final class PluginProcess {
    enum Answer {
        case message(PluginMessage)
        /// Nothing arrived in time.
        case none
        /// The process ended, or sent an invalid message.
        case broken
    }

    private let socket: FileDescriptor
    /// Readable when a message arrived, or the process ended.
    var descriptor: Int32 { socket.raw }
    let process: pid_t
    private var isReaped = false
    private(set) var memory: SharedMemory
    /// The processor on which it last ran: that of the daemon's loop, so that a question and its answer are just
    /// context switches and wake no other processor.
    private var processor: Int32 = -1

    /// Starts `program` with a library. Throws for a missing executable; other failures at its start appear as an early
    /// end.
    init(program: String, library: String) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last("socketpair") }
        socket = FileDescriptor(owning: ends[0])
        let far = FileDescriptor(owning: ends[1])
        memory = try SharedMemory(requests: SharedMemory.least)
        process = try ConfinedChild.spawn([program, "--plugin", library], socket: far.raw)
        offerMemory()
    }

    deinit { end() }

    /// Ensures room for requests of `size` bytes and replies of `reply` bytes.
    func makeRoom(for size: Int, reply: Int = 0) throws(SystemError) {
        guard size > memory.requests || reply > memory.replies else { return }
        memory = try SharedMemory(requests: size, replies: reply)
        offerMemory()
    }

    private func offerMemory() {
        var message = PluginMessage(.memory)
        (message.length, message.index) = (UInt64(memory.requests), UInt64(memory.replies))
        send(message, file: memory.file.raw)
    }

    /// Sends a message. A failure means that the process ended, which is reported when its answer is awaited.
    func send(_ message: PluginMessage, file: Int32 = -1) {
        processor = sys_move_here(process, processor)
        unsafe withUnsafeBytes(of: message) { bytes in
            guard let base = bytes.baseAddress else { return }
            var file = file
            _ = unsafe sys_send(socket.raw, base, bytes.count, &file, file < 0 ? 0 : 1)
        }
    }

    /// The next message, within `timeout` nanoseconds.
    func receive(within timeout: UInt64) -> Answer {
        var message = PluginMessage(.memory)
        let size = MemoryLayout<PluginMessage>.size
        let count = unsafe withUnsafeMutableBytes(of: &message) { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe sys_receive_within(socket.raw, base, bytes.count, timeout)
        }
        if count < 0, errno == EAGAIN { return .none }
        return count == size ? .message(message) : .broken
    }

    /// Ends the process, and returns how it ended: "crashed (Segmentation fault)". Nil when it was ended by this call.
    @discardableResult
    func end() -> String? {
        guard !isReaped else { return nil }
        isReaped = true
        var status: Int32 = 0
        // A process that crashed, or is about to, is not killed, so that its own end can be reported.
        var isOver = unsafe waitpid(process, &status, WNOHANG) == process
        let wasOver = isOver
        if !isOver { kill(process, SIGKILL) }
        while !isOver {
            let result = unsafe waitpid(process, &status, 0)
            isOver = result == process || (result < 0 && errno != EINTR)
        }
        return wasOver ? ConfinedChild.ending(status) : nil
    }

    /// Waits up to a tenth of a second for a process to end by itself, after it closed its socket.
    func waitForEnd() -> String? {
        for _ in 0..<100 where !isReaped {
            var status: Int32 = 0
            if unsafe waitpid(process, &status, WNOHANG) == process {
                isReaped = true
                return ConfinedChild.ending(status)
            }
            usleep(1000)
        }
        return end()
    }
}

/// Memory shared with a plugin's process; its size is sealed.
@safe
final class SharedMemory {
    /// Minimum number of bytes for requests, at the beginning.
    static let least = 1 << 20
    /// Minimum number of bytes for replies, after the requests: more than the largest drawing takes. Untouched pages
    /// use no memory.
    static let leastReplies = 160 << 20

    let file: FileDescriptor
    let requests: Int
    let replies: Int
    private let start: UnsafeMutableRawPointer

    init(requests: Int, replies: Int = 0) throws(SystemError) {
        // Rounded up to a power of two, so that growing memory is rarely replaced.
        var size = Self.least
        while size < requests { size *= 2 }
        self.requests = size
        self.replies = max(Self.leastReplies, (replies + 4095) & ~4095)
        file = try .memory("scrim-plugin", size: self.requests + self.replies)
        unsafe start = unsafe try Self.map(file.raw, self.requests + self.replies)
    }

    /// Maps the memory of a descriptor, in the process.
    init(_ file: consuming FileDescriptor, requests: Int, replies: Int) throws(SystemError) {
        (self.requests, self.replies) = (requests, replies)
        unsafe start = unsafe try Self.map(file.raw, requests + replies)
        self.file = file
    }

    private static func map(_ file: Int32, _ size: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe memory != MAP_FAILED
        else { throw .last("mmap") }
        return unsafe memory
    }

    deinit { unsafe munmap(start, requests + replies) }

    var request: UnsafeMutableRawBufferPointer { unsafe UnsafeMutableRawBufferPointer(start: start, count: requests) }
    var reply: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: start + requests, count: replies)
    }

    /// Offset of pixels in a reply.
    static let pixels = 4096
}
