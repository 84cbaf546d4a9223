import CSystem
import Glibc

/// Signals as events of the loop, through a signalfd. The signals are blocked in the thread that creates it and in
/// threads started later, so create it before any other thread. They stay blocked after it is released.
package final class Signals: DescriptorHandler {
    private let descriptor: FileDescriptor
    private let reactor: Reactor
    private let handler: any SignalHandler
    private var registration: Registration?

    /// Blocks `signals` and passes them to `handler`, which is retained until `close`.
    package init(_ signals: [Int32], _ reactor: Reactor, _ handler: any SignalHandler) throws(SystemError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        let blocked = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        if blocked != 0 { throw SystemError("pthread_sigmask", blocked) }
        let flags = Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)
        descriptor = FileDescriptor(owning: try unsafe SystemError.check("signalfd", signalfd(-1, &set, flags)))
        self.reactor = reactor
        self.handler = handler
        registration = try reactor.add(descriptor.raw, .reading, self)
    }

    /// Stops listening.
    package func close() {
        if let registration { reactor.remove(registration) }
        registration = nil
    }

    package func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        var signal = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while self.registration != nil, unsafe read(descriptor.raw, &signal, size) == size {
            handler.signalReceived(Int32(signal.ssi_signo), sender: Int32(truncatingIfNeeded: signal.ssi_pid))
        }
    }

    /// Makes writing to a closed pipe an error instead of the end of the daemon. (Sends to sockets request this
    /// themselves; this is for pipes passed by clients.)
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }
}
