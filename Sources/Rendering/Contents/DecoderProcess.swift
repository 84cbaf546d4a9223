import CSystem
import Glibc
import Reactor

/// Receives the decoding process's results.
protocol DecoderProcessDelegate: AnyObject {
    func processSaid(_ message: DecoderMessage)
    /// The process ended; `reason` says why: "the decoder crashed (Segmentation fault)".
    func processEnded(_ reason: String)
}

/// The confined process that decodes, from its start to its end: one request at a time, each with a timeout.
final class DecoderProcess: DescriptorHandler, TimerHandler {
    private let reactor: Reactor
    private let socket: FileDescriptor
    private let process: pid_t
    /// A descriptor that becomes readable when the process ends.
    private let life: FileDescriptor
    private var socketRegistration: Registration?
    private var lifeRegistration: Registration?
    private var watchdog: TimerID?
    private var timeout: Nanoseconds = 0
    private var isLate = false
    private var isReaped = false
    private weak var delegate: (any DecoderProcessDelegate)?
    private var buffer = [UInt8](repeating: 0, count: DecoderMessage.longest)

    /// The process ID.
    var identifier: Int32 { process }

    /// Starts `program` with the decoders' libraries. `memory` is its limit in bytes; 0 for none.
    ///
    /// Throws for a missing executable; other failures at its start are reported as an early end.
    init(
        _ reactor: Reactor, program: String, memory: UInt64, libraries: [String], _ delegate: any DecoderProcessDelegate
    ) throws(SystemError) {
        self.reactor = reactor
        self.delegate = delegate
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .last("socketpair") }
        socket = FileDescriptor(owning: ends[0])
        let far = FileDescriptor(owning: ends[1])
        // Room for an answer with all durations.
        var room = Int32(DecoderMessage.longest * 2)
        for end in ends {
            _ = unsafe setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        }
        _ = sys_set_nonblocking(ends[0])
        process = try ConfinedChild.spawn([program, "\(memory)"] + libraries, socket: far.raw)
        let raw = sys_process_descriptor(process)
        guard raw >= 0 else {
            let error = SystemError.last("pidfd_open")
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
        life = FileDescriptor(owning: raw)
        socketRegistration = try reactor.add(socket.raw, .reading, self)
        lifeRegistration = try reactor.add(life.raw, .reading, self)
    }

    deinit {
        end()
    }

    /// Kills the process, unless it was reaped: its ID may belong to another process then.
    private func end() {
        if !isReaped { kill(process, SIGKILL) }
    }

    /// Sends a request. The process is killed if it is not answered within `timeout` nanoseconds; 0 means that no
    /// answer is expected.
    func send(_ message: DecoderMessage, file: Int32? = nil, timeout: Nanoseconds) {
        self.timeout = timeout
        if timeout > 0 { watchdog = reactor.setTimer(at: Clock.now + timeout, self) }
        // If sending fails, the process has ended, which is reported separately.
        _ = unsafe message.bytes.withUnsafeBytes {
            unsafe try? UnixSocket.send(socket, $0, descriptors: file.map { [$0] } ?? [])
        }
    }

    /// Ends the process without reporting it.
    func stop() {
        delegate = nil
        end()
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        guard timer == watchdog else { return }
        watchdog = nil
        isLate = true
        end()
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        registration == lifeRegistration ? reap() : read()
    }

    private func read() {
        while socketRegistration != nil {
            var isBroken = false
            let received: Received? = unsafe buffer.withUnsafeMutableBytes { bytes in
                do throws(SystemError) {
                    return try unsafe UnixSocket.receive(socket, into: bytes)
                } catch {
                    isBroken = true
                    return nil
                }
            }
            if isBroken || received?.count == 0 {
                if let socketRegistration { reactor.remove(socketRegistration) }
                socketRegistration = nil
                // A process that closed its end of the socket is of no use.
                end()
                return
            }
            guard let received else { return }
            // Descriptors are not expected from the process.
            for descriptor in received.descriptors { close(descriptor) }
            guard let message = DecoderMessage(buffer[..<received.count]) else {
                end()
                return
            }
            if message.verb != .hello, message.verb != .more, let watchdog {
                reactor.cancel(watchdog)
                self.watchdog = nil
            }
            delegate?.processSaid(message)
        }
    }

    private func reap() {
        if let lifeRegistration { reactor.remove(lifeRegistration) }
        lifeRegistration = nil
        // Messages sent before the end are handled.
        read()
        if let socketRegistration { reactor.remove(socketRegistration) }
        socketRegistration = nil
        if let watchdog { reactor.cancel(watchdog) }
        watchdog = nil
        isReaped = true
        var status: Int32 = 0
        guard unsafe waitpid(process, &status, WNOHANG) == process else {
            delegate?.processEnded("the decoder ended")
            return
        }
        delegate?.processEnded(reason(status))
    }

    private func reason(_ status: Int32) -> String {
        if isLate { return "it took longer than \(timeout / 1_000_000_000) seconds" }
        if sys_was_signaled(status), sys_termination_signal(status) == SIGXCPU { return "it took too much time" }
        return "the decoder \(ConfinedChild.ending(status))"
    }
}
