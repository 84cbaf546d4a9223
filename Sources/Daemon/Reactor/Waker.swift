import CSystem
import Glibc

/// Receives wake-ups on the loop's thread.
package protocol WakeHandler: AnyObject {
    /// `Waker.wake` was called at least once since the last call.
    func woken()
}

/// Wakes the loop from another thread, through an eventfd: a worker puts its result into a queue, then wakes the loop.
package final class Waker: Sendable {
    private let descriptor: FileDescriptor

    package init() throws(SystemError) {
        let flags = Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)
        descriptor = FileDescriptor(owning: try SystemError.check("eventfd", eventfd(0, flags)))
    }

    /// May be called from any thread; several calls before the loop handles them count as one.
    package func wake() {
        // The only failure is a counter at its limit, and then the loop is awake already.
        _ = eventfd_write(descriptor.raw, 1)
    }

    /// Calls `handler` on the loop's thread for each wake. Waker and handler live as long as the registration.
    package func attach(to reactor: Reactor, _ handler: any WakeHandler) throws(SystemError) -> Registration {
        try reactor.add(descriptor.raw, .reading, WakeEvents(waker: self, handler: handler))
    }

    fileprivate func drain() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor.raw, &count)
    }
}

private final class WakeEvents: DescriptorHandler {
    let waker: Waker
    let handler: any WakeHandler

    init(waker: Waker, handler: any WakeHandler) {
        self.waker = waker
        self.handler = handler
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        // First, so that a wake during the handler is not lost.
        waker.drain()
        handler.woken()
    }
}
