import Glibc

/// Waits for several file descriptors at once.
struct Readiness {
    let descriptor: Int32
    let events: Int32

    init(_ descriptor: Int32, _ events: Int32) {
        self.descriptor = descriptor
        self.events = events
    }

    /// Waits until one is ready or the time is over. Returns the events of each, in order.
    ///
    /// Hang-up and error are always reported. - Parameter milliseconds: negative: waits forever.
    static func wait(for entries: [Readiness], milliseconds: Int32 = -1) throws(Failure) -> [Int32] {
        var polled = entries.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        while unsafe poll(&polled, nfds_t(polled.count), milliseconds) < 0 {
            guard errno == EINTR else { throw .failed("cannot wait: \(SystemError.text())") }
            try Interruption.check()
        }
        return polled.map { Int32($0.revents) }
    }
}
