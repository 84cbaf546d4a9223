import CSystem
import Contents
import Glibc
import Reactor
import Schema

/// Passes requests about SVG and Lottie files on to the programs that draw them, which are started for the first one. They speak the
/// daemon's own language (`DecoderMessage`); only pixels are rearranged here.
final class SceneStage {
    private let socket: FileDescriptor
    /// True when the programs have ended: this process is of no use for such files any more.
    private(set) var isBroken = false
    private var buffer = [UInt8](repeating: 0, count: DecoderMessage.longest)

    /// Nil when they cannot be had on this machine. Call it while the process has one thread.
    init?(memory: UInt64) {
        guard let words = ScenePrograms.words(memory: memory) else { return nil }
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        socket = FileDescriptor(owning: ends[0])
        let far = FileDescriptor(owning: ends[1])
        var room = Int32(DecoderMessage.longest * 2)
        for end in ends {
            _ = unsafe setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        }
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        guard unsafe sys_start_when_asked(far.raw, &arguments) > 0 else { return nil }
    }

    /// True for a file that begins as SVG, compressed or not, or as Lottie.
    static func takes(_ file: Int32) -> Bool {
        var start = [UInt8](repeating: 0, count: 4096)
        let count = unsafe max(0, pread(file, &start, start.count, 0))
        if start.starts(with: [0x1F, 0x8B]) { return true }
        let text = start[..<count].drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        if text.first == UInt8(ascii: "{") {
            return text.dropFirst().first { $0 > 0x20 } == UInt8(ascii: "\"")
        }
        let name = Array("<svg".utf8)
        return text.first == UInt8(ascii: "<")
            && text.indices.contains { text[$0] == name[0] && text[$0...].starts(with: name) }
    }

    /// Sends a request, and calls `body` with each answer to it; the last one is no `more`.
    func ask(_ request: DecoderMessage, _ file: Int32, _ body: (DecoderMessage) -> Void) throws(SceneError) {
        do throws(SystemError) {
            try send(request, [file])
            while true {
                var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
                _ = unsafe Glibc.poll(&poll, 1, -1)
                guard let received = try receive() else { continue }
                for descriptor in received.descriptors { Glibc.close(descriptor) }
                guard received.count > 0, let message = DecoderMessage(buffer[..<received.count]) else {
                    throw SystemError("the programs that draw it ended", EPIPE)
                }
                body(message)
                if message.verb != .more { return }
            }
        } catch {
            isBroken = true
            throw SceneError(.decode, "SVG and Lottie cannot be drawn: \(error)")
        }
    }

    /// Closes a file.
    func close(_ session: UInt32) { try? send(DecoderMessage(.close, session: session), []) }

    private func send(_ message: DecoderMessage, _ descriptors: [Int32]) throws(SystemError) {
        var failure: SystemError?
        unsafe message.bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { _ = try unsafe UnixSocket.send(socket, bytes, descriptors: descriptors) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func receive() throws(SystemError) -> Received? {
        var failure: SystemError?
        let received: Received? = unsafe buffer.withUnsafeMutableBytes { bytes in
            do throws(SystemError) { return try unsafe UnixSocket.receive(socket, into: bytes) } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return received
    }
}
