import CSystem

/// The readiness of a descriptor, or an interest in it.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bytes, a connection or the end of input can be read.
    package static let reading = Readiness(rawValue: EPOLLIN.rawValue)
    /// Bytes can be written.
    package static let writing = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The peer closed both directions. Always reported.
    package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The descriptor failed. Always reported.
    package static let failure = Readiness(rawValue: EPOLLERR.rawValue)
    /// The peer or the descriptor is gone. A constant, because a literal of both would be built anew in generic code.
    package static let gone = Readiness(rawValue: hangUp.rawValue | failure.rawValue)
    /// For an interest: readiness is reported once, and again only after it changed (edge-triggered). Without it, a
    /// hang-up that cannot be handled yet would wake the loop for ever.
    package static let once = Readiness(rawValue: EPOLLET.rawValue)
    /// Not from the system: requested by `Reactor.callAgain`.
    package static let again = Readiness(rawValue: 1 << 27)
}

/// A watched descriptor. The generation prevents events of a closed descriptor from reaching the next owner of the same
/// number later in the turn.
package struct Registration: Hashable, Sendable {
    let index: UInt32
    let generation: UInt32
}

/// A handler for ready descriptors: called at most once in a turn, and once more for `callAgain`.
package protocol DescriptorHandler: AnyObject {
    func descriptorReady(_ registration: Registration, _ readiness: Readiness)
}

/// A listener to the end of each turn.
package protocol TurnHandler: AnyObject {
    /// All ready descriptors have been handled: remaining work may use the rest of the turn's time.
    func turnDispatched()
    /// Everything has been handled: replies are flushed and the scheduler is asked, once.
    func turnEnded()
}

extension TurnHandler {
    package func turnDispatched() {}
}

/// A handler of signals.
package protocol SignalHandler: AnyObject {
    /// `signal` arrived at least once since the last call; `sender` is the sending process, 0 for the kernel.
    func signalReceived(_ signal: Int32, sender: Int32)
}
